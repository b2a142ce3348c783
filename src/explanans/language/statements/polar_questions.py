"""Polar questions, answered by yes or no, and alternative questions, which name their choices."""

from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    DO,
    HAVE,
    PREPOSITIONS,
    bare,
    is_adverb,
    is_plural_subject,
)
from explanans.language.statements.answers import Answer
from explanans.language.statements.declarative import Declared, Words, declared, ordered
from explanans.language.statements.inversion import subject_end
from explanans.language.tokens import content_lemmas

_NEGATED = {"anyone": "no one", "anybody": "nobody", "anything": "nothing", "any": "no"}
_AFFIRMED = {"anyone": "someone", "anybody": "somebody", "anything": "something", "any": "some"}
_ALL = frozenset("all every everyone everybody everything both".split())


def stated(auxiliary: str, rest: Words, gap: str = "") -> Declared:
    """Undo the inversion of a question, whatever it takes.

    Args:
        gap: A stand-in for a predicate that is asked for, as *here*; empty if the question has all of it.

    Returns:
        The statement; where no place for the verb is found, it stands before the last word.

    Example:
        >>> stated("are", "the keys in the drawer".split())
        Declared(head=['the', 'keys', 'are', 'in'], tail=['the', 'drawer'])
    """
    if auxiliary not in BE and (clause := declared(auxiliary, rest)):
        return clause
    negated = bare(rest[0]) == "not" and len(rest) > 1
    rest = rest[1:] if negated else rest
    end = subject_end(auxiliary, rest, gap=gap)
    if end is None:
        end = len(rest) if gap else max(1, len(rest) - 1)
    return ordered(auxiliary, rest, end, negated=negated)


def affirm(statement: str, answer: Answer) -> str:
    """Confirm or deny a statement.

    Example:
        >>> affirm("the Moon is a planet", Answer("false"))
        'it is not true that the Moon is a planet'
    """
    return f"{statement if answer.polarity else f'it is not true that {statement}'}{answer.remark}"


def polar(words: Words, answer: Answer) -> str | None:
    """State what a question such as *Is ice a solid?* asks, or deny it.

    Example:
        >>> polar("is ice a solid".split(), Answer("no")), polar("do fish need air".split(), Answer("no"))
        ('ice is not a solid', 'fish do not need air')
        >>> polar("is there water on Mars".split(), Answer("no")), polar("does it snow".split(), Answer("never"))
        ('there is no water on Mars', 'it never snows')
    """
    auxiliary, rest = bare(words[0]), list(words[1:])
    if auxiliary not in AUXILIARIES or len(rest) < 1 + (auxiliary not in BE):
        return None
    if answer.polarity is None:
        return _qualified(auxiliary, _positive(rest), answer)
    statement = " ".join(_confirmed(auxiliary, _positive(rest)) if answer.polarity else denied(auxiliary, rest))
    return f"{statement}{answer.remark}"


def _positive(rest: Words) -> Words:
    """Drop the *not* of a question that expects yes: *don't whales breathe air* asks what *do whales* asks."""
    place = next((place for place, word in enumerate(rest[:-1]) if bare(word) == "not"), None)
    return rest if place is None or "that" in rest[:place] else [*rest[:place], *rest[place + 1 :]]


def _confirmed(auxiliary: str, rest: Words) -> Words:
    clause = stated(auxiliary, rest)
    words = [*clause.head, *clause.tail]
    first = 2 if words[0] == "there" else 0
    if len(words) > first and words[first] in _AFFIRMED:
        words[first] = _AFFIRMED[words[first]]
    return [word for word in words if word != "ever"]


def denied(auxiliary: str, rest: Words) -> Words:  # noqa: PLR0911 - one line a kind of subject
    """Deny what a question asks: *not* stands after the auxiliary verb, which a form of *do* keeps.

    Example:
        >>> " ".join(denied("did", "anyone survive".split())), " ".join(denied("are", "all birds small".split()))
        ('no one survived', 'not all birds are small')
        >>> " ".join(denied("has", "it ever snowed here".split()))
        'it has never snowed here'
    """
    rest = _positive(rest)
    first = bare(rest[0])
    if first == "there" and auxiliary in BE:
        return [rest[0], auxiliary, *_none(rest[1:])]
    if first in {"nobody", "nothing", "none", "no", "neither"}:
        return [word for part in stated(auxiliary, rest) for word in part]
    if first in _NEGATED:
        clause = stated(auxiliary, rest)
        negative = "none" if rest[1:2] == ["of"] else _NEGATED[first]
        return [negative, *clause.head[1:], *clause.tail]
    if first in _ALL:
        clause = stated(auxiliary, rest)
        return ["not", *clause.head, *clause.tail]
    if auxiliary == "must":
        clause = stated("will", rest)
        words = [*clause.head, *clause.tail]
        place = words.index("will")
        form = "do" if is_plural_subject(words[:place]) or first in {"i", "you", "we", "they"} else "does"
        return [*words[:place], form, "not", "have", "to", *words[place + 1 :]]
    ever = "ever" in rest
    rest = [word for word in rest if word != "ever"]
    clause = stated("will" if auxiliary in DO else auxiliary, rest)
    words = [*clause.head, *clause.tail]
    place = words.index("will" if auxiliary in DO else auxiliary)
    if ever:
        clause = stated(auxiliary, rest)
        return _with_adverb(clause, auxiliary, "never")
    return [*words[:place], auxiliary, "not", *words[place + 1 :]]


def _none(words: Words) -> Words:
    """Return a noun phrase after *there is*, denied: *no water*; *not enough water*."""
    if not words:
        return ["none"]
    first = bare(words[0])
    if first in {"a", "an", "any", "some"}:
        words = words[1:]
    elif first in {"enough", "many", "much", "one", "only", "always", "more", "less", "fewer"} or first[:1].isdigit():
        return ["not", *words]
    if bare(words[0]) in {"anything", "anyone", "anybody"}:
        return [_NEGATED[bare(words[0])], *words[1:]]
    return ["no", *words]


def _qualified(auxiliary: str, rest: Words, answer: Answer) -> str | None:
    """Answer by an adverb or a condition: *sometimes*, *not always*, *only in winter*."""
    low = [bare(word) for word in answer.words]
    if low[0] == "not" and len(low) > 1 and low[1] in {"yet", "always", "often", "usually", "necessarily", "only"}:
        negative = denied(auxiliary, rest)
        if low[1] == "yet":
            return " ".join([*negative, *answer.words[1:]])
        place = negative.index("not") + 1 if "not" in negative else len(negative)
        return " ".join([*negative[:place], *answer.words[1:], *negative[place:]])
    if len(low) == 1 and (is_adverb(low[0]) or low[0] in {"sometimes", "seldom", "never", "perhaps", "maybe"}):
        return " ".join(_with_adverb(stated(auxiliary, rest), auxiliary, answer.text))
    if answer.is_adverbial or low[0] in {"only", "except", "but"} or low[-1] == "only":
        return " ".join([*_confirmed(auxiliary, rest), *answer.words])
    return answer.text if answer.is_clause else None


def _with_adverb(clause: Declared, auxiliary: str, adverb: str) -> Words:
    if adverb in {"maybe", "perhaps"}:
        return [adverb, *clause.head, *clause.tail]
    head = clause.head
    kept = auxiliary in BE | HAVE or auxiliary in AUXILIARIES - DO
    place = (len(head) - 1 - head[::-1].index(auxiliary) + 1) if kept and auxiliary in head else len(head) - 1
    return [*head[:place], adverb, *head[place:], *clause.tail]


_STOPS = CLAUSE_STARTS | {"than"}


def chosen(words: Words, answer: Answer) -> Words | None:
    """Return a yes-or-no question with the choice that the answer makes; None if it offers none or another.

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
