"""Number of nouns, forms of verbs, and the indefinite article: rules, and short tables of what breaks them."""

import re
from collections.abc import Iterator

from explanans.language.lexicon import table, word_set
from explanans.language.tokens import lemma

_PLURALS = {row[0]: row[1] for row in table("plurals")} | {
    word: word.removesuffix("fe").removesuffix("f") + "ves"
    for word in "calf elf half hoof knife leaf life loaf self shelf thief wife wolf".split()
}
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items()}
_UNCHANGING = frozenset("aircraft bison deer fish moose offspring salmon series sheep shrimp species trout".split())
# Nouns in -s that are one thing.
_SINGULAR_IN_S = word_set("language.inflection.singular-in-s")
_O_TAKES_ES = frozenset("echo hero mosquito potato tomato tornado volcano torpedo veto".split())
_ADJECTIVES_IN_ED = frozenset("bred hundred infrared naked red sacred shed sled wicked wretched".split())
_IE_STAYS = frozenset("calorie cookie eerie genie lie magpie movie pie prairie selfie tie zombie".split())

_IRREGULAR_VERBS = {base: (past, participle) for base, past, participle in table("verbs")}
_BASES = {form: base for base, forms in _IRREGULAR_VERBS.items() for form in forms if form not in _IRREGULAR_VERBS}
_PARTICIPLES = frozenset(participle for _, participle in _IRREGULAR_VERBS.values()) | {"born", "got"}
_THIRD_PERSONS = {"be": "is", "have": "has", "do": "does", "go": "goes", "undergo": "undergoes"}
# Verbs of more than one syllable that double their last consonant, because the last syllable is stressed.
_DOUBLING = word_set("language.inflection.doubling")

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_ONE_SHORT_SYLLABLE = re.compile(r"^(?:[^aeiou]*|qu|squ)[aeiou][^aeiouwxy]$")
_SOUNDS_LIKE_VOWEL = re.compile(r"(?:heir|hour|honest|honou?r|[aeio]|u(?!ni(?![mn])|s[aeiu]|t[ei]|ra|biq)|8|11\b|18\b)")
_SOUNDS_LIKE_CONSONANT = re.compile(r"(?:eu|ewe|one\b|once\b)")
_SPELLED_VOWEL = re.compile(r"[AEFHILMNORSX](?:[A-Z0-9]|\b)")


def plural(noun: str) -> str:
    """Return the plural of a singular English noun.

    Example:
        >>> [plural(noun) for noun in ("planet", "fox", "body", "leaf", "tomato", "sheep")]
        ['planets', 'foxes', 'bodies', 'leaves', 'tomatoes', 'sheep']
    """
    if noun in _UNCHANGING:
        return noun
    return _PLURALS.get(noun) or (noun + "es" if noun in _O_TAKES_ES else _with_s(noun))


def singular(noun: str) -> str:
    """Return the singular of an English noun; a noun that is singular already stays as it is.

    Example:
        >>> [singular(noun) for noun in ("planets", "gases", "bodies", "wolves", "bacteria", "glass")]
        ['planet', 'gas', 'body', 'wolf', 'bacterium', 'glass']
    """
    if noun in _SINGULARS:
        return _SINGULARS[noun]
    return _without_s(noun) if is_plural(noun) else noun


def is_plural(noun: str) -> bool:
    """Return whether a noun has the form of a plural.

    Example:
        >>> [is_plural(noun) for noun in ("cells", "mice", "gas", "photosynthesis", "species")]
        [True, True, False, False, False]
    """
    if noun in _SINGULARS:
        return True
    if noun in _SINGULAR_IN_S or noun in _UNCHANGING or len(noun) < 4:
        return False
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "'s", "’s"))


def forms(word: str) -> Iterator[str]:
    """Yield a word in other numbers, persons and tenses, as if it were a noun and a verb.

    Args:
        word: A word in lower case.

    Example:
        >>> sorted({*forms("taught")})
        ['taught', 'taughts', 'teach', 'teaches', 'teaching']
    """
    base = lemma(word)
    yield base
    yield from (singular(word), plural(singular(word)))
    yield from (form(base) for form in (plural, third_person, past, participle, gerund))


def is_irregular(verb: str) -> bool:
    """Return whether a lower-case word is the base form of a verb with a past of its own.

    Example:
        >>> is_irregular("write"), is_irregular("cross")
        (True, False)
    """
    return verb in _IRREGULAR_VERBS


def third_person(verb: str) -> str:
    """Return the form of a verb that follows *it*.

    Example:
        >>> [third_person(verb) for verb in ("need", "carry", "pass", "have", "go")]
        ['needs', 'carries', 'passes', 'has', 'goes']
    """
    return _THIRD_PERSONS.get(verb) or _with_s(verb)


def past(verb: str) -> str:
    """Return the simple past of a verb.

    Example:
        >>> [past(verb) for verb in ("need", "carry", "stop", "occur", "go", "freeze")]
        ['needed', 'carried', 'stopped', 'occurred', 'went', 'froze']
    """
    return _IRREGULAR_VERBS[verb][0] if verb in _IRREGULAR_VERBS else _with_vowel(verb, "ed")


def participle(verb: str) -> str:
    """Return the past participle of a verb.

    Example:
        >>> [participle(verb) for verb in ("need", "carry", "stop", "go", "freeze")]
        ['needed', 'carried', 'stopped', 'gone', 'frozen']
    """
    return _IRREGULAR_VERBS[verb][1] if verb in _IRREGULAR_VERBS else _with_vowel(verb, "ed")


def gerund(verb: str) -> str:
    """Return the *-ing* form of a verb.

    Example:
        >>> [gerund(verb) for verb in ("need", "make", "run", "die", "see")]
        ['needing', 'making', 'running', 'dying', 'seeing']
    """
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    return verb + "ing" if verb.endswith(("ee", "oe", "ye")) or verb == "be" else _with_vowel(verb, "ing")


def base_form(verb: str) -> str:
    """Return the base form of any form of a verb.

    Example:
        >>> [base_form(verb) for verb in ("needs", "carried", "went", "frozen", "makes", "is")]
        ['need', 'carry', 'go', 'freeze', 'make', 'be']
    """
    if verb in _BASES:
        return _BASES[verb]
    base = verb if verb in _IRREGULAR_VERBS else lemma(verb)
    return singular(verb) if base == verb and is_plural(verb) else base


def is_participle(word: str) -> bool:
    """Return whether a word has the form of a past participle; regular ones share it with the past.

    Example:
        >>> [is_participle(word) for word in ("formed", "frozen", "made", "grew", "seed", "red")]
        [True, True, True, False, False, False]
    """
    if word in _PARTICIPLES:
        return True
    return word.endswith("ed") and not word.endswith("eed") and len(word) > 3 and word not in _ADJECTIVES_IN_ED


def indefinite_article(word: str) -> str:
    """Return *a* or *an*, as the sound of the word that follows demands.

    Args:
        word: The word, in its own case; capitals that are spelled out loud count by the letter's name.

    Example:
        >>> [indefinite_article(word) for word in ("plant", "egg", "hour", "unit", "X-ray", "MRI", "umbrella")]
        ['a', 'an', 'an', 'a', 'an', 'an', 'an']
    """
    if _SPELLED_VOWEL.match(word):
        return "an"
    if word[:2].isupper():
        return "a"
    word = word.lower()
    return "an" if _SOUNDS_LIKE_VOWEL.match(word) and not _SOUNDS_LIKE_CONSONANT.match(word) else "a"


def _with_s(word: str) -> str:
    if _SIBILANT.search(word):
        return word + "es"
    return word[:-1] + "ies" if _CONSONANT_Y.search(word) else word + "s"


def _without_s(word: str) -> str:
    stem = word[:-1]
    if word.endswith("ies") and len(word) > 4 and stem not in _IE_STAYS:
        return word[:-3] + "y"
    if (
        word.endswith(("sses", "shes", "xes", "zzes"))
        or stem[:-1] in _O_TAKES_ES
        or stem[:-1] in {"gas", "lens", "bus"}
    ):
        return stem[:-1]
    return stem[:-1] if _SIBILANT.search(stem[:-1]) and lemma(word) == stem[:-1] else stem


def _with_vowel(verb: str, ending: str) -> str:
    """Add an ending that starts with a vowel: drop a mute e, turn y into i before -ed, double after a short vowel."""
    if verb.endswith("e"):
        return verb[:-1] + ending
    if ending == "ed" and _CONSONANT_Y.search(verb):
        return verb[:-1] + "ied"
    doubled = _ONE_SHORT_SYLLABLE.match(verb) or verb in _DOUBLING
    return verb + verb[-1] + ending if doubled else verb + ending
