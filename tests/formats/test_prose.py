"""Plain text and Markdown: which sentences become facts, where they stand, and what is left out; premises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats.prose import decode_markdown, decode_premises, decode_text, encode_markdown, encode_text
from explanans.structures.facts import Cell, Fact


def text_facts(text: str) -> list[tuple[str, str]]:
    return [(fact.text, fact.source) for fact in decode_text(text.split("\n"), "b.txt")]


def markdown_texts(text: str) -> list[str]:
    return [fact.text for fact in decode_markdown(text.split("\n"), "b.md")]


def test_a_sentence_becomes_a_fact() -> None:
    assert list(decode_text(["Yeast makes gas. Gas lifts", "dough.", "", "Salt slows yeast."], "bread.txt")) == [
        Fact("bread.txt#1", "Yeast makes gas", source="bread.txt:1, sentence 1"),
        Fact("bread.txt#2", "Gas lifts dough", source="bread.txt:1, sentence 2"),
        Fact("bread.txt#3", "Salt slows yeast", source="bread.txt:4"),
    ]


def test_bullets_and_wrapped_lines() -> None:
    text = "- yeast makes\n  gas\n* gas lifts dough\n• salt\n1. first\n2) second\n\nThe dough\nrises when it\nis warm"
    assert text_facts(text) == [
        ("yeast makes gas", "b.txt:1"),
        ("gas lifts dough", "b.txt:3"),
        ("salt", "b.txt:4"),
        ("first", "b.txt:5"),
        ("second", "b.txt:6"),
        ("The dough rises when it is warm", "b.txt:8"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "...", "!?", "---", "* * *", " \t "])
def test_text_without_words(text: str) -> None:
    assert text_facts(text) == []
    assert markdown_texts(text) == []


def test_markdown_paragraphs_lists_and_quotes() -> None:
    document = """
Yeast makes
gas. Gas lifts dough.

- salt slows yeast
- sugar *feeds* **yeast**. Yeast is a `fungus`
  - warm dough
    rises fast

> Bread is older than [writing](https://example.org/bread "A page").

1. mix
2. bake\
 well
"""
    facts = list(decode_markdown(document.split("\n"), "b.md"))
    assert [(fact.id, fact.text, fact.source) for fact in facts] == [
        ("b.md#1", "Yeast makes gas", "b.md:2"),
        ("b.md#2", "Gas lifts dough", "b.md:3"),
        ("b.md#3", "salt slows yeast", "b.md:5"),
        ("b.md#4", "sugar feeds yeast", "b.md:6, sentence 1"),
        ("b.md#5", "Yeast is a fungus", "b.md:6, sentence 2"),
        ("b.md#6", "warm dough rises fast", "b.md:7"),
        ("b.md#7", "Bread is older than writing", "b.md:10"),
        ("b.md#8", "mix", "b.md:12"),
        ("b.md#9", "bake well", "b.md:13"),
    ]


@pytest.mark.parametrize(
    "left_out",
    [
        "# Yeast makes gas.",
        "Yeast makes gas.\n====",
        "Yeast makes gas.\n----",
        "```\nYeast makes gas.\n```",
        "~~~ text\nYeast makes gas.\n~~~",
        "    Yeast makes gas.",
        "<script>\nYeast makes gas.\n</script>",
        "<style>\nYeast makes gas.\n</style>",
        "~~Yeast makes gas.~~",
        "- [ ] Yeast makes gas.",
        "Does yeast make gas?",
        "<!-- Yeast makes gas. -->",
        "[yeast]: https://example.org/yeast",
        "| Yeast | makes gas |\n|---|---|",
        "***",
    ],
)
def test_markdown_that_is_no_prose(left_out: str) -> None:
    assert markdown_texts(f"Salt slows it.\n\n{left_out}\n\nDough rises.") == ["Salt slows it", "Dough rises"]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("ice &amp; snow", "ice & snow"),
        (r"2 \* 3", "2 * 3"),
        ("![a frog](frog.png)", "a frog"),
        ("<b>ice</b> melts", "ice melts"),
        ("ice<br>melts", "ice melts"),
        ("ice<br/>melts", "ice melts"),
        ("<https://example.org/ice>", "https://example.org/ice"),
        ("a_b_c", "a_b_c"),
        ("``a ` b``", "a ` b"),
    ],
)
def test_markup_is_taken_off(markup: str, text: str) -> None:
    assert markdown_texts(markup) == [text]


def test_a_row_of_a_markdown_table_is_a_sentence() -> None:
    table = [
        "Facts:",
        "",
        "| thing | | kind |",
        "|:--|---|--:|",
        "| a frog | is an | **amphibian** |",
        "| ice | is a |",
    ]
    facts = list(decode_markdown([*table, "| a \\| b | is | c |", "", "Snow is cold."], "b.md"))
    assert [(fact.text, fact.source) for fact in facts] == [
        ("Facts:", "b.md:1"),
        ("a frog is an amphibian", "b.md:5"),
        ("ice is a", "b.md:6"),
        ("a | b is c", "b.md:7"),
        ("Snow is cold", "b.md:9"),
    ]


def test_deep_nesting() -> None:
    assert markdown_texts("> " * 10 + "ice") == ["ice"]
    assert markdown_texts("> " * 2000 + "ice\n\nsnow") == ["snow"]
    assert markdown_texts("*" * 100 + "ice" + "*" * 100) == ["ice"]
    with pytest.raises(FormatError, match=r"^b\.md: emphasis nested hundreds of times"):
        markdown_texts("*" * 990 + "ice" + "*" * 990)
    with pytest.raises(FormatError, match=r"^b\.md, line 1: a paragraph with more than 2,000 marks"):
        markdown_texts("*" * 20_000 + "ice" + "*" * 20_000)


# Writing


def test_full_stops_are_put_back() -> None:
    facts = [Fact("f1", text) for text in ("ice is a solid", "Why?", "Run!", "and so on...", "and so on…", "it is so.")]
    assert list(encode_text(facts)) == ["ice is a solid.", "Why?", "Run!", "and so on...", "and so on…", "it is so.."]


def test_ids_and_cells_are_left_behind() -> None:
    fact = Fact("f1", "ice is a solid", "KINDOF", (Cell("THING", "ice"),), "k.tsv:1")
    assert list(encode_text([fact])) == ["ice is a solid."]
    assert list(encode_markdown([fact])) == [r"- ice is a solid\."]


plain_words = st.text("abcdeé", min_size=1, max_size=6)
marked_words = st.text(st.sampled_from("abcé12*_`[]<>#|\\&~+-=^$%{}@/'"), min_size=1, max_size=6)
endings = st.sampled_from(["", "!", "…"])


def sentences_of(words: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(words, min_size=1, max_size=6).map(" ".join)
    with_a_letter = several.filter(lambda text: any(character.isalpha() for character in text))
    return st.builds("{}{}".format, with_a_letter, endings)


@given(st.lists(sentences_of(plain_words), max_size=6))
def test_text_round_trips(texts: list[str]) -> None:
    lines = encode_text(Fact(f"f{number}", text) for number, text in enumerate(texts))
    assert [fact.text for fact in decode_text(lines, "facts.txt")] == texts


@given(st.lists(sentences_of(marked_words), max_size=6))
def test_markdown_round_trips(texts: list[str]) -> None:
    lines = encode_markdown(Fact(f"f{number}", text) for number, text in enumerate(texts))
    assert [fact.text for fact in decode_markdown(lines, "facts.md")] == texts


# Premises


def test_premises() -> None:
    lines = ["Ice is a solid.", "", '{"text": "heat  melts a solid"}', '{"id": "own", "text": "it is hot"}']
    found = [(fact.id, fact.text, fact.source) for fact in decode_premises(lines, "notes.txt")]
    assert found == [
        ("sent1", "Ice is a solid", "notes.txt:1"),
        ("sent3", "heat melts a solid", "notes.txt:3"),
        ("own", "it is hot", "notes.txt:4"),
    ]


def test_each_sentence_of_a_line_is_a_premise() -> None:
    lines = ["Ice is a solid. Heat melts it, e.g. in spring.", '{"text": "It is hot. It melts."}', "It melts."]
    found = [(fact.id, fact.text, fact.source) for fact in decode_premises(lines, "notes.txt")]
    assert found == [
        ("sent1.1", "Ice is a solid", "notes.txt:1, sentence 1"),
        ("sent1.2", "Heat melts it, e.g. in spring", "notes.txt:1, sentence 2"),
        ("sent2", "It is hot. It melts", "notes.txt:2"),
        ("sent3", "It melts", "notes.txt:3"),
    ]
    assert [fact.text for fact in decode_premises(lines[:1], "x", are_split=False)] == [lines[0].removesuffix(".")]


def test_ids_of_sentences_are_given_once() -> None:
    with pytest.raises(FormatError, match=r"the id 'sent2\.1' for the second time"):
        list(decode_premises(['{"id": "sent2.1", "text": "x"}', "Ice melts. Snow melts."], "notes"))


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["ice", '{"id": "sent1", "text": "x"}'], "notes, line 2: the id 'sent1' for the second time; accepted: each"),
        (['{"id": "hypothesis", "text": "x"}'], "notes, line 1: the id 'hypothesis'; accepted: each id once"),
        (['{"text": " "}'], "notes, line 1: a premise without words; accepted: a sentence, or"),
        (["{"], "notes, line 1: Input data was truncated; accepted: a sentence, or a JSON object"),
        (['{"txt": "x"}'], "notes, line 1: Object missing required field `text`; accepted"),
    ],
)
def test_what_are_no_premises(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError) as error:
        list(decode_premises(lines, "notes"))
    assert str(error.value).startswith(complaint)


@given(st.lists(st.text(max_size=20)))
def test_any_lines_are_premises_or_refused(lines: list[str]) -> None:
    try:
        found = list(decode_premises(lines, "x"))
    except FormatError:
        return
    assert len({fact.id for fact in found}) == len(found) >= sum(bool(line.strip()) for line in lines)
    assert all(fact.text for fact in found)
