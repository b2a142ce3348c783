"""Generators: given a question and its answer, write the facts that explain it (Jansen et al. 2021, A.4.1)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import tokens
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.continuations import Continuation, locate_sequences, open_sequences
from explanans.neural.core.sequences import SequenceNetwork
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question

NETWORK = "generator:"
"""Prefix of the name of a generator in the manifest of a checkpoint."""

_WHAT = "generator"

_LONGEST = 128
"""Maximum number of output tokens of a language model, which may repeat itself; explanations seldom have more."""

AND = "[AND]"
_AND = re.compile(r"\[\s*AND\s*\]", re.IGNORECASE)
"""Some tokenizers forget where blanks and capitals were."""


THRESHOLD = 0.70
"""Below it alignments tend to be poor, as Jansen et al. 2021 (appendix A.4.1) found."""


class Alignment(NamedTuple):
    """A fact and how near a sentence comes to it.

    Attributes:
        rouge: ROUGE-1, from 0 to 1.
    """

    fact: int
    rouge: float


class Aligner:
    """Compares sentences with every fact by ROUGE-1 (Lin & Hovy 2003).

    That is the F1 over the words that both have, each as often as the one that has it less often. Words are compared in
    lower case and are not stemmed.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths = np.zeros(len(facts), dtype=np.int64)
        for number, fact in enumerate(facts):
            counts = Counter(tokens(fact.text.lower()))
            self._lengths[number] = counts.total()
            for word, count in counts.items():
                postings[word].append((number, count))
        self._postings = {word: np.array(pairs, dtype=np.int64).T for word, pairs in postings.items()}

    def align(self, sentence: str, threshold: float = THRESHOLD) -> Alignment | None:
        """Return the fact that a sentence comes nearest to; of equals the first, None if all are too far.

        Args:
            threshold: The lowest ROUGE-1 that counts.

        Example:
            >>> aligner = Aligner([Fact("f1", "ice is a kind of solid"), Fact("f2", "heat melts ice")])
            >>> aligner.align("Ice is a solid")
            Alignment(fact=0, rouge=0.8)
            >>> aligner.align("frogs are green") is None
            True
        """
        words = Counter(tokens(sentence.lower()))
        shared = np.zeros(len(self._lengths), dtype=np.int64)
        for word, count in words.items():
            if word in self._postings:
                numbers, counts = self._postings[word]
                shared[numbers] += np.minimum(counts, count)
        if not shared.any():
            return None
        rouge = 2 * shared / (self._lengths + words.total())
        best = int(np.argmax(rouge))
        return Alignment(best, float(rouge[best])) if rouge[best] >= threshold else None


class Subtask(StrEnum):
    """Kinds of facts to generate."""

    CORE = "core"
    """Facts of a gold explanation, or rated at least important."""
    EXT = "ext"
    """Facts rated relevant but not important."""

    @property
    def weight(self) -> int:
        """Minimum grade of its facts, from 1 to 3."""
        return 2 if self is Subtask.CORE else 1


def cue(question: Question, subtask: Subtask) -> str:
    """Return the input of a generator.

    Example:
        >>> cue(Question.asked("What melts ice?", "heat"), Subtask.CORE)
        'explanation: What melts ice? [ANSWER] heat [CORE]'
    """
    return f"explanation: {question.text} [ANSWER] {question.answer} [{subtask.upper()}]"


def join(facts: Iterable[str]) -> str:
    """Return the target output of a generator.

    Example:
        >>> join(["ice is a solid", "heat melts solids"])
        'ice is a solid [AND] heat melts solids'
    """
    return f" {AND} ".join(facts)


def splice(line: str) -> tuple[str, ...]:
    """Return the sentences of a generated line.

    Example:
        >>> splice("ice is a solid [AND] heat melts solids [ and]")
        ('ice is a solid', 'heat melts solids')
    """
    sentences = (" ".join(sentence.split()) for sentence in _AND.split(line))
    return tuple(sentence for sentence in sentences if sentence)


@dataclass(frozen=True, slots=True)
class Search:
    """Settings of the search for facts; the defaults are those of the paper.

    Attributes:
        merged: Of how many of them, the best, the sentences are put together.
        threshold: The lowest ROUGE-1 at which a sentence stands for a fact.
    """

    beams: int = 64
    merged: int = 10
    threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        if not 1 <= self.merged <= self.beams or not 0 <= self.threshold <= 1:
            accepted = "1 or more lines to put together, as many beams or more, and a threshold from 0 to 1"
            raise InputError(f"{self}; accepted: {accepted}")


FEWER = Search(beams=4, merged=2)
"""Search settings of language models, which are slower per token than encoder–decoders of their size."""


class Generator:
    """Explains answers by facts of the knowledge base that match generated ones.

    For each subtask the sentences of the best lines of a beam search are put together, and each stands for the fact it
    comes nearest to by ROUGE-1, if that is near enough (Jansen et al. 2021, appendix A.4.1). The paper gives no order.
    Here the score of a fact is the share of the lines that have it, times the lowest grade of the subtask (2 for core
    facts, 1 for extra detail), summed over the subtasks.

    Args:
        search: Settings of the search; if None, those of the paper, or ``FEWER`` for a language model.
    """

    def __init__(
        self,
        network: SequenceNetwork,
        knowledge: KnowledgeBase,
        subtasks: Sequence[Subtask] = tuple(Subtask),
        search: Search | None = None,
    ) -> None:
        check_tokenizer(network)
        self._network = network
        self._subtasks = tuple(subtasks)
        self._search = search or (FEWER if isinstance(network, Continuation) else Search())
        current = np.concatenate([knowledge.current, knowledge.superseded])
        self._facts = [knowledge.facts[number] for number in current.tolist()]
        self._aligner = Aligner(self._facts)

    @classmethod
    def open(cls, name: str, knowledge: KnowledgeBase, search: Search | None = None) -> "Generator":
        """Load a generator that ``explanans lab train generator`` made.

        Args:
            name: Its folder; with ``core:`` or ``ext:`` before that, it is asked for these facts only.
        """
        before, colon, rest = name.partition(":")
        wanted = Subtask(before) if colon and before in list(Subtask) else None
        folder = locate_sequences(Path(rest if wanted else name), _WHAT)
        network = read_manifest(folder).network
        learnt = network.removeprefix(NETWORK).split("+")
        if not network.startswith(NETWORK):
            raise InputError(f"{folder}: a {network}; accepted: a generator made by 'explanans lab train generator'")
        if wanted and wanted not in learnt:
            raise InputError(f"{folder}: has not learnt {wanted}; accepted: {', '.join(learnt)}")
        subtasks = (wanted,) if wanted else tuple(map(Subtask, learnt))
        return cls(open_sequences(folder, _WHAT), knowledge, subtasks, search)

    def __call__(self, question: Question) -> tuple[ScoredFact, ...]:
        """Return the facts that explain an answer, best first."""
        return self.each([question])[0]

    def each(self, questions: Sequence[Question]) -> list[tuple[ScoredFact, ...]]:
        """Return the facts that explain each of many answers, generated in batches."""
        scores: list[dict[int, float]] = [defaultdict(float) for _ in questions]
        for subtask in self._subtasks:
            for found, lines in zip(scores, self._lines(questions, subtask), strict=True):
                for line in lines:
                    aligned = (self._aligner.align(sentence, self._search.threshold) for sentence in line)
                    for number in dict.fromkeys(alignment.fact for alignment in aligned if alignment):
                        found[number] += subtask.weight / len(lines)
        return [
            tuple(ScoredFact(self._facts[number], found[number]) for number in sorted(found, key=lambda at: -found[at]))
            for found in scores
        ]

    def lines(self, question: Question, subtask: Subtask) -> list[tuple[str, ...]]:
        """Return the sentences of each line that is put together, best first."""
        return self._lines([question], subtask)[0]

    def _lines(self, questions: Sequence[Question], subtask: Subtask) -> list[list[tuple[str, ...]]]:
        network, tokenizer, search = self._network, self._network.tokenizer, self._search
        cues = [cue(question, subtask) for question in questions]
        longest = min(network.window - 1, _LONGEST) if isinstance(network, Continuation) else network.window - 1
        written = network.search_each(cues, search.beams, search.merged, longest)
        return [[splice(str(tokenizer.decode(line, skip_special_tokens=True))) for line in lines] for lines in written]


def check_tokenizer(network: SequenceNetwork) -> None:
    """Make sure that a network can write what stands between facts."""
    unknown = network.tokenizer.unk_token_id
    if unknown is not None and unknown in network.tokenizer.encode(f" {AND}", add_special_tokens=False):
        raise InputError(f"the tokenizer has no tokens for {AND!r}, which stands between facts")
