"""All that a judge learns from: our own judged texts, people's inference pairs, entailment trees and exam questions."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from explanans.datasets.inference import labelled_pairs
from explanans.datasets.locate import find
from explanans.datasets.splits import tree_problems
from explanans.judged import JudgedText
from explanans.knowledge.base import KnowledgeBase
from explanans.train.judge.lessons import Lesson, against_the_grain, of_pairs, of_questions, of_texts, of_trees
from explanans.train.judge.texts import training_texts

_HELD_OUT = 7
"""Every how many texts one teaches the combination instead of the network."""
_PAIRS = {"conjnli": 2000, "med": 1200, "help": 800}
"""Premises of data sets that rules made, or that are all of one kind: more of them taught nothing more."""
_MADE = 0.5
AGAINST = 0.6
"""The weight of claims that were turned against what they look like, which are not all well made."""
_STEPS, _STEP_WEIGHT = 1400, 0.6
_QUESTIONS, _QUESTION_WEIGHT = 500, 0.5


@dataclass(frozen=True, slots=True)
class Curriculum:
    """What a judge learns from.

    Attributes:
        network: What its network learns from first.
        refining: What it learns from then: what people wrote and labelled as they meant it.
        combination: Texts that the network does not see, for what combines its readings with exact findings.
    """

    network: tuple[Lesson, ...]
    refining: tuple[Lesson, ...]
    combination: tuple[JudgedText, ...]

    def origin(self) -> dict[str, int | str]:
        """Return how much there is, and a digest of it, for manifests."""
        digest = sha256()
        for lesson in self.network:
            digest.update(repr(lesson).encode())
        return {
            "lessons": len(self.network),
            "claims": sum(len(lesson.claims) for lesson in self.network),
            "held_out_texts": len(self.combination),
            "lessons_sha256": digest.hexdigest(),
        }


def curriculum(data: Path | None, seed: int) -> Curriculum:
    """Return what the judge that ships learns from.

    Args:
        data: The folder of the data sets; where None, see ``locate.data_folder``.
        seed: Seeds what is drawn of large data sets.

    Raises:
        InputError: A data set is not there.
    """
    texts = training_texts()
    held_out = tuple(texts[::_HELD_OUT])
    learnt = [text for number, text in enumerate(texts) if number % _HELD_OUT]
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    written = [*of_texts(learnt), *of_pairs(labelled_pairs(data, "snli", "train"))]
    written += of_pairs(labelled_pairs(data, "wice-words", "train"))
    lessons = [*written, *against_the_grain(learnt, AGAINST, seed)]
    for part, most in _PAIRS.items():
        lessons += _drawn(list(of_pairs(labelled_pairs(data, part, "train"), _MADE)), most, chance)
    trees = list(of_trees(tree_problems(data, 1, "train"), _STEP_WEIGHT, seed))
    lessons += _drawn(trees, _STEPS, chance)
    science = KnowledgeBase.open(find("worldtree-v2.1", data))
    lessons += of_questions(science.questions, science, _QUESTION_WEIGHT, _QUESTIONS, seed)
    return Curriculum(tuple(lessons), tuple(written), held_out)


def _drawn(lessons: Sequence[Lesson], most: int, chance: random.Random) -> Iterable[Lesson]:
    return chance.sample(lessons, min(most, len(lessons)))
