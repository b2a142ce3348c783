"""Which conclusions are offered, and how they are weighed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.entailment.judge.base import Pair
from explanans.entailment.steps.model import Critic
from explanans.errors import InputError
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import Origin
from explanans.pipeline.conclusion_worth import (
    LEAST,
    ConclusionOffers,
    ConclusionWorth,
    LanguageWorth,
    spelt_premises,
    worth_columns,
)
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.structures.verdicts import NliScores, StepVerdict
from explanans.trees.conclusions.concluder import concluder
from explanans.trees.conclusions.conclusion import Conclusion, ConclusionWriter
from explanans.trees.prover import Offer
from tests.scripted_decoder import scripted

PREMISES = ("a frog is a kind of amphibian", "an amphibian has moist skin")
PROBLEM = Problem("", "a frog loses water through its skin", (), question="What does a frog lose?", answer="water")


class Contrary:
    """Finds everything contradicted by texts about dry skin."""

    name = "contrary"

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        return [
            NliScores(0.05, 0.9, 0.05) if "dry" in " ".join(pair.premises) else NliScores(0.9, 0.0, 0.1)
            for pair in pairs
        ]


class Reader(LanguageReader):
    """Takes conclusions about frogs for worth saying, and no others; reads short texts only."""

    def __init__(self, longest: int = 10_000) -> None:
        self.name = "reader"
        self.decoder = scripted("")
        self.seen: list[tuple[str, str]] = []
        self._longest = longest

    def fits(self, text: str) -> bool:
        return len(text) <= self._longest

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        self.seen.append((text, statement))
        return np.array([0.9, 0.05, 0.05] if "frog" in statement else [0.1, 0.8, 0.1])


class Writer:
    """Writes one conclusion."""

    def __init__(self, text: str) -> None:
        self.text = text

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        return Conclusion(self.text, "")

    def offers(self, premises: Sequence[str], hypothesis: str = "") -> list[Conclusion]:
        return [Conclusion(self.text, "")]


@dataclass
class Joiner:
    """Puts premises side by side; it cannot be hashed."""

    word: str

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        return Conclusion(f" {self.word} ".join(premises), "")


def offered(offers: ConclusionOffers, writer: ConclusionWriter | None, *own: Offer, fact: str = "") -> list[Offer]:
    facts = [Fact("f", fact)] if fact else []
    (conclude,) = offers.of(PROBLEM, facts, writer)
    return list(conclude(PREMISES, own))


def test_a_conclusion_that_follows_is_worth_more_than_a_copy_and_one_that_does_not() -> None:
    texts = ("a frog has moist skin", "an amphibian has moist skin", "moist skin is a kind of frog")
    good, copy, bad = ConclusionWorth.shipped().probabilities([(PREMISES, text) for text in texts])
    assert good > LEAST > max(copy, bad)
    assert worth_columns([]).shape[0] == 0


def test_what_follows_is_offered_and_nothing_else() -> None:
    offers = ConclusionOffers(Critic(None))
    found = offered(offers, concluder())
    assert found[0].text == "a frog has moist skin"
    assert all(offer.worth >= LEAST for offer in found)
    assert found == sorted(found, key=lambda offer: -offer.worth)
    assert not list(offers.of(PROBLEM, (), concluder())[0](("the moon is round", "a whale is big"), ()))


def test_a_writer_of_the_user_offers_conclusions_too() -> None:
    offers = ConclusionOffers(Critic(None))
    texts = {offer.text for offer in offered(offers, Writer("frogs have moist skin."))}
    assert texts >= {"frogs have moist skin", "a frog has moist skin"}
    assert "an amphibian has skin" not in {offer.text for offer in offered(offers, Writer("an amphibian has skin"))}
    said = "the skin of a frog is moist"
    assert offered(offers, Writer(said), Offer("a frog has skin", ""))[0].text == said


def test_an_offer_that_is_no_sentence_is_refused_in_one_sentence() -> None:
    with pytest.raises(InputError, match=r"'' as a sentence; accepted: a Conclusion"):
        offered(ConclusionOffers(Critic(None)), Writer(""))


def test_what_a_writer_of_the_user_concludes_has_to_follow_only() -> None:
    offers = ConclusionOffers(Critic(None))
    joined = Offer(" and ".join(PREMISES), "")
    first, second, *_ = offered(offers, Joiner("and"), joined)
    assert (first.text, second.text) == (joined.text, "a frog has moist skin")
    assert offered(offers, Joiner("and"), Offer("frogs are rocks", ""))[0].text == "a frog has moist skin"
    assert offers.worth(PROBLEM, PREMISES, [joined.text])[0] < LEAST


def test_of_a_prover_with_conclusions_of_its_own_only_these_are_weighed() -> None:
    offers = ConclusionOffers(Critic(None))
    assert not offered(offers, None)
    (kept,) = offered(offers, None, Offer("A frog has moist skin.", "inheritance"), Offer("frogs are rocks", ""))
    assert (kept.text, kept.inference) == ("A frog has moist skin.", "inheritance")


def test_what_a_fact_at_hand_contradicts_is_not_offered() -> None:
    offers = ConclusionOffers(Critic(Contrary()))
    assert offered(offers, concluder(), fact="a frog has wet skin")
    assert not offered(offers, concluder(), fact="a frog has dry skin")


def test_conclusions_are_read_beside_the_facts_and_the_aim() -> None:
    reader = Reader()
    weights = LanguageWorth({"constant": 0.0, "belief": 0.0, "reading": 1.0}, Origin({}, 0))
    found = weights.refined(reader, PROBLEM, PREMISES, ["a frog is wet", "skin is moist"], np.array([0.2, 0.9]))
    assert found == pytest.approx([0.9, 0.1])
    text = (
        "Question: What does a frog lose? Answer: water To show: a frog loses water through its skin. "
        "Facts: a frog is a kind of amphibian. an amphibian has moist skin."
    )
    assert reader.seen == [(text, "So: a frog is wet."), (text, "So: skin is moist.")]


def test_a_question_that_is_too_long_is_left_out_and_beside_long_facts_nothing_is_read() -> None:
    text = spelt_premises(Reader(150).fits, PROBLEM, PREMISES)
    assert text is not None
    assert text.startswith("To show: ")
    weights = LanguageWorth({"constant": 0.0, "belief": 0.0, "reading": 1.0}, Origin({}, 0))
    belief = np.array([0.3])
    assert np.array_equal(weights.refined(Reader(20), PROBLEM, PREMISES, ["a frog is wet"], belief), belief)


def test_the_last_step_follows_and_the_others_are_worth_saying() -> None:
    leaves = tuple(
        Fact(name, text) for name, text in zip("abc", (*PREMISES, "moist skin lets water pass"), strict=True)
    )
    steps = Step(("a", "b"), "int1", "a frog has moist skin"), Step(("int1", "c"), ROOT, PROBLEM.hypothesis)
    tree = EntailmentTree(PROBLEM.hypothesis, leaves, steps)
    critic = Critic(None)
    offers = ConclusionOffers(critic)
    verdicts = [StepVerdict(step.conclusion, supported=True) for step in steps]
    first, last = offers.judging(PROBLEM, concluder())(tree, verdicts)
    assert first.follows == pytest.approx(offers.worth(PROBLEM, PREMISES, ["a frog has moist skin"])[0])
    assert last.follows == pytest.approx(critic.follows([((steps[0].text, leaves[2].text), PROBLEM.hypothesis)])[0])
    theirs, _ = offers.judging(PROBLEM, None)(tree, verdicts)
    assert theirs.follows == pytest.approx(critic.follows([(PREMISES, "a frog has moist skin")])[0])
