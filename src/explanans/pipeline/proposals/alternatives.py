"""Alternatives that a question offers itself: *is it for bisque or for glaze*, *which is hotter, bisque or glaze*."""

import re
from collections.abc import Iterator

from explanans.language.grammar import AUXILIARIES, PREPOSITIONS
from explanans.pipeline.proposals.asked import AnalyzedQuestion
from explanans.pipeline.proposals.tree import Tree, run

_OR = "or"
_LIST = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+")
_OFFERED = re.compile(r"[,:]\s*((?:[^,:?]+,\s*)*[^,:?]+?,?\s+or\s+[^,:?]+)\s*\??$")
"""Alternatives at the end of a question, behind a comma or a colon: *…, the small one or the large one*."""
_BEFORE = frozenset("nsubj expl cop aux advmod obl advcl punct".split())
"""Dependency labels of words before an adjective that are no part of its phrase: *is it warm or cold*."""
_NOUNS = frozenset({"NOUN", "PROPN"})
_NAMES = frozenset("NOUN PROPN PRON NUM ADJ".split())
_BEHIND = frozenset({"NUM", "ADJ", "DET"})
"""Parts of speech that may share the noun after the other alternative: *two or four euros*."""

_Sides = tuple[range, range, range]
"""The numbers of the words on both sides of *or*, and of those that belong to both, if any."""


def alternatives(asked: AnalyzedQuestion) -> tuple[str, ...]:
    """Return the answers that a question offers, two or more in their order; none if it offers none.

    Args:
        asked: The question.

    Example:
        >>> from explanans.language.parser import shared_parser
        >>> (parse,) = shared_parser().parse(["Was it built before or after the war?"])
        >>> alternatives(AnalyzedQuestion.of(parse))
        ('before the war', 'after the war')
    """
    words = [token.text.lower() for token in asked.tree.tokens]
    if _OR not in words:
        return ()
    if asked.word >= 0:
        return tuple(_listed(asked.tree))
    return tuple(_joined(asked.tree, words.index(_OR))) if words[0] in AUXILIARIES else ()


def _listed(tree: Tree) -> Iterator[str]:
    """Yield the alternatives of a list at the end of a question; clauses are left out."""
    found = _OFFERED.search(tree.parse.text)
    if found is None:
        return
    start, end = found.span(1)
    if not any(token.pos == "VERB" for token in tree.tokens if start <= token.start < end):
        yield from (item.strip() for item in _LIST.split(found[1]) if item.strip())


def _joined(tree: Tree, place: int) -> Iterator[str]:
    """Yield the two sides of *or*, each with the words that both share after it."""
    sides = _prepositions(tree, place) or _conjuncts(tree, place)
    if sides is None:
        return
    left, right, shared = sides
    for part in (left, right):
        yield " ".join([_text(tree, part), *([_text(tree, shared)] if shared else [])])


def _prepositions(tree: Tree, place: int) -> _Sides | None:
    """Return two prepositions and what both stand before: *before or after a meal*; None if there are no such."""
    if not 0 < place < len(tree.tokens) - 2:
        return None
    if not {tree.tokens[number].text.lower() for number in (place - 1, place + 1)} <= PREPOSITIONS:
        return None
    noun = next((word for word in range(place + 2, len(tree.tokens)) if tree.tokens[word].pos in _NOUNS), None)
    if noun is None:
        return None
    return range(place - 1, place), range(place + 1, place + 2), range(place + 2, noun + 1)


def _conjuncts(tree: Tree, place: int) -> _Sides | None:
    """Return two phrases of one kind, and what belongs to both: *two or four euros*; None if there are no such."""
    other = tree.heads[place]
    if other < place or tree.labels[other] != "conj" or not 0 <= (one := tree.heads[other]) < place:
        return None
    before = [word for word in tree.subtree(one, _BEFORE) if 0 < word < place]
    left = run(before, before[-1]) if before else []
    right = [word for word in tree.subtree(other) if word > place and tree.labels[word] != "punct"]
    if one not in left or not right:
        return None
    noun = tree.heads[one]
    is_shared = tree.tokens[one].pos in _BEHIND and noun > right[-1] and tree.tokens[noun].pos in _NOUNS
    if not is_shared and tree.tokens[one].pos not in _NAMES:
        return None
    shared = range(right[-1] + 1, noun + 1) if is_shared else range(0)
    return range(left[0], left[-1] + 1), range(right[0], right[-1] + 1), shared


def _text(tree: Tree, words: range) -> str:
    return tree.parse.text[tree.tokens[words[0]].start : tree.tokens[words[-1]].end]
