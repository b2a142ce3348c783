from collections.abc import Callable

import pytest

from explanans.entailment.rules.evidence import Evidence, evidence
from explanans.entailment.rules.reading import Reading, reading
from explanans.language.parser import CachedParser, open_parser

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
