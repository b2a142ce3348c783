"""Pairs for inference that teach a language model what follows from what, before it learns stances."""

import random
from collections.abc import Iterable
from pathlib import Path

from explanans.lab.datasets.inference import labelled_pairs
from explanans.lab.judge.curriculum import parted
from explanans.lab.judge.examples import of_sentences
from explanans.lab.judge.premises import by_digest
from explanans.lab.judge.written import SHIPPED, lessons_of, read_claims
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.labelled import LabelledPair
from explanans.structures.verdicts import Status

PARTS = {"snli": 0.75}
"""The share of each data set among the first pairs; the rest are claims about sentences of our judged texts."""
OWN, WRITTEN = "texts", "written"
"""The group of those, and of claims that a language model wrote, which come where the first are too few."""
_LAST = "conjnli"
"""The group of rule-generated pairs, also used only if the others are too few."""
_SURE = 0.8
"""Minimum probability of the status of a generated claim."""
_LONGEST = 400
"""Characters that the premises of a written claim have at most."""
_DECIDED = {frozenset((Status.SUPPORTED,)): Stance.SUPPORT, frozenset((Status.CONTRADICTED,)): Stance.COUNTER}


def inference_pairs(data: Path | None, count: int, seed: int, *, decided: bool = False) -> list[LabelledPair]:
    """Return pairs that teach what follows from what.

    They are of SNLI and of our judged texts; where these are too few, claims that a language model wrote come too, and
    where these are, pairs of ConjNLI.

    Args:
        data: The folder of the data sets; if None, see ``locate.data_folder``.
        count: The maximum number to draw; if 0, the data sets need not be there.
        decided: Whether to take only claims that are supported or contradicted.

    Returns:
        Pairs whose group is where they come from.

    Raises:
        InputError: A data set is not there.
    """
    if not count:
        return []
    chance = random.Random(seed)  # noqa: S311 - not for secrets

    def drawn(pairs: Iterable[LabelledPair], most: int) -> list[LabelledPair]:
        taken = [pair for pair in pairs if not decided or pair.statuses in _DECIDED]
        return chance.sample(taken, min(most, len(taken)))

    found = [
        pair._replace(group=part)
        for part, share in PARTS.items()
        for pair in drawn(labelled_pairs(data, part, "train"), round(count * share))
    ]
    found += drawn(_own(), round(count * (1 - sum(PARTS.values()))))
    if len(found) < count:
        found += drawn(_written(data), count - len(found))
    if len(found) < count:
        last = drawn(labelled_pairs(data, _LAST, "train"), count - len(found))
        found += [pair._replace(group=_LAST) for pair in last]
    return found


def sources(pairs: Iterable[LabelledPair]) -> tuple[str, ...]:
    """Return where pairs come from, each source once.

    Args:
        pairs: The result of ``inference_pairs``.
    """
    return tuple(dict.fromkeys(pair.group for pair in pairs))


def _own() -> list[LabelledPair]:
    return [
        LabelledPair(lesson.premises, claim.text, claim.statuses, OWN)
        for lesson in of_sentences(parted()[0], 1.0)
        for claim in lesson.claims
    ]


def _written(data: Path | None) -> list[LabelledPair]:
    return [
        LabelledPair(lesson.premises, claim.text, claim.statuses, WRITTEN)
        for lesson in lessons_of(read_claims(SHIPPED), by_digest(data, parted()[0]))
        if sum(map(len, lesson.premises)) <= _LONGEST
        for claim in lesson.claims
        if claim.shares and max(claim.shares) >= _SURE
    ]


def as_stances(pairs: Iterable[LabelledPair]) -> list[ExplanationGraph]:
    """Return pairs as beliefs with arguments: premises that support a claim support the belief in it.

    Args:
        pairs: The pairs; those whose claims are neither supported nor contradicted are passed over.

    Example:
        >>> [pair] = as_stances([LabelledPair(("Ice floats.",), "Ice sinks.", frozenset((Status.CONTRADICTED,)), "")])
        >>> pair.belief, pair.argument, str(pair.stance)
        ('Ice sinks.', 'Ice floats.', 'counter')
    """
    return [
        ExplanationGraph(pair.claim, " ".join(pair.premises), _DECIDED[pair.statuses], ())
        for pair in pairs
        if pair.statuses in _DECIDED
    ]
