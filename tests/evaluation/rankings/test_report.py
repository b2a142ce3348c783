"""The report against independent re-implementations, against ir_measures, and against values worked by hand."""

import math
from collections.abc import Callable, Iterable, Iterator

import ir_measures
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import AP, Qrel, ScoredDoc, nDCG

from explanans.errors import InputError
from explanans.evaluation.rankings.breakdown import category
from explanans.evaluation.rankings.report import compare_rankings, evaluate_rankings
from explanans.rendering.report_record import ranking_record
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.reports import Report

# Six facts that one question may list in either case, and two that no gold has.
fact_ids = st.sampled_from([*"abcdef", *"ABCDEF", "x", "Y"])
flags = st.sampled_from(
    [(), ("SUCCESS",), ("success",), ("Ready",), ("SUCCESS", "DUPMERGE"), ("READY", "FLAG3"), ("HELP",)]
)
explanations = st.lists(st.builds(GoldFact, st.sampled_from([*"abcdef", *"ABCD"]), st.sampled_from(Role)), max_size=6)
BREAKDOWNS = (
    "by_role",
    "by_overlap",
    "by_overlap_all_words",
    "by_hops",
    "by_hops_all_words",
    "by_table",
    "by_category",
    "by_length",
)
FACTS = {
    "a": Fact("a", "ice melts in heat", "CHANGE"),
    "b": Fact("b", "ice is a solid", "KINDOF"),
    "c": Fact("c", "a metal conducts", "PROTO"),
    "D": Fact("D", "melting is a change", "KINDOF"),
    "e": Fact("e", "rain falls"),
}


@st.composite
def trials(draw: st.DrawFn) -> tuple[list[Question], list[Ranking]]:
    names = [draw(st.sampled_from([f"q{number}", f"Q{number}"])) for number in range(draw(st.integers(1, 6)))]
    gold = [
        Question(name, "Why does ice melt?", (Choice("A", "heat"),), "A", tuple(draw(explanations)), flags=draw(flags))
        for name in names
    ]
    ranked = [draw(st.sampled_from([name, name, name.upper(), name.lower(), None])) for name in [*names, "other"]]
    rankings = [Ranking(name, tuple(draw(st.lists(fact_ids, max_size=20)))) for name in ranked if name is not None]
    return gold, draw(st.permutations(rankings))


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return sum(values) / len(values) if values else None


def _official_precision(gold: list[str], ranked: list[str]) -> float:
    """Walk down the ranking and strike facts off the gold list; whatever is left over costs everything."""
    left = list(gold)
    precisions: list[float] = []
    for rank, fact in enumerate(ranked, 1):
        if fact in left:
            left.remove(fact)
            precisions.append((len(precisions) + 1) / rank)
    return sum(precisions) / len(gold) if gold and not left else 0.0


def _unique(facts: Iterable[str]) -> list[str]:
    kept: list[str] = []
    for fact in facts:
        if fact.lower() not in kept:
            kept.append(fact.lower())
    return kept


def _map_2019(gold: list[Question], rankings: list[Ranking]) -> float | None:
    runs = {ranking.question: list(ranking.facts) for ranking in rankings}
    return _mean(
        _official_precision(list(dict.fromkeys(item.fact for item in question.explanation)), runs[question.id])
        for question in gold
        if question.id in runs and question.explanation
    )


def _map_2020(gold: list[Question], rankings: list[Ranking], keep: Callable[[Question], bool]) -> float | None:
    runs = {ranking.question.lower(): _unique(ranking.facts) for ranking in rankings}
    return _mean(
        _official_precision([item.fact.lower() for item in question.explanation], runs.get(question.id.lower(), []))
        for question in gold
        if keep(question) and question.explanation
    )


def _padded_ndcg(grades: dict[str, int], ranked: list[str]) -> float:
    """Build the list that the 2021 scorer builds, a million zeros included."""
    if not grades:
        return 1.0
    gains = [2.0 ** grades.get(fact, 0) - 1 for fact in ranked]
    if unranked := [fact for fact in grades if fact not in ranked]:
        tail = np.zeros(10**6)
        tail[: len(unranked)] = [2.0 ** grades[fact] - 1 for fact in unranked]
        gains = [*gains, *tail[::-1]]
    array = np.array(gains)
    discounts = np.log2(np.arange(len(array)) + 2)
    ideal = float((np.sort(array)[::-1] / discounts).sum())
    return float((array / discounts).sum()) / ideal if ideal else 0.0


def _kinds(question: Question) -> Iterator[tuple[str, str, str]]:
    """Yield breakdown, kind and fact for every gold fact, by hand for the fixed facts and question."""
    shared = {"a": "2+", "b": "1", "c": "0", "d": "1", "e": "0"}
    tables = {"a": "CHANGE", "b": "KINDOF", "c": "PROTO", "d": "KINDOF"}
    length = len({item.fact.lower() for item in question.explanation})
    for fact, role in ((item.fact.lower(), item.role) for item in question.explanation):
        yield "by_role", role, fact
        yield "by_length", str(length), fact
        if fact in shared:
            for words in ("", "_all_words"):  # no fact shares a function word
                yield f"by_overlap{words}", shared[fact], fact
                yield f"by_hops{words}", "2+" if shared[fact] == "0" else "1", fact
        if fact in tables:
            yield "by_table", tables[fact], fact
            yield "by_category", str(category(tables[fact])), fact


def _filtered(
    gold: list[Question], rankings: list[Ranking], breakdown: str, kind: str
) -> tuple[float, float, float, int, int]:
    runs = {ranking.question.lower(): _unique(ranking.facts) for ranking in rankings}
    precisions, kept_precisions, early = [], [], []
    for question in gold:
        everything = {item.fact.lower() for item in question.explanation}
        matching = {fact for name, found, fact in _kinds(question) if (name, found) == (breakdown, kind)}
        run = runs.get(question.id.lower(), [])
        if matching:
            kept = [fact for fact in run if fact in matching or fact not in everything]
            precisions.append(_official_precision(sorted(matching), kept))
            kept_precisions.append(_official_precision(sorted(matching), run))
            early += [fact in run[:30] for fact in matching]
    questions = len(precisions)
    return sum(precisions) / questions, sum(kept_precisions) / questions, sum(early) / len(early), len(early), questions


@settings(deadline=None)
@given(trials())
def test_every_reading_matches_its_definition(trial: tuple[list[Question], list[Ranking]]) -> None:
    gold, rankings = trial
    if not any(question.explanation for question in gold):
        with pytest.raises(InputError, match="names no relevant fact"):
            evaluate_rankings(gold, rankings)
        return
    report = evaluate_rankings(gold, iter(rankings), FACTS)
    assert report["map"] == pytest.approx(_map_2020(gold, rankings, lambda _: True), abs=1e-9)
    flagged = _map_2020(gold, rankings, lambda question: " ".join(question.flags).lower() in {"success", "ready"})
    assert report["map_flagged"] == (None if flagged is None else pytest.approx(flagged, abs=1e-9))
    earlier = _map_2019(gold, rankings)
    assert report["map_2019"] == (None if earlier is None else pytest.approx(earlier, abs=1e-9))
    for breakdown in BREAKDOWNS:
        expected = {kind for question in gold for name, kind, _ in _kinds(question) if name == breakdown}
        found = report.breakdown[breakdown.removeprefix("by_")]
        assert set(found) == expected
        for kind, measured in found.items():
            got = (*measured.values.values(), measured.items)
            assert got == pytest.approx(_filtered(gold, rankings, breakdown, kind), abs=1e-9)
    _check_counts(report, gold, rankings)


def _check_counts(report: Report, gold: list[Question], rankings: list[Ranking]) -> None:
    details = report.details
    runs = {ranking.question.lower(): _unique(ranking.facts) for ranking in rankings}
    explained = {
        question.id.lower(): {item.fact.lower() for item in question.explanation}
        for question in gold
        if question.explanation
    }
    assert report.scores["map"].items == len(explained)
    assert details.without_gold == len(gold) - len(explained)
    assert len(details.unranked) == len(explained.keys() - runs.keys())
    assert details.incomplete == sum(name in runs and not facts <= set(runs[name]) for name, facts in explained.items())
    assert details.unknown_questions == len(runs.keys() - {question.id.lower() for question in gold})
    assert details.unknown_facts == sum("f" in facts for facts in explained.values())
    score = report.scores["map"]
    assert score.interval is not None
    assert score.value is not None
    assert score.interval[0] - 1e-12 <= score.value <= score.interval[1] + 1e-12


graded = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]),
    st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 6), min_size=1),
    min_size=1,
).filter(lambda gold: any(any(grades.values()) for grades in gold.values()))
runs = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3", "q4"]), st.lists(st.sampled_from("abcdefxyz"), unique=True, min_size=1)
)


def _evaluate(gold: dict[str, dict[str, int]], ranked: dict[str, list[str]]) -> Report:
    judgments = [
        RelevanceJudgment(name, fact, grade) for name, grades in gold.items() for fact, grade in grades.items()
    ]
    return evaluate_rankings(judgments, [Ranking(name, tuple(facts)) for name, facts in ranked.items()])


@settings(deadline=None, max_examples=25)
@given(graded, runs)
def test_exponential_gain_matches_the_padded_list(
    gold: dict[str, dict[str, int]], ranked: dict[str, list[str]]
) -> None:
    expected = _mean(_padded_ndcg(grades, ranked.get(name, [])) for name, grades in gold.items())
    assert _evaluate(gold, ranked)["ndcg_exponential"] == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(graded, runs)
def test_standard_measures_match_ir_measures(gold: dict[str, dict[str, int]], ranked: dict[str, list[str]]) -> None:
    report = _evaluate(gold, ranked)
    relevant = {name: grades for name, grades in gold.items() if any(grades.values())}
    qrels = [Qrel(name, fact, grade) for name, grades in relevant.items() for fact, grade in grades.items()]
    run = [ScoredDoc(name, fact, -float(rank)) for name, facts in ranked.items() for rank, fact in enumerate(facts)]
    cutoffs = [ir_measures.P @ cutoff for cutoff in range(1, 21)]
    totals = dict.fromkeys([AP, nDCG, *cutoffs], 0.0)
    for metric in ir_measures.pytrec_eval.iter_calc(list(totals), qrels, run):
        totals[metric.measure] += metric.value
    means = {measure: total / len(relevant) for measure, total in totals.items()}
    assert report["map_trec"] == pytest.approx(means[AP], abs=1e-9)
    assert report["ndcg_linear"] == pytest.approx(means[nDCG], abs=1e-9)
    assert [*report.details.precision.values()] == pytest.approx([means[cutoff] for cutoff in cutoffs], abs=1e-9)


@settings(deadline=None)
@given(graded, runs, st.integers(1, 6))
def test_grades_match_ir_measures(gold: dict[str, dict[str, int]], ranked: dict[str, list[str]], lowest: int) -> None:
    relevant = {name: grades for name, grades in gold.items() if max(grades.values()) >= lowest}
    judgments = [
        RelevanceJudgment(name, fact, grade) for name, grades in gold.items() for fact, grade in grades.items()
    ]
    rankings = [Ranking(name, tuple(facts)) for name, facts in ranked.items()]
    if not relevant:
        with pytest.raises(
            InputError, match=f"^the gold names no .*{'' if lowest == 1 else f'grade of {lowest} or more'}"
        ):
            evaluate_rankings(judgments, rankings, at_least=lowest)
        return
    report = evaluate_rankings(judgments, rankings, at_least=lowest)
    occurring = {grade for grades in relevant.values() for grade in grades.values() if grade}
    assert set(report.details.relevance) == {str(grade) for grade in occurring}
    qrels = [Qrel(name, fact, grade) for name, grades in relevant.items() for fact, grade in grades.items()]
    run = [ScoredDoc(name, fact, -float(rank)) for name, facts in ranked.items() for rank, fact in enumerate(facts)]
    shares = {(grade, cutoff): ir_measures.P(rel=grade) @ cutoff for grade in occurring for cutoff in (1, 3, 20)}
    totals = dict.fromkeys([AP(rel=lowest), *shares.values()], 0.0)
    for metric in ir_measures.pytrec_eval.iter_calc(list(totals), qrels, run):
        totals[metric.measure] += metric.value
    assert report["map_trec"] == pytest.approx(totals[AP(rel=lowest)] / len(relevant), abs=1e-9)
    for (grade, cutoff), measure in shares.items():
        expected = totals[measure] / len(relevant)
        assert report.details.relevance[str(grade)][str(cutoff)] == pytest.approx(expected, abs=1e-9)
    if lowest in occurring:
        assert report.details.relevance[str(lowest)] == report.details.precision


@settings(deadline=None)
@given(trials())
def test_the_order_of_rankings_makes_no_difference(trial: tuple[list[Question], list[Ranking]]) -> None:
    gold, rankings = trial
    if any(question.explanation for question in gold):
        assert evaluate_rankings(gold, rankings, FACTS) == evaluate_rankings(gold, rankings[::-1], FACTS)


def test_report_as_json() -> None:
    report = evaluate_rankings([RelevanceJudgment("q1", "a", role=Role.CENTRAL)], [Ranking("q1", ("a",))], {}, seed=3)
    encoded = msgspec.json.decode(msgspec.json.encode(ranking_record(report)))
    assert list(encoded) == [
        "map",
        "map_flagged",
        "map_2019",
        "map_trec",
        "ndcg_linear",
        "ndcg_exponential",
        "precision",
        "relevance",
        *BREAKDOWNS,
        "questions",
        "without_gold",
        "missing",
        "unranked",
        "incomplete",
        "unknown_questions",
        "unknown_facts",
        "at_least",
        "average_precision",
        "worst",
        "errors",
        "interval",
        "intervals",
        "comparison",
        "signature",
    ]
    assert list(encoded["precision"]) == [str(cutoff) for cutoff in range(1, 21)]
    measured = {"map": 1.0, "map_kept": 1.0, "recall_at_30": 1.0, "facts": 1, "questions": 1}
    assert encoded["by_role"] == {"CENTRAL": measured}
    assert encoded["relevance"] == {"1": encoded["precision"]}
    assert encoded["intervals"] == {key: [1.0, 1.0] for key in ("map", "ndcg_linear", "ndcg_exponential")}
    assert (encoded["average_precision"], encoded["worst"], encoded["comparison"]) == ({"q1": 1.0}, [], None)
    assert (encoded["map"], encoded["map_flagged"], encoded["interval"]) == (1.0, None, [1.0, 1.0])
    assert (encoded["by_table"], encoded["by_overlap"], encoded["unknown_facts"]) == ({}, {}, 1)
    assert encoded["signature"].startswith("questions:1|facts:0|at-least:1|measure:map|resamples:10000|seed:3|version:")


def test_a_grade_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="grade of at least 0; accepted: 1 or more"):
        evaluate_rankings([RelevanceJudgment("q1", "a")], [], at_least=0)


def test_without_facts_there_is_nothing_unknown() -> None:
    report = evaluate_rankings([Question("q1", "Why?", explanation=(GoldFact("a", Role.CENTRAL),))], [])
    assert (report.breakdown["table"], report.breakdown["overlap"], report.details.unknown_facts) == ({}, {}, 0)
    assert (report["map"], report["map_2019"], len(report.details.unranked)) == (0.0, None, 1)
    assert report["ndcg_exponential"] == pytest.approx(1 / math.log2(10**6 + 1))


@pytest.mark.parametrize(
    ("gold", "rankings", "message"),
    [
        ([], [], "the gold names no relevant fact"),
        ([RelevanceJudgment("q1", "a", 0)], [], "the gold names no relevant fact"),
        ([Question("q1", ""), Question("Q1", "")], [], "question Q1 stands twice in the gold"),
        ([Question("q1", ""), RelevanceJudgment("Q1", "a")], [], "question Q1 stands twice in the gold"),
        ([RelevanceJudgment("q1", "a")], [Ranking("q1", ()), Ranking("Q1", ())], "two rankings of question Q1"),
        ([RelevanceJudgment("q1", "a")], [Ranking("q2", ()), Ranking("q2", ())], "two rankings of question q2"),
    ],
)
def test_unusable_input(gold: list[Question | RelevanceJudgment], rankings: list[Ranking], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluate_rankings(gold, rankings)


TWO = [RelevanceJudgment("q1", "a"), RelevanceJudgment("q2", "b")]
FIRST = evaluate_rankings(TWO, [Ranking("q1", ("a",)), Ranking("q2", ("x", "b"))])
SECOND = evaluate_rankings(TWO, [Ranking("Q2", ("b",)), Ranking("q1", ("x", "y", "z", "a"))])


def test_reports_are_compared_question_by_question() -> None:
    compared = compare_rankings(FIRST, SECOND)["map"]
    assert compared.other == pytest.approx(5 / 8)
    assert compared.difference == pytest.approx(1 / 8)
    assert (compared.wins, compared.ties, compared.losses) == (1, 0, 1)


@pytest.mark.parametrize("swapped", [False, True])
def test_other_questions_are_refused(swapped: bool) -> None:
    part = evaluate_rankings(TWO, [Ranking("q1", ("a",))])
    reports = (part, FIRST) if swapped else (FIRST, part)
    with pytest.raises(
        InputError, match=f"^question q2 is not in the {'run' if swapped else 'other run'}; accepted: two"
    ):
        compare_rankings(*reports)


def test_every_measure_is_compared() -> None:
    compared = compare_rankings(FIRST, SECOND)
    assert list(compared) == ["map", "map_2019", "map_trec", "ndcg_linear", "ndcg_exponential"]
    # By the 2019 scorer, which reads ids as written, the other run lacks q2.
    assert compared["map_2019"].difference == pytest.approx(3 / 4)
