"""The judge that ``explanans lab train judge`` makes, on a network that ships and trees made in a moment."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.entailment.judge.base import Pair, judged
from explanans.entailment.judge.observer import Describer
from explanans.entailment.judge.trained import COMBINATION, TrainedJudge
from explanans.errors import InputError
from explanans.language.parser import open_parser
from explanans.language.sentences import tidy
from explanans.learning.nli import NliClassifier
from explanans.structures.verdicts import Status
from tests.lab.judge.small import combination

TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(tidy)
JUDGE = TrainedJudge(Describer(NliClassifier.shipped(), open_parser()), combination())


@settings(max_examples=10)
@given(TEXTS, TEXTS)
def test_any_text_is_judged_the_same_twice(premise: str, claim: str) -> None:
    pair = Pair((premise,), claim)
    assert judged(JUDGE, [pair]) == judged(JUDGE, [pair])


def test_judgements_do_not_depend_on_company() -> None:
    pairs = [Pair(("Ice floats on water.",), claim) for claim in ("Ice floats.", "Ice sinks.", "Frogs are green.")]
    alone = [judged(JUDGE, [pair])[0] for pair in pairs]
    assert list(judged(JUDGE, pairs[::-1]))[::-1] == alone


def test_its_name_tells_what_it_is_made_of() -> None:
    assert JUDGE.name.startswith("judge:pairs(")
    assert JUDGE.name.endswith(combination().name)


def test_a_folder_that_is_no_judge(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"damaged or missing .*train it again with `explanans lab train judge`$"):
        TrainedJudge.open(str(tmp_path))
    combination().save(tmp_path / COMBINATION)
    assert type(combination()).load(tmp_path / COMBINATION).name == combination().name


@pytest.mark.parametrize(
    ("premise", "claim", "status"),
    [
        ("Some employees wear a badge.", "All employees wear a badge.", Status.UNKNOWN),
        ("All employees wear a badge.", "Some employees wear a badge.", Status.SUPPORTED),
        ("No employees wear a badge.", "Some employees wear a badge.", Status.CONTRADICTED),
    ],
)
def test_some_do_not_support_all(premise: str, claim: str, status: Status) -> None:
    (judgement,) = TrainedJudge.shipped().judge([Pair((premise,), claim)])
    assert judgement.status is status


@pytest.mark.parametrize(
    ("premise", "claim", "status"),
    [
        (
            "Smoking is allowed on the balcony but not in the stairwell.",
            "Smoking is not allowed in the stairwell.",
            True,
        ),
        ("Smoking is allowed on the balcony but not in the stairwell.", "Smoking is allowed in the stairwell.", False),
        (
            "Smoking is allowed on the balcony but not in the stairwell.",
            "Smoking is allowed in the stairwell but not on the balcony.",
            False,
        ),
        ("Drinks may be taken into the hall, but no food, because of the carpet.", "Food may be taken in.", False),
    ],
)
def test_what_is_said_of_one_thing_and_not_of_another(premise: str, claim: str, *, status: bool) -> None:
    (judgement,) = TrainedJudge.shipped().judge([Pair((premise,), claim)])
    assert judgement.status is (Status.SUPPORTED if status else Status.CONTRADICTED)


def test_what_conflicts_exactly_is_contradicted_clearly() -> None:
    pair = Pair(("A worn chain is longer than a new chain.",), "A worn chain is shorter than a new chain.")
    (judgement,) = TrainedJudge.shipped().judge([pair])
    assert judgement.contradicted >= 0.9


@pytest.mark.parametrize(
    ("premise", "claim", "status"),
    [
        ("The municipal pool is open from May to September.", "The pool is open in January.", Status.CONTRADICTED),
    ],
)
def test_one_case_of_what_is_said_of_all(premise: str, claim: str, status: Status) -> None:
    (found,) = TrainedJudge.shipped().judge([Pair((premise,), claim)])
    assert found.status is status


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("If it rains, the pool is open from May to July.", "The pool is open in June."),
        ("The tower is under 80 metres tall.", "The tower is 60 metres tall."),
        ("Groups of more than ten people get a discount.", "A group of six people gets a discount."),
    ],
)
def test_what_is_no_case_of_what_is_said(premise: str, claim: str) -> None:
    (found,) = TrainedJudge.shipped().judge([Pair((premise,), claim)])
    assert found.status is not Status.SUPPORTED
