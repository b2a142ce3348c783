"""Texts that examples are made of, which of them are held out, and examples in files."""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random

import msgspec

from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.formats.lines import Line, records
from explanans.lab.datasets.labels import LabelledPair
from explanans.lab.recipes.alteration import Syntax
from explanans.language.parser import Parser
from explanans.language.sentences import sentences, tidy
from explanans.language.tokens import lemma
from explanans.runtime.progress import track
from explanans.structures.syntax import Arc, Parse, Token

FOLDS = 10
"""The number of folds that origins are dealt into; the examples of the last are held out."""
_WORDS = re.compile(r"\w+")
MARKED = "marked"
"""The name of the recipe that takes them."""


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


class _Row(msgspec.Struct):
    """A line of the file.

    Attributes:
        words: Where each word of the claim starts and ends, in characters.
        arcs: Head and child, by their numbers among the words, label, and whether the source supports the arc.
        origin: The group of examples that share a sentence; the first sentence of the source if it is empty.
    """

    source: list[str]
    claim: str
    words: list[tuple[int, int]]
    arcs: list[tuple[int, int, str, bool]]
    recipe: str = "written"
    origin: str = ""


_KEYS = tuple(field.name for field in msgspec.structs.fields(_Row))


def encode(example: ArcExample) -> str:
    """Return an example as one line of JSON, without a line end.

    Args:
        example: The example; of its parses only what encoders read is kept, no tags and no other arcs.
    """
    row = _Row(
        source=[sentence.text for sentence in example.source],
        claim=example.claim.text,
        words=[(token.start, token.end) for token in example.claim.tokens],
        arcs=[(*arc, label) for arc, label in example.labels.items()],
        recipe=example.recipe,
        origin=example.origin,
    )
    return msgspec.json.encode(row).decode()


def decode(
    lines: Iterable[str], source: str, names: Container[str] | None = None, limit: int | None = None
) -> Iterator[ArcExample]:
    """Yield examples, for encoders: their words have lemmas, and no parts of speech.

    Args:
        names: The recipes whose examples are taken; all if None.
        limit: The most examples of each recipe, the first ones; all if None.

    Example:
        >>> line = '{"source": ["Mice sleep."], "claim": "Cats sleep", "words": [[0, 4], [5, 10]], '
        >>> (example,) = decode([line + '"arcs": [[1, 0, "nsubj", false]]}'], "pets.jsonl")
        >>> example.recipe, example.labels
        ('written', {Arc(head=1, child=0, label='nsubj'): False})
    """
    taken: Counter[str] = Counter()
    parse = cache(_parse)  # sentences around the one that was altered are in many sources
    for line, row in records(lines, source, _Row, _KEYS):
        _check(row, line)
        if (names is not None and row.recipe not in names) or (limit is not None and taken[row.recipe] >= limit):
            continue
        taken[row.recipe] += 1
        yield _example(row, parse)


def _check(row: _Row, line: Line) -> None:
    if not any(sentence.strip() for sentence in row.source):
        raise line.error("no source", "one sentence or more")
    if not all(0 <= start < end <= len(row.claim) for start, end in row.words):
        raise line.error("a word that is not in the claim", "start and end of each word, in characters")
    numbers = range(len(row.words))
    if not all(head in numbers and child in numbers for head, child, _, _ in row.arcs):
        raise line.error("an arc of words that there are not", f"numbers from 0 to {len(row.words) - 1}")


def _example(row: _Row, parse: Callable[[str], Parse]) -> ArcExample:
    claim = Parse(row.claim, tuple(_token(row.claim, start, end) for start, end in row.words), ())
    labels = {Arc(head, child, label): supported for head, child, label, supported in row.arcs}
    return ArcExample(tuple(map(parse, row.source)), claim, labels, row.recipe, row.origin or row.source[0])


def _parse(text: str) -> Parse:
    return Parse(text, tuple(_token(text, *word.span()) for word in _WORDS.finditer(text)), ())


def _token(text: str, start: int, end: int) -> Token:
    word = text[start:end]
    return Token(word, lemma(word), "X", "", start, end)


def marked(pairs: Iterable[LabelledPair], parser: Parser) -> Iterator[ArcExample]:
    """Yield an example a claim whose words people looked at, in its order.

    An arc that touches a marked word is not supported; an arc between two words that people left unmarked is.

    Args:
        pairs: Claims with their sentences and the words that people marked; pairs without word annotation are skipped.
    """
    taken = [
        (pair, [sentence.text for sentence in sentences(map(tidy, pair.premises))])
        for pair in pairs
        if pair.marks is not None
    ]
    parses = parser.parse(text for pair, source in taken for text in (*source, pair.claim))
    for pair, texts in taken:
        source, claim = tuple(islice(parses, len(texts))), next(parses)
        labels = dict(_labels(claim, pair.marks or ()))
        if labels and source:
            yield ArcExample(source, claim, labels, MARKED, pair.group)


def _labels(claim: Parse, marks: Iterable[tuple[int, int]]) -> Iterator[tuple[Arc, bool]]:
    spans = list(marks)
    unsupported = {
        number
        for number, token in enumerate(claim.tokens)
        if any(token.start < end and start < token.end for start, end in spans)
    }
    for arc in checked_arcs(claim):
        yield arc, unsupported.isdisjoint({arc.head, arc.child})
