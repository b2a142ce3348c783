"""Sentences as trees, by the parser that ships."""

from explanans.language.parser import shared_parser
from explanans.pipeline.proposals.phrases import Tree


def tree(text: str) -> Tree:
    """Return a sentence as a tree."""
    (parse,) = shared_parser().parse([text])
    return Tree(parse)
