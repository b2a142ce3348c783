"""Criticism of composed steps: how likely each conclusion follows, and which had better not be said."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict
from explanans.verify.judge.judge import Judge, Pair, judged
from explanans.verify.steps.features.extractor import Step
from explanans.verify.steps.model import StepModel

LEAST = 0.35
"""From which probability on a conclusion may be said: low, since a good one that is lost spoils its whole tree."""

MOST_CONTRADICTED = 0.8
"""From which probability on a conclusion is taken to contradict its premises, or facts at hand."""

_REMEMBERED = 4096


class Critic:
    """Says how likely conclusions follow, and which are not to be uttered.

    Args:
        judge: Judges conclusions beside their premises; none where None.
        model: Tells how likely they follow; the model that comes with the package where None.

    Example:
        >>> critic = Critic(None)
        >>> premises = ("a frog is a kind of amphibian", "amphibians have moist skin")
        >>> critic.accept([(premises, "a frog has moist skin")])
        [True]
    """

    def __init__(self, judge: Judge | None, model: StepModel | None = None) -> None:
        self._judge = judge
        self._model = model or StepModel.shipped()
        self._known: OrderedDict[tuple[tuple[str, ...], str], tuple[float, float]] = OrderedDict()

    def follows(self, steps: Sequence[Step]) -> list[float]:
        """Return how likely each conclusion follows, from 0 to 1.

        Args:
            steps: The premises of each, one or more, and its conclusion.

        Raises:
            InputError: The judge returns what is of no use.
        """
        return [follows for follows, _ in self._look(steps)]

    def accept(self, steps: Sequence[Step], at_hand: Sequence[str] = ()) -> list[bool]:
        """Tell which conclusions may be said: those that are likely enough to follow, and that nothing contradicts.

        Args:
            steps: The premises of each, one or more, and its conclusion.
            at_hand: Facts that no conclusion may contradict.

        Raises:
            InputError: The judge returns what is of no use.
        """
        found = [follows >= LEAST and contradicted < MOST_CONTRADICTED for follows, contradicted in self._look(steps)]
        if self._judge is None or not at_hand:
            return found
        pairs = [Pair(tuple(at_hand), steps[number][1]) for number, is_good in enumerate(found) if is_good]
        against = iter(judged(self._judge, pairs))
        return [is_good and next(against).contradicted < MOST_CONTRADICTED for is_good in found]

    def judged(self, tree: EntailmentTree, verdicts: Sequence[StepVerdict]) -> tuple[StepVerdict, ...]:
        """Return verdicts that also say how likely each step's conclusion follows.

        Args:
            tree: A valid tree.
            verdicts: One verdict a step, in order.

        Raises:
            InputError: The judge returns what is of no use.
        """
        texts = tree.texts()
        follows = self.follows([(tuple(texts[name] for name in step.premises), step.text) for step in tree.steps])
        return tuple(replace(verdict, follows=value) for verdict, value in zip(verdicts, follows, strict=True))

    def _look(self, steps: Sequence[Step]) -> list[tuple[float, float]]:
        """Return how likely each conclusion follows, and how likely its premises contradict it; each is judged once."""
        keys = [(tuple(premises), conclusion) for premises, conclusion in steps]
        new = [key for key in dict.fromkeys(keys) if key not in self._known]
        if new:
            said = judged(self._judge, [Pair(*key) for key in new]) if self._judge else [None] * len(new)
            follows = self._model.follows(new, said).tolist()
            for key, likely, judgement in zip(new, follows, said, strict=True):
                self._known[key] = (likely, judgement.contradicted if judgement else 0.0)
        found = [self._known[key] for key in keys]
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found
