"""The language of patterns: round trips, the published files, and text that breaks the grammar."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats import iml
from explanans.io.files import read_text
from explanans.structures.patterns import (
    CellConstraint,
    Comparison,
    Condition,
    Junction,
    Literal,
    Part,
    Pattern,
    Reference,
    RowConstraint,
    Variable,
)
from tests.data_sets import present

names = st.from_regex(r"\w{1,8}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters='"\n\r'), max_size=12)
words = texts.map(lambda text: " ".join(text.split())).filter(bool)
terms = st.builds(Literal, words, st.booleans(), st.booleans()) | st.builds(
    Variable, names, st.booleans(), st.booleans()
)
tuples_of_terms = st.lists(terms, min_size=1, max_size=3).map(tuple)
cells = st.builds(CellConstraint, names, st.lists(tuples_of_terms, min_size=1, max_size=3).map(tuple))
filled = texts.filter(str.strip)
rows = st.builds(
    lambda name, where, by_uid, cells, optional: RowConstraint(
        name, "" if by_uid else where, where if by_uid else "", tuple(cells), optional
    ),
    names,
    filled,
    st.booleans(),
    st.lists(cells, max_size=3),
    st.booleans(),
)
values = texts | st.builds(Reference, names, st.just("") | names)
comparisons = st.builds(Comparison, values, values, st.booleans())
conditions: st.SearchStrategy[Condition] = st.recursive(
    comparisons,
    lambda inner: st.builds(Junction, st.lists(inner, min_size=2, max_size=3).map(tuple), st.booleans()),
    max_leaves=5,
)
patterns = st.builds(
    Pattern,
    names,
    st.lists(rows, max_size=3).map(tuple),
    texts,
    st.lists(conditions, max_size=2).map(tuple),
    st.lists(st.builds(Part, names, names), max_size=2, unique_by=lambda part: part.name).map(tuple),
)


@settings(max_examples=50)
@given(st.lists(patterns, max_size=3, unique_by=lambda pattern: pattern.name))
def test_round_trip(written: list[Pattern]) -> None:
    assert iml.decode("\n".join(iml.encode(written)), "some.iml") == tuple(written)


def test_every_published_file_is_read_and_written_back(data_folder: Path) -> None:
    folder = present(data_folder / "cosata" / "patterns")
    files = sorted(folder.glob("*.iml"))
    decoded = {path.name: iml.decode(read_text(path), path.name) for path in files}
    assert len(decoded) == 354
    assert sum(map(len, decoded.values())) == 385
    rows = [row for patterns in decoded.values() for pattern in patterns for row in pattern.rows]
    assert (sum(bool(row.uid) for row in rows), sum(bool(row.table) for row in rows)) == (3499, 1152)
    for patterns in decoded.values():
        assert iml.decode("\n".join(iml.encode(patterns)), "") == patterns


def test_comments_and_strings_may_look_like_each_other() -> None:
    (pattern,) = iml.decode('/* "x */ inferencepattern a // "\n description = "http://x /* y" endinferencepattern', "")
    assert pattern.description == "http://x /* y"


def test_conjunctions_bind_tighter_than_disjunctions() -> None:
    text = (
        'inferencepattern p musthaveoromit(<a> == "" || <b> == "" && (<a> != <b> || x.<c> == "d")) endinferencepattern'
    )
    (pattern,) = iml.decode(text, "")
    a, b, c = Reference("a"), Reference("b"), Reference("c", "x")
    inner = Junction((Comparison(a, b, equal=False), Comparison(c, "d")), every=False)
    both = Junction((Comparison(b, ""), inner))
    assert pattern.conditions == (Junction((Comparison(a, ""), both), every=False),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("inferencepattern", "line 1, column 17: the end of the file; accepted: the name of the pattern"),
        ("row a", "line 1, column 1: row; accepted: 'inferencepattern'"),
        (
            "inferencepattern p\n  rows a",
            "line 2, column 3: rows; accepted: description, infpat, musthaveoromit, row, endi",
        ),
        ("inferencepattern p\nrow a [", r"line 2, column 7: \[; accepted: '='"),
        ("inferencepattern p row a = [COL: <x>]", "column 29: COL; accepted: TABLE or UUID"),
        ('inferencepattern p row a = [TABLE: ""]', "column 36: an empty name; accepted: a table or uid"),
        (
            'inferencepattern p row a = [TABLE: "T", C: ~<x>]',
            "column 45: <; accepted: words, or a variable as <name>, in",
        ),
        ('inferencepattern p row a = [TABLE: "T", C: " "]', "column 44: an empty string; accepted: one or more words"),
        (
            'inferencepattern p description = "x',
            "column 34: a string without its closing quotation mark; accepted: a str",
        ),
        ("/* never ends", r"line 1, column 1: a comment without its end; accepted: a comment closed by \*/"),
        ("inferencepattern p ; endinferencepattern", "column 20: the character ';'; accepted: names, strings and"),
        ("inferencepattern p musthaveoromit(<a>) endinferencepattern", r"column 38: \); accepted: == or !="),
        ("inferencepattern p musthaveoromit(<a> == b) endinferencepattern", r"column 43: \); accepted: '.'"),
        (
            f"inferencepattern p musthaveoromit({'(' * 51}",
            "column 85: more than 50 brackets within each other; accepted: f",
        ),
        ("inferencepattern p infpat a = b infpat a = c endinferencepattern", "column 33: a second part called a"),
        (
            "inferencepattern p endinferencepattern\ninferencepattern p endinferencepattern",
            "line 2, column 1: a second pattern",
        ),
    ],
)
def test_text_that_breaks_the_grammar(text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=rf"^some.iml, .*{complaint}"):
        iml.decode(text, "some.iml")


@pytest.mark.parametrize(
    "pattern",
    [
        Pattern("two words"),
        Pattern("p", description='a "quoted" word'),
        Pattern("p", (RowConstraint("a"),)),
        Pattern("p", (RowConstraint("a", "T", cells=(CellConstraint("C", ((Literal("two  spaces"),),)),)),)),
        Pattern("p", parts=(Part("x", "q"), Part("x", "r"))),
    ],
)
def test_what_has_no_place_in_the_language(pattern: Pattern) -> None:
    with pytest.raises(FormatError, match="would be read back differently; accepted: names of letters"):
        list(iml.encode([pattern]))


def test_a_name_cannot_be_written_twice() -> None:
    with pytest.raises(FormatError, match="pattern 'p', which would be read back differently"):
        list(iml.encode([Pattern("p"), Pattern("p")]))
