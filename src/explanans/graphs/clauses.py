"""Main clauses of sentences: subject and predicate as phrases for the concepts of a graph."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from explanans.graphs.polarity import is_negation, turning
from explanans.language.parser import shared_parser
from explanans.language.tokens import is_function_word
from explanans.structures.syntax import Parse, Token

LONGEST = 3
"""Maximum number of words of a concept."""
_NAMING = {"NOUN", "PROPN", "NUM"}
_ACTED_ON = {*_NAMING, "ADJ", "DET", "PRON"}
"""Parts of speech of objects after a transitive verb."""
_LEAVING = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ", "SYM"}
"""Parts of speech that neither begin nor end a phrase."""
_CAUSING = frozenset("bring cause create generate lead produce promote provoke spread trigger".split())
_WANTING = frozenset("crave demand deserve desire enjoy like love need prefer seek want wish".split())
_BEING = frozenset("be become remain seem stay".split())


class Kind(StrEnum):
    """Kind of a phrase."""

    THING = "thing"
    ACTION = "action"
    QUALITY = "quality"
    UNDERGOING = "undergoing"
    """A passive action, as *banned*."""
    BROKEN = "broken"
    """Not a phrase: the span crosses phrase boundaries, as *turtles choke*."""


_KINDS = {"NOUN": Kind.THING, "PROPN": Kind.THING, "NUM": Kind.THING, "ADJ": Kind.QUALITY, "VERB": Kind.ACTION}


class Phrase(NamedTuple):
    """A phrase of a sentence that may be a concept."""

    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Clause:
    """The main clause of a sentence.

    Attributes:
        subjects: Variants of the subject, longest first; empty if there is none.
        predicates: Variants of the predicate, longest first.
        things: Variants of the object or adjunct, longest first.
    """

    subjects: tuple[Phrase, ...]
    predicates: tuple[Phrase, ...]
    verb: str
    things: tuple[Phrase, ...]
    denied: bool

    @property
    def subject(self) -> Phrase | None:
        """The longest subject; None if there is none."""
        return next(iter(self.subjects), None)

    @property
    def predicate(self) -> Phrase | None:
        """The longest predicate."""
        return next(iter(self.predicates), None)

    @property
    def thing(self) -> Phrase | None:
        """The longest object."""
        return next(iter(self.things), None)

    def worded(self, likely: Mapping[str, float]) -> "Clause":
        """Return the clause with only its most probable phrases."""
        subjects, predicates, things = (
            tuple(sorted(phrases, key=lambda phrase: -likely.get(phrase.text, 0.0))[:1])
            for phrases in (self.subjects, self.predicates, self.things)
        )
        return replace(self, subjects=subjects, predicates=predicates, things=things)

    @property
    def causing(self) -> bool:
        """Return whether the verb is causative."""
        return self.verb in _CAUSING

    @property
    def wanting(self) -> bool:
        """Return whether the verb expresses a desire."""
        return self.verb in _WANTING


class Sentence:
    """A parsed sentence."""

    def __init__(self, text: str) -> None:
        (parse,) = shared_parser().parse([text])
        self._parse: Parse = parse
        self._tokens = parse.tokens
        self._verb = _main_verb(parse) if parse.tokens else 0
        self.clause = self._read() if parse.tokens else Clause((), (), "", (), denied=False)

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
        place = self._parse.text.lower().find(concept.lower())
        inside = [
            number
            for number, token in enumerate(self._tokens)
            if place <= token.start and token.end <= place + len(concept)
        ]
        return self._kind(inside) if place >= 0 and inside else Kind.BROKEN

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
        head = self._tokens[naming[-1] if naming else inside[-1]]
        if head.tag == "VBN":
            return Kind.UNDERGOING
        return _KINDS.get(head.pos, Kind.BROKEN)

    def _predicate_kind(self) -> Kind:
        """Return the kind of thing that the predicate names."""
        verb = self._tokens[self._verb]
        if self._helped("cop") or self._after_being():
            return Kind.QUALITY if verb.pos in {"ADJ", "ADV", "VERB"} else Kind.THING
        return Kind.UNDERGOING if self._helped("aux:pass") else Kind.ACTION

    def _helped(self, label: str) -> bool:
        return any(arc.head == self._verb and arc.label == label for arc in self._parse.arcs)

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
        # What stands between subject and verb denies it, or makes it possible; so does *no* before the subject.
        leading = tokens[subject[0] - 1 : subject[0]] if subject and subject[0] else ()
        denied = any(is_negation(token.text.lower()) for token in (*leading, *tokens[frame:verb]))
        # So does each verb that turns round what it leads to: *stop charging fees*.
        leading_verbs = [number for number in range(frame, verb) if _led_to(self._parse, number) is not None]
        denied ^= sum(tokens[number].lemma.lower() in turning() for number in leading_verbs) % 2 == 1
        kind = self._predicate_kind()
        start = verb
        while kind is Kind.THING and start > frame and tokens[start - 1].pos in {*_NAMING, "ADJ"}:
            start -= 1
        # Where the parser took the verb for a name, it took a name for the verb.
        after = [
            number
            for number in range(verb + 1, len(tokens))
            if tokens[number].pos in _NAMING or (tokens[number].pos == "VERB" and tokens[verb].pos in _NAMING)
        ]
        return Clause(
            self._naming(subject),
            tuple(self._predicates(start, kind)),
            tokens[verb].lemma.lower(),
            self._naming(self._object(after)),
            denied,
        )

    def _subject(self, end: int) -> list[int]:
        """Return the words before a place that are spoken of: *practice*, and not *home*, of *practice at home*.

        What *of* adds says more than what stands before it, as in *the use of drugs*. What a relative clause names is
        not spoken of: *drivers who read advertisements*.
        """
        run = self._run(end)
        for arc in self._parse.arcs:
            if arc.label == "acl:relcl" and run and arc.head < arc.child < run[0]:
                run = self._run(arc.head + 1)
                break
        while run:
            place = run[0]
            while place and self._tokens[place - 1].pos == "DET":
                place -= 1
            if not place or self._tokens[place - 1].pos != "ADP" or self._tokens[place - 1].text.lower() == "of":
                break
            head = self._run(place - 1)
            if not head and place > 1 and self._tokens[place - 2].tag == "VBG":
                head = [place - 2]  # *tipping in restaurants*
            if not head:
                break
            if is_negation(self._tokens[place - 1].text.lower()):
                # Without what is denied, it would be something else: *life without work*.
                return list(range(head[-1], run[-1] + 1))
            run = head
        return run

    def _run(self, end: int) -> list[int]:
        """Return the last run of words before a place that names something."""
        run: list[int] = []
        for number in reversed(range(end)):
            token = self._tokens[number]
            if token.pos in {*_NAMING, "ADJ"} or (run and token.tag in {"VBN", "VBG"} and token.pos == "VERB"):
                run.insert(0, number)
            elif run:
                break
        return run

    def _object(self, naming: list[int]) -> list[int]:
        """Return the first run of words after the verb that names something."""
        if not naming:
            return []
        first = last = naming[0]
        while last + 1 in naming:
            last += 1
        while first - 1 > self._verb and self._tokens[first - 1].pos in {"ADJ", *_NAMING}:
            first -= 1
        return list(range(first, last + 1))

    def _naming(self, run: list[int]) -> tuple[Phrase, ...]:
        """Return the phrases that end as a run of words does; none if it is too long and may not be cut."""
        if any(self._tokens[number].pos == "ADP" for number in run):
            return (Phrase(self._text(run[0], run[-1]), Kind.THING),) if len(run) <= LONGEST else ()
        return tuple(Phrase(self._text(first, run[-1]), Kind.THING) for first in run[-LONGEST:])

    def _predicates(self, start: int, kind: Kind) -> Iterator[Phrase]:
        """Yield predicates of at most three words, the longest first; each ends with a content word."""
        tokens = self._tokens
        marks = [number for number in range(start + 1, len(tokens)) if tokens[number].pos in {"PUNCT", "CCONJ"}]
        ends = min([start + LONGEST, len(tokens), *marks])
        for last in reversed(range(start, ends)):
            following = tokens[last + 1].pos if last + 1 < len(tokens) else ""
            # A verb without its object, and an adjective without its noun, are incomplete.
            cut = following in _ACTED_ON and kind is not Kind.QUALITY
            if (last > start and _leaves(tokens[last]) and not self._particle(last)) or self._particle(last + 1):
                continue
            if cut and (last > start or kind is not Kind.UNDERGOING):
                continue
            yield Phrase(self._text(start, last), kind)

    def _particle(self, number: int) -> bool:
        """Return whether a word belongs to the verb before it, as in *slow down*."""
        return number < len(self._tokens) and self._parse.arcs[number].label == "compound:prt"

    def _text(self, first: int, last: int) -> str:
        return self._parse.text[self._tokens[first].start : self._tokens[last].end].lower()


def _leaves(token: Token) -> bool:
    return token.pos in _LEAVING or is_function_word(token.text.lower())


def _helps(parse: Parse, number: int, verb: int) -> bool:
    """Return whether a word is an auxiliary, a negation or an adverb of a verb."""
    arc = parse.arcs[number]
    return arc.head == verb and arc.kind in {"aux", "cop", "advmod", "mark"}


def _main_verb(parse: Parse) -> int:
    """Return the number of the head of the predicate.

    A small parser takes short sentences for one name, as *austerity lowers debt*: there the verb is the first word that
    agrees with a noun before it as verbs do, one of the two ending in *s*.
    """
    tokens = parse.tokens
    root = parse.root
    helped = any(arc.head == root and arc.label in {"cop", "aux", "aux:pass"} for arc in parse.arcs)
    telling = [number for number, token in enumerate(tokens) if token.pos != "PUNCT"]
    sure = tokens[root].pos in {"VERB", "AUX"} and root not in (telling[:1] + telling[-1:])
    if helped or sure or not telling:
        return _deepest(parse, root)
    for number in telling[1:-1]:
        before, word = tokens[number - 1], tokens[number]
        plural, singular = (item.text.lower().endswith("s") for item in (before, word))
        if before.pos in _NAMING and word.pos in {*_NAMING, "VERB"} and plural != singular:
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
