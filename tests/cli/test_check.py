"""``explanans check`` as people call it, on parses from a file."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from .conftest import Command, Done, is_one_sentence, listing

SOURCE = "The Moon orbits Earth. Yeast makes gas."
# Sentences of a source lose their full stop; claims are parsed as written.
PARSED = {
    "The Moon orbits Earth": "The/2/det Moon/3/nsubj orbits/0/root Earth/3/obj",
    "Yeast makes gas": "Yeast/2/nsubj makes/0/root gas/2/obj",
    "The Moon orbits Mars.": "The/2/det Moon/3/nsubj orbits/0/root Mars/3/obj ./3/punct",
    "The Moon orbits Earth.": "The/2/det Moon/3/nsubj orbits/0/root Earth/3/obj ./3/punct",
    "The Moon orbits Mars": "The/2/det Moon/3/nsubj orbits/0/root Mars/3/obj",
    "Yeast makes gas.": "Yeast/2/nsubj makes/0/root gas/2/obj ./2/punct",
    "<b>Yeast</b> makes \"gas\" & 'dough'": "<b>Yeast</b>/2/nsubj makes/0/root \"gas\"/2/obj &/2/cc 'dough'/2/obj",
    "Yes.": "Yes/0/root ./1/punct",
    "Yes": "Yes/0/root",
    "Der Mond umkreist die Erde jeden Monat": (
        "Der/2/det Mond/3/nsubj umkreist/0/root die/5/det Erde/3/obj jeden/7/det Monat/3/obl"
    ),
}


@pytest.fixture(autouse=True)
def parses(tmp_path: Path) -> Path:
    """Hand-made parses as CoNLL-U, where ``--parser conllu:parses.conllu`` finds them."""
    lines = []
    for text, words in PARSED.items():
        lines.append(f"# text = {text}")
        for number, word in enumerate(words.split(), 1):
            form, head, label = word.rsplit("/", 2)
            after = "_" if text.find(f"{form} ") >= 0 else "SpaceAfter=No"
            lines.append(f"{number}\t{form}\t{form.lower()}\tX\tX\t_\t{head}\t{label}\t_\t{after}")
        lines.append("")
    path = tmp_path / "parses.conllu"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def check(run: Command) -> Command:
    def call(*arguments: str | Path, stdin: bytes = b"") -> Done:
        parts = {"--parser": "conllu:parses.conllu", "--scorer": "lexical-match"}
        usual = [word for option, name in parts.items() if option not in arguments for word in (option, name)]
        return run("check", *usual, *arguments, stdin=stdin)

    return call


def test_unsupported_words_have_carets_and_supported_arcs_their_sentence(check: Command) -> None:
    done = check("--source", SOURCE, "--claim", "The Moon orbits Mars.")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:7] == [
        "The Moon orbits Mars.",
        "                ^^^^",
        "1 of 2 arcs supported · score 0.500 · least 0.000",
        "Not supported",
        "  0.000  orbits → Mars (obj)",
        "Supported, with the sentence of the source that says it best",
        "  1  The Moon orbits Earth",
    ]
    assert lines[7].strip() == "1.000  orbits → Moon (nsubj)"
    assert "scorer:lexical-match|parser:conllu:parses.conllu" not in done.out


def test_json_has_places_scores_and_evidence(check: Command) -> None:
    record = json.loads(check("--source", SOURCE, "--claim", "The Moon orbits Mars. Yeast makes gas.", "--json").out)
    (claim,) = record["claims"]
    assert (claim["place"], claim["score"], claim["minimum"]) == (1, 0.75, 0.0)
    assert claim["unsupported"] == [{"text": "Mars", "start": 16, "end": 20, "why": "", "evidence": None}]
    assert [sentence["text"] for sentence in claim["sentences"]] == ["The Moon orbits Mars.", "Yeast makes gas."]
    moon, mars, _, gas = claim["arcs"]
    assert (moon["supported"], mars["supported"]) == (True, False)
    assert mars["evidence"] is None
    assert gas["head"] == {"text": "makes", "start": 28, "end": 33}
    assert gas["evidence"] == {"sentence": 2, "text": "Yeast makes gas"}
    assert record["signature"].startswith("scorer:lexical-match|parser:conllu:")


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("The Moon orbits Mars.\nYeast makes gas.\n", ["The Moon orbits Mars.", "Yeast makes gas."]),
        ("The Moon\norbits Mars. Yeast\nmakes gas.", ["The Moon orbits Mars.", "Yeast makes gas."]),
        ("- The Moon orbits Mars\n\n- Yeast makes gas\n", ["The Moon orbits Mars", "Yeast makes gas"]),
        ("The Moon orbits Mars\nYeast makes gas\n", ["The Moon orbits Mars", "Yeast makes gas"]),
    ],
    ids=["lines", "wrapped prose", "bullets", "lines without full stops"],
)
def test_a_file_of_claims(check: Command, tmp_path: Path, text: str, claims: list[str]) -> None:
    (tmp_path / "claims.txt").write_text(text)
    (tmp_path / "source.txt").write_text(SOURCE)
    record = json.loads(check("--source", "source.txt", "--claims", "claims.txt", "--json").out)
    assert [(claim["place"], claim["claim"]) for claim in record["claims"]] == [(1, claims[0]), (2, claims[1])]
    assert [claim["score"] for claim in record["claims"]] == [0.5, 1.0]
    printed = check("--source", "source.txt", "--claims", "claims.txt").out
    assert "2 claims · 1 with every arc supported · 1 with unsupported arcs" in printed


def test_source_and_claims_from_standard_input(check: Command, tmp_path: Path) -> None:
    (tmp_path / "source.md").write_text("# Sky\n\nThe **Moon** orbits Earth.\n")
    piped = check("--source", "-", "--claim", "The Moon orbits Earth.", stdin=SOURCE.encode())
    assert (piped.code, "2 of 2 arcs supported" in piped.out) == (0, True)
    claims = check("--source", "source.md", "--claims", "-", stdin=b"The Moon orbits Earth.\n")
    assert (claims.code, "2 of 2 arcs supported" in claims.out) == (0, True)


def test_a_file_of_claims_in_markdown(check: Command, tmp_path: Path) -> None:
    (tmp_path / "claims.md").write_text("# Claims\n\n- The *Moon* orbits Mars\n- Yeast makes gas\n")
    record = json.loads(check("--source", SOURCE, "--claims", "claims.md", "--json").out)
    assert [claim["claim"] for claim in record["claims"]] == ["The Moon orbits Mars", "Yeast makes gas"]


def test_candidates_are_ordered_best_first(check: Command, tmp_path: Path) -> None:
    (tmp_path / "beam.txt").write_text("Yes.\nThe Moon orbits Mars.\nThe Moon orbits Earth.\n")
    record = json.loads(check("--source", SOURCE, "--claims", "beam.txt", "--rerank", "--json").out)
    assert [(claim["place"], claim["score"]) for claim in record["claims"]] == [(3, 1.0), (2, 0.5), (1, None)]


def test_of_a_single_word_nothing_is_checked(check: Command) -> None:
    done = check("--source", SOURCE, "--claim", "Yes.")
    assert done.code == 0
    assert "nothing to check" in done.out
    assert "100" not in done.out


@pytest.mark.parametrize(
    ("claims", "least", "code", "remark"),
    [
        (["The Moon orbits Earth."], "1", 0, ""),
        (["The Moon orbits Mars."], "0.5", 0, ""),
        (["The Moon orbits Mars."], "0.6", 1, "support below 0.6: claim 1\n"),
        (["Yes.", "Yeast makes gas.", "The Moon orbits Mars."], "0.6", 1, "support below 0.6: claims 1, 3\n"),
    ],
)
def test_a_gate_for_pipelines(check: Command, claims: list[str], least: str, code: int, remark: str) -> None:
    done = check("--source", SOURCE, *(word for claim in claims for word in ("--claim", claim)), "--fail-below", least)
    assert (done.code, done.err) == (code, remark)
    assert "score" in done.out


def test_a_page_escapes_what_it_is_given(check: Command, tmp_path: Path) -> None:
    hostile = "<b>Yeast</b> makes \"gas\" & 'dough'"
    done = check("--source", SOURCE, "--claim", hostile, "--html", "page.html")
    assert (done.code, done.err) == (0, "wrote page.html\n")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<b>" not in page
    assert "&lt;b&gt;Yeast&lt;/b&gt;" in page
    assert check("--source", SOURCE, "--claim", hostile, "--html", "-").out == page


def test_another_language_is_warned_of(execute: Command) -> None:
    claim = "Der Mond umkreist die Erde jeden Monat"
    line = ("check", "--source", SOURCE, "--claim", claim, "--parser", "conllu:parses.conllu", "--scorer", "majority")
    done = execute(*line)
    assert done.code == 0
    assert is_one_sentence(done.err)
    assert f"the claim “{claim}” does not read like English" in done.err
    assert execute(*line, "--quiet") == replace(done, err="")


BAD = {
    "no claim": ("--source S", "missing or conflicting arguments; accepted: --claim TEXT, .* or --claims FILE"),
    "both": ("--source S --claim A --claims c.txt", "missing or conflicting arguments; .*"),
    "twice -": ("--source - --claims -", "standard input can be read only once; .*"),
    "no source": ("--claim A", ".*--source.*"),
    "empty source": ("--source= --claim A", "the source is empty; accepted: a file, '-', or a text"),
    "blank file": ("--source blank.txt --claim A", "blank.txt: holds no sentence; accepted: .*"),
    "blank input": ("--source - --claim A", "standard input: holds no sentence; accepted: .*"),
    "no file": ("--source none.txt --claim A", "none.txt: no such file"),
    "no file of two words": ("--source my@notes.txt --claim A", "my notes.txt: no such file"),
    "folder": ("--source folder --claim A", "folder: no file of a known kind; accepted: .*"),
    "latin": ("--source latin.txt --claim A", "latin.txt, line 2, column 4: byte 0xe9, which is not UTF-8; .*"),
    "nul": ("--source nul.txt --claim A", "nul.txt, line 1, column 2: a NUL byte; accepted: UTF-8 text"),
    "claims missing": ("--source good.txt --claims none.txt", "none.txt: no such file"),
    "claims blank": ("--source good.txt --claims blank.txt", "blank.txt: holds no claims; accepted: .*"),
    "claims latin": ("--source good.txt --claims latin.txt", "latin.txt, line 2, column 4: byte 0xe9, .*"),
    "empty claim": ("--source good.txt --claim=", "the claim '' holds no word; accepted: a sentence or several"),
    "dots": ("--source good.txt --claim ...", "the claim '...' holds no word; accepted: a sentence or several"),
    "unseen": ("--source good.txt --claim \x1b\x07", "the claim '' holds no word; accepted: .*"),
    "no scorer": ("--source good.txt --claim A --scorer tarot", "no scorer of arcs is called 'tarot'; accepted: .*"),
    "no parser": ("--source good.txt --claim A --parser tarot", "no parser is called 'tarot'; accepted: .*"),
    "no pipeline": (
        "--source good.txt --claim A --parser spacy:tarot",
        "no spaCy pipeline and .* 'tarot'; install it with: python -m spacy download tarot",
    ),
    "too high": ("--source good.txt --claim A --fail-below 2", ".*--fail-below.*"),
    "no number": ("--source good.txt --claim A --fail-below nan", ".*--fail-below.*"),
    "gate and order": ("--source good.txt --claim A --rerank --fail-below 1", "--rerank orders claims .*"),
    "no place": ("--source good.txt --claim Yes --html no/p.html", r"no/p.html: cannot be written \(no folder .*"),
}


@pytest.mark.parametrize(("line", "complaint"), BAD.values(), ids=BAD)
def test_bad_input_is_one_sentence_and_leaves_nothing(
    check: Command, tmp_path: Path, line: str, complaint: str
) -> None:
    (tmp_path / "good.txt").write_text(SOURCE)
    (tmp_path / "blank.txt").write_text(" \n...\n")
    (tmp_path / "latin.txt").write_bytes(b"Tea\nCaf\xe9 is hot.\n")
    (tmp_path / "nul.txt").write_bytes(b"A\x00B\n")
    (tmp_path / "folder").mkdir()
    before = listing(tmp_path)
    done = check(*(word.replace("@", " ") for word in line.split(" ")))
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert re.fullmatch(f"explanans: {complaint}\n", done.err)
    assert listing(tmp_path) == before


ANSWER = "Sure! Here is what I found:\n\n- The Moon orbits Mars. [1]\n- Yeast makes gas\n\nI hope this helps!\n"


def test_answer_is_split_alike_as_a_text_and_as_a_file(check: Command, tmp_path: Path) -> None:
    (tmp_path / "answer.md").write_text(ANSWER, encoding="utf-8")
    (tmp_path / "answer.txt").write_text(ANSWER, encoding="utf-8")
    found = [
        json.loads(check("--source", SOURCE, *arguments, "--json").out)
        for arguments in (("--claim", ANSWER), ("--claims", "answer.md"), ("--claims", "answer.txt"))
    ]
    assert [claim["claim"] for claim in found[0]["claims"]] == ["The Moon orbits Mars.", "Yeast makes gas"]
    assert found[0] == found[1] == found[2]


def test_what_asserts_nothing_is_counted_and_not_judged(check: Command) -> None:
    record = json.loads(check("--source", SOURCE, "--claim", ANSWER, "--json").out)
    assert record["set_aside"] == [
        {"text": "Sure!", "kind": "courtesy"},
        {"text": "Here is what I found:", "kind": "lead-in"},
        {"text": "I hope this helps!", "kind": "courtesy"},
    ]
    assert "not judged" not in check("--source", SOURCE, "--claim", "The Moon orbits Mars.").out


@pytest.mark.parametrize("option", ["--junit", "--summary", "--html"])
def test_a_report_that_cannot_be_written_is_refused_before_work_is_done(option: str, run: Command) -> None:
    done = run("check", "--source", "Ice floats.", "--claim", "Ice floats.", option, "nowhere/report")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert "nowhere/report: cannot be written (no folder " in done.err
