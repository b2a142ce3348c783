"""Types of answers: those that a question asks for, and those of a phrase by its values, nouns and prepositions."""

from collections.abc import Iterator
from functools import lru_cache

from explanans.language.lexicon import table, word_set
from explanans.language.values import Value, ValueKind, find_values
from explanans.language.values.units import currencies, unit_words
from explanans.language.wordnet import kinship
from explanans.pipeline.proposals.asked import AnalyzedQuestion
from explanans.pipeline.proposals.phrases import Phrase

PERSON, PLACE, TIME, FREQUENCY, COUNT = "person", "place", "time", "frequency", "count"
"""Types of answers beside the dimensions of values: persons and groups, places, points in time, how often, and numbers
of things, as *412 inhabitants*; a number by itself is a ``number``."""

_MONEY, _NUMBER, _DURATION = ValueKind.MONEY.value, ValueKind.NUMBER.value, ValueKind.DURATION.value
_MASS, _SHARE, _ORDINAL = ValueKind.MASS.value, ValueKind.SHARE.value, ValueKind.ORDINAL.value
_VAGUE = frozenset({_NUMBER, _SHARE})
"""The types of numbers without a unit, which answer wherever an amount is asked for: *half*, *280*."""
_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
_PLAIN = frozenset({ValueKind.NUMBER, ValueKind.ORDINAL})
_TIMES = frozenset({ValueKind.DATE.value, ValueKind.CLOCK.value})
_QUESTIONS = {"who": PERSON, "whose": PERSON, "where": PLACE, "when": TIME}
_PRICED = word_set("pipeline.proposals.answer-types.priced")
"""Verbs and nouns that make an amount one of money."""
_COINS = word_set("pipeline.proposals.answer-types.coins")
"""Names of currencies of which no amount is converted."""
_COUNTS = word_set("pipeline.proposals.answer-types.counts")
"""Words for a number or a share that are no numerals."""
_REPEATED = word_set("pipeline.proposals.answer-types.repeated")
"""Words that say how often."""
_SPANS = word_set("pipeline.proposals.answer-types.spans")
"""Nouns of spans and parts of time."""
_AT = frozenset(
    """
    in at on of behind over for under below above beside between near inside outside among along around to from
    """.split()
)
"""Prepositions of places."""
_BY = frozenset("in at on by until till from between since before after around during ahead".split())
"""Prepositions of times."""
_SINCE = frozenset("when after before until till as once if while since during whenever just ahead".split())
_OCCASIONS = ("event", "meal", "activity", "time", "weather")
_PLACES = ("location", "structure", "area", "region")
_LEVELS = 6
_KIN = 0.3
"""Minimum share of the uses of a noun that are of a kind."""
_EACH = frozenset("every each per".split())
_YEARS, _HOURS = range(1000, 2200), 24


def asked_types(asked: AnalyzedQuestion) -> frozenset[str]:
    """Return the types of answers to a question; empty if it may have any.

    Example:
        >>> from explanans.language.parser import shared_parser
        >>> (parse,) = shared_parser().parse(["How much does a course cost?"])
        >>> sorted(asked_types(AnalyzedQuestion.of(parse)))
        ['money', 'number', 'share']
    """
    if asked.kind in _QUESTIONS:
        return frozenset({_QUESTIONS[asked.kind]})
    words = {*asked.lemmas, asked.noun, asked.verb_lemma}
    if asked.kind == "amount":
        return _amounts(asked, words)
    noun = asked.noun or _equated(asked)
    if noun in (named := _rows("what")):
        return named[noun]
    lemmas = asked.tree.lemmas
    is_object = asked.kind == "what" and not asked.noun and lemmas[asked.word + 1 : asked.word + 2] == ("do",)
    verbs = [lemma for lemma in lemmas if lemma in _rows("verb")] if is_object else []
    return _rows("verb")[verbs[-1]] if verbs else frozenset()


def _equated(asked: AnalyzedQuestion) -> str:
    """Return the first noun of *what is the temperature of …*; empty for another form."""
    lemmas, behind = asked.tree.lemmas, asked.word + 1
    if asked.kind != "what" or lemmas[behind : behind + 1] != ("be",):
        return ""
    tokens = asked.tree.tokens
    return next((lemmas[place] for place in range(behind + 1, len(tokens)) if tokens[place].pos in _NOUNS), "")


def _amounts(asked: AnalyzedQuestion, words: set[str]) -> frozenset[str]:
    """Return the types of an amount that is asked for by an adjective: *how much*, *how deep*."""
    tokens, behind = asked.tree.tokens, asked.word + 2
    noun = asked.tree.lemmas[behind] if behind < len(tokens) and tokens[behind].pos in _NOUNS else ""
    unit = unit_words().get(noun)
    if unit or noun in {"time", "rest"}:
        return frozenset({unit.kind.value if unit else _DURATION, *_VAGUE})
    if _is_money(noun) or noun == "money" or (asked.measure == "much" and not noun and not words.isdisjoint(_PRICED)):
        return frozenset({_MONEY, *_VAGUE})
    return _rows("how").get(
        f"{asked.measure} of" if noun else asked.measure, _rows("how").get(asked.measure, frozenset())
    )


@lru_cache(8)
def _rows(asking: str) -> dict[str, frozenset[str]]:
    return {row[1]: frozenset(row[2].split()) for row in table("answer-types") if row[0] == asking}


def phrase_types(phrase: Phrase) -> frozenset[str]:
    """Return the types of a phrase: of the value or the noun at its head, or of the preposition before it.

    Example:
        >>> from explanans.language.analysis import SyntaxTree
        >>> from explanans.language.parser import shared_parser
        >>> from explanans.pipeline.proposals.phrases import phrases
        >>> (parse,) = shared_parser().parse(["Courses take six evenings and cost 180 euros."])
        >>> {phrase.text: sorted(phrase_types(phrase)) for phrase in phrases(SyntaxTree(parse))}["180 euros"]
        ['money']
    """
    return frozenset(_types(phrase))


def _types(phrase: Phrase) -> Iterator[str]:
    tree, head = phrase.tree, phrase.head
    words = [tree.tokens[word].text.lower() for word in phrase.words]
    lemmas = [tree.lemmas[word] for word in phrase.words]
    lead = tree.tokens[phrase.lead].text.lower() if phrase.lead >= 0 else ""
    if not _EACH.isdisjoint(words) or not _REPEATED.isdisjoint(words) or "times" in words:
        yield FREQUENCY
    if not _REPEATED.isdisjoint(words):
        yield from (_NUMBER, COUNT)
    if words[0] in _SINCE or lead in _SINCE:
        yield TIME
    values = list(_values(phrase))
    for value in values:
        yield from _value_types(phrase, value, lead)
    if not values and _is_figure(phrase):
        yield _NUMBER
    elif not values:
        yield from _unnumbered(phrase, words, lemmas, lead)
    is_measured = any(value.kind not in _PLAIN for value in values)
    if not is_measured and tree.tokens[head].pos not in {"VERB", "AUX"}:
        yield from _nominal(phrase, lead, numbered=bool(values))


def _unnumbered(phrase: Phrase, words: list[str], lemmas: list[str], lead: str) -> Iterator[str]:
    """Yield the types of a phrase without a numeral: *half*, *a kilo*, *at breakfast*, *a spoonful*."""
    head = phrase.tree.lemmas[phrase.head]
    if not _COUNTS.isdisjoint(words):
        yield from (*_VAGUE, COUNT)
    if unit := next(
        (unit_words()[word] for word in lemmas if word in unit_words() and not {"a", "an"}.isdisjoint(words)), None
    ):
        yield unit.kind.value
    if head.endswith("ful"):
        yield from (ValueKind.VOLUME.value, COUNT)
    if head in _SPANS or not _SPANS.isdisjoint(lemmas) or (lead in _BY and _is_kind(head, _OCCASIONS)):
        yield TIME
    if head in _SPANS and lead not in _BY:
        yield _DURATION


def _nominal(phrase: Phrase, lead: str, *, numbered: bool) -> Iterator[str]:
    """Yield a person and a place for whatever is no value of a measure, by the preposition before it."""
    tree, head = phrase.tree, phrase.head
    noun = tree.lemmas[head] if tree.tokens[head].pos in _NOUNS else ""
    first = tree.tokens[phrase.first]
    is_led = first.pos in {"ADP", "SCONJ"} and first.text.lower() != "by"
    if not is_led and (not numbered or noun) and noun not in _SPANS:
        yield PERSON
    is_name = head > 0 and tree.tokens[head].text[:1].isupper()
    if lead in _AT or is_name or tree.tokens[head].pos in {"ADV", "PROPN"} or _is_kind(noun, _PLACES):
        yield PLACE


def _is_kind(noun: str, kinds: tuple[str, ...]) -> bool:
    return bool(noun) and any(kinship(noun, kind, "NOUN", _LEVELS) >= _KIN for kind in kinds)


@lru_cache(512)
def _values_of(text: str) -> tuple[Value, ...]:
    return find_values(text)


def _values(phrase: Phrase) -> Iterator[Value]:
    """Yield the values that the head of a phrase is, or that stand directly beside it."""
    tree = phrase.tree
    start, end = tree.tokens[phrase.first].start, tree.tokens[phrase.last].end
    for value in _values_of(tree.parse.text):
        if start <= value.start and value.end <= end:
            places = [place for place in phrase.words if value.start <= tree.tokens[place].start < value.end]
            if any(place == phrase.head or tree.head(place) == phrase.head for place in places):
                yield value


def _is_figure(phrase: Phrase) -> bool:
    """Return whether the head of a phrase is the figure of a value whose unit the phrase leaves out."""
    head = phrase.tree.tokens[phrase.head]
    return head.pos == "NUM" and any(
        value.start <= head.start and head.end < value.end for value in _values_of(phrase.tree.parse.text)
    )


def _value_types(phrase: Phrase, value: Value, lead: str) -> Iterator[str]:
    """Yield the types of a value: money for *84 crowns*, a share for *a third*, and a time for *two weeks before*."""
    tree, kind = phrase.tree, value.kind
    behind = next((place for place in phrase.words if tree.tokens[place].start >= value.end), None)
    counted = tree.lemmas[behind] if behind is not None else ""
    is_bare = kind in _PLAIN and behind is None
    is_hour = lead in _BY and value.low <= _HOURS
    if kind is ValueKind.NUMBER:
        yield _MONEY if _is_money(counted) else _DURATION if counted in _SPANS else COUNT if counted else _NUMBER
    elif kind is ValueKind.ORDINAL:
        yield from (_SHARE, _ORDINAL)
    else:
        yield kind.value
        yield from (_MONEY,) if kind is ValueKind.MASS and "pound" in value.text else ()
    is_time = counted in _SPANS or (is_bare and (is_hour or kind is ValueKind.ORDINAL or value.low in _YEARS))
    last = tree.tokens[phrase.last].text.lower()
    if (
        kind.value in _TIMES
        or is_time
        or (kind is ValueKind.DURATION and (lead or last in _BY | {"ago", "later", "earlier"}))
    ):
        yield TIME


@lru_cache(512)
def _is_money(noun: str) -> bool:
    return bool(noun) and (noun in currencies() or noun in _COINS)


_ODDS = {PERSON: (0.9, -3.2), PLACE: (1.2, -2.0), TIME: (1.3, -2.2), "": (1.3, -2.5)}
"""Logarithms of how much likelier a right phrase is than a wrong one to be of a type that is asked for, and to be of
none, by what is asked for; empty for amounts. Counted on the phrases of the judged training texts: 225 questions."""


def type_odds(asked: frozenset[str], phrase: frozenset[str]) -> float:
    """Return how the log-odds that a phrase answers a question change by its types; 0 if any type may answer.

    Example:
        >>> money = frozenset({"money"})
        >>> type_odds(money, frozenset({"duration"})) < 0 < type_odds(money, money)
        True
    """
    if not asked:
        return 0.0
    fits, other = _ODDS[next(iter(asked)) if len(asked) == 1 and asked <= _ODDS.keys() else ""]
    return fits if asked & phrase else other
