"""Teach a language model which premises are leaves and which conclusions are worth saying.

``explanans lab train language-premises`` goes on from the reader of choices that comes with the package, whose low-rank
matrices it changes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from explanans.lab.judge.examples import Pool, TrainingClaim, TrainingExample
from explanans.lab.networks.language_choices import FurtherLessons, fact_claim, in_turn
from explanans.lab.networks.mixture import MixtureSchedule
from explanans.lab.training.conclusion_worth import GRADES, GradedConclusion
from explanans.lab.training.language_leaves import is_held_out, lessons_of
from explanans.pipeline.conclusion_worth import spelt_conclusion, spelt_premises
from explanans.structures.trees import Problem
from explanans.structures.verdicts import Status
from explanans.trees.language_relevance import fitting_aim

SCHEDULE = MixtureSchedule(tokens=1_200_000, batch=1500, rate=4e-4)
_LEAVES, _CONCLUSIONS = 0.5, 0.5
"""Shares of the tokens."""
_UNASKED = 3
"""Every third problem is read without its question."""
_STATUSES = dict(zip(GRADES, (Status.SUPPORTED, Status.UNKNOWN, Status.CONTRADICTED), strict=True))


@dataclass(frozen=True)
class PremiseLessons(FurtherLessons):
    """The training data of a language model that reads premises.

    Attributes:
        leaves: Hypotheses beside their premises; see `leaf_examples`.
        conclusions: Premises beside their graded conclusions; see `conclusion_examples`.
    """

    leaves: Sequence[TrainingExample]
    conclusions: Sequence[TrainingExample]

    def pools(self) -> tuple[Pool, ...]:
        """Return what it learns to read."""
        return Pool(self.leaves, _LEAVES), Pool(self.conclusions, _CONCLUSIONS)

    def counts(self) -> dict[str, int]:
        """Return how much there is of each kind."""
        return {
            "trees": len(self.leaves),
            "conclusions": sum(len(example.claims) for example in self.conclusions),
        }


def leaf_examples(problems: Sequence[Problem], fits: Callable[[str], bool], seed: int) -> Iterator[TrainingExample]:
    """Yield hypotheses beside the most probable of their premises in turn, each a leaf or not.

    Args:
        problems: Problems with gold trees, as those of EntailmentBank's task 2; those that are held out are not learnt.
        fits: Returns whether the language model reads a text whole.
    """
    chance, lessons = np.random.default_rng(seed), lessons_of(problems, seed)
    rows = zip(problems, lessons.gold, lessons.belief, is_held_out(problems).tolist(), strict=True)
    for number, (problem, gold, belief, is_held) in enumerate(rows):
        if is_held:
            continue
        asked = replace(problem, question="") if number % _UNASKED == 0 else problem
        if (text := fitting_aim(fits, asked)) is not None:
            premises = zip(problem.premises, gold.tolist(), strict=True)
            claims = [fact_claim(premise.text, is_shown=is_leaf) for premise, is_leaf in premises]
            yield in_turn(text, claims, belief, chance)


def conclusion_examples(graded: Iterable[GradedConclusion], fits: Callable[[str], bool]) -> Iterator[TrainingExample]:
    """Yield premises beside their graded conclusions, for a language model to learn from.

    Args:
        fits: Returns whether the language model reads a text whole.
    """
    learnt = (item for item in graded if not item.is_held_out)
    for (problem, premises), items in groupby(learnt, lambda item: (item.problem, item.premises)):
        text = spelt_premises(fits, problem, premises)
        if text is not None:
            claims = (
                TrainingClaim(spelt_conclusion(item.conclusion, text), frozenset((_STATUSES[item.grade],)))
                for item in items
            )
            yield TrainingExample((text,), tuple(claims))
