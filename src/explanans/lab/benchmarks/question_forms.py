"""The form of a question: what it asks for."""

from collections.abc import Iterator, Sequence

from explanans.language.tokens import tokens

_POLAR = frozenset(("yes", "no"))
_ASKING = ("who", "whose", "whom", "when", "where", "why", "which", "what", "how")
_AMOUNTS = frozenset("big deep far fast heavy high large long many much often old small soon tall warm wide".split())
_LISTED = frozenset(("who", "which", "what"))
"""Question words that may ask for a thing by a property that it lacks."""
_NEGATED = frozenset("not no never none nobody nothing neither nor cannot without except".split())


def form(question: str, answer: str) -> str:
    """Return the form of a question.

    Returns:
        ``yes/no``; ``negated`` where it asks what is not so; ``number`` for *how many* and the like; ``who``,
        ``when``, ``where``, ``why``, ``which``, ``what`` or ``how``, by the first such word; else ``other``.

    Example:
        >>> form("How long do the jars stay in the oven?", "15 minutes"), form("May lids be baked?", "no")
        ('number', 'yes/no')
        >>> form("Which of these fruits is not rich in pectin?", "cherries"), form("In which year?", "1924")
        ('negated', 'which')
    """
    if set(tokens(answer.lower())[:1]) & _POLAR:
        return "yes/no"
    words = [token.lower().replace("’", "'") for token in tokens(question)]
    found = next(_asked(words), "other")
    denied = any(word in _NEGATED or word.endswith("n't") for word in words)
    return "negated" if denied and found in _LISTED else found


def _asked(words: Sequence[str]) -> Iterator[str]:
    """Yield the form of each question word."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "how" and following in _AMOUNTS:
            yield "number"
        elif word in _ASKING:
            yield "who" if word in {"whose", "whom"} else word
