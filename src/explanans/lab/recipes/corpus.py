"""Texts that examples are made of, and which of them are held out."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from explanans.entailment.arcs.arcs import ArcExample
from explanans.lab.recipes.syntax import Syntax
from explanans.language.parser import Parser
from explanans.runtime.progress import track

FOLDS = 10
"""The number of folds that origins are dealt into; the examples of the last are held out."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences that follow one another.

    Attributes:
        origin: Their origin, such as a document; examples of one origin stay together.
    """

    origin: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A parsed sentence and its neighbours.

    Attributes:
        origin: Its document.
        passage: All sentences that follow one another there.
        place: Which of them it is, from 0.
    """

    origin: str
    passage: Sequence[Syntax]
    place: int

    @property
    def syntax(self) -> Syntax:
        """The sentence."""
        return self.passage[self.place]

    @property
    def before(self) -> Syntax | None:
        """The sentence before it; None if there is none."""
        return self.passage[self.place - 1] if self.place else None

    @property
    def after(self) -> Syntax | None:
        """The sentence after it; None if there is none."""
        return self.passage[self.place + 1] if self.place + 1 < len(self.passage) else None


def parsed_sentences(passages: Iterable[Passage], parser: Parser, seed: int = 0) -> list[PassageSentence]:
    """Parse passages, every other one in lower case.

    Summaries and facts come in lower case as often as not, and parsers that know names by their capitals go wrong on
    them; a scorer must have met both.
    """
    taken = [
        (
            passage.origin,
            tuple(map(str.lower, passage.sentences)) if _loses_capitals(passage, seed) else passage.sentences,
        )
        for passage in passages
    ]
    count = sum(len(texts) for _, texts in taken)
    parses = track(parser.parse(text for _, texts in taken for text in texts), "Parsing", count)
    sentences = []
    for origin, texts in taken:
        read = [Syntax(next(parses)) for _ in texts]
        sentences += [PassageSentence(origin, read, place) for place in range(len(read))]
    return sentences


def _loses_capitals(passage: Passage, seed: int) -> bool:
    return Random(f"{seed} {passage.origin} {passage.sentences[:1]}").random() < 0.5  # noqa: S311 - not for secrets


def fold(origin: str) -> int:
    """Return the fold of an origin, from 0; it depends on nothing else.

    Example:
        >>> fold("a"), fold("b"), fold("a")
        (7, 1, 7)
    """
    return zlib.crc32(origin.encode()) % FOLDS


def split(examples: Iterable[ArcExample]) -> tuple[list[ArcExample], list[ArcExample]]:
    """Return the examples to train on, and those that are held out: all of every tenth origin or so."""
    learnt: list[ArcExample] = []
    held_out: list[ArcExample] = []
    for example in examples:
        (held_out if fold(example.origin) == FOLDS - 1 else learnt).append(example)
    return learnt, held_out


def read_passages(lines: Iterable[str], source: str) -> Iterator[Passage]:
    r"""Yield the documents of a CoNLL-U file.

    Only the comments are read: ``# newdoc id`` and ``# text``. Sentences before any document are of one that is called
    like the file.

    Example:
        >>> lines = ["# newdoc id = a", "# text = Cats purr.", "", "# text = Dogs bark.", "", "# newdoc id = b"]
        >>> list(read_passages(lines, "pets.conllu"))
        [Passage(origin='a', sentences=('Cats purr.', 'Dogs bark.'))]
    """
    origin, texts = source, list[str]()
    for line in lines:
        name, equals, value = line.removeprefix("#").partition("=")
        if not line.startswith("#") or not equals:
            continue
        if name.strip() == "newdoc id":
            if texts:
                yield Passage(origin, tuple(texts))
            origin, texts = value.strip(), []
        elif name.strip() == "text":
            texts.append(value.strip())
    if texts:
        yield Passage(origin, tuple(texts))
