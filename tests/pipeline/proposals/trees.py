"""Sentences as trees, by the parser that ships."""

from explanans.language.analysis import SyntaxTree
from explanans.language.parser import shared_parser


def tree(text: str) -> SyntaxTree:
    """Return a sentence as a tree."""
    (parse,) = shared_parser().parse([text])
    return SyntaxTree(parse)
