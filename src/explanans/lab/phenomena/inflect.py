"""Forms of the words of a lexicon: verbs, nouns and adjectives, and the articles of a finished text."""

import re
from collections.abc import Callable

from explanans.errors import InputError
from explanans.language.inflection import gerund, indefinite_article, participle, past, plural, third_person

# Verbs that differ from the general rules, or have a British spelling here: base, past, participle, -ing, -s.
_VERBS = {
    forms[0]: dict(zip(("past", "pp", "ing", "s"), forms[1:], strict=True))
    for forms in (
        line.split("/")
        for line in """
        acquit/acquitted/acquitted/acquitting/acquits cancel/cancelled/cancelled/cancelling/cancels
        forbid/forbade/forbidden/forbidding/forbids get/got/got/getting/gets label/labelled/labelled/labelling/labels
        lie/lied/lied/lying/lies model/modelled/modelled/modelling/models outbid/outbid/outbid/outbidding/outbids
        outrun/outran/outrun/outrunning/outruns outwit/outwitted/outwitted/outwitting/outwits
        overtake/overtook/overtaken/overtaking/overtakes prove/proved/proved/proving/proves
        repay/repaid/repaid/repaying/repays sew/sewed/sewn/sewing/sews spy/spied/spied/spying/spies
        travel/travelled/travelled/travelling/travels unwrap/unwrapped/unwrapped/unwrapping/unwraps
        veto/vetoed/vetoed/vetoing/vetoes quarrel/quarrelled/quarrelled/quarrelling/quarrels
        expel/expelled/expelled/expelling/expels swim/swam/swum/swimming/swims
        undo/undid/undone/undoing/undoes rebuild/rebuilt/rebuilt/rebuilding/rebuilds
        outsell/outsold/outsold/outselling/outsells resell/resold/resold/reselling/resells
        """.split()
    )
}
_SHORT_OF_TWO_SYLLABLES = frozenset("clever gentle narrow quiet shallow simple".split())
_GRADES = {
    "good": ("better", "best"),
    "bad": ("worse", "worst"),
    "far": ("farther", "farthest"),
    "well": ("better", "best"),
    "dry": ("drier", "driest"),
    "fun": ("more fun", "most fun"),
}
_DOUBLED = frozenset("big dim fat fit hot sad slim thin wet".split())
_VOWELS = re.compile(r"[aeiouy]+")
_PLURALS = {
    "staff": "staff",
    "headquarters": "headquarters",
    "cookie": "cookies",
    "passer-by": "passers-by",
    "sheep": "sheep",
    "octopus": "octopuses",
    "fisherman": "fishermen",
    "photo": "photos",
    "piano": "pianos",
    "radio": "radios",
    "roof": "roofs",
    "scarf": "scarves",
    "virus": "viruses",
    "bus": "buses",
    "buffalo": "buffaloes",
    "midwife": "midwives",
    "thesis": "theses",
    "quiz": "quizzes",
    "tomato": "tomatoes",
    "mango": "mangoes",
}
_ARTICLE = re.compile(r"\b([Aa])n? (?=([^\s,.;]+))")
_SENTENCE_START = re.compile(r"(^[\"“(]?|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)[.!?] [\"“(]?)([a-z])")


def _of_first_word(function: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that changes the first word of a phrase, as *look* in *look after*."""

    def changed(phrase: str) -> str:
        first, space, rest = phrase.partition(" ")
        return function(first) + space + rest

    return changed


def _verb(verb: str, form: str, rule: Callable[[str], str]) -> str:
    """Return a form of a verb, by the table or else by a rule."""
    return _VERBS[verb][form] if verb in _VERBS else rule(verb)


def _plural(phrase: str) -> str:
    """Return the plural of a noun of one or several words: the last word changes, or the one before *of* or *in*."""
    head, joint, rest = phrase, "", ""
    for preposition in (" of ", " in ", " to "):
        if preposition in phrase:
            head, joint, rest = phrase.partition(preposition)
            break
    first, space, last = head.rpartition(" ")
    if last in _PLURALS:
        last = _PLURALS[last]
    elif last.endswith("man") and last not in {"human", "talisman"}:
        last = last.removesuffix("man") + "men"
    else:
        last = plural(last)
    return first + space + last + joint + rest


def _grade(adjective: str, degree: int) -> str:
    """Return the comparative (0) or the superlative (1) of an adjective."""
    ending, word = (("er", "more"), ("est", "most"))[degree]
    if adjective in _GRADES:
        return _GRADES[adjective][degree]
    syllables = len(_VOWELS.findall(adjective.removesuffix("e")))
    if adjective in _DOUBLED:
        return adjective + adjective[-1] + ending
    if adjective.endswith("y") and syllables <= 2 and len(adjective) > 3 and adjective[-2] not in "aeiou":
        return adjective[:-1] + "i" + ending
    if " " not in adjective and "-" not in adjective and (syllables <= 1 or adjective in _SHORT_OF_TWO_SYLLABLES):
        return adjective.removesuffix("e") + ending
    return f"{word} {adjective}"


_FORMS: dict[str, Callable[[str], str]] = {
    "": str,
    "past": _of_first_word(lambda verb: _verb(verb, "past", past)),
    "pp": _of_first_word(lambda verb: _verb(verb, "pp", participle)),
    "ing": _of_first_word(lambda verb: _verb(verb, "ing", gerund)),
    "s": _of_first_word(lambda verb: _verb(verb, "s", third_person)),
    "neg": lambda verb: f"was not {verb[3:]}" if verb.startswith("be ") else f"did not {verb}",
    "pl": _plural,
    "a": lambda noun: f"a {noun}",
    "the": lambda noun: f"the {noun}",
    "er": lambda adjective: _grade(adjective, 0),
    "est": lambda adjective: _grade(adjective, 1),
    "'s": lambda noun: f"{noun}'" if noun.endswith("s") and noun[0].islower() else f"{noun}'s",
    "cap": lambda text: text[:1].upper() + text[1:],
}


def inflect(text: str, form: str) -> str:
    """Return a form of a word or phrase.

    Args:
        form: ``past``, ``pp``, ``ing``, ``s``, ``neg`` (the negated past), ``pl``, ``a``, ``the``, ``er``, ``est``,
            ``'s``, ``cap`` or empty.

    Example:
        >>> inflect("look after", "past"), inflect("heavy", "er"), inflect("cup of tea", "pl")
        ('looked after', 'heavier', 'cups of tea')
    """
    if form not in _FORMS:
        raise InputError(f"no form {form!r} of {text!r}; accepted: {', '.join(_FORMS)}")
    return _FORMS[form](text)


def finish(text: str) -> str:
    """Return a text with the right indefinite articles, single spaces and a capital at the start of each sentence.

    Example:
        >>> finish("it is  a old house. an horse  stood there.")
        'It is an old house. A horse stood there.'
    """
    return _SENTENCE_START.sub(lambda found: found[1] + found[2].upper(), with_articles(text))


def with_articles(text: str) -> str:
    """Return one sentence with the right indefinite articles, single spaces and a capital at its start.

    Example:
        >>> with_articles("an U.S. senator owns  a old house.")
        'A U.S. senator owns an old house.'
    """
    text = re.sub(r" +([,.;:?!])", r"\1", " ".join(text.split()))
    text = _ARTICLE.sub(lambda found: _cased(indefinite_article(found[2]), found[1]) + " ", text)
    return text[:1].upper() + text[1:]


def _cased(article: str, letter: str) -> str:
    """Return an article with a capital if the one that it replaces has one."""
    return article.capitalize() if letter == "A" else article
