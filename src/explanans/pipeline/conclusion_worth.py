"""Conclusions on the way that are worth saying: they follow, say more than one premise, and lead to the hypothesis."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.steps.features import GRADED_NAMES, graded_columns
from explanans.entailment.steps.features import Step as StepTexts
from explanans.entailment.steps.model import LEAST as FOLLOWING
from explanans.entailment.steps.model import Critic, StepModel
from explanans.language.sentences import tidy, tidy_sentence, without_period
from explanans.language.values import canonical, canonical_beside
from explanans.learning.boosted_trees import predict
from explanans.learning.language_reader import HOME, LanguageReader, ReadingWeights, columns
from explanans.learning.model import TreesModel
from explanans.runtime.cache import Memory
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.structures.verdicts import NliScores, StepVerdict
from explanans.trees.conclusions.concluder import Concluder, concluder
from explanans.trees.conclusions.conclusion import ConclusionWriter, OfferingWriter, offers
from explanans.trees.conclusions.language_writer import ConclusionRequest, LanguageModelWriter, sayable
from explanans.trees.conclusions.tie_features import TIES, tie_columns
from explanans.trees.language_relevance import fitting_aim
from explanans.trees.prover import Conclude, Offer

LEAST = 0.65
"""Minimum probability of a conclusion that is said; chosen on the held-out graded conclusions."""
_REMEMBERED = 4096

_UNJUDGED = GRADED_NAMES[: -len(NliScores._fields)]
WORTH_NAMES = (*_UNJUDGED, *(feature.name for feature in TIES))
"""The names of the features of a conclusion: those of graded steps, without what a judge says, and ties of phrases."""


class ConclusionWorth(TreesModel):
    """Boosted trees that estimate how probable it is that a conclusion is worth saying.

    ``explanans lab train conclusion-worth`` makes them.

    Example:
        >>> premises = "a frog is a kind of amphibian", "amphibians have moist skin"
        >>> steps = [(premises, text) for text in ("a frog has moist skin", "amphibians have moist skin")]
        >>> new, copied = ConclusionWorth.shipped().probabilities(steps)
        >>> bool(new > 0.5 > copied)
        True
    """

    kind = "conclusion-worth"
    home = Path(__file__).parent / "models" / "conclusion-worth"
    features: ClassVar[Mapping[str, tuple[str, ...]]] = {"worth": WORTH_NAMES}

    def probabilities(self, steps: Sequence[StepTexts]) -> NDArray[np.float64]:
        """Return how probable it is that each conclusion is worth saying; shape (steps,).

        Args:
            steps: The premises of each, two or more, and its conclusion.
        """
        return predict(self.trees, worth_columns(steps))


def worth_columns(steps: Sequence[StepTexts]) -> NDArray[np.float32]:
    """Return the features of conclusions; shape (steps, features)."""
    model = StepModel.shipped()
    found = graded_columns(steps, model.words, model.likeness(steps), [None] * len(steps))
    return np.concatenate([found[:, : len(_UNJUDGED)], tie_columns(steps)], axis=1)


class LanguageWorth(ReadingWeights):
    """Weighs how probable it is that a conclusion is worth saying, by boosted trees and by a language model."""

    kind = "language-worth"
    home = Path(__file__).parent / "models" / "language-worth"

    def refined(
        self,
        reader: LanguageReader,
        problem: Problem,
        premises: Sequence[str],
        conclusions: Sequence[str],
        belief: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return how probable it is that conclusions of the same premises are worth saying; shape (conclusions,).

        Args:
            problem: The hypothesis, with the question and the answer if there are any.
            belief: How probable it is by the trees; shape (conclusions,).
        """
        text = spelt_premises(reader.fits, problem, premises)
        if text is None:
            return belief
        read = np.array([reader.read(text, spelt_conclusion(conclusion, text))[0] for conclusion in conclusions])
        odds = self.odds(columns(belief, read))
        refined: NDArray[np.float64] = 1 / (1 + np.exp(-odds))
        return refined


def spelt_premises(fits: Callable[[str], bool], problem: Problem, premises: Sequence[str]) -> str | None:
    """Return the text that a language model reads conclusions beside; None if it is too long.

    A question that does not fit is left out.

    Args:
        fits: Returns whether the language model reads a text whole.
    """
    facts = canonical(" ".join(map(tidy_sentence, premises)))
    return fitting_aim(fits, problem, f" Facts: {facts}")


def spelt_conclusion(conclusion: str, text: str) -> str:
    """Return the statement by which a language model is asked for a conclusion.

    Example:
        >>> spelt_conclusion("heat melts ice", "")
        'So: heat melts ice.'
    """
    return canonical_beside(f"So: {tidy_sentence(conclusion)}", text)


JudgeSteps = Callable[[EntailmentTree, Sequence[StepVerdict]], tuple[StepVerdict, ...]]
"""Returns the verdicts of the steps of a tree with their probabilities."""


class ConclusionOffers:
    """Offers conclusions on the way that are worth saying, by rules and by a language model.

    Args:
        critic: Finds which conclusions follow, and which are contradicted.
        reader: Returns a language model that reads conclusions, which another one writes, too; it is called when there
            are conclusions to read. None for none.
    """

    def __init__(self, critic: Critic, reader: Callable[[], LanguageReader] | None = None) -> None:
        self._critic = critic
        self._reader = reader
        self._writer = LanguageModelWriter(LanguageReader.shipped(HOME)) if reader else None
        self._worth = Memory[tuple[Problem, tuple[str, ...], str], float](_REMEMBERED)

    def of(self, problem: Problem, facts: Iterable[Fact], writer: ConclusionWriter | None) -> tuple[Conclude, ...]:
        """Return what offers the conclusions of the premises of a problem: first rules, then a language model, too.

        Args:
            problem: The hypothesis, with the question and the answer if there are any.
            facts: Facts at hand, which no conclusion may contradict.
            writer: The writer of the search's conclusions. What one of the user concludes for a join of the search only
                has to follow, and comes first; what it offers else has to be worth saying, too. None for a prover that
                writes its own conclusions: these have to follow, and no others are offered.
        """
        at_hand = [fact.text for fact in facts]
        named = [writer] if isinstance(writer, OfferingWriter) and not isinstance(writer, Concluder) else []

        def offering(writers: Sequence[OfferingWriter]) -> Conclude:
            def conclude(premises: tuple[str, ...], own: Sequence[Offer]) -> Iterator[Offer]:
                weighed = _offered(writers, premises, problem.hypothesis)
                theirs: Sequence[Offer] = ()
                if _is_ours(writer):
                    weighed = [*own, *weighed]
                elif named:
                    theirs = _offered(named, premises, problem.hypothesis) if own else ()
                else:
                    theirs = own
                for offer in (*self._following(premises, theirs), *self._weighed(problem, premises, weighed)):
                    if not self._critic.contradicts(premises, offer.text, at_hand):
                        yield offer

            return conclude

        ruled = [*named, concluder()] if writer else []
        if writer is None or self._writer is None or isinstance(writer, LanguageModelWriter):
            return (offering(ruled),)
        return offering(ruled), offering([*ruled, self._writer])

    def judging(self, problem: Problem, writer: ConclusionWriter | None) -> JudgeSteps:
        """Return what judges the steps of trees of a problem.

        The last step, and conclusions that only have to follow, get the probability that they follow; other steps how
        probable it is that their conclusion is worth saying.

        Args:
            problem: The hypothesis, with the question and the answer if there are any.
            writer: As for `of`.
        """
        is_ours = _is_ours(writer)

        def judge(tree: EntailmentTree, verdicts: Sequence[StepVerdict]) -> tuple[StepVerdict, ...]:
            texts = tree.texts()

            def follows(step: Step) -> float:
                premises = tuple(texts[name] for name in step.premises)
                if step.conclusion == ROOT or not is_ours:
                    return self._critic.follows([(premises, step.text)])[0]
                return self.worth(problem, premises, [step.text])[0]

            return tuple(
                replace(verdict, follows=follows(step)) for verdict, step in zip(verdicts, tree.steps, strict=True)
            )

        return judge

    def worth(self, problem: Problem, premises: tuple[str, ...], conclusions: Sequence[str]) -> list[float]:
        """Return how probable it is that conclusions of the same premises are worth saying."""
        asked = Problem("", problem.hypothesis, (), question=problem.question, answer=problem.answer)

        def weigh(new: Sequence[tuple[Problem, tuple[str, ...], str]]) -> list[float]:
            texts = [text for *_, text in new]
            belief = ConclusionWorth.shipped().probabilities([(premises, text) for text in texts])
            if self._reader is not None:
                belief = LanguageWorth.shipped().refined(self._reader(), asked, premises, texts, belief)
            found: list[float] = belief.tolist()
            return found

        return self._worth.all([(asked, premises, text) for text in conclusions], weigh)

    def _following(self, premises: tuple[str, ...], own: Sequence[Offer]) -> list[Offer]:
        """Return those conclusions that are likely to follow."""
        follows = self._critic.follows([(premises, offer.text) for offer in own])
        return [offer._replace(worth=value) for offer, value in zip(own, follows, strict=True) if value >= FOLLOWING]

    def _weighed(self, problem: Problem, premises: tuple[str, ...], given: Sequence[Offer]) -> list[Offer]:
        """Return those conclusions that are worth saying, the best first."""
        known = {without_period(tidy(offer.text)): offer for offer in reversed(given)}
        texts = sayable([*known], ConclusionRequest(premises, problem.hypothesis))
        weighed = [
            known[text]._replace(text=text, worth=value)
            for text, value in zip(texts, self.worth(problem, premises, texts), strict=True)
        ]
        return sorted((offer for offer in weighed if offer.worth >= LEAST), key=lambda offer: -offer.worth)


def _is_ours(writer: ConclusionWriter | None) -> bool:
    """Return whether a writer comes with the package, whose conclusions have to be worth saying."""
    return isinstance(writer, Concluder | LanguageModelWriter)


def _offered(writers: Iterable[OfferingWriter], premises: tuple[str, ...], hypothesis: str) -> list[Offer]:
    return [Offer(*offer) for writer in writers for offer in offers(writer, premises, hypothesis)]
