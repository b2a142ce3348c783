"""Choices inside a question: *is it A or B* becomes *is it A* where A is the answer."""

from explanans.language.grammar import AUXILIARIES, CLAUSE_STARTS, DETERMINERS, PREPOSITIONS, bare
from explanans.language.statements.answers import Answer
from explanans.language.statements.clauses import Words
from explanans.language.tokens import content_lemmas

_STOPS = CLAUSE_STARTS | {"than"}


def chosen(words: Words, answer: Answer) -> Words | None:
    """Return a yes-or-no question with the choice that the answer makes; None if it offers none or another.

    Args:
        words: The question without its question mark.
        answer: The answer.

    Example:
        >>> chosen("is a whale a fish or a mammal".split(), Answer("a mammal"))
        ['is', 'a', 'whale', 'a', 'mammal']
        >>> chosen("is it older or younger than rock".split(), Answer("older"))
        ['is', 'it', 'older', 'than', 'rock']
    """
    low = [bare(word) for word in words]
    if "or" not in low[2:-1]:
        return None
    place = len(low) - 1 - low[::-1].index("or")
    if low[place + 1] in AUXILIARIES:
        return None
    start, end = _whole(low, place, answer) or _extent(low, words, place)
    options = [[*part] for part in _split(words[start:place])] + [words[place + 1 : end]]
    wanted = set(content_lemmas(answer.text)) or {answer.text}
    best = max(options, key=lambda option: _likeness(option, answer, wanted))
    if _likeness(best, answer, wanted) <= 0:
        return None
    return [*words[:start], *_longer_answer(best, options[0], answer), *words[end:]]


def _whole(low: Words, place: int, answer: Answer) -> tuple[int, int] | None:
    """Return where two phrases with prepositions in them start and end, one of which is the answer word for word."""
    said = [bare(word) for word in answer.words]
    size = len(said)
    if size < 3 or not PREPOSITIONS.intersection(said[1:]):
        return None
    first, second = low[max(1, place - size) : place], low[place + 1 : place + 1 + size]
    if said not in (first, second) or len(first) != len(second) or sorted(first) != sorted(second):
        return None
    return place - size, place + 1 + size


def _likeness(option: Words, answer: Answer, wanted: set[str]) -> float:
    held = set(content_lemmas(" ".join(option))) or set(option)
    return len(held & wanted) - 0.1 * len(held - wanted) + 2 * (" ".join(map(bare, option)) == answer.text.lower())


def _longer_answer(option: Words, first: Words, answer: Answer) -> Words:
    """Return the answer if it is longer than the choice, with the preposition that the choices have."""
    prepositions = [words[0] for words in (option, first) if words and bare(words[0]) in PREPOSITIONS]
    said = [word.rstrip(",") for word in option]
    if set(map(bare, answer.words)) >= set(map(bare, said)) - PREPOSITIONS - DETERMINERS:
        longer = len(answer.words) > len(said)
        said = answer.words if longer or bare(said[0]) not in PREPOSITIONS | DETERMINERS else said
    if bare(said[0]) in PREPOSITIONS or not prepositions:
        return said
    return [prepositions[0], *said]


def _split(words: Words) -> list[Words]:
    """Split a list at its commas."""
    options: list[Words] = [[]]
    for word in words:
        options[-1].append(word.rstrip(","))
        if word.endswith(","):
            options.append([])
    return [option for option in options if option]


def _extent(low: Words, words: Words, place: int) -> tuple[int, int]:
    """Return where the choices start and end: what is before *or* starts as what is after it does."""
    after = low[place + 1]
    alike = next((kind for kind in (PREPOSITIONS, DETERMINERS) if after in kind), None)
    starts = [spot for spot in range(1, place) if alike and low[spot] in alike]
    start = starts[-1] if starts else place - 1
    if starts and alike is DETERMINERS and start > 1 and low[start - 1] == "of" and start > 2:
        start = starts[-2] if len(starts) > 1 else start
    while start > 1 and words[start - 1].endswith(","):
        start = next((spot for spot in range(start - 2, 0, -1) if alike and low[spot] in alike), start - 1)
        if not alike:
            continue
    size = place - start
    stop = next((spot for spot in range(place + 2, len(low)) if low[spot] in _STOPS), len(low))
    if not alike and size == 1 and not words[place - 1].endswith(","):
        stop = min(stop, place + 2)
    return start, stop
