"""A knowledge base: facts, the questions they explain, and an index over both."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, reduce
from hashlib import blake2b, sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge.holders import ClusterShards, Holding, Place, place_of
from explanans.knowledge.index import open_index
from explanans.knowledge.index_writer import VECTORS, write_index
from explanans.knowledge.lexicon import Lexicon, top
from explanans.knowledge.manifest import CENTRAL, MANIFEST, Manifest, read_manifest
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.records import Records
from explanans.knowledge.segments import Segments
from explanans.knowledge.sharded import AnyVectors, ShardClient, ShardedSegments
from explanans.knowledge.sources import InMemorySource
from explanans.knowledge.vectors import (
    LARGE,
    Vectors,
    cached_vectors,
    kept_vectors,
    opened_embedder,
    passing_vectors,
    read_vectors,
)
from explanans.language.tokens import content_lemmas, informative_lemmas
from explanans.learning.embedder import Embedder, TextEncoder
from explanans.learning.static import STATIC, StaticEmbedder
from explanans.runtime.version import __version__
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question


@dataclass(frozen=True)
class Gold:
    """Triples of fact, question and role, sorted by question, fact and role.

    Attributes:
        facts: Fact numbers; shape (entries,).
        questions: Question numbers; shape (entries,).
        roles: Role numbers in ``writer.ROLES``; shape (entries,).
    """

    facts: NDArray[np.intp]
    questions: NDArray[np.intp]
    roles: NDArray[np.uint8]

    @classmethod
    def open(cls, folder: Path, facts: str) -> Self:
        """Read the gold explanations of an index."""
        starts, roles = np.load(folder / "gold.starts.npy"), np.load(folder / "gold.roles.npy")
        questions = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return cls(np.load(folder / facts).astype(np.intp), questions, roles)

    @cached_property
    def pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The distinct pairs of facts and questions."""
        fact, question = np.diff(self.facts, prepend=-1) != 0, np.diff(self.questions, prepend=-1) != 0
        first = fact | question
        return self.facts[first], self.questions[first]


_TRIES = 3


class KnowledgeBase:
    """Facts, the questions they explain, and an index over both, mapped into memory.

    Attributes:
        name: The name or path it was opened by.
        manifest: Its manifest with counts of its contents.
        facts: The facts in the order of their files, including removed ones.
        questions: The training questions with a gold explanation.
        vocabulary: The content lemmas of facts and questions.
        fact_lexicon: The inverted index of the facts.
        question_lexicon: The inverted index of the questions, each with its right answer.
        deprecated: Whether each fact is superseded or removed; shape (facts,).
        removed: The numbers of the removed or replaced facts, ascending. They keep their numbers, but searches skip
            them.
        gold: The pairs of facts and questions that they explain.
        segments: The facts on disk.
    """

    def __init__(
        self, name: str, folder: Path, manifest: Manifest, *, kept: bool = True, holders: ShardClient | None = None
    ) -> None:
        self.name = name
        self.manifest = manifest
        self._folder, self._kept = folder, kept
        folders = [folder, *(folder / added for added, _ in manifest.segments)]
        self.segments: Segments | ShardedSegments = (
            Segments.open(folders) if holders is None else ShardedSegments(folder, holders, len(folders))
        )
        self.facts: Sequence[Fact] = self.segments.facts
        self.questions: Sequence[Question] = Records(folder, "questions", Question)
        self.vocabulary = self.segments.vocabulary
        self.fact_lexicon = self.segments.lexicon
        self.question_lexicon = Lexicon.open(folder, "questions-by-lemma", manifest.questions)
        self.deprecated = self.segments.deprecated
        self.removed: NDArray[np.intp] = np.empty(0, dtype=np.intp)
        if manifest.removed:
            self.removed = np.load(folder / manifest.removed).astype(np.intp)
            self.deprecated = np.array(self.deprecated)
            self.deprecated[self.removed] = True
        self.gold = Gold.open(folder, manifest.gold)

    @classmethod
    def open(cls, *names: str | Path) -> Self:
        """Open a knowledge base; its index is built at the first use and after each change of its files.

        Args:
            names: ``starter`` (the default) for the shipped knowledge base, or a path: a WorldTree folder, a ``.tsv``,
                ``.csv``, ``.jsonl``, ``.txt`` or ``.md`` file, a folder of them, or an index made by ``kb build``.
                Several are merged. ``INDEX@tcp://HOST:PORT`` opens an index on the workers of a Dask cluster, with the
                address of the scheduler.

        Raises:
            InputError: There is no such knowledge base, it is empty, or one of its files is malformed.

        Example:
            >>> knowledge = KnowledgeBase.open("starter")
            >>> len(knowledge.facts) > 800
            True
        """
        names = names or ("starter",)
        if len(names) == 1 and (place := place_of(names[0])):
            return cls._held(place)
        name = ", ".join(map(str, names))
        for _ in range(_TRIES):
            # Another process that changes the index may remove a file meanwhile.
            with suppress(FileNotFoundError):
                return cls(name, *open_index(*names))
        return cls(name, *open_index(*names))

    @classmethod
    def _held(cls, place: Place) -> Self:
        """Open an index that is held by the workers of a cluster."""
        folder = Path(place.folder)
        if not (folder / MANIFEST).is_file():
            raise InputError(f"{folder}: no index; accepted before an address: a folder made by `explanans kb build`")
        manifest = read_manifest(folder, CENTRAL)
        encoder = opened_embedder(manifest.embedder) if manifest.embedder else None
        width = encoder.width if encoder else 0
        holders = ClusterShards(place.address, Holding.of(folder, manifest, width))
        return cls(place.folder, folder, manifest, holders=holders)

    @classmethod
    def of(cls, facts: Iterable[Fact | str], name: str = "facts", questions: Iterable[Question] = ()) -> Self:
        """Return a knowledge base of facts in memory; its index is not kept.

        Args:
            facts: Facts, or sentences; the id of a sentence is the name and its number, such as ``facts#1``.
            questions: Training questions with a gold explanation among the facts.

        Raises:
            InputError: There are no facts.

        Example:
            >>> knowledge = KnowledgeBase.of(["Ice is a solid.", Fact("k1", "heat melts ice")])
            >>> [(fact.id, fact.text) for fact, _ in knowledge.search("What melts?", 1)]
            [('k1', 'heat melts ice')]
        """
        # Memory maps outlive the folder.
        with TemporaryDirectory(prefix="explanans-", ignore_cleanup_errors=True) as folder:
            return cls(
                name, Path(folder), write_index(InMemorySource(name, facts, questions), Path(folder)), kept=False
            )

    def votes(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, for each fact, the sum of the weights of the questions that it explains.

        Args:
            weights: One weight per question; shape (questions,).

        Returns:
            One sum per fact; shape (facts,).
        """
        facts, questions = self.gold.pairs
        sums = np.bincount(facts, weights=weights[questions], minlength=len(self.facts))
        return sums.astype(np.float64)  # without any question the sums would be integers

    def search(self, query: str, limit: int) -> tuple[ScoredFact, ...]:
        """Return the facts with the highest BM25 cosine to a query, best first.

        Args:
            query: Any words.
            limit: Maximum number of facts.

        Returns:
            Facts and cosines of BM25 vectors; only facts that share a word with the query.
        """
        scores = self.fact_lexicon.similarities(*self.vocabulary.vector(content_lemmas(query)))
        scores[self.removed] = 0.0
        best = top(scores, limit).tolist()
        return tuple(ScoredFact(self.facts[number], float(scores[number])) for number in best if scores[number] > 0)

    def about(self, phrase: str) -> NDArray[np.uint32]:
        """Return the numbers of the facts that contain every informative lemma of a phrase, ascending.

        Returns:
            Fact numbers; empty if the phrase has no informative lemma or one that no fact contains.
        """
        numbers = [self.vocabulary.numbers.get(lemma, -1) for lemma in sorted(informative_lemmas(phrase))]
        if not numbers or min(numbers) < 0:
            return np.empty(0, dtype=np.uint32)
        found = reduce(np.intersect1d, map(self.fact_lexicon.holders, numbers))
        return found[~np.isin(found, self.removed)] if self.removed.size else found

    @cached_property
    def vectors(self) -> AnyVectors | ReadVectors:
        """The vectors of the facts' texts by the shipped network, in the order of ``facts``.

        Of more than ``LARGE`` facts only those found by static vectors are read. An index made by ``kb build`` contains
        the vectors. For other knowledge bases they are computed at first use and
        cached on disk, or in memory for facts in memory.

        Example:
            >>> knowledge = KnowledgeBase.of(["Ice is a solid.", "The bus leaves at noon."])
            >>> cosines = knowledge.vectors.cosines(Embedder.shipped().embed(["When does the coach depart?"]))
            >>> int(cosines[:, 0].argmax())
            1
        """
        shipped = Embedder.shipped()
        if self.has_all_vectors(shipped):
            return self.vectors_by(shipped)
        return ReadVectors(shipped, self.facts, static=self.vectors_by(StaticEmbedder.of(shipped)))

    def vectors_by(self, embedder: TextEncoder) -> AnyVectors:
        """Return the vectors of the facts' texts by a network, in the order of ``facts``; see ``vectors``.

        Raises:
            InputError: The facts are on a cluster that has no vectors by this network.
        """
        if isinstance(self.segments, ShardedSegments):
            if self.manifest.embedder == embedder.name:
                return self.segments.vectors
            # Indexes are built with vectors of the network of the package only.
            built = (
                "one built with --vectors, or " if embedder.name.removeprefix(STATIC) == Embedder.shipped().name else ""
            )
            raise InputError(
                f"{self.name}: an index without vectors of {embedder.name}, whose facts others hold; accepted: {built}"
                "a ranker that goes by words, such as cold or stacked-lexical"
            )
        if self.manifest.embedder == embedder.name:
            found = read_vectors(
                [folder / VECTORS for folder in self.segments.folders], len(self.facts), embedder.width
            )
            if found is not None:
                return found
        if not self._kept:
            return passing_vectors(embedder, self.facts)
        return kept_vectors(embedder, self.facts, self.segments.digest)

    def has_all_vectors(self, embedder: Embedder) -> bool:
        """Return whether ``vectors_by`` returns the vectors of all facts within seconds: they are few, or made."""
        if len(self.facts) <= LARGE or self.manifest.embedder == embedder.name:
            return True
        if isinstance(self.segments, ShardedSegments) or not self._kept:
            return False
        return cached_vectors(embedder, len(self.facts), self.segments.digest) is not None

    def read_vectors(self, embedder: Embedder, numbers: NDArray[np.integer]) -> ReadVectors:
        """Return the vectors of some facts, and the means to read those of others; see ``ReadVectors``.

        Args:
            numbers: The indices of the facts to read now, ascending; they are cached as those of ``vectors_by``.
        """
        facts = self.several(numbers)
        content = blake2b("\n".join(fact.text for fact in facts).encode(), digest_size=8).hexdigest()
        known = kept_vectors(embedder, facts, content) if self._kept else passing_vectors(embedder, facts)
        return ReadVectors(embedder, self.facts, numbers.astype(np.intp), known)

    def question_vectors(self, embedder: Embedder, read: Callable[[Question], str]) -> Vectors:
        """Return the vectors of the questions, computed at first use and cached as those of facts.

        Args:
            embedder: The network.
            read: Returns the text to embed for a question. It must be deterministic for the same words and version of
                the package, and is not called if the vectors are cached.
        """
        words = "\n".join((__version__, *(f"{question.text} {question.answer}" for question in self.questions)))
        digest = sha256(words.encode()).hexdigest()[:16]
        found = cached_vectors(embedder, len(self.questions), digest) if self._kept else None
        if found is not None:
            return found
        asked = [Fact(question.id, read(question)) for question in self.questions]
        return kept_vectors(embedder, asked, digest) if self._kept else passing_vectors(embedder, asked)

    @cached_property
    def current(self) -> NDArray[np.intp]:
        """The numbers of the facts that are neither superseded nor removed, ascending."""
        return np.flatnonzero(~self.deprecated)

    @cached_property
    def superseded(self) -> NDArray[np.intp]:
        """The numbers of the facts that are marked as superseded, ascending."""
        return np.setdiff1d(np.flatnonzero(self.deprecated), self.removed, assume_unique=True)

    def several(self, numbers: NDArray[np.integer]) -> Sequence[Fact]:
        """Return the facts of numbers, in the same order."""
        if isinstance(self.segments, ShardedSegments):
            return self.segments.facts.several(numbers)
        return [self.facts[number] for number in numbers.tolist()]

    def fact(self, uid: str) -> Fact | None:
        """Return the fact with an id, or None if there is none."""
        (number,) = self.numbers([uid]).tolist()
        return None if number < 0 else self.facts[number]

    def numbers(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Return the numbers of the facts with ids; -1 if there is no such fact.

        Example:
            >>> KnowledgeBase.of([Fact("k1", "ice is cold"), Fact("k2", "ice melts")]).numbers(["k2", "k3"]).tolist()
            [1, -1]
        """
        return self.segments.numbers(ids, self.removed)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of every fact, in the order of ``facts``."""
        return self.segments.ids


Knowledge = KnowledgeBase | str | Path | Iterable[Fact | str | Path]
"""A knowledge base, or the input of ``open_knowledge``."""


def open_knowledge(knowledge: Knowledge) -> KnowledgeBase:
    """Return a knowledge base from a name, paths or facts.

    Args:
        knowledge: A knowledge base; ``starter`` or the path of one, see ``KnowledgeBase.open``; several ``Path``s,
            which are merged; or facts, as ``Fact``s or as sentences.

    Raises:
        InputError: There is no such knowledge base, facts and paths are mixed, or there are no facts.

    Example:
        >>> [fact.id for fact in open_knowledge(["Ice is a solid.", "Heat melts solids."]).facts]
        ['facts#1', 'facts#2']
    """
    if isinstance(knowledge, KnowledgeBase):
        return knowledge
    if isinstance(knowledge, str | Path):
        return KnowledgeBase.open(knowledge)
    given = list(knowledge)
    paths = [item for item in given if isinstance(item, Path)]
    if paths and len(paths) == len(given):
        return KnowledgeBase.open(*paths)
    facts = [item for item in given if isinstance(item, Fact | str)]
    if len(facts) != len(given):
        raise InputError("the knowledge is of several kinds; accepted: paths only, or facts and sentences only")
    for item in facts:
        if isinstance(item, str) and len(item.split()) == 1 and (item == "starter" or Path(item).exists()):
            raise InputError(f"{item!r} in a list is taken for a fact; accepted: Path({item!r}) for a knowledge base")
    return KnowledgeBase.of(facts)
