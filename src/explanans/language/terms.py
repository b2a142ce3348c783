"""Sentences as terms: the normal forms of words, and the parts before, in and after a relation.

Each use has its own normal form and its own start of a relation; see ``reader``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from explanans.language.tokens import informative_lemmas, lemma, tokens

_READINGS = 65_536


class Division(NamedTuple):
    """The boundaries of the parts of a sentence, as numbers of words.

    Attributes:
        condition: How many words a condition that opens the sentence has.
        relation: Where the relation starts that the sentence, or its consequence, states, in most cases at a verb.
    """

    condition: int
    relation: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as terms.

    Attributes:
        words: Its words in lower case.
        terms: The term of each word.
        telling: Those of its telling words, in order, repeats kept; see ``informative_lemmas``.
        division: Where its parts meet.
        condition: The telling terms of its condition.
        subject: Those between its condition and its relation.
        predicate: Those from its relation on.
    """

    words: tuple[str, ...]
    terms: tuple[str, ...]
    telling: tuple[str, ...]
    division: Division
    condition: frozenset[str]
    subject: frozenset[str]
    predicate: frozenset[str]


def reader(
    term: Callable[[str], str],
    divide: Callable[[str, tuple[str, ...]], Division],
    *,
    ignored: frozenset[str] = frozenset(),
    longest: int | None = None,
    by_term: bool = False,
) -> Callable[[str], Sentence]:
    """Return a cached function that reads sentences as terms.

    Args:
        term: Returns the normal form of a lemma.
        divide: Returns where the parts of a sentence meet, given its text and the words that are read of it.
        ignored: Words that are not read.
        longest: How many words, with the punctuation that is attached to them, are read of a text; all if None.
        by_term: Whether a word tells something also where it only shares its term with one that does, as *mined* does
            beside *mining*, though its lemma is a pronoun's.

    Example:
        >>> read = reader(lambda lemma: lemma[:5], lambda text, words: Division(0, words.index("is")))
        >>> sentence = read("A copper conductor is a conductor")
        >>> sentence.telling, sorted(sentence.subject), sorted(sentence.predicate)
        (('coppe', 'condu', 'condu'), ['condu', 'coppe'], ['condu'])
    """

    @lru_cache(_READINGS)
    def read(text: str) -> Sentence:
        text = text if longest is None else " ".join(text.split()[:longest])
        words = tuple(word for token in tokens(text) if (word := token.lower().replace("’", "'")) not in ignored)
        lemmas = [lemma(word) for word in words]
        terms, telling = tuple(map(term, lemmas)), informative_lemmas(text)
        known = frozenset(map(term, telling))
        informative = [
            (place, name)
            for place, (base, name) in enumerate(zip(lemmas, terms, strict=True))
            if (name in known if by_term else base in telling)
        ]
        division = divide(text, words)

        def between(start: int, end: int) -> frozenset[str]:
            return frozenset(name for place, name in informative if start <= place < end)

        return Sentence(
            words,
            terms,
            tuple(name for _, name in informative),
            division,
            between(0, division.condition),
            between(division.condition, division.relation),
            between(division.relation, len(words)),
        )

    return read
