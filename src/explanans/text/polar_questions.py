"""Questions that are answered by yes or no."""

from explanans.text.answers import Answer
from explanans.text.clauses import Declared, Words, declared
from explanans.text.grammar import AUXILIARIES, BE, DETERMINERS, DO, PREPOSITIONS, bare, wants_noun
from explanans.text.inflection import is_plural


def stated(auxiliary: str, rest: Words) -> Declared:
    """Undo the inversion of a question, whatever it takes.

    Args:
        auxiliary: The auxiliary verb that stood before the subject.
        rest: The words after it.

    Returns:
        The statement; where no verb is found, *be* stands between the subject and what looks like its complement.
    """
    clause = declared(auxiliary, rest)
    if clause:
        return clause
    end = complement(rest)
    return Declared([*rest[:end], auxiliary], rest[end:])


def asserted(statement: str, answer: Answer) -> str:
    """Confirm or deny a statement.

    Example:
        >>> asserted("the Moon is a planet", Answer("false"))
        'it is not true that the Moon is a planet'
    """
    return f"{statement if answer.polarity else f'it is not true that {statement}'}{answer.remark}"


def complement(rest: Words) -> int:
    """Return where the complement starts after an inverted *be*, as the second *a* in *a whale a mammal*."""
    low = [bare(word) for word in rest]
    for place in range(1, len(low)):
        before = low[place - 1]
        if wants_noun(before):
            continue
        if low[place] in DETERMINERS or low[place] == "like":
            return place
        if low[place] in PREPOSITIONS - {"of"} and place == len(low) - 1:
            return place
    if len(low) > 1 and is_plural(low[0]):
        return 1
    return max(1, len(low) - 1)


def polar(words: Words, answer: Answer) -> str | None:
    """State what a question such as *Is ice a solid?* asks, or deny it.

    Args:
        words: The question without its question mark.
        answer: The answer; other than yes or no, it is one of the things that the question offers.

    Example:
        >>> polar("is ice a solid".split(), Answer("no")), polar("do fish need air".split(), Answer("no"))
        ('ice is not a solid', 'fish do not need air')
    """
    auxiliary, rest = bare(words[0]), list(words[1:])
    if auxiliary not in AUXILIARIES or not rest:
        return None
    if answer.polarity is None:
        return _chosen(auxiliary, rest, answer)
    statement = " ".join(_denied(auxiliary, rest)) if not answer.polarity else _words(stated(auxiliary, rest))
    return f"{statement}{answer.remark}"


def _words(clause: Declared) -> str:
    return " ".join([*clause.head, *clause.tail])


def _denied(auxiliary: str, rest: Words) -> Words:
    """Put *not* after the auxiliary verb, which a form of *do* keeps."""
    clause = stated("will" if auxiliary in DO else auxiliary, rest)
    words = [*clause.head, *clause.tail]
    place = words.index("will" if auxiliary in DO else auxiliary)
    return [*words[:place], auxiliary, "not", *words[place + 1 :]]


def _chosen(auxiliary: str, rest: Words, answer: Answer) -> str | None:
    if answer.is_clause:
        return answer.text
    if "or" not in rest:
        return None
    if auxiliary in BE:
        return " ".join([*rest[: complement(rest)], auxiliary, answer.text])
    text = _words(stated(auxiliary, rest))
    start = text.find(answer.text)
    return f"{text[:start]}{answer.text}" if start > 0 else None
