"""What an answer says beside its question, and whether a text says that."""

from collections.abc import Sequence

import pytest

from explanans import NliScores
from explanans.entailment.judge.answer_relevance import AnswerAwareJudge, QuestionContext, is_connected
from explanans.entailment.judge.base import Pair
from tests.judges import SAYS, SILENT, ByWords

WASHING = "No washing is allowed on Sundays, because the machines can be heard in the flats above."
WINDOW = "The window must stay open while the drier is running, so that the damp air can escape."
QUESTION = "Why is washing not allowed on Sundays?"


def aim(answer: str) -> QuestionContext:
    return QuestionContext(QUESTION, f"washing is not allowed on Sundays because {answer}", (WASHING, WINDOW))


def test_the_reason_that_a_text_gives() -> None:
    assert aim("the machines can be heard").addresses_answer(WASHING)
    assert aim("the washers are audible in the flats").addresses_answer(WASHING)


def test_another_reason_than_the_text_gives() -> None:
    assert not aim("the damp air cannot escape").addresses_answer(WASHING)
    assert not aim("the damp air cannot escape").addresses_answer(f"{WASHING} {WINDOW}")


def test_a_reason_that_another_sentence_links_with_the_one_given() -> None:
    texts = "The tyre goes flat because air escapes from the inner tube", "A puncture lets air out of the inner tube"
    linked = QuestionContext("Why does the tyre go flat?", "the tyre goes flat because there is a puncture", texts)
    assert linked.addresses_answer(". ".join(texts))
    assert not linked.addresses_answer(texts[0])


def test_what_is_blamed_wrongly_is_no_reason() -> None:
    text = "Chocolate is often blamed wrongly, because a craving for sweets is an early sign of an attack."
    asked = QuestionContext(
        "Why should one avoid chocolate?", "one should avoid chocolate because chocolate is blamed", (text,)
    )
    assert not asked.addresses_answer(text)


def test_an_answer_in_the_words_of_another_sentence() -> None:
    texts = "Sea anemones catch shrimps with their tentacles.", "Barnacles glue themselves to rocks."
    assert not QuestionContext("What do anemones catch?", "anemones catch barnacles", texts).addresses_answer(texts[0])
    assert QuestionContext("What do anemones catch?", "anemones catch shrimps", texts).addresses_answer(texts[0])
    # What no sentence names may be another name for what one does.
    assert QuestionContext("What do anemones catch?", "anemones catch crustaceans", texts).addresses_answer(texts[0])


def test_without_a_question_a_reason_is_looked_for_in_the_hypothesis() -> None:
    claim = "washing is not allowed on Sundays because the damp air cannot escape"
    assert not QuestionContext("", claim, (WASHING, WINDOW)).addresses_answer(WASHING)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Copper is a metal.", "Metals conduct heat.", "What conducts heat warms the hand."), True),
        (("Copper is a metal.", "Frogs jump."), False),
        (("Copper is a metal.",), True),
    ],
)
def test_texts_hang_together_by_words(texts: tuple[str, ...], expected: bool) -> None:
    assert is_connected(texts) is expected


def test_a_judge_is_overruled_only_where_it_takes_a_text_for_the_answer() -> None:
    class Agrees:
        name = "agrees"

        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            return [SAYS for _ in pairs]

    judge = AnswerAwareJudge(Agrees(), aim("the damp air cannot escape"))
    hypothesis = aim("the damp air cannot escape").hypothesis
    found = judge.judge([Pair((WASHING,), hypothesis), Pair((WASHING,), "washing is loud")])
    assert found[0].supported < 0.5
    assert found[1] == SAYS


def test_claims_are_read_with_a_comma_before_their_reason() -> None:
    judge = ByWords()
    pair = Pair(("Ice melts.",), "one may skate because ice is hard")
    assert AnswerAwareJudge(judge, QuestionContext("", "")).judge([pair]) == [SILENT]
    assert "you may skate, because ice is hard" in str(judge.read)
