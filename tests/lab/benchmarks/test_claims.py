"""The bench of claims, on a small set."""

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks import claims
from explanans.lab.benchmarks.claims import Opinion, bench_claims, statements, tables
from explanans.lab.datasets.judged import decode
from tests.lab.benchmarks.judges import literal

__all__ = ["literal"]

TEXT = """
# Ice
Ice melts in spring. Frogs jump into the pond in April.

+paraphrase: Ice melts in spring.
-negation: Ice does not melt in spring.
?unmentioned: Frogs are green.
Q: When does ice melt?
= in spring
x in winter
Q: Does ice melt in spring?
= yes
x no
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "own_texts", lambda split: list(decode(TEXT.splitlines(), f"{split}.txt")))


@pytest.mark.usefixtures("small")
def test_claims_and_questions_by_a_judge_and_by_words(literal: str) -> None:
    bench = bench_claims("dev", [literal, "overlap", "arcs", "best-fact"])
    assert bench.more == {"texts": 1, "claims": 3, "questions": 2, "pairs": 2}
    judged = bench.systems[literal].measures
    assert (judged["claims"]["auc"], judged["claims"]["true_flagged"], judged["claims"]["false_caught"]) == (1, 0, 100)
    assert judged["claims"]["contradicted_named"] == 100.0
    assert judged["questions"]["forms"]["when"]["questions"] == 1
    assert judged["questions"]["forms"]["yes/no"]["pairs"] == 100.0
    assert bench.systems["overlap"].measures["questions"]["right_supported"] is None
    assert bench.systems["arcs"].measures["questions"] is None
    assert bench.systems["best-fact"].measures["claims"] is None
    shown = list(tables(bench))
    assert [row[0] for row in shown[0].rows] == [literal, "overlap", "arcs"]
    assert [row[0] for row in shown[2].rows] == [literal, "overlap", "best-fact"]
    assert {len(row) for table in shown for row in table.rows} == {len(table.columns) for table in shown}


def test_statements_are_sentences() -> None:
    (text,) = decode(TEXT.splitlines(), "ice.txt")
    assert statements(text.questions[0]) == ["Ice melts in spring.", "Ice melts in winter."]
    assert statements(text.questions[1])[0] == "Ice melts in spring."


def test_the_place_orders_answers_where_there_is_one() -> None:
    assert Opinion(0.9).worth > Opinion(0.8).worth
    assert Opinion(0.1, place=0).worth > Opinion(0.1, place=1).worth


def test_another_half_is_refused() -> None:
    with pytest.raises(InputError, match="accepted: dev, reported, fresh"):
        bench_claims("test", ["overlap"])


@pytest.mark.usefixtures("small")
def test_an_unknown_system_is_named() -> None:
    with pytest.raises(InputError, match="no judge is called 'oracle'"):
        bench_claims("dev", ["oracle"])


def test_where_nothing_is_asked_no_answers_are_measured() -> None:
    bench = bench_claims("fresh", ["overlap"])
    measures = bench.systems["overlap"].measures
    assert bench.more["questions"] == 0
    assert measures["questions"] is None
    # Words alone tell true claims from others hardly better than chance.
    assert 0.5 < measures["claims"]["auc"] < 0.6
    assert next(table.title for table in tables(bench)) == f"{bench.more['claims']} claims about texts"
