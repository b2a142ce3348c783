"""Many explanations: figures by hand, published ones, what is left out, intervals and breakdowns."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.evaluation.facts.measures import FACT_MEASURES, Rules, harmonic_mean
from explanans.evaluation.facts.report import evaluate_facts
from explanans.evaluation.measure import compare_reports
from explanans.evaluation.significance import bootstrap_interval
from explanans.formats import worldtree
from explanans.io.files import read_lines
from explanans.structures.facts import Role
from explanans.structures.grading import Annotation
from explanans.structures.questions import GoldFact, Question
from explanans.structures.rankings import Ranking, RelevanceJudgment


def asked(uid: str, *facts: str) -> Question:
    return Question(uid, f"Why {uid}?", explanation=tuple(GoldFact(fact, Role.CENTRAL) for fact in facts))


GOLD = [asked("q1", "f1", "f2"), asked("q2", "f3"), asked("q3"), asked("q4", "f1")]
EXPLANATIONS = [Ranking("Q1", ("f1", "f4", "f5", "f6")), Ranking("q2", ("F3",)), Ranking("q3", ("f1",))]
RATINGS = [
    *(
        RelevanceJudgment("q1", "f1", 3),
        RelevanceJudgment("q1", "f2", 1),
        RelevanceJudgment("Q1", "F4", 2),
        RelevanceJudgment("q1", "f5", 0),
    ),
    *(RelevanceJudgment("q2", "f3", 0), RelevanceJudgment("q9", "f1", 3)),
]


def test_figures_by_hand() -> None:
    report = evaluate_facts(GOLD, EXPLANATIONS, RATINGS)
    first, second = report.details.explanations
    assert (first.relevance, first.completeness, first.complete, first.unrated) == (2 / 4, 1 / 2, True, 1)
    assert (second.relevance, second.completeness, second.complete) == (0, 1, True)
    assert (len(report.items), report["relevance"], report["completeness"], report["complete"]) == (2, 0.25, 0.75, 1)
    assert report["f1"] == harmonic_mean(0.25, 0.75)
    assert report["f1_mean"] == (0.5 + 0) / 2
    assert report["f1_complete"] == harmonic_mean(0.25, 1)
    assert (report["precision"], report["recall"]) == ((1 / 4 + 1) / 2, 0.75)
    assert (report["length"], report["gold_length"], report["unrated"]) == (2.5, 1.5, 1 / 5)
    details = report.details
    assert (details.without_gold, details.without_ratings, details.without_important) == (1, 1, 1)
    assert (details.missing, details.unrated_gold, details.manual) == (0, 0, None)
    assert report.signature.startswith("questions:2|relevant:1|important:2|completeness:text|top:all|resamples:10000|")


def test_without_ratings_every_question_with_gold_counts() -> None:
    report = evaluate_facts(GOLD, EXPLANATIONS)
    assert (len(report.items), report.details.missing, report.details.without_ratings) == (3, 1, 0)
    assert report.items[2] == "q4"
    assert report["relevance"] == pytest.approx((1 / 4 + 1 + 0) / 3)
    assert "|ratings:none|" in report.signature


def test_gold_facts_that_nobody_rated_are_counted() -> None:
    assert evaluate_facts(GOLD[:1], EXPLANATIONS[:1], RATINGS[:1]).details.unrated_gold == 1


def test_of_several_ratings_the_last_holds_as_for_rankings() -> None:
    report = evaluate_facts(GOLD[:1], [Ranking("q1", ("f1",))], [*RATINGS[:1], RelevanceJudgment("q1", "F1", 0)])
    assert report["relevance"] == 0


def test_breakdowns_hold_every_question_once() -> None:
    gold = [asked(f"q{count}", *(f"f{number}" for number in range(count))) for count in range(1, 13)]
    explanations = [Ranking(f"q{count}", tuple(f"f{number}" for number in range(2 * count))) for count in range(2, 13)]
    report = evaluate_facts(gold, explanations)
    lengths = {name: part.items for name, part in report.breakdown["length"].items()}
    assert lengths == {"0": 1, "1–4": 1, "5–8": 2, "9–16": 4, "17+": 4}
    assert {name: part.items for name, part in report.breakdown["gold_length"].items()} == {
        **{str(count): 1 for count in range(1, 10)},
        "10+": 3,
    }
    assert report.breakdown["gold_length"]["2"].values["relevance"] == 0.5
    assert report.breakdown["length"]["0"].values["unrated"] == 0


def test_published_f1_is_the_harmonic_mean_of_the_means() -> None:
    # Jansen et al. 2021, table 6: relevance, completeness, F1ex, CompB, F1exB.
    published = [(0.53, 0.36, 0.43, 0.10, 0.17), (0.72, 0.59, 0.65, 0.36, 0.48), (0.74, 0.46, 0.57, 0.21, 0.33)]
    for relevance, completeness, f1, complete, f1_complete in published:
        assert harmonic_mean(relevance, completeness) == pytest.approx(f1, abs=0.008)
        assert harmonic_mean(relevance, complete) == pytest.approx(f1_complete, abs=0.008)


def test_intervals_of_means_are_those_of_the_bootstrap() -> None:
    gold = [asked(f"q{number}", f"f{number % 3}", "f1") for number in range(30)]
    explanations = [Ranking(f"q{number}", ("f1", f"f{number % 5}")) for number in range(30)]
    report = evaluate_facts(gold, explanations, rules=Rules(seed=3))
    for measure in FACT_MEASURES:
        values = [value for value in report.values[measure.name] if value is not None]
        assert report.scores[measure.name].interval == pytest.approx(bootstrap_interval(values, 3))
    f1 = report.scores["f1"]
    assert f1.interval is not None
    assert f1.value is not None
    assert f1.interval[0] < f1.value < f1.interval[1]


TEN = [RelevanceJudgment(f"q{number}", fact) for number in range(5) for fact in ("f1", "f2")]


def test_two_explainers_are_compared() -> None:
    whole = evaluate_facts(TEN, [Ranking(f"q{number}", ("f1", "f2")) for number in range(5)])
    half = evaluate_facts(TEN, [Ranking(f"q{number}", ("f1",) if number else ("f2", "f1")) for number in range(5)])
    found = compare_reports(whole, half)
    recall = found["recall"]
    assert (recall.wins, recall.ties, recall.losses) == (4, 1, 0)
    assert (recall.other, recall.difference, recall.exact) == pytest.approx((0.6, 0.4, True))
    # Of the 16 assignments of signs to the four differences that are not 0, two are as far from 0.
    assert recall.p_value == 2 / 16
    assert (found["precision"].difference, found["precision"].p_value) == (0, 1)
    assert found["complete"].difference == pytest.approx(0.8)
    assert compare_reports(half, whole)["f1_mean"].difference == -found["f1_mean"].difference


def test_explainers_of_other_questions_are_not_compared() -> None:
    first, second = (evaluate_facts(gold, [Ranking("q0", ("f1",))]) for gold in (TEN, TEN[:2]))
    with pytest.raises(InputError, match=r"^two systems with other facts; accepted: two measured over"):
        compare_reports(first, second)


@pytest.mark.parametrize(
    ("gold", "explanations", "ratings", "complaint"),
    [
        ([asked("q1")], [], None, "the gold names no fact for any question"),
        (GOLD, [], [], "no fact is rated for any question"),
        (GOLD, [Ranking("q9", ("f1",))], None, "an explanation of question q9, which the gold lacks"),
        (GOLD, [Ranking("q1", ()), Ranking("Q1", ())], None, "question Q1 has two explanations"),
        ([*GOLD, asked("Q1")], [], None, "question Q1 stands twice in the gold"),
    ],
)
def test_what_cannot_be_measured(
    gold: list[Question], explanations: list[Ranking], ratings: list[RelevanceJudgment] | None, complaint: str
) -> None:
    with pytest.raises(InputError, match=f"^{complaint}"):
        evaluate_facts(gold, explanations, ratings)


def test_gold_against_gold_is_perfect_on_real_questions(worldtree_folder: Path) -> None:
    path = worldtree_folder / "questions/questions.dev.tsv"
    questions = list(worldtree.decode_questions(read_lines(path), str(path)))
    explanations = [Ranking(item.id, tuple(fact for fact, _ in item.explanation)) for item in questions]
    figures = evaluate_facts(questions, explanations)
    assert len(figures.items) == 496
    assert (figures["relevance"], figures["completeness"], figures["f1"], figures["f1_complete"]) == (1, 1, 1, 1)
    assert figures["length"] == figures["gold_length"] == pytest.approx(5.6, abs=0.05)


def judged(question: str, fact: str, rating: int, rater: str = "ann") -> Annotation:
    return Annotation(question, fact, rater, rating)


class TestManual:
    ANNOTATIONS = (judged("Q1", "f5", 1), judged("q1", "", 0), judged("q1", "", 1, "bob"), judged("q2", "f3", 3))

    def test_by_hand(self) -> None:
        manual = evaluate_facts(GOLD, EXPLANATIONS, RATINGS, self.ANNOTATIONS).details.manual
        assert manual is not None
        assert (manual.raters, manual.unjudged) == (("ann", "bob"), 1)
        # q1: f1 and f4 were relevant before, f5 is by hand, f6 is unrated; q2: f3 is relevant by hand.
        relevance = manual.measures["relevance"]
        assert (relevance.automatic, relevance.manual, relevance.questions) == (0.25, (3 / 4 + 1) / 2, 2)
        assert relevance.underestimate == 0.625
        assert relevance.interval == pytest.approx((0.25, 1))
        # Half of those who judged say that q1's is complete; q2's was not judged as a whole.
        complete = manual.measures["complete"]
        assert (complete.automatic, complete.manual, complete.questions) == (1, 1, 1)
        f1 = manual.measures["f1_complete"]
        assert f1.automatic == harmonic_mean(0.5, 1)
        assert f1.manual == harmonic_mean(0.75, 1)
        assert f1.interval == pytest.approx((f1.underestimate, f1.underestimate))

    def test_facts_alone(self) -> None:
        manual = evaluate_facts(GOLD, EXPLANATIONS, RATINGS, self.ANNOTATIONS[:1]).details.manual
        assert manual is not None
        assert list(manual.measures) == ["relevance"]
        assert {(item.automatic, item.manual) for item in manual.correlations} == {
            ("relevance", "relevance"),
            ("precision", "relevance"),
        }
        assert {item.pearson for item in manual.correlations} == {None}

    def test_without_earlier_ratings_the_gold_facts_are_relevant(self) -> None:
        manual = evaluate_facts(
            GOLD, EXPLANATIONS, annotations=[judged("q1", "f4", 1), judged("q1", "f1", 0)]
        ).details.manual
        assert manual is not None
        assert (manual.measures["relevance"].manual, manual.unjudged) == (1 / 4, 2)

    def test_correlations_are_over_the_questions_that_were_judged(self) -> None:
        gold = [asked(f"q{number}", "f1", "f2") for number in range(4)]
        explanations = [
            Ranking("q0", ("f1", "f2")),
            Ranking("q1", ("f1",)),
            Ranking("q2", ("f3",)),
            Ranking("q3", ("f1",)),
        ]
        whole = [judged("q0", "", 1), judged("q1", "", 1), judged("q2", "", 0)]
        manual = evaluate_facts(gold, explanations, annotations=whole).details.manual
        assert manual is not None
        found = {item.automatic: item for item in manual.correlations if item.manual == "complete"}
        # 1, 1/2, 0 against 1, 1, 0.
        assert found["completeness"].pearson == pytest.approx(3**0.5 / 2)
        assert found["completeness"].spearman == pytest.approx(3**0.5 / 2)
        assert found["complete"].pearson == pytest.approx(0.5)
        assert found["complete"].questions == 3

    def test_the_order_of_the_export_changes_nothing(self) -> None:
        ways = (self.ANNOTATIONS, self.ANNOTATIONS[::-1])
        first, second = (evaluate_facts(GOLD, EXPLANATIONS, RATINGS, way).details.manual for way in ways)
        assert first == second

    @pytest.mark.parametrize(
        ("annotations", "complaint"),
        [
            ([judged("q9", "f1", 1)], "rater ann rated question q9, which is not measured"),
            ([judged("q3", "f1", 1)], "rater ann rated question q3, which is not measured"),
            ([judged("q1", "f1", 1), judged("Q1", "F1", 1)], "rater ann rated fact F1 of question Q1 twice"),
            ([judged("q1", "", 1), judged("q1", "", 1)], "rater ann rated the whole explanation of question q1 twice"),
        ],
    )
    def test_what_cannot_be_set_beside(self, annotations: list[Annotation], complaint: str) -> None:
        with pytest.raises(InputError, match=f"^{complaint}"):
            evaluate_facts(GOLD, EXPLANATIONS, annotations=annotations)
