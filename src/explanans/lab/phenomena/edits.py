"""Edits of a parsed sentence: claims that it supports, contradicts, or does not decide."""

from collections.abc import Iterator
from random import Random

from explanans.lab.phenomena.lexicon import draw_word, first_names, last_names, nouns, tables
from explanans.lab.phenomena.sentence import (
    Sentence,
    active,
    exchanged,
    fronted,
    inflected,
    is_plural,
    negate,
    passive,
)
from explanans.language.analysis import is_run
from explanans.language.wordnet import antonyms, is_word
from explanans.structures.syntax import Arc

_LEAST_OPPOSITION = 0.35
"""Minimum weight of the first antonym in WordNet; below it, other meanings of the word are more likely."""
_NOT_OPPOSITE = frozenset("come do follow give go keep leave make man show take white woman work".split())
_KEPT_ADJECTIVES = frozenset(
    """
    alleged average bad certain common different fake false few first former future good great high imaginary important
    last least less likely little long low main major many more most much necessary next only other own possible
    potential real same second several similar single small-scale so-called sole such third total true typical unlikely
    various
    """.split()
)
_APPROXIMATE = frozenset("about almost around at least most more nearly over under up to than less".split())
_NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty".split()
_NEEDS_PLACE = frozenset(
    "base divide find lie live locate place put reside result set situate specialize stand".split()
)
_DEEDS = ("deeds", "passives", "animal_deeds", "team_deeds", "company_deeds", "country_deeds")
# Verbs of which a thing has one doer, or that happen to it once.
_ONE_DOER = frozenset("build compose create design develop direct discover found invent paint produce write".split())
_ONE_PLACE = frozenset("bear born bury die establish find found locate situate".split())
_PLACES = frozenset("in on at near inside outside under above behind".split())


def reductions(sentence: Sentence) -> Iterator[str]:
    """Yield a sentence without one of its details; the sentence entails it, but not the reverse."""
    if not sentence.is_upward:
        return
    parse, root = sentence.parse, sentence.parse.root
    for arc in parse.arcs:
        places = sentence.tree.subtree(arc.child)
        if not is_run(places) or places[0] < sentence.subject_end:
            continue
        first = parse.tokens[places[0]].text
        if _is_free_adjective(sentence, arc) or _is_free_noun(sentence, arc):
            yield _without(sentence, places[0], places[-1] + 1)
        is_event = sentence.root.tag in {"VBD", "VBN"} and sentence.root.lemma not in _NEEDS_PLACE and arc.head == root
        if is_event and arc.label == "obl" and first in _PLACES | {"during", "after", "before"}:
            yield _without(sentence, places[0], places[-1] + 1)
        is_last = places[-1] + 1 == sentence.end and parse.tokens[places[0] - 1].text != ","
        is_one_of_two = sum(other.head == arc.head and other.label == "conj" for other in parse.arcs) == 1
        if arc.label == "conj" and first == "and" and is_last and is_one_of_two and "both" not in sentence.words:
            yield _without(sentence, places[0], places[-1] + 1)
        if arc.label in {"appos", "acl:relcl", "advcl"} and parse.tokens[places[0] - 1].text == ",":
            yield _without(sentence, places[0] - 1, places[-1] + 1)


def _is_free_adjective(sentence: Sentence, arc: Arc) -> bool:
    """Return whether an arc leads to an adjective that can be left out of a noun phrase."""
    tokens, place = sentence.parse.tokens, arc.child
    if arc.label != "amod" or tokens[place].tag != "JJ" or tokens[place].text.lower() in _KEPT_ADJECTIVES:
        return False
    if tokens[arc.head].tag not in {"NN", "NNS"} or sentence.tree.children(place):
        return False
    neighbours = (tokens[place - 1], tokens[place + 1])
    # The adjective of a list cannot go alone.
    return neighbours[1].tag in {"NN", "NNS", "JJ"} and all(
        token.text not in {"and", "or", ","} for token in neighbours
    )


def _is_free_noun(sentence: Sentence, arc: Arc) -> bool:
    """Return whether an arc leads to the first noun of a compound of two, as in *a bee yard*."""
    tokens, place = sentence.parse.tokens, arc.child
    if arc.label != "compound" or tokens[place].tag != "NN" or arc.head != place + 1 or not place:
        return False
    if tokens[arc.head].tag not in {"NN", "NNS"} or tokens[place - 1].tag not in {"DT", "IN", "VBD", "VBZ", "VBP"}:
        return False
    return not is_word(f"{tokens[place].lemma}_{tokens[arc.head].lemma}", "NOUN")


def _without(sentence: Sentence, start: int, end: int) -> str:
    """Return a sentence without some of its tokens."""
    rest = sentence.text(end, sentence.end)
    if sentence.text(start, start + 1) == "," and rest.startswith(","):
        rest = rest[1:].strip()
    return f"{sentence.text_before(start)} {rest}".strip()


def supported(sentence: Sentence) -> Iterator[str]:
    """Yield paraphrases of a sentence."""
    yield sentence.inner
    for edit in (passive, active, fronted):
        if changed := edit(sentence):
            yield changed
    if (
        sentence.root.tag == "VBD"
        and sentence.parse.tokens[sentence.subject].pos == "PROPN"
        and not sentence.is_negated
    ):
        yield f"it was {sentence.subject_text} that {sentence.predicate}"


def contradicted(sentence: Sentence, random: Random) -> Iterator[str]:
    """Yield claims that a sentence contradicts."""
    if sentence.is_uncertain:
        return
    if denied := negate(sentence):
        yield denied
    yield from _opposites(sentence)
    yield from _other_numbers(sentence, random)
    yield from _other_names(sentence, random)
    if sentence.root.lemma in _verbs(*_DEEDS) and (turned := exchanged(sentence)):
        yield turned


def unknown(sentence: Sentence) -> Iterator[str]:
    """Yield claims that a sentence neither supports nor contradicts: its exchange where both may hold."""
    if sentence.root.lemma in _verbs("attitudes") and not sentence.is_negated and (turned := exchanged(sentence)):
        yield turned
    copula, tokens = sentence.copula, sentence.parse.tokens
    if copula is None or copula != sentence.subject_end or tokens[copula].text not in {"is", "are"}:
        return
    # What a kind is said to be need not be of this kind; with modifiers it might be a definition.
    words = sentence.text(copula + 1, sentence.end).split()
    if sentence.root.pos != "NOUN" or len(words) > 2 or tokens[sentence.subject].pos != "NOUN":
        return
    if tokens[0].text.lower() in {"the", "this", "that", "its"} or words[0] in {"the", "his", "her", "its"}:
        return
    plural = is_plural(sentence.parse, sentence.parse.root)
    if is_plural(sentence.parse, sentence.subject) is plural and (plural or words[0] in {"a", "an"}):
        yield f"{' '.join(words)} {tokens[copula].text} {sentence.subject_text}"


def _opposites(sentence: Sentence) -> Iterator[str]:
    """Yield a sentence with its root, or an adjective of its nominal predicate, replaced by an opposite."""
    parse, root = sentence.parse, sentence.parse.root
    if sentence.is_negated:
        return
    places = [root] if sentence.root.pos in {"ADJ", "VERB"} else []
    if sentence.copula is not None:
        places += [arc.child for arc in parse.arcs if arc.head == root and arc.label == "amod"]
    for place in places:
        token = parse.tokens[place]
        if token.lemma in _NOT_OPPOSITE or token.text.lower() in _KEPT_ADJECTIVES:
            continue
        ranked = sorted(antonyms(token.lemma, token.pos).items(), key=lambda item: -item[1])
        if not ranked or ranked[0][1] < _LEAST_OPPOSITION or not ranked[0][0].isalpha():
            continue
        if len(ranked) == 1 or ranked[1][1] < ranked[0][1]:
            yield _replaced(sentence, place, inflected(ranked[0][0], token))


def _other_numbers(sentence: Sentence, random: Random) -> Iterator[str]:
    """Yield a sentence with one of its numbers replaced."""
    if sentence.is_negated:
        return
    tokens = sentence.parse.tokens
    for place, token in enumerate(tokens[: sentence.end]):
        if token.tag != "CD" or (place and tokens[place - 1].text.lower() in _APPROXIMATE):
            continue
        if token.text.lower() in _NUMBER_WORDS:
            other = random.choice([word for word in _NUMBER_WORDS if word != token.text.lower()])
        elif token.text.isdecimal() and len(token.text) < 5 and int(token.text) > 1:
            value = int(token.text)
            spread = 40 if len(token.text) == 4 else value
            is_day = {tokens[place - 1].text, tokens[place + 1].text} & set(nouns()["month"])
            other = str(random.randint(1, 28) if is_day else value + random.randint(1 - spread, spread))
        else:
            continue
        if other not in {token.text, "0"}:
            yield _replaced(sentence, place, other)


def _other_names(sentence: Sentence, random: Random) -> Iterator[str]:
    """Yield a sentence with another doer of what one has done, or another place of what happens in one."""
    parse = sentence.parse
    if sentence.is_negated:
        return
    for arc in parse.arcs:
        places = sentence.tree.subtree(arc.child)
        if arc.head != parse.root or len(places) < 2 or not is_run(places):
            continue
        first, rest = parse.tokens[places[0]].text, parse.tokens[places[1] : places[-1] + 1]
        if any(token.tag != "NNP" for token in rest):
            continue
        if arc.label == "obl:agent" and first == "by" and sentence.root.lemma in _ONE_DOER and len(rest) > 1:
            name = f"{random.choice(first_names())[0]} {random.choice(last_names())}"
        elif arc.label == "obl" and first == "in" and sentence.root.lemma in _ONE_PLACE and len(rest) == 1:
            name = draw_word("city", random).text
        else:
            continue
        if name != sentence.text(places[1], places[-1] + 1):
            yield f"{sentence.text_before(places[1])} {name} {sentence.text(places[-1] + 1, sentence.end)}".strip()


def _replaced(sentence: Sentence, place: int, word: str) -> str:
    """Return a sentence with another word in the place of a token."""
    if place < sentence.subject_end:
        words = [sentence.text(0, place), word, sentence.text(place + 1, sentence.end)]
        return " ".join(part for part in words if part)
    before = f"{sentence.subject_text} {sentence.text(sentence.subject_end, place)}"
    return f"{before} {word} {sentence.text(place + 1, sentence.end)}".strip()


def _verbs(*names: str) -> frozenset[str]:
    """Return the verbs of tables of the lexicon."""
    return frozenset(row.form("") for name in names for row in tables()[name])
