"""Sentences as the features of steps read them: as stems, divided at the verb of what they state."""

from explanans.language.statements.clauses import finite_verb
from explanans.language.terms import Division, reader
from explanans.language.tokens import lemma, stem, tokens

_ARTICLES = frozenset({"a", "an", "the"})
_OPENINGS = frozenset("if when whenever as because while since".split())
_MOST_WORDS = 80
"""Longer texts are no single sentences; only their start is read, since comparing words takes time."""


def term(word: str) -> str:
    """Return the stem of the lemma of a word, which identifies words that are the same.

    Example:
        >>> term("evaporated") == term("evaporation") == term("evaporates")
        True
    """
    return stem(lemma(word))


def _divide(text: str, words: tuple[str, ...]) -> Division:
    """Return where a sentence states its relation: at its verb, or, if none is found, from the start on."""
    start = _end_of_condition(text, words)
    verb = finite_verb(words, start + 1) if start + 1 < len(words) else None
    return Division(start, start if verb is None else verb)


def _end_of_condition(text: str, words: tuple[str, ...]) -> int:
    """Return the number of the first word after a condition that opens a sentence; 0 if there is none."""
    if not words or words[0] not in _OPENINGS:
        return 0
    if "then" in words:
        return words.index("then") + 1
    before, comma, _ = text.partition(",")
    return sum(token.lower() not in _ARTICLES for token in tokens(before)) if comma else 0


read = reader(stem, _divide, ignored=_ARTICLES, longest=_MOST_WORDS, by_term=True)
"""Returns a sentence as terms, without its articles; where it has no verb, its relation starts where it starts."""


def telling_terms(text: str) -> frozenset[str]:
    """Return the terms of a sentence that tell something.

    Example:
        >>> sorted(telling_terms("if a metal is heated then the metal expands"))
        ['expand', 'heat', 'metal']
    """
    return frozenset(read(text).telling)
