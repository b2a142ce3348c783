"""Premises for which a language model writes claims: sentences of data sets, facts, and our own judged texts."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.splits import labelled_pairs, tree_problems
from explanans.lab.judge.written import digest
from explanans.language.sentences import sentences
from explanans.structures.labels import MODEL, LabelledDocument

TEXTS = "texts"
"""Where premises come from that are judged texts of the package, or sentences of them."""
SCIENCE = "worldtree-v2.1"
_PAIRS = {"snli": 3, "conjnli": 1}
"""How many claims of each label are written beside a premise of a data set: fewer where there are more premises."""
_WHOLE, _SENTENCE, _FACT = 8, 2, 1
_ALONE = 0.5
"""The share of facts that stand alone; beside the others there are one or two that say nothing of them."""
_QUOTED = ("snli", "conjnli", "med", "help", "wice-words")
_WORDS = re.compile(r"\w+")


class Premise(NamedTuple):
    """A premise for which claims are written.

    Attributes:
        source: Where it comes from; see ``WrittenClaims``.
        parts: Its sentences, passages or facts.
        claims: How many claims of each label are to be written.
    """

    source: str
    parts: tuple[str, ...]
    claims: int

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.parts)


def premises(data: Path | None, learnt: Iterable[LabelledDocument], seed: int) -> list[Premise]:
    """Return the premises that claims are written beside, always in the same order.

    Every second fact of WorldTree is among them.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        learnt: The judged texts that the network of a judge may see.
        seed: Seeds which facts stand together.

    Raises:
        InputError: A data set is not there.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    found = [Premise(part, (text,), _PAIRS[part]) for part in _PAIRS for text in _of_pairs(data, part)]
    for text in learnt:
        said = _sentences(text)
        found.append(Premise(TEXTS, (" ".join(text.paragraphs),), _WHOLE))
        found += [Premise(TEXTS, (sentence,), _SENTENCE) for sentence in said]
        found += [Premise(TEXTS, pair, _SENTENCE) for pair in zip(said[::2], said[1::2], strict=False)]
    facts = _facts(data)[::2]
    for fact in facts:
        others = () if chance.random() < _ALONE else tuple(chance.sample(facts, chance.choice((1, 2))))
        found.append(Premise(SCIENCE, (fact, *others), _FACT))
    return found


def by_digest(data: Path | None, learnt: Iterable[LabelledDocument]) -> Mapping[str, str]:
    """Return the text of each digest that a file of written claims may name; see ``premises``.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        learnt: The judged texts that the network of a judge may see.

    Raises:
        InputError: A data set is not there.
    """
    own = (part for text in learnt for part in (" ".join(text.paragraphs), *_sentences(text)))
    public = (text for part in _PAIRS for text in _of_pairs(data, part))
    return {digest(text): text for text in (*own, *public, *_facts(data))}


class Quotations:
    """Tells claims that only say again what stands in a data set: these are not passed on.

    Example:
        >>> quotations = Quotations(["Ice floats on water."])
        >>> premise = Premise("snli", ("Wood floats on water.",), 1)
        >>> [quotations.among(claim, premise) for claim in ("ice floats on water", "Wood floats.")]
        [True, False]
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = {_plain(text) for text in known}

    @classmethod
    def of(cls, data: Path | None) -> "Quotations":
        """Return what tells quotations of the data sets that a judge learns from.

        Args:
            data: The folder of the data sets; where None, see ``catalogue.data_folder``.

        Raises:
            InputError: A data set is not there.
        """
        return cls(_said(data))

    def among(self, claim: str, premise: Premise) -> bool:
        """Return whether a claim is, but for case and punctuation, a sentence of a data set, or has its premise whole.

        Args:
            premise: What it was written beside.
        """
        words = _plain(claim)
        public = () if premise.source in {TEXTS, MODEL} else premise.parts
        return words in self._known or any(_plain(part) in words for part in public)


def _said(data: Path | None) -> Iterator[str]:
    for part in _QUOTED:
        for pair in labelled_pairs(data, part, "train"):
            yield from (*pair.premises, " ".join(pair.premises), pair.claim)
    yield from _facts(data)
    for problem in tree_problems(data, 1, "train"):
        yield problem.hypothesis
        if problem.tree:
            yield from (step.text for step in problem.tree.steps)


def _plain(text: str) -> str:
    return f" {' '.join(_WORDS.findall(text.lower()))} "


def _of_pairs(data: Path | None, part: str) -> list[str]:
    return sorted({pair.premises[0] for pair in labelled_pairs(data, part, "train")})


def _sentences(text: LabelledDocument) -> Sequence[str]:
    return [f"{sentence.text.rstrip('.')}." for sentence in sentences(text.paragraphs)]


def _facts(data: Path | None) -> list[str]:
    return [f"{fact.text}." for fact in KnowledgeBase.open(find(SCIENCE, data)).facts]
