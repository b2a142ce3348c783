"""Tokens of a text, their lemmas and stems; sentences as terms; and a warning for texts that are not English.

Each use has its own normal form and its own start of a relation; see ``reader``.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from Stemmer import Stemmer

from explanans.language.dictionary import is_known, lemmatize
from explanans.language.lexicon import word_set
from explanans.structures.verdicts import ClaimVerdict

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+", re.UNICODE)
# Function words: they join words but name nothing, so sharing one means nothing.
_STOP_WORDS = word_set("language.tokens.stop-words")
# The dictionary reads these as other words than they nearly always are in explanations.
_EXCEPTIONS = {
    "leaves": "leaf",
    "means": "mean",
    "data": "data",
    "glasses": "glass",
    "heating": "heat",
    "cooling": "cool",
    "freezing": "freeze",
    "lives": "live",
    "mars": "mars",
    "setting": "set",
    "playing": "play",
}
# Content words that only frame what is said, as in "is a kind of" or "gets": sharing one links nothing.
_FRAME_WORDS = word_set("language.tokens.frame-words")
_PORTER = Stemmer("porter")
_LEMMAS = 1 << 17
_SHORT, _SENTENCES = 400, 1 << 12
"""Maximum length in characters, and number, of the texts whose content lemmas are kept: some 4 MB."""
FEWEST = 6
"""Shorter texts in Latin letters, in words, are taken as English: names alone would decide."""
_MOST = 400
_LATIN = "\u024f"  # the last letter of Latin Extended-B
_FUNCTION_WORDS = 0.2
_KNOWN_WORDS = 0.6


def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, in order and in their own case.

    Hyphens and slashes separate words, so that ``cold-blooded`` and
    ``rising/setting`` match their parts; an apostrophe inside a word does not.

    Returns:
        The tokens; empty when the text holds no letter and no digit.

    Example:
        >>> tokens("The cold-blooded frog's pond is 3.5 m deep.")
        ('The', 'cold', 'blooded', "frog's", 'pond', 'is', '3.5', 'm', 'deep')
    """
    return tuple(_WORD.findall(text))


@lru_cache(_LEMMAS)
def lemma(token: str) -> str:
    """Return the dictionary form of one English token, in lower case.

    Args:
        token: One token, as ``tokens`` returns it.

    Returns:
        The lemma; the lower-cased token itself where the dictionary lacks it, and nothing for nothing.

    Example:
        >>> [lemma(token) for token in ("Leaves", "melting", "mice", "Kepler's")]
        ['leaf', 'melt', 'mouse', 'kepler']
    """
    word = token.lower().replace("’", "'").removesuffix("'s")
    if not word:
        return ""
    return _EXCEPTIONS.get(word) or lemmatize(word).lower()


def lemmas(text: str) -> tuple[str, ...]:
    """Return the lemma of every token of a text, function words included.

    Returns:
        One lemma a token, in order.

    Example:
        >>> lemmas("The leaves are falling.")
        ('the', 'leaf', 'be', 'fall')
    """
    return tuple(lemma(token) for token in tokens(text))


def is_function_word(lemma_or_word: str) -> bool:
    """Return whether a lower-case word or lemma only joins words and names nothing.

    Example:
        >>> is_function_word("because"), is_function_word("sun")
        (True, False)
    """
    return lemma_or_word in _STOP_WORDS


def content_lemmas(text: str) -> tuple[str, ...]:
    """Return the lemmas of the content words of a text, in order, repeats kept.

    A content word is one that is no function word, neither as written nor as a lemma.

    Returns:
        The content lemmas; empty when the text has function words only.

    Example:
        >>> content_lemmas("Which of these is the best conductor of heat?")
        ('good', 'conductor', 'heat')
    """
    return _content_lemmas(text) if len(text) <= _SHORT else _content_lemmas.__wrapped__(text)


@lru_cache(_SENTENCES)
def _content_lemmas(text: str) -> tuple[str, ...]:
    return tuple(
        base for token in tokens(text) if token.lower() not in _STOP_WORDS and (base := lemma(token)) not in _STOP_WORDS
    )


def informative_lemmas(text: str) -> frozenset[str]:
    """Return the content lemmas of a text but for those that only frame what is said, as in *is a kind of*.

    Example:
        >>> sorted(informative_lemmas("ice is a kind of solid"))
        ['ice', 'solid']
    """
    return _informative_lemmas(text) if len(text) <= _SHORT else _informative_lemmas.__wrapped__(text)


@lru_cache(_SENTENCES)
def _informative_lemmas(text: str) -> frozenset[str]:
    return frozenset(content_lemmas(text)) - _FRAME_WORDS


def untelling_words() -> frozenset[str]:
    """Return all function words, and the lemmas of the words that only frame what is said.

    Example:
        >>> {"because", "kind"} <= untelling_words(), "sun" in untelling_words()
        (True, False)
    """
    return _STOP_WORDS | _FRAME_WORDS


def stem(word: str) -> str:
    """Return the stem of an English word, by the five steps of Porter 1980.

    Returns:
        The stem, which need not be a word; words of one or two letters stay as they are.

    Example:
        >>> [stem(word) for word in ("relational", "hopping", "happy", "generalizations")]
        ['relat', 'hop', 'happi', 'gener']
    """
    if len(word) <= 2:
        return word
    stemmed: str = _PORTER.stemWord(word)
    return stemmed


def reads_like_english(text: str) -> bool:
    """Return whether a text may be English: by its letters, its function words and how many words a dictionary knows.

    The first few hundred words decide. Beside a function word, capitalized words that the dictionary does not know
    are not counted: they are names, which any language may have. Of 2,001 sentences of the English Web Treebank's
    development part 12 fail, addresses and lists of names.

    Example:
        >>> reads_like_english("The Moon orbits the Earth every month."), reads_like_english("Der Mond umkreist die "
        ... "Erde jeden Monat.")
        (True, False)
    """
    return _reads_like_english(text) if len(text) <= _SHORT else _reads_like_english.__wrapped__(text)


@lru_cache(_SENTENCES)
def _reads_like_english(text: str) -> bool:
    written = tuple(islice((word for word in tokens(text) if not word[0].isdigit()), _MOST))
    letters = "".join(written).lower()
    if sum(letter > _LATIN for letter in letters) > len(letters) / 2:
        return False
    if len(written) < FEWEST:
        return True
    words = [_OWNER.sub("", word) for word in written]
    joining = sum(is_function_word(word.lower()) for word in words)
    unknown = [word for word in words if not is_known(word.lower())]
    names = sum(word[:1].isupper() for word in unknown) if joining else 0
    counted = len(words) - names
    return joining >= _FUNCTION_WORDS * counted or len(words) - len(unknown) >= _KNOWN_WORDS * counted


_OWNER = re.compile(r"['’]s$")


_log = logging.getLogger(__name__)


class LanguageCheck:
    """Warns once of a text that does not seem to be English.

    Args:
        made: The noun, in the plural, of what is made for English.
    """

    def __init__(self, made: str) -> None:
        self._made, self._warned = made, False

    def expect(self, name: str, text: str) -> None:
        """Warn if a text does not read like English, unless there was a warning before."""
        if not self._warned and not reads_like_english(text):
            self._warned = True
            found = "%s does not read like English, which %s are made for; expect little of them"
            _log.warning(found, name, self._made)


def warned(source: str, verdicts: Iterable[ClaimVerdict]) -> Iterator[ClaimVerdict]:
    """Yield verdicts, and warn after the last where the source, or else one of the claims, seems not to be English."""
    foreign = "" if reads_like_english(source) else "the source"
    for verdict in verdicts:
        if not foreign and not reads_like_english(verdict.claim):
            foreign = f"the claim “{verdict.claim}”"
        yield verdict
    if foreign:
        _log.warning("%s does not read like English, which all checks are made for; expect little of them", foreign)


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
class SentenceTerms:
    """A sentence as terms.

    Attributes:
        telling: Those of its telling words, in order, repeats kept; see ``informative_lemmas``.
        condition: The telling terms of its condition.
        subject: Those between its condition and its relation.
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
) -> Callable[[str], SentenceTerms]:
    """Return a cached function that reads sentences as terms.

    Args:
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
    def read(text: str) -> SentenceTerms:
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

        return SentenceTerms(
            words,
            terms,
            tuple(name for _, name in informative),
            division,
            between(0, division.condition),
            between(division.condition, division.relation),
            between(division.relation, len(words)),
        )

    return read
