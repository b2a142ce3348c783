import io
from dataclasses import replace

from rich.console import Console

from explanans.rendering.explanation_text import ExplanationText
from explanans.structures.explanations import Explanation

PLAIN = """\
  Question  Why does an iron spoon get hot in soup?
    Answer  iron conducts heat
Hypothesis  An iron spoon conducts heat well.

Iron is a metal. A metal conducts heat. So iron conducts heat. A spoon is made of iron. This makes
it likely that an iron spoon conducts heat well.

How it follows
An iron spoon conducts heat [well?].
because (substitution)
├── a spoon is made of iron
│   fact f3
└── iron conducts heat
    because (property inheritance)
    ├── iron is a metal
    │   KINDOF · kindof.tsv:4
    └── a metal conducts heat
        PROPERTY · property.tsv:9

2 steps from 3 facts · 1 step with unsupported words · 1 link missing
[word?]  no premise of its step supports it

What is missing
- No fact says how well iron conducts heat.

Facts, best first
1  3.000  iron is a metal
          KINDOF · kindof.tsv:4 · in the tree
2  1.500  a metal conducts heat
          PROPERTY · property.tsv:9 · in the tree
3  1.000  a spoon is made of iron
          in the tree
4  0.750  soup is a liquid
          KINDOF · kindof.tsv:7

84.2 ms · kb:starter+v:0.1.0
"""


def printed(explanation: Explanation, *, encoding: str = "utf-8", width: int = 100, terminal: bool = False) -> str:
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding=encoding, newline="\n")
    console = Console(
        file=file,
        width=width,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
        legacy_windows=False,
        _environ={},
    )
    console.print(ExplanationText(explanation))
    file.flush()
    return buffer.getvalue().decode(encoding)


def test_plain_text(spoon: Explanation) -> None:
    assert printed(spoon) == PLAIN


def test_a_terminal_marks_words_by_style(spoon: Explanation) -> None:
    text = printed(spoon, terminal=True)
    assert "\x1b[1;4;33mwell\x1b[0m" in text
    assert "well?" not in text


def test_an_ascii_output_gets_ascii(spoon: Explanation) -> None:
    text = printed(spoon, encoding="ascii")
    assert "`-- iron conducts heat" in text
    assert "KINDOF - kindof.tsv:4" in text
    assert "?" not in text.replace("soup?", "").replace("well?", "").replace("word?", "")


def test_lines_wrap_at_the_width(spoon: Explanation) -> None:
    assert all(len(line) <= 40 for line in printed(spoon, width=40).splitlines())


def test_without_a_tree_the_reason_is_stated(treeless: Explanation) -> None:
    assert "No tree: what is missing\n- No fact names magic.\n" in printed(treeless)
    assert "- Too few facts were found to join.\n" in printed(replace(treeless, missing=(), facts=()))
    assert "missing" not in printed(replace(treeless, missing=(), contradicted_by=(treeless.facts[0].fact.id,)))


def test_no_escape_code_gets_through(hostile: Explanation) -> None:
    assert "\x1b" not in printed(hostile)
    assert "\x1b[31m" not in printed(hostile, terminal=True)


def test_unsupported_arcs_are_named_below_their_conclusion(spoon_by_arcs: Explanation) -> None:
    lines = printed(spoon_by_arcs).splitlines()
    start = lines.index("An iron spoon conducts heat [well?].")
    assert lines[start + 1 : start + 3] == ["not supported: conducts → well. (advmod)", "because (substitution)"]
    assert "2 steps from 3 facts · 1 step with unsupported arcs · 1 link missing" in lines
    assert "not supported: conducts -> well. (advmod)" in printed(spoon_by_arcs, encoding="ascii")
