"""The closed classes of English words, contractions, and the verbs that are common enough to know by heart."""

import re
from collections.abc import Sequence
from functools import lru_cache

from explanans.language.dictionary import is_known
from explanans.language.inflection import base_form, gerund, is_irregular, is_plural, past, plural, third_person
from explanans.language.lexicon import word_set
from explanans.language.tokens import lemma

BE = frozenset("is are was were".split())
HAVE = frozenset("has have had".split())
DO = frozenset("do does did".split())
MODALS = frozenset("can could may might must shall should will would cannot".split())
AUXILIARIES = BE | HAVE | DO | MODALS

DETERMINERS = word_set("language.grammar.determiners")
PRONOUNS = frozenset("i you he she it we they there everyone someone people".split())
PREPOSITIONS = word_set("language.grammar.prepositions")
CLAUSE_STARTS = frozenset("if when while because although unless once whenever after before until so".split())
CONJUNCTIONS = frozenset("and or but nor".split())
RELATIVES = frozenset("that which who whom whose where".split())
ASKING = frozenset("who whom whose which what why how".split())
"""Words that ask, but *when* and *where*, which lead clauses more often."""
NUMBERED = {"are": True, "were": True, "do": True, "have": True, "is": False, "was": False, "does": False, "has": False}
"""The number of auxiliaries: True for plural ones."""
MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
PARTICLES = frozenset("out up off away down back together apart".split())

# Adjectives that end a question after a form of be, beside those known by their endings.
PREDICATES = word_set("language.grammar.predicates")

# In questions these are verbs far more often than nouns.
_VERBS = word_set("language.grammar.verbs")
_ADVERBS = word_set("language.grammar.adverbs")
_SINGULAR_NAMES = frozenset("States Netherlands Nations Philippines Bahamas Times".split())
_NEVER_VERBS = DETERMINERS | PRONOUNS | PREPOSITIONS | CLAUSE_STARTS | CONJUNCTIONS | RELATIVES | AUXILIARIES
_NOT_ADVERBS = frozenset("family supply reply fly belly jelly butterfly assembly apply rely multiply".split())
_EDGE = re.compile(r"^\W+|\W+$")


@lru_cache(65_536)
def bare(word: str) -> str:
    """Return a word in lower case without the punctuation at its edges.

    Example:
        >>> bare("“Sun,”")
        'sun'
    """
    return _EDGE.sub("", word).lower()


def is_common_verb(word: str) -> bool:
    """Return whether a lower-case word is the base form of a verb that is seldom a noun."""
    return word in _VERBS


def is_verb(word: str) -> bool:
    """Return whether a lower-case word can be the base form of a verb.

    Example:
        >>> is_verb("need"), is_verb("water"), is_verb("friction")
        (True, True, False)
    """
    if word in _VERBS or (is_irregular(word) and word not in _NEVER_VERBS):
        return True
    return len(word) > 2 and word not in _NEVER_VERBS and lemma(word) == word and lemma(gerund(word)) == word


def is_third_person(word: str) -> bool:
    """Return whether a lower-case word can be the form of a verb that follows *it*."""
    base = base_form(word)
    return word.endswith("s") and base != word and is_verb(base) and third_person(base) == word


def is_gerund(word: str) -> bool:
    """Return whether a lower-case word can be the *-ing* form of a verb.

    Example:
        >>> [is_gerund(word) for word in ("making", "running", "burning", "spring")]
        [True, True, True, False]
    """
    if not word.endswith("ing"):
        return False
    stem = word.removesuffix("ing")
    return any(is_verb(base) and gerund(base) == word for base in (stem, stem + "e", stem[:-1]))


def is_past(word: str) -> bool:
    """Return whether a lower-case word can be the simple past of a verb."""
    base = base_form(word)
    if word.endswith("ed") and base != word and len(word) > 4 and is_known(word) and not word.endswith("eed"):
        return True
    return base != word and is_verb(base) and (past(base) == word or word.endswith("ed"))


def is_adverb(word: str) -> bool:
    """Return whether a lower-case word is an adverb that may stand before a verb."""
    return word in _ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in _NOT_ADVERBS)


def wants_noun(word: str) -> bool:
    """Return whether a noun, not a finite verb, must follow a lower-case word."""
    return word in DETERMINERS or word in PREPOSITIONS or word in CONJUNCTIONS


def is_plural_form(noun: str) -> bool:
    """Return whether a lower-case noun can be a plural: *fish* can."""
    return is_plural(noun) or plural(noun) == noun


def _joins_another(words: Sequence[str]) -> bool:
    """Return whether a second thing follows the first, as in *a ruler and a balance*."""
    place = words.index("and") if "and" in words else 0
    return words[place + 1 : place + 2] in (["a"], ["an"]) and not (PREPOSITIONS | RELATIVES) & {*words[:place]}


def is_plural_subject(words: Sequence[str]) -> bool:  # noqa: C901, PLR0911 - one line a sign
    """Return whether a noun phrase, taken as a subject, wants a plural verb.

    Example:
        >>> is_plural_subject("the roots of a plant".split()), is_plural_subject("salt and water".split())
        (True, True)
        >>> is_plural_subject("using cars".split()), is_plural_subject("a group of cells".split())
        (False, False)
    """
    if not words:
        return False
    first = bare(words[0])
    if first in {"none", "neither", "nobody", "nothing"} or words[-1] in _SINGULAR_NAMES:
        return False
    if first in {"a", "an"} and _joins_another([bare(word) for word in words]):
        return True
    if first in {"to", "each", "every", "a", "an", "one"} or (len(words) > 1 and is_gerund(first)):
        return False
    head: list[str] = []
    for word in words:
        clean = bare(word)
        if clean == "and" and head:
            return True
        if head and is_gerund(clean):
            return False
        if head and (clean in PREPOSITIONS or clean in RELATIVES):
            break
        head.append(clean)
        if word.endswith(",") and "and" in words:
            return True
        if word.endswith(","):
            return sum(other.endswith(",") for other in words) > 1 or is_plural_form(clean)
    return is_plural_form(head[-1]) or head[0] in {"they", "we", "these", "those", "both"}


_NOT = re.compile(
    r"\b(?P<verb>ca|could|do|does|did|is|are|was|were|has|have|had|wo|would|should|must|might|need|sha|ai)n['’]t\b",
    re.IGNORECASE,
)
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_ASKED = re.compile(
    r"\b(?P<word>what|who|where|when|how|why|that|there|it|he|she)['’](?P<verb>s|re|ll|d)\b(?P<next> \w+)?",
    re.IGNORECASE,
)
_SHORT_VERBS = {"re": "are", "ll": "will"}


def uncontracted(text: str) -> str:
    """Return a text whose contractions of a verb with *not*, or of a question word with a verb, are written out.

    Example:
        >>> uncontracted("Why can't penguins fly?"), uncontracted("Who's there?"), uncontracted("the dog's tail")
        ('Why can not penguins fly?', 'Who is there?', "the dog's tail")
    """
    return _ASKED.sub(_with_verb, _NOT.sub(_with_not, text.replace("Cannot ", "Can not ")))


def _with_not(match: re.Match[str]) -> str:
    verb = match["verb"]
    full = _SHORTENED.get(verb.lower(), verb)
    return f"{full.capitalize() if verb[:1].isupper() else full} not"


def _with_verb(match: re.Match[str]) -> str:
    following = match["next"] or ""
    verb = _SHORT_VERBS.get(match["verb"].lower())
    if verb is None and match["verb"].lower() == "s":
        verb = "has" if following.strip().lower() in {"been", "got", "had"} else "is"
    elif verb is None:
        verb = "did" if match["word"].lower() in {"what", "who", "where", "when", "how", "why"} else "would"
    return f"{match['word']} {verb}{following}"
