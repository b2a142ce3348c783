"""Main clauses of sentences: subject, predicate and adjunct as phrases for the concepts of a graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from explanans.graphs.polarity import is_negation, turning
from explanans.language.analysis import SyntaxTree
from explanans.language.grammar import PARTICLES
from explanans.language.inflection import base_form, is_plural, singular, third_person
from explanans.language.parser import shared_parser
from explanans.language.tokens import is_function_word, lemma
from explanans.language.wordnet import is_word, kinship
from explanans.structures.graphs import Relation
from explanans.structures.syntax import Parse, Token

LONGEST = 3
"""Maximum number of words of a concept."""
_NAMING = {"NOUN", "PROPN", "NUM"}
_ACTED_ON = {*_NAMING, "ADJ", "DET", "PRON"}
"""Parts of speech of objects after a transitive verb."""
_LEAVING = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ", "SYM"}
"""Parts of speech that neither begin nor end a phrase."""
_LOOSE = {"acl", "advcl", "advmod", "appos", "cc", "conj", "discourse", "nmod", "obl", "parataxis", "punct"}
"""Dependency labels of words without which a phrase is complete."""
_BEING = frozenset("be become remain seem stay".split())
_OF_OBJECTS = {
    verb: relation
    for relation, verbs in {
        Relation.CAUSES: "bring cause create generate lead produce promote provoke spread trigger",
        Relation.DESIRES: "crave demand deserve desire enjoy like love need prefer seek want wish",
        Relation.HAS_PROPERTY: "have",
    }.items()
    for verb in verbs.split()
}
"""Relations of a subject to the object of a verb."""
_WITH_WISHES = ("person", "animal", "people", "organization", "municipality")
"""Words of WordNet for what has wishes."""
_WHOLE = {"do": "", "does": "", "ca": "can", "wo": "will", "sha": "shall"}
"""Helping verbs before a negation, and what they are without it."""
_LIKELY = 0.2
_LEVELS = 8


class Kind(StrEnum):
    """Kind of a phrase."""

    THING = "thing"
    PERSON = "person"
    """A thing that has wishes: a person, an animal, a group."""
    ACTION = "action"
    QUALITY = "quality"
    UNDERGOING = "undergoing"
    """A passive action, as *banned*."""
    BROKEN = "broken"
    """Not a phrase: the span crosses phrase boundaries, as *turtles choke*."""


NAMING_KINDS = frozenset({Kind.THING, Kind.PERSON})
_RELATING = {
    Kind.THING: Relation.IS_A,
    Kind.PERSON: Relation.IS_A,
    Kind.ACTION: Relation.CAPABLE_OF,
    Kind.QUALITY: Relation.HAS_PROPERTY,
    Kind.UNDERGOING: Relation.RECEIVES_ACTION,
}
"""The relation of a subject to a predicate of a kind."""


class Phrase(NamedTuple):
    """A phrase of a sentence that may be a concept.

    Attributes:
        first: The number of its first word in the sentence.
        last: The number of its last word.
    """

    text: str
    kind: Kind
    first: int
    last: int

    def overlaps(self, other: "Phrase") -> bool:
        """Return whether one of two phrases has all words of the other."""
        return self.text in other.text or other.text in self.text


@dataclass(frozen=True, slots=True)
class Clause:
    """The main clause of a sentence.

    Attributes:
        relation: The relation of the subject to the predicate.
        denied: Whether the clause denies it.
        negative: The predicate with its negation, if the clause denies it, and if it is short enough.
        adjunct: What a preposition joins to the predicate, if the predicate does not hold it.
    """

    subject: Phrase | None = None
    predicate: Phrase | None = None
    relation: Relation = Relation.HAS_CONTEXT
    denied: bool = False
    negative: Phrase | None = None
    adjunct: Phrase | None = None

    def phrases(self) -> Iterator[Phrase]:
        """Yield its phrases."""
        yield from (item for item in (self.subject, self.negative, self.predicate, self.adjunct) if item)


class Sentence:
    """A parsed sentence."""

    def __init__(self, text: str) -> None:
        (parse,) = shared_parser().parse([text])
        self._parse = parse
        self._tree = SyntaxTree(parse)
        self._tokens = parse.tokens
        self._top = _main_verb(parse) if parse.tokens else 0
        self._verb = _deepest(parse, self._top) if parse.tokens else 0
        self.clause = self._read() if parse.tokens else Clause()

    def holds(self, concept: str) -> bool:
        """Return whether the sentence contains a phrase."""
        return concept in self._parse.text.lower()

    def kind(self, concept: str) -> Kind:
        """Return the kind of thing that a span names; ``BROKEN`` if the span is no constituent.

        Example:
            >>> read = Sentence("Turtles choke on plastic bags.")
            >>> [str(read.kind(words)) for words in ("plastic bags", "choke on plastic", "turtles choke", "choke on")]
            ['thing', 'action', 'broken', 'broken']
        """
        for phrase in self.clause.phrases():
            if phrase.text == concept.lower():
                return phrase.kind
        place = self._parse.text.lower().find(concept.lower())
        inside = [
            number
            for number, token in enumerate(self._tokens)
            if place <= token.start and token.end <= place + len(concept)
        ]
        return self._kind(inside) if place >= 0 and inside else Kind.BROKEN

    def said(self, phrase: Phrase) -> str:
        """Return what the sentence says from its subject to the end of a phrase.

        Example:
            >>> read = Sentence("Many turtles choke on plastic bags.")
            >>> read.said(read.clause.predicate)
            'many turtles choke'
        """
        first = self.clause.subject.first if self.clause.subject else phrase.first
        while first and self._parse.arcs[first - 1].head >= first and self._tokens[first - 1].pos != "PUNCT":
            first -= 1
        text = self._parse.text[self._tokens[first].start : self._tokens[max(first, phrase.last)].end]
        return self._lowered(text) if first == 0 else text

    def whole(self) -> str:
        """Return the sentence without its full stop, as part of a longer one."""
        return self._lowered(self._parse.text.strip().rstrip(".!? "))

    def opposite(self) -> str:
        """Return the sentence as part of a longer one, with its main clause denied, or no longer denied.

        Example:
            >>> for text in ("Zoos should be banned.", "Zoos harm animals.", "Zoos don't help.", "No zoo is good."):
            ...     print(Sentence(text).opposite())
            zoos should not be banned
            zoos do not harm animals
            zoos help
            zoo is good
        """
        tokens, top = self._tokens, self._top
        words = [token.text for token in tokens]
        helpers = [number for number in range(top) if _helps(self._parse, number, top)]
        denials = [number for number in range(top) if _denies(tokens[number]) and tokens[number].pos != "ADP"]
        if denials:
            for number in denials[:1]:
                words[number] = ""
                words[number + 1] = "" if words[number + 1].lower() == "longer" else words[number + 1]
                helper = words[number - 1].lower() if number else ""
                words[number - 1] = _WHOLE.get(helper, words[number - 1])
                words[top] = third_person(base_form(words[top])) if helper == "does" else words[top]
        elif verbs := [number for number in (*helpers, top) if _takes_not(tokens[number])]:
            words[verbs[0]] += "not" if words[verbs[0]].lower() == "can" else " not"
        else:
            word = words[top].lower()
            do = "did" if tokens[top].tag == "VBD" else "does" if is_plural(word) else "do"
            words[top] = f"{do} not {base_form(word)}"
        return self._lowered(self._joined(words).rstrip(".!? "))

    def _joined(self, words: Sequence[str]) -> str:
        """Return the sentence with other words in the places of its own."""
        found, end = "", 0
        for token, word in zip(self._tokens, words, strict=True):
            found += self._parse.text[end : token.start] + word
            end = max(end, token.end)
        return " ".join(found.split())

    def _lowered(self, text: str) -> str:
        """Return a text that starts with the first word of the sentence as part of a longer sentence."""
        first = self._tokens[0]
        name = first.pos == "PROPN" and not any(is_word(lemma(first.text), pos) for pos in ("NOUN", "ADJ", "VERB"))
        return text if name or not first.text[1:].islower() else text[:1].lower() + text[1:]

    def _kind(self, inside: list[int]) -> Kind:
        first, last = self._tokens[inside[0]], self._tokens[inside[-1]]
        if len(inside) > 1 and (_leaves(last) or first.pos in {"ADP", "CCONJ", "SCONJ"}):
            return Kind.BROKEN
        if self._verb in inside:
            before = [number for number in inside if number < self._verb and self._tokens[number].pos in _NAMING]
            return Kind.BROKEN if before else self._predicate_kind()
        heads = [arc.child for arc in self._parse.arcs if arc.child in inside and arc.head not in inside]
        naming = [number for number in heads if self._tokens[number].pos != "PUNCT"]
        if len(naming) != 1 and not all(self._tokens[number].pos in _NAMING for number in inside):
            return Kind.BROKEN
        return _kind_of(self._tokens[naming[-1] if naming else inside[-1]])

    def _predicate_kind(self) -> Kind:
        """Return the kind of thing that the predicate names."""
        verb = self._tokens[self._verb]
        if self._tree.children(self._verb, "cop") or self._after_being():
            return _kind_of(verb) if verb.pos in _NAMING else Kind.QUALITY
        return Kind.UNDERGOING if self._tree.children(self._verb, "aux:pass") else Kind.ACTION

    def _after_being(self) -> bool:
        """Return whether the predicate follows a form of *be*, whatever its dependency label."""
        before = [token for token in self._tokens[: self._verb] if token.lemma.lower() in _BEING]
        return bool(before) and self._tokens[self._verb].pos in {"ADJ", *_NAMING}

    def _read(self) -> Clause:
        verb, tokens = self._verb, self._tokens
        frame = verb
        while frame > 0 and (tokens[frame - 1].pos not in _NAMING or _helps(self._parse, frame - 1, verb)):
            frame -= 1
        subject = self._subject(frame)
        kind = self._predicate_kind()
        # What stands between subject and verb denies it; so does *no* before the subject.
        leading = range(subject.first - 1, subject.first) if subject and subject.first else range(0)
        denials = [number for number in (*leading, *range(frame, verb)) if _denies(tokens[number])]
        # So does each verb that turns round what it leads to: *stop charging fees*.
        leading_verbs = [number for number in range(frame, verb) if _led_to(self._parse, number) is not None]
        turned = sum(tokens[number].lemma.lower() in turning() for number in leading_verbs) % 2 == 1
        relation, predicate = self._predicate(kind)
        negative = None
        if len(denials) == 1 and denials[0] >= frame and predicate and not turned:
            # The negation matters more than an object.
            helped = denials[0] > frame and tokens[denials[0] - 1].text.lower() in {*_WHOLE, "can"}
            spans = [(start, end) for end in (predicate.last, verb) for start in (denials[0] - helped, denials[0])]
            fitting = [span for span in spans if self._words(*span) <= LONGEST]
            negative = self._phrase(*fitting[0], kind) if fitting else None
        after = predicate.last if predicate else verb
        joined = [n for head in range(verb, after + 1) for n in self._tree.children(head, "obl", "nmod") if n > after]
        adjunct = self._named(min(joined)) if joined else None
        return Clause(subject, predicate, relation, bool(denials) != turned, negative, adjunct)

    def _predicate(self, kind: Kind) -> tuple[Relation, Phrase | None]:
        """Return what is said of the subject, and the relation to it."""
        verb, tokens = self._verb, self._tokens
        if kind in NAMING_KINDS and any(tokens[number].pos == "ADP" for number in self._tree.children(verb, "case")):
            return Relation.AT_LOCATION, self._named(verb, alone=True)
        if kind in NAMING_KINDS:
            return Relation.IS_A, self._named(verb)
        relation = _OF_OBJECTS.get(base_form(tokens[verb].text.lower()))
        misread = self._top != self._parse.root
        things = self._tree.children(verb, "obj", "ccomp") or (verb + 1,) * misread
        if kind is Kind.ACTION and relation and things and (thing := self._named(things[0])):
            place = thing.last + 1
            joins = [
                number for number in self._tree.children(verb, "obl") if place in self._tree.children(number, "case")
            ]
            joined = self._phrase(thing.first, joins[0], thing.kind) if joins else thing
            return relation, joined if self._words(joined.first, joined.last) <= LONGEST else thing
        # Words between a verb and what it takes are not left out; the longest phrase that is complete is taken.
        for last in reversed(range(verb, min(verb + LONGEST, len(tokens)))):
            following = tokens[last + 1].pos if last + 1 < len(tokens) else "PUNCT"
            ends = last > verb and following in {"CCONJ", "PUNCT"} and not _leaves(tokens[last])
            if self._words(verb, last) <= LONGEST and (ends or self._is_complete(verb, last)):
                return _RELATING[kind], self._phrase(verb, last, kind)
        thing = self._named(things[0]) if things else None
        return Relation.HAS_CONTEXT, thing or self._phrase(verb, verb, kind)

    def _subject(self, end: int) -> Phrase | None:
        """Return what the words before a place speak of."""
        # It takes in what a preposition adds, if that is short; else what *of* adds says more than what stands before
        # it. What a relative clause names is not spoken of: *drivers who read advertisements*.
        tokens = self._tokens
        if end and tokens[0].tag == "VBG" and tokens[0].pos == "VERB":
            fitting = [last for last in range(min(end, LONGEST)) if self._is_complete(0, last)]
            return self._phrase(0, max(fitting, default=0), Kind.ACTION)
        run = self._run(end)
        arcs = self._parse.arcs
        relative = [arc.head for arc in arcs if arc.label == "acl:relcl" and run and arc.head < arc.child < run[0]]
        run = self._run(relative[0] + 1) if relative else run
        while run:
            place = run[0]
            while place and tokens[place - 1].pos == "DET":
                place -= 1
            acting = place > 1 and tokens[place - 2].tag == "VBG"  # *tipping in restaurants*
            head = self._run(place - 1) or ([place - 2] if acting else [])
            if not place or tokens[place - 1].pos != "ADP" or not head:
                break
            if self._words(head[0], run[-1]) <= LONGEST:
                return self._phrase(head[0], run[-1], _kind_of(tokens[head[-1]]))
            if tokens[place - 1].text.lower() == "of":
                break
            run = head
        return self._phrase(run[-LONGEST:][0], run[-1], _kind_of(tokens[run[-1]])) if run else None

    def _run(self, end: int) -> list[int]:
        """Return the last run of words before a place that names something."""
        run: list[int] = []
        for number in reversed(range(end)):
            token = self._tokens[number]
            modifies = self._parse.arcs[number].kind in {"amod", "compound"} and token.pos != "DET"
            if token.pos in {*_NAMING, "ADJ"} or (run and (modifies or token.tag in {"VBN", "VBG"})):
                run.insert(0, number)
            elif run:
                break
        return run

    def _named(self, head: int, *, alone: bool = False) -> Phrase | None:
        """Return the phrase of a noun: with the words before it and, if not ``alone``, with what follows it."""
        if self._tokens[head].pos not in {*_NAMING, "ADJ", "VERB"}:
            return None
        first, arcs = head, self._parse.arcs
        while first and first <= arcs[first - 1].head <= head and not _leaves(self._tokens[first - 1]):
            first -= 1
        while self._words(first, head) > LONGEST:
            first += 1
        for last in () if alone else reversed(range(head, min(first + LONGEST, len(self._tokens)))):
            if self._words(first, last) <= LONGEST and self._is_complete(first, last) and self._is_below(last, head):
                return self._phrase(first, last, _kind_of(self._tokens[head]))
        return self._phrase(first, head, _kind_of(self._tokens[head]))

    def _is_complete(self, first: int, last: int) -> bool:
        """Return whether a span ends with a word of its own, and cuts off nothing that its words need."""
        end = self._tokens[last]
        if last > first and _leaves(end) and end.pos != "ADV" and not self._is_particle(last):
            return False
        heads = 0
        for arc in self._parse.arcs:
            inside, child = first <= arc.head <= last, first <= arc.child <= last
            heads += child and not inside
            bound = self._is_particle(arc.child) or self._tokens[arc.child].text.lower() in PARTICLES
            if inside and last < arc.child and (arc.kind not in _LOOSE or bound):
                return False
        return heads == 1

    def _is_particle(self, number: int) -> bool:
        """Return whether a word belongs to the verb before it, as in *slow down* and *throw away*."""
        arc = self._parse.arcs[number]
        return arc.label == "compound:prt" or (arc.kind == "advmod" and arc.head == number - 1)

    def _is_below(self, number: int, head: int) -> bool:
        """Return whether a word hangs on another, perhaps by way of others."""
        while number > head:
            number = self._parse.arcs[number].head
        return number == head

    def _words(self, first: int, last: int) -> int:
        """Return the number of words of a span, as white space separates them."""
        return len(self._text(first, last).split())

    def _phrase(self, first: int, last: int, kind: Kind) -> Phrase:
        return Phrase(self._text(first, last), kind, first, last)

    def _text(self, first: int, last: int) -> str:
        return self._parse.text[self._tokens[first].start : self._tokens[last].end].lower()


@lru_cache(512)
def read_sentence(text: str) -> Sentence:
    """Return a parsed sentence, which is kept."""
    return Sentence(text)


@lru_cache(1 << 14)
def phrase_kind(text: str) -> Kind:
    """Return the kind of what a phrase outside a sentence names.

    Example:
        >>> [phrase_kind(text).value for text in ("reduce traffic", "harmful", "young teachers", "less traffic")]
        ['action', 'quality', 'person', 'thing']
    """
    (parse,) = shared_parser().parse([text])
    kind = _kind_of(parse.tokens[parse.root]) if parse.tokens else Kind.THING
    if kind is Kind.ACTION and len(parse.tokens) == 1 and is_plural(text) and is_word(singular(text), "NOUN"):
        return Kind.THING  # *coins*
    return Kind.THING if kind is Kind.BROKEN else kind


def _kind_of(head: Token) -> Kind:
    """Return the kind of what a phrase with a head names."""
    if head.tag == "VBN":
        return Kind.UNDERGOING
    if head.pos in {"ADJ", "ADV"}:
        return Kind.QUALITY
    if head.pos == "VERB" or head.tag == "VBG":
        return Kind.ACTION
    if head.pos not in _NAMING:
        return Kind.BROKEN
    name = singular(head.text.lower())
    wishes = name in _WITH_WISHES or max(kinship(name, word, "NOUN", _LEVELS) for word in _WITH_WISHES) > _LIKELY
    return Kind.PERSON if wishes else Kind.THING


def _denies(token: Token) -> bool:
    return is_negation(token.text.lower())


def _takes_not(token: Token) -> bool:
    """Return whether *not* follows a verb directly."""
    return token.pos == "AUX" or token.lemma.lower() == "be"


def _leaves(token: Token) -> bool:
    return token.pos in _LEAVING or is_function_word(token.text.lower())


def _helps(parse: Parse, number: int, verb: int) -> bool:
    """Return whether a word is an auxiliary, a negation or an adverb of a verb."""
    arc = parse.arcs[number]
    return arc.head == verb and arc.kind in {"aux", "cop", "advmod", "mark"}


def _main_verb(parse: Parse) -> int:
    """Return the number of the head of the predicate."""
    # A small parser takes short sentences for one name, as *austerity lowers debt*: there the verb is the first word
    # that agrees with a noun before it as verbs do, one of the two ending in *s*, or that stands between a noun and a
    # determiner. The subject may be an action, too: *changing the clocks disturbs sleep*.
    tokens = parse.tokens
    root = parse.root
    helped = any(arc.head == root and arc.label in {"cop", "aux", "aux:pass"} for arc in parse.arcs)
    telling = [number for number, token in enumerate(tokens) if token.pos != "PUNCT"]
    sure = tokens[root].pos in {"VERB", "AUX"} and root not in (telling[:1] + telling[-1:])
    if helped or sure or not telling:
        return root
    acting = tokens[telling[0]].tag == "VBG"
    for number in telling[1:-1]:
        before, word = tokens[number - 1], tokens[number]
        if before.pos in _NAMING and tokens[number + 1].pos == "DET" and not _leaves(word):
            return number
        plural, singular = (item.text.lower().endswith("s") for item in (before, word))
        if before.pos in _NAMING and word.pos in {*_NAMING, "VERB"} and singular and (acting or not plural):
            return number
        if before.pos in _NAMING and word.pos in {*_NAMING, "VERB"} and plural and not singular and not acting:
            return number
    verbs = [number for number in telling if tokens[number].pos == "VERB"]
    return root if root in verbs or not verbs else verbs[0]


def _deepest(parse: Parse, verb: int) -> int:
    """Return the verb that such as *ought*, *stop* or *allow* lead to, as in *stop charging fees*."""
    tokens = parse.tokens
    if tokens[verb].pos == "AUX":
        below = [arc.child for arc in parse.arcs if arc.head == verb and arc.label in {"xcomp", "ccomp"}]
        verb = below[0] if below else verb
    while (following := _led_to(parse, verb)) is not None:
        verb = following
    return verb


def _led_to(parse: Parse, verb: int) -> int | None:
    """Return the verb that hangs on a verb and stands right behind it, perhaps after *to*, and acts on something."""
    tokens, place = parse.tokens, verb + 1
    if place < len(tokens) and tokens[place].tag == "TO":
        place += 1
    if place + 1 >= len(tokens) or tokens[verb].pos != "VERB" or tokens[place].tag not in {"VB", "VBG"}:
        return None
    hangs = parse.arcs[place].head == verb and parse.arcs[place].label in {"xcomp", "advcl"}
    return place if hangs and tokens[place + 1].pos in _ACTED_ON - {"PRON"} else None
