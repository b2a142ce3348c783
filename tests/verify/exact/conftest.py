from collections.abc import Callable

import pytest

from explanans.parser import CachedParser, open_parser
from explanans.verify.exact.evidence import Evidence, evidence
from explanans.verify.exact.reading import Reading, reading

PARSER = CachedParser(open_parser())


def read(text: str) -> Reading:
    """Return the reading of a sentence by the parser that ships."""
    return reading(next(PARSER.parse([text])))


def compare(premises: str, claim: str) -> Evidence:
    """Return what sentences, with a bar between them, say of a claim."""
    return evidence(tuple(PARSER.parse(premises.split(" | "))), next(PARSER.parse([claim])))


@pytest.fixture(name="read")
def _read() -> Callable[[str], Reading]:
    return read


@pytest.fixture(name="compare")
def _compare() -> Callable[[str, str], Evidence]:
    return compare
