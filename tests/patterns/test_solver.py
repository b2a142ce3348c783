"""Every construct of the language, on tables whose solutions are known."""

from collections.abc import Callable

import pytest

from explanans.errors import InputError
from explanans.patterns.solution import Limits, SolvedPattern, Stop, lemmas_of
from explanans.patterns.solver import solve, warnings
from explanans.patterns.tables import Store
from explanans.structures.patterns import Pattern

Read = Callable[[str], Pattern]


def found(solved: SolvedPattern) -> list[str]:
    """Return the ids of each solution's rows, a dash for one that is absent."""
    return [" ".join(row.id if row else "-" for row in solution.rows) for solution in solved.solutions]


def values(solved: SolvedPattern) -> list[str]:
    """Return what the variables stand for in each solution."""
    return ["/".join(map(lemmas_of, solution.values)) for solution in solved.solutions]


@pytest.mark.parametrize(
    ("row", "ids"),
    [
        ('TABLE: "MADEOF", OBJECT: "spoon"', ["madeof1", "madeof2"]),  # a lemma
        ('TABLE: "madeof", OBJECT: "spoons"', ["madeof1"]),  # a word as written, a table in other letters
        ('TABLE: "KINDOF", HYPERNYM: "body"', ["kindof3"]),  # one reading of a cell
        ('TABLE: "KINDOF", HYPERNYM: *"celestial" + "body"', ["kindof3", "kindof4"]),  # an optional word
        ('TABLE: "KINDOF", HYPERNYM: "POS:JJ" + "body"', ["kindof4"]),  # a part of speech
        ('TABLE: "KINDOF", HYPERNYM: "bird" || "body"', ["kindof1", "kindof3"]),  # alternatives
        ('TABLE: "KINDOF", HYPERNYM: "bird", SCOPE1: "celestial"', []),  # another cell that must fit
        ('TABLE: "SOURCEOF", WHAT_IT_PROVIDES: "light"', ["sourceof2"]),  # a term must cover the cell
        ('TABLE: "SOURCEOF", WHAT_IT_PROVIDES: ~"light"', ["sourceof2", "sourceof3", "sourceof1"]),  # unless relaxed
        ('TABLE: "SOURCEOF", WHAT_IT_PROVIDES: ~"heat light"', ["sourceof1"]),  # any order
        ('TABLE: "SOURCEOF", AGENT: "solar" + "powered" + "lamp"', ["sourceof3"]),  # a hyphen
        ('TABLE: "SOURCEOF", WHAT_IT_PROVIDES: *"light"', ["sourceof1", "sourceof2", "sourceof3", "sourceof4"]),
        ('UUID: "madeof3", MATERIAL: "no such word"', ["madeof3"]),  # cells of a uid only tell readers
        ('UUID: "madeof3", MATERIAL: <x>, OBJECT: "spoon"', []),  # unless a variable is among them
    ],
)
def test_one_row(store: Store, read: Read, row: str, ids: list[str]) -> None:
    solved = solve(read(f"row a = [{row}]"), store)
    assert found(solved) == ids
    assert solved.stopped is None


def test_a_relaxed_literal_counts_what_it_leaves_uncovered(store: Store, read: Read) -> None:
    solved = solve(read('row a = [TABLE: "SOURCEOF", WHAT_IT_PROVIDES: ~"heat"]'), store)
    assert {solution.facts[0].id: solution.relaxed[0] for solution in solved.solutions} == {
        "sourceof1": 0,
        "sourceof4": 1,
    }


def test_a_variable_takes_one_or_more_words(store: Store, read: Read) -> None:
    solved = solve(read('row a = [TABLE: "SOURCEOF", WHAT_IT_PROVIDES: <x> + <y>]'), store)
    assert list(zip(found(solved), values(solved), strict=True)) == [
        *(("sourceof1", "light/heat"), ("sourceof3", "electric/light"), ("sourceof4", "heat/energy")),
    ]


def test_a_variable_may_be_absent(store: Store, read: Read) -> None:
    solved = solve(read('row a = [TABLE: "SOURCEOF", WHAT_IT_PROVIDES: *<x> + "light"]'), store)
    assert dict(zip(found(solved), values(solved), strict=True)) == {"sourceof2": "", "sourceof3": "electric"}


def test_a_variable_is_the_same_in_every_row(store: Store, read: Read) -> None:
    pattern = read('row a = [TABLE: "KINDOF", HYPONYM: <x>] row b = [TABLE: "SOURCEOF", AGENT: <x>]')
    solved = solve(pattern, store)
    assert sorted(found(solved)) == ["kindof3 sourceof2", "kindof4 sourceof1"]  # moon and moons share a lemma
    assert sorted(values(solved)) == ["moon", "star"]


def test_a_relaxed_variable_may_differ(store: Store, read: Read) -> None:
    pattern = read(
        'row a = [UUID: "madeof1", OBJECT: <x>] row b = [UUID: "madeof2", OBJECT: <~x>] '
        'row c = [UUID: "madeof3", OBJECT: <~x>]'
    )
    assert values(solve(pattern, store)) == ["spoon"]


def test_rows_vary_last_first_and_absent_rows_come_last(store: Store, read: Read) -> None:
    pattern = read('row a = [TABLE: "MADEOF", OBJECT: "spoon"] row *b = [TABLE: "KINDOF", HYPONYM: "star" || "moon"]')
    assert found(solve(pattern, store)) == [
        *("madeof1 kindof3", "madeof1 kindof4", "madeof2 kindof3", "madeof2 kindof4", "madeof1 -", "madeof2 -"),
    ]


def test_an_optional_row_without_a_match_is_absent(store: Store, read: Read) -> None:
    pattern = read('row a = [UUID: "madeof3", OBJECT: <x>] row *b = [TABLE: "SOURCEOF", AGENT: <x>]')
    assert found(solve(pattern, store)) == ["madeof3 -"]


def test_kinds_of_kinds_are_kinds(store: Store, read: Read) -> None:
    solved = solve(read('row a = [TABLE: "KINDOF", HYPERNYM: "animal"]'), store)
    assert [fact.text for solution in solved.solutions for fact in solution.facts] == [
        "bird animal",
        "robin is a kind of animal",
    ]
    assert found(solved)[1] == "TEMPGEN-1"


@pytest.mark.parametrize(
    ("condition", "ids"),
    [
        ('<b> == ""', ["madeof1 -", "madeof2 -"]),
        ('<b> != "" && <m> != "metal"', ["madeof2 kindof5"]),
        ('<m> == "wood" || <b> != ""', ["madeof1 kindof5", "madeof2 kindof5", "madeof2 -"]),
        ("<a> == <b>", []),
    ],
)
def test_conditions(store: Store, read: Read, condition: str, ids: list[str]) -> None:
    rows = 'row a = [TABLE: "MADEOF", OBJECT: "spoon", MATERIAL: <m>] row *b = [TABLE: "KINDOF", HYPONYM: "spoon"]'
    assert found(solve(read(f"musthaveoromit({condition}) {rows}"), store)) == ids


def test_a_part_brings_its_rows(store: Store, read: Read) -> None:
    part = read('row a = [TABLE: "MADEOF", OBJECT: <thing>]')
    whole = read(
        "infpat made = q musthaveoromit(made.<thing> == <x>) "
        'row a = [TABLE: "KINDOF", HYPONYM: <x>, HYPERNYM: "object"]'
    )
    solved = solve(whole, store, others={"q": part})
    assert found(solved) == ["kindof5 madeof1", "kindof5 madeof2"]
    assert [slot.name for slot in solved.slots] == ["a", "made.a"]
    assert solved.variables == ("x", "made.thing")


def test_limits(store: Store, read: Read) -> None:
    rows = " ".join(f'row r{number} = [TABLE: "KINDOF"]' for number in range(9))
    many = solve(read(rows), store, Limits(solutions=100))
    assert (len(many.solutions), many.stopped) == (100, Stop.SOLUTIONS)
    few = solve(read('row a = [TABLE: "KINDOF"]'), store, Limits(candidates=2))
    assert (found(few), few.stopped) == (["kindof1", "kindof2"], Stop.CANDIDATES)
    exact = solve(read('row a = [TABLE: "MADEOF"]'), store, Limits(solutions=3))
    assert (len(exact.solutions), exact.stopped) == (3, None)
    late = solve(read(f'{rows} musthaveoromit("a" == "b")'), store, Limits(seconds=0.01))
    assert (late.solutions, late.stopped) == ((), Stop.SECONDS)


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ('row a = [TABLE: "NONE"]', "p, row a: there is no table NONE; accepted: KINDOF, MADEOF, SOURCEOF"),
        (
            'row a = [TABLE: "MADEOF", COLOR: "red"]',
            "row a: table MADEOF has no column COLOR; accepted: OBJECT, MATERIAL",
        ),
        ('row a = [UUID: "u1"]', "row a: no row has the uid u1; accepted: the uid of a row"),
        (" ".join(f'row r{number} = [UUID: "madeof1"]' for number in range(201)), "p: 201 rows; accepted: at most 200"),
        ("infpat x = q", "p, part x: there is no pattern q; accepted: one that is given"),
        ("infpat x = p", "p, part x: the pattern would be a part of itself; accepted: another one"),
        ('musthaveoromit(<y> == "")', "p: a condition names y, which is not there; accepted: "),
    ],
)
def test_what_is_not_there(store: Store, read: Read, rows: str, complaint: str) -> None:
    pattern = read(rows)
    with pytest.raises(InputError, match=complaint):
        solve(pattern, store, others={"p": pattern})


@pytest.mark.parametrize(
    ("rows", "sentences"),
    [
        ('row a = [TABLE: "KINDOF", HYPONYM: "moon"]', ()),
        ('row a = [TABLE: "KINDS"]', ("row a: there is no table KINDS",)),
        ('row a = [TABLE: "MADEOF", WHAT: "x"]', ("row a: table MADEOF has no column WHAT",)),
        ('row a = [UUID: "u"]', ("row a: no row has the uid u",)),
        ('row a = [TABLE: "MADEOF", OBJECT: "moon"]', ("row a: nothing matches",)),
        ('row *a = [TABLE: "MADEOF", OBJECT: "moon"]', ()),
        ('row a = [TABLE: "MADEOF", OBJECT: <x>]', ("variable x occurs only once",)),
        ('musthaveoromit(<x> != "") row a = [TABLE: "MADEOF", OBJECT: <x>]', ()),
        ('row a = [UUID: "madeof1"] row a = [UUID: "madeof2"]', ("2 rows are called a",)),
        (
            'row a = [UUID: "madeof1", OBJECT: <x>] row b = [UUID: "madeof3", OBJECT: <x>]',
            ("nothing matches the pattern",),
        ),
        ("infpat x = y", ("part x: there is no pattern y; accepted: one that is given",)),
    ],
)
def test_warnings(store: Store, read: Callable[[str], Pattern], rows: str, sentences: tuple[str, ...]) -> None:
    assert warnings(read(rows), store, {}) == sentences
