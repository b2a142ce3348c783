"""Agreement of raters: published worked examples, gaps, what never matters, and what cannot be measured."""

from itertools import combinations, permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.evaluation.agreement import evaluate_agreement
from explanans.structures.grading import Agreement, Annotation, PairFigures
from explanans.structures.reports import Interval

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", sections B to D: two observers of ten and of twelve
# units, and four of twelve units, with gaps; in the second, a to e are written 0 to 4.
BINARY = ("0100000010", "1110010000")
NOMINAL = ("001132224330", "101112224333")
FOUR_OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
# Three coders of fifteen units, a worked example of several textbooks.
THREE_CODERS = (".....34121133.3", "1.213343.......", "..21344.21133.4")

ratings = st.lists(st.lists(st.none() | st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=8)


def rated(*rows: str, together: int = 1) -> list[Annotation]:
    """Return the ratings of units by A, B and so on; a dot stands for none, and some units are of one question."""
    return [
        Annotation(f"q{unit // together}", f"f{unit}", chr(ord("A") + place), int(sign))
        for place, row in enumerate(rows)
        for unit, sign in enumerate(row)
        if sign != "."
    ]


def measured(annotations: list[Annotation], highest: int = 5) -> Agreement:
    found: Agreement | None = evaluate_agreement(annotations, highest=highest).details.facts
    assert found is not None
    return found


def value(found: Agreement | PairFigures, measure: str) -> float | None:
    return found.scores[measure].value


def intervals(found: Agreement | PairFigures) -> dict[str, Interval]:
    return {name: score.interval for name, score in found.scores.items() if score.interval}


@pytest.mark.parametrize(
    ("rows", "nominal", "ordinal", "interval"),
    [
        (BINARY, 0.095, 0.095, 0.095),
        (NOMINAL, 0.692, None, None),
        (FOUR_OBSERVERS, 0.743, 0.815, 0.849),
        (THREE_CODERS, 0.691, None, 0.811),
    ],
)
def test_published_alphas(rows: tuple[str, ...], nominal: float, ordinal: float | None, interval: float | None) -> None:
    found = measured(rated(*rows))
    assert value(found, "alpha_nominal") == pytest.approx(nominal, abs=5e-4)
    for measure, published in (
        ("alpha_ordinal", ordinal),
        ("alpha_interval", interval),
    ):
        assert published is None or value(found, measure) == pytest.approx(published, abs=5e-4)


def test_two_raters_by_hand() -> None:
    found = measured(rated("33210", "32210", together=2))
    (pair,) = found.pairs
    assert pair.raters == ("A", "B")
    assert (found.items, found.items_compared, found.ratings, pair.items) == (5, 5, 10, 5)
    assert pair.confusion == (
        (1, 0, 0, 0, 0, 0),
        (0, 1, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0),
        (0, 0, 1, 1, 0, 0),
        *[(0,) * 6] * 2,
    )
    assert (
        (value(found, "percent"), value(found, "within_one"))
        == (value(pair, "percent"), value(pair, "within_one"))
        == (0.8, 1)
    )
    # By chance: (1·1 + 1·1 + 1·2 + 2·1) / 25 the same.
    assert value(found, "kappa") == value(pair, "kappa") == pytest.approx(1 - 0.2 / (1 - 6 / 25))
    assert found.raters["A"].counts == (1, 1, 1, 2, 0, 0)
    assert (found.raters["B"].mean, found.raters["B"].ratings) == (8 / 5, 5)


def test_gaps_and_several_raters() -> None:
    found = measured(rated("01.2", "0.12", "1..2"), 3)
    assert (found.items, found.items_compared, found.ratings) == (4, 2, 8)
    assert {pair.raters: pair.items for pair in found.pairs} == {("A", "B"): 2, ("A", "C"): 2, ("B", "C"): 2}
    # Of the six pairs of ratings, those of the first item by C with A and with B differ, by 1.
    assert (value(found, "percent"), value(found, "within_one")) == (4 / 6, 1)
    kappas = [value(pair, "kappa") for pair in found.pairs]
    assert kappas == [1, pytest.approx(1 / 3), pytest.approx(1 / 3)]
    assert value(found, "kappa") == pytest.approx(5 / 9)


def test_raters_with_nothing_in_common_make_no_pair() -> None:
    found = measured(rated("01..", "0101", "..01"), 1)
    assert [pair.raters for pair in found.pairs] == [("A", "B"), ("B", "C")]


def test_facts_and_whole_explanations_are_apart() -> None:
    whole = [Annotation(f"q{place}", "", rater, place % 2) for place in range(4) for rater in "AB"]
    report = evaluate_agreement([*rated("0123", "0120"), *whole])
    explanations = report.details.explanations
    assert (report["facts_percent"], report["explanations_percent"], report["explanations_kappa"]) == (0.75, 1, 1)
    assert explanations.raters["A"].counts == (2, 2)
    assert report.signature.startswith("raters:2|ratings:16|highest:3|resamples:10000|seed:0|version:")


def test_one_rating_throughout_is_no_evidence_of_agreement() -> None:
    found = measured(rated("222", "222"))
    assert value(found, "percent") == 1
    assert {value(found, name) for name in ("kappa", "kappa_quadratic", "alpha_nominal", "alpha_ordinal")} == {None}
    assert intervals(found).keys() == {"percent", "within_one"}
    assert intervals(found.pairs[0]) == {}


def test_intervals_are_over_questions() -> None:
    found = measured(rated("0123012301230123", "0123012301230000", together=4), 3)
    # Three questions with all ratings the same and one with a quarter of them: none to three of that one are drawn.
    assert intervals(found)["percent"] == pytest.approx((1 - 3 * 0.75 / 4, 1))
    assert intervals(found).keys() == {"percent", "within_one", "alpha_nominal", "alpha_ordinal", "alpha_interval"}
    assert intervals(found.pairs[0]).keys() == {"kappa", "kappa_linear", "kappa_quadratic"}
    assert intervals(measured(rated("0123", "0120", together=4), 3)) == {}


@given(rows=ratings)
def test_who_is_called_what_and_the_order_of_ratings_never_matter(rows: list[list[int | None]]) -> None:
    annotations = [
        Annotation("q1", f"f{unit}", rater, rating)
        for unit, row in enumerate(rows)
        for rater, rating in zip("ABC", row, strict=True)
        if rating is not None
    ]
    assume(any(sum(rating is not None for rating in row) > 1 for row in rows))
    before = measured(annotations)
    for names in permutations("ABC"):
        renamed = [item._replace(rater=names["ABC".index(item.rater)]) for item in annotations[::-1]]
        after = measured(renamed)
        for name in ("percent", "within_one", "kappa", "kappa_linear", "kappa_quadratic"):
            assert value(after, name) == pytest.approx(value(before, name))
        for name in ("alpha_nominal", "alpha_ordinal", "alpha_interval"):
            assert value(after, name) == pytest.approx(value(before, name))
    # What one person rated says nothing of agreement.
    assert measured([*annotations, Annotation("q2", "f1", "A", 5)]).scores["alpha_ordinal"].value == value(
        before, "alpha_ordinal"
    )


@given(rows=ratings)
def test_alpha_is_what_its_definition_says(rows: list[list[int | None]]) -> None:
    units = [[rating for rating in row if rating is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    pooled = [rating for unit in units for rating in unit]
    assume(len(set(pooled)) > 1)
    annotations = [
        Annotation("q1", f"f{unit}", f"rater {place}", rating)  # one question, so that nothing is resampled
        for unit, row in enumerate(units)
        for place, rating in enumerate(row)
    ]
    observed = sum(
        sum((first - second) ** 2 for first, second in permutations(unit, 2)) / (len(unit) - 1) for unit in units
    ) / len(pooled)
    apart = sum(2 * (first - second) ** 2 for first, second in combinations(pooled, 2))
    expected = apart / (len(pooled) * (len(pooled) - 1))
    assert value(measured(annotations), "alpha_interval") == pytest.approx(1 - observed / expected)


@pytest.mark.parametrize(
    ("annotations", "complaint"),
    [
        ([], "there are no ratings; accepted: ratings by two people or more"),
        (rated("0123"), "A is the only rater; accepted: ratings by two people or more"),
        (rated("01..", "..23"), "no fact and no explanation was rated by two people"),
        ([*rated("01", "01"), Annotation("Q0", "F0", "A", 1)], "rater A rated fact F0 of question Q0 twice"),
        (rated("04", "01"), "question q1: rater A gave 4; accepted: 0 to 3"),
        ([Annotation("q1", "", rater, 2) for rater in "AB"], "question q1: rater A gave 2; accepted: 0 to 1"),
    ],
)
def test_what_cannot_be_measured(annotations: list[Annotation], complaint: str) -> None:
    with pytest.raises(InputError, match=f"^{complaint}"):
        evaluate_agreement(annotations)
