"""Examples of arcs in a file: made once, to train several encoders, or written by people."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache

import msgspec

from explanans.entailment.arcs.arcs import ArcExample
from explanans.formats.lines import Line, records
from explanans.language.tokens import lemma
from explanans.structures.syntax import Arc, Parse, Token

_WORDS = re.compile(r"\w+")


class _Row(msgspec.Struct):
    """A line of the file.

    Attributes:
        source: The sentences of the source.
        words: Where each word of the claim starts and ends, in characters.
        arcs: Head and child, by their numbers among the words, label, and whether the source supports the arc.
        recipe: How the example was made.
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

    Raises:
        FormatError: A line is no such example.

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
