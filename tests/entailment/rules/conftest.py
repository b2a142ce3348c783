from collections.abc import Callable

import pytest

from explanans.entailment.rules.evidence import Evidence, evidence
from explanans.language.analysis import AnalyzedSentence, analyze
from explanans.language.parser import CachedParser, open_parser

PARSER = CachedParser(open_parser())


def read(text: str) -> AnalyzedSentence:
    """Return the analysis of a sentence by the parser that ships."""
    return analyze(next(PARSER.parse([text])))


def compare(premises: str, claim: str) -> Evidence:
    """Return what sentences, with a bar between them, say of a claim."""
    return evidence(tuple(PARSER.parse(premises.split(" | "))), next(PARSER.parse([claim])))


@pytest.fixture(name="read")
def _read() -> Callable[[str], AnalyzedSentence]:
    return read


@pytest.fixture(name="compare")
def _compare() -> Callable[[str, str], Evidence]:
    return compare
