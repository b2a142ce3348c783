"""Completeness: what is read, what is asked, and people's judgement beside the automatic one."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats import annotations
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.rated import WHOLE, Verdict
from tests.workbench.works import done, items_of, task

KIND = open_kind("completeness")
FACTS = "id\ttext\nf1\theat melts ice\nf2\tice is cold\nf3\tice is a solid\nf4\tmelting is a change\n"


@pytest.fixture
def systems(tmp_path: Path) -> Path:
    """Return a folder with a question, ratings, and two systems; both explain a second question by the same facts."""
    folder = tmp_path / "systems"
    folder.mkdir()
    (tmp_path / "facts.tsv").write_text(FACTS)
    header = "QuestionID\tAnswerKey\texplanation\tquestion\tflags\n"
    rows = (f"{name}\tB\tf1|CENTRAL f4|GROUNDING\tWhat melts? (A) sand (B) ice\t\n" for name in ("q1", "q2"))
    (folder / "questions.tsv").write_text(header + "".join(rows))
    (folder / "ratings.tsv").write_text(
        "question\tfact\trater\trating\nq1\tf1\tann\t3\nq1\tf4\tann\t2\nq2\tf1\tann\t3\n"
    )
    (folder / "first.run").write_text("q1\tf1\nq1\tf2\nq2\tf1\nq2\tf3\n")
    lines = [{"question": "q1", "facts": ["f3"]}, {"question": "q2", "facts": ["f3", "f1"]}]
    (folder / "second.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


def test_explanations_are_blind_and_those_with_the_same_facts_are_judged_once(systems: Path) -> None:
    items = items_of("completeness", systems, str(systems.parent / "facts.tsv"), seed=3)
    assert sorted(key for key, _ in items) == ["q1.1", "q1.2", "q2"]
    assert "first" not in "".join(key for key, _ in items)
    both = dict(items)["q2"]
    assert both.systems == ("first", "second")
    assert [(fact.id, fact.is_rated) for fact in both.facts] == [("f1", True), ("f3", False)]
    rows = KIND.rows(both)  # type: ignore[attr-defined]
    assert [(row.id, bool(row.scale)) for row in rows] == [("f1", False), ("f3", True), (WHOLE, True)]
    again = items_of("completeness", systems, str(systems.parent / "facts.tsv"), seed=3)
    assert items == again


def test_only_unrated_facts_are_rated_and_gaps_are_named(systems: Path) -> None:
    given = dict(items_of("completeness", systems, str(systems.parent / "facts.tsv")))["q2"]
    made = Verdict({"f3": 1, WHOLE: 0})
    assert KIND.faults(task(KIND, given), made) == ("name what is missing: it is not complete",)
    assert KIND.faults(task(KIND, given), made.with_gaps("that the Sun gives heat\n")) == ()
    assert KIND.faults(task(KIND, given), Verdict()) == ("2 of 2 rows without a grade",)
    assert KIND.lines(made.with_gaps("a\nb"))[-2:] == ["missing: a", "missing: b"]
    begun = KIND.begin(task(KIND, given, "settle", made.with_gaps("a"), made.with_gaps("a\nb")))
    assert begun.gaps == ("a", "b")


def test_people_beside_automatic_figures(systems: Path) -> None:
    items = dict(items_of("completeness", systems, str(systems.parent / "facts.tsv")))
    of_first = next(key for key, given in items.items() if given.systems == ("first",))
    works = [
        done(of_first, items[of_first], {"ann": Verdict({"f2": 1, WHOLE: 0}), "bob": Verdict({"f2": 0, WHOLE: 0})}),
        done(
            "q2",
            items["q2"],
            {"ann": Verdict({"f3": 1, WHOLE: 1}), "bob": Verdict({"f3": 1, WHOLE: 0})},
            Verdict({WHOLE: 1}),
        ),
    ]
    figures, correlations, agreement = KIND.tables(works)
    assert figures.columns[:2] == ("System", "Measure")
    first = {row[1]: row[2:] for row in figures.rows if row[0] == "first"}
    # f1 is rated relevant; people find f2 and f3 relevant too, and the second explanation complete; f4 is in neither.
    assert first["Relevance"] == ("2", "2.0", "0.500", "1.000", "0.500")
    assert first["Complete"] == ("2", "2.0", "0.500", "0.500", "0.000")
    assert first["F1"][2:] == ("0.500", "0.667", "0.167")
    assert ("first", "complete", "complete", "1.000", "1.000", "2") in correlations.rows
    assert [row[:3] for row in agreement.rows] == [("Fact", "2", "0.500"), ("The whole explanation", "2", "0.500")]
    exported = list(KIND.export("annotations", works))
    read = list(annotations.decode([line for line in exported if not line.startswith("second")], "annotations.tsv"))
    assert [(it.fact, it.rater, it.rating) for it in read if it.question == "q1"] == [
        ("f2", "ann", 1),
        ("", "ann", 0),
        ("f2", "bob", 0),
        ("", "bob", 0),
    ]


def test_one_file_with_the_questions_in_words(tmp_path: Path) -> None:
    records = [
        {"system": name, "id": "q1", "question": "What melts ice?", "answer": "heat", "facts": facts, "gold": ["a"]}
        for name, facts in (
            ("s1", [{"id": "a", "text": "heat melts", "rating": 2}]),
            ("s2", [{"id": "b", "text": "b"}]),
        )
    ]
    path = tmp_path / "explained.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    items = items_of("completeness", path)
    assert {given.systems for _, given in items} == {("s1",), ("s2",)}
    assert next(given for _, given in items if given.systems == ("s1",)).facts[0].is_rated


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"facts": ["f1"], "id": "q1"}', "whose words are not known"),
        ('{"facts": ["nowhere"], "question": "What?", "answer": "this"}', "in no file in words"),
        ("[]", "Expected `object`"),
        ("", "nothing that a system made"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "explained.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        items_of("completeness", path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no file questions"):
        items_of("completeness", tmp_path / "empty")
