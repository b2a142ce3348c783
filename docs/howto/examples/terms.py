"""A codec: glossaries, one `term :: what it does` a line."""

from collections.abc import Iterable, Iterator

from explanans import Fact
from explanans.formats.codec import Codec
from explanans.formats.lines import numbered


def decode(lines: Iterable[str], source: str) -> Iterator[Fact]:
    for line in numbered(lines, source):
        term, mark, text = line.text.partition(" :: ")
        if not mark:
            raise line.error("a line without ' :: '", "term :: what it does")
        yield Fact(line.place, f"{term} {text}", source=line.place)


def encode(facts: Iterable[Fact]) -> Iterator[str]:
    for fact in facts:
        term, _, text = fact.text.partition(" ")
        yield f"{term} :: {text}"


TERMS = Codec("terms", (".terms",), decode, encode)
