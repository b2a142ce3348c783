"""Parses written by hand."""

import pytest

from explanans.structures.syntax import ROOT, Arc, Parse, Token


def parsed(sentence: str) -> Parse:
    """Return the parse of ``word/POS/head/label …``; heads count from 1, the root is 0, labels are enhanced."""
    tokens: list[Token] = []
    arcs: list[Arc] = []
    start = 0
    for number, item in enumerate(sentence.split()):
        word, pos, head, label = item.split("/")
        tokens.append(Token(word, word.lower(), pos, "", start, start + len(word)))
        arcs.append(Arc(int(head) - 1 if head != "0" else ROOT, number, label))
        start += len(word) + 1
    return Parse(" ".join(token.text for token in tokens), tuple(tokens), tuple(arcs), tuple(arcs))


@pytest.fixture
def chase() -> Parse:
    """Return a source in which a dog chases a cat, and a mouse sleeps."""
    return parsed("The/DET/3/det old/ADJ/3/amod dog/NOUN/4/nsubj chased/VERB/0/root a/DET/6/det cat/NOUN/4/obj")


@pytest.fixture
def claim() -> Parse:
    """Return the same the other way round, with one arc that is the source's."""
    return parsed("a/DET/2/det cat/NOUN/3/nsubj chases/VERB/0/root the/DET/6/det old/ADJ/6/amod dog/NOUN/3/obj")
