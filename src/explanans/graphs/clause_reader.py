"""Read the clauses of a parsed sentence."""

from collections.abc import Iterator, Sequence

from explanans.graphs.clause import LONGEST, NAMING_KINDS, Clause, Detail, Kind, Mood, Phrase, Tie
from explanans.graphs.phrases import NAMING, Phrases, denies, is_place, kind_of, leaves
from explanans.graphs.polarity import polarity, turning
from explanans.language.inflection import base_form
from explanans.structures.graphs import Relation
from explanans.structures.syntax import Parse, Token

_ACTED_ON = {*NAMING, "ADJ", "DET"}
"""Parts of speech of objects after a transitive verb."""
_SAYING = {"VERB", "ADJ"}
"""Parts of speech of what other clauses say."""
_PARTING = {"CCONJ", "PUNCT", "SCONJ", "VERB"}
"""Parts of speech between a phrase and what is not added to it."""
_BEING = frozenset("be become remain seem stay".split())
_OF_OBJECTS = {
    verb: relation
    for relation, verbs in {
        Relation.CAUSES: "bring cause create generate lead produce promote provoke spread trigger",
        Relation.DESIRES: "crave demand deserve desire enjoy like love need prefer seek want wish",
        Relation.HAS_PROPERTY: "have own possess",
    }.items()
    for verb in verbs.split()
}
"""Relations of a subject to the object of a verb."""
_OF_PREPOSITIONS = {
    preposition: relation
    for relation, prepositions in {
        Relation.AT_LOCATION: "at in inside near on",
        Relation.CREATED_BY: "by from",
        Relation.USED_FOR: "for",
    }.items()
    for preposition in prepositions.split()
}
"""Relations of a phrase to what a preposition adds."""
_RELATING = {
    Kind.THING: Relation.IS_A,
    Kind.PERSON: Relation.IS_A,
    Kind.ACTION: Relation.CAPABLE_OF,
    Kind.QUALITY: Relation.HAS_PROPERTY,
    Kind.UNDERGOING: Relation.RECEIVES_ACTION,
}
"""The relation of a subject to a predicate of a kind."""
_LIGHT = frozenset("get give have impose introduce make place put set take".split())
"""Verbs that say less than their objects."""
_DEGREES = frozenset({"less", "more"})
_KNOWING = frozenset("believe fear hope know see think".split())
_MAKING = frozenset("help keep leave let make".split())
"""Verbs that lead to what their object does, or is."""
_BEFORE = frozenset("after as because by if once since that when whenever where which who".split())
"""Words that lead to a reason."""
_LEADING = _BEFORE | frozenset("although before so though to unless until whereas while without".split())
"""Words that lead to clauses."""
_ABLE = frozenset({"able", "unable", "willing"})
_OBLIGED = frozenset("must ought shall should".split())
_EXPECTED = frozenset("could may might will would".split())


class ClauseReader:
    """Reads the clauses of a parsed sentence.

    Attributes:
        top: The number of the head of the predicate of the main clause.
        verb: The number of the verb that it leads to: *charging* in *stop charging fees*.
    """

    def __init__(self, phrases: Phrases) -> None:
        self._phrases, self._tree = phrases, phrases.tree
        self._parse, self._tokens = phrases.parse, phrases.parse.tokens
        self.top = _main_verb(self._parse) if self._tokens else 0
        self.verb = _deepest(self._parse, self.top) if self._tokens else 0

    def read(self) -> Clause:
        """Return the main clause, with the others."""
        return self._read(self.verb, 0) if self._tokens else Clause()

    def kind(self, verb: int, start: int = 0) -> Kind:
        """Return the kind of what a verb says of its subject, in a clause that starts at a place."""
        token = self._tokens[verb]
        being = any(before.lemma.lower() in _BEING for before in self._tokens[start:verb])
        if self._tree.children(verb, "cop") or (being and token.pos in {"ADJ", *NAMING}):
            return kind_of(token) if token.pos in NAMING else Kind.QUALITY
        return Kind.UNDERGOING if self._tree.children(verb, "aux:pass") else Kind.ACTION

    def _read(self, verb: int, start: int) -> Clause:
        """Return the clause of a verb; what stands before ``start`` does not belong to it."""
        tokens = self._tokens
        frame = verb
        while frame > start and (tokens[frame - 1].pos not in NAMING or helps(self._parse, frame - 1, verb)):
            frame -= 1
        subject = self._phrases.subject(frame, start) or self._expected(verb)
        others = tuple(self._others(verb, subject)) if verb == self.verb else ()
        words = {token.text.lower() for token in tokens[frame:verb]}
        mood = Mood.OBLIGED if words & _OBLIGED else Mood.EXPECTED if words & _EXPECTED else Mood.PLAIN
        # With a reason, what happens matters more than to what; and what should be caused is an action.
        whole = mood is Mood.OBLIGED or any(tie is Tie.REASON for tie, _ in others)
        relation, predicate = self._predicate(verb, self.kind(verb, start), whole=whole)
        frames = [tokens[number].lemma.lower() for number in range(frame, verb) if _led_to(self._parse, number)]
        if any(_OF_OBJECTS.get(word) is Relation.DESIRES for word in frames):
            relation = Relation.DESIRES  # *need to master their language*
        # What stands between subject and verb denies it; so does *no* before the subject.
        leading = range(subject.first - 1, subject.first) if subject and subject.first > start else range(0)
        places = [tokens[number] for number in (*leading, *range(frame, verb))]
        denied = any(denies(token) for token in places)
        # So does each verb that turns round what it leads to: *stop charging fees*.
        turned = sum(word in turning() or polarity(word) < 0 for word in frames) % 2 == 1
        details = (*self._details(subject), *self._details(predicate))
        return Clause(subject, predicate, relation, denied != turned, mood, details, others)

    def _expected(self, verb: int) -> Phrase | None:
        """Return the subject that *it* stands for, as in *it is wrong to keep parrots*."""
        following = [n for n in self._tree.children(verb, "csubj", "xcomp", "advcl") if self._tokens[n].tag == "VB"]
        if self._tokens[0].text.lower() != "it" or not following or self._tokens[following[0] - 1].tag != "TO":
            return None
        return self._phrases.longest(following[0], len(self._tokens), Kind.ACTION)

    def _details(self, phrase: Phrase | None) -> Iterator[Detail]:
        """Yield what prepositions add to a phrase; and its object, if it leaves out words of the sentence."""
        inside = range(phrase.first, phrase.last + 1) if phrase else range(0)
        if not phrase or not inside:
            return
        if phrase.text not in self._parse.text.lower():
            for number in (number for head in inside for number in self._tree.children(head, "obj")):
                if number in inside and (thing := self._phrases.named(number, alone=True)):
                    yield Detail(phrase, "", Relation.HAS_CONTEXT, thing, spare=True)
        for number in (number for head in inside for number in self._tree.children(head, "obl", "nmod")):
            case = [self._tokens[place].text.lower() for place in self._tree.children(number, "case")]
            between = {token.pos for token in self._tokens[phrase.last + 1 : number] if token.text != "-"}
            added = self._phrases.named(number, alone=True)
            if number > phrase.first and case and added and not between & _PARTING:
                yield Detail(phrase, case[0], self._added(phrase, case[0], added), added, number in inside)

    def _added(self, phrase: Phrase, preposition: str, added: Phrase) -> Relation:
        """Return the relation of a phrase to what a preposition adds."""
        relation = _OF_PREPOSITIONS.get(preposition, Relation.HAS_CONTEXT)
        misfit = relation is Relation.AT_LOCATION and not is_place(self._tokens[added.last].text)
        misfit |= preposition == "from" and phrase.kind not in NAMING_KINDS
        misfit |= relation is Relation.USED_FOR and (phrase.kind not in NAMING_KINDS or added.kind is Kind.PERSON)
        return Relation.HAS_CONTEXT if misfit else relation

    def _others(self, verb: int, subject: Phrase | None) -> Iterator[tuple[Tie, Clause]]:
        """Yield the other clauses of the sentence with what they are to the main clause."""
        tokens = self._tokens
        for number in self._tree.children(verb, "obl"):
            case = [tokens[place].text.lower() for place in self._tree.children(number, "case")]
            if number < verb and case == ["without"] and (lacking := self._phrases.named(number)):
                yield Tie.REASON, Clause(predicate=lacking, denied=True)
        for arc in self._parse.arcs:
            word = tokens[arc.child]
            of_subject = arc.label == "acl:relcl" and subject is not None and arc.head == subject.last
            of_verb = arc.kind in {"advcl", "conj"} and arc.head in {verb, self.top} and word.pos in _SAYING
            if arc.child in {verb, self.top} or not (of_subject or of_verb):
                continue
            before = [place for place in self._tree.children(arc.child, "mark", "advmod", "nsubj") if place < arc.child]
            marks = [place for place in before if tokens[place].text.lower() in _LEADING]
            tie = _tie(arc.kind, [tokens[place].text.lower() for place in marks], word)
            if tie is Tie.RESULT and any(tokens[n].text.lower() == "too" for n in self._tree.children(verb, "advmod")):
                tie = Tie.ABSENT  # *too young to sit still*
            known = [n for n in self._tree.children(arc.child, "ccomp") if word.lemma.lower() in _KNOWING]
            if tie and known:
                yield tie, self._read(known[0], arc.child + 1)  # *when they know they may be fined*
            elif tie:
                yield tie, self._read(arc.child, max(marks) + 1 if marks else arc.child)

    def _predicate(self, verb: int, kind: Kind, *, whole: bool = False) -> tuple[Relation, Phrase | None]:
        """Return what is said of the subject, and the relation to it.

        Args:
            whole: Whether the verb belongs to it, even if a relation says the same.
        """
        if kind in NAMING_KINDS:
            located = any(self._tokens[number].pos == "ADP" for number in self._tree.children(verb, "case"))
            named = self._phrases.named(verb, alone=located)
            return (Relation.AT_LOCATION if located else Relation.IS_A), named
        if self._tokens[verb].lemma.lower() == "be" and (
            there := [n for n in self._tree.children(verb, "nsubj") if n > verb]
        ):
            return Relation.IS_A, self._phrases.named(there[0])  # *there are few doctors*
        things = [n for n in self._tree.children(verb, "obj", "ccomp") if self._tokens[n].pos != "VERB"]
        if not things and verb == self.verb and self.top != self._parse.root:
            things = [verb + 1]  # the parser took the sentence for a name
        found = self._of_object(verb, things, whole=whole) if kind is Kind.ACTION else None
        return found or self._of_verb(verb, kind, things)

    def _of_object(self, verb: int, things: Sequence[int], *, whole: bool) -> tuple[Relation, Phrase | None] | None:
        """Return the object as what is said of the subject, where the verb is a relation, or says little."""
        base = base_form(self._tokens[verb].text.lower())
        relation = _OF_OBJECTS.get(base)
        relation = None if whole and relation is not Relation.HAS_PROPERTY else relation
        wished = _wished(self._parse, verb) if relation is Relation.DESIRES else None
        if relation and wished is not None:
            return relation, self._predicate(wished, Kind.ACTION)[1]
        thing = self._phrases.named(things[0]) if things else None
        made = self._tree.children(verb, "xcomp", "ccomp") if thing and base in _MAKING else ()
        if thing and made and self._phrases.words(thing.first, made[-1]) <= LONGEST:
            return Relation.CAUSES, self._phrases.phrase(thing.first, made[-1], Kind.THING)
        if thing is None or not (relation or base in _LIGHT):
            return None
        joins = [n for n in self._tree.children(verb, "obl") if thing.last + 1 in self._tree.children(n, "case")]
        joined = self._phrases.phrase(thing.first, joins[0], thing.kind) if joins else thing
        thing = joined if len(joined.text.split()) <= LONGEST else thing
        adds = any(token.pos == "ADP" for token in self._tokens[thing.first : thing.last])  # *put a limit on rents*
        return (relation or Relation.CAPABLE_OF, thing) if relation or adds else None

    def _of_verb(self, verb: int, kind: Kind, things: Sequence[int]) -> tuple[Relation, Phrase | None]:
        """Return the verb, with as much of what follows as a phrase may have, as what is said of the subject."""
        first = verb - (kind is Kind.QUALITY and verb > 0 and self._tokens[verb - 1].text.lower() in _DEGREES)
        found = self._phrases.longest(first, len(self._tokens), kind)
        if (found is None or found.first == found.last) and things and self._phrases.words(verb, things[0]) <= LONGEST:
            found = self._phrases.phrase(verb, things[0], kind)
        if found:
            return _RELATING[kind], found
        thing = self._phrases.named(things[0], alone=True) if things else None
        if thing and len(thing.text.split()) < LONGEST:
            # *offer a warm and quiet place*
            return _RELATING[kind], Phrase(f"{self._phrases.text(verb, verb)} {thing.text}", kind, verb, thing.last)
        return (Relation.HAS_CONTEXT, thing) if thing else (_RELATING[kind], self._phrases.phrase(verb, verb, kind))


def helps(parse: Parse, number: int, verb: int) -> bool:
    """Return whether a word is an auxiliary, a negation or an adverb of a verb."""
    arc = parse.arcs[number]
    return arc.head == verb and arc.kind in {"aux", "cop", "advmod", "mark"}


def _tie(label: str, leads: Sequence[str], verb: Token) -> Tie | None:
    """Return what a clause is to the main clause, by its dependency label and by the words that lead to it."""
    if label == "conj":
        return Tie.MORE
    if "without" in leads:
        return Tie.ABSENT
    if set(leads) & {"so", "to"} or (not leads and verb.tag == "VBG"):
        return Tie.RESULT
    return Tie.REASON if set(leads) & _BEFORE else None


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
        if before.pos in NAMING and tokens[number + 1].pos == "DET" and not leaves(word):
            return number
        plural, singular = (item.text.lower().endswith("s") for item in (before, word))
        if before.pos in NAMING and word.pos in {*NAMING, "VERB"} and singular and (acting or not plural):
            return number
        if before.pos in NAMING and word.pos in {*NAMING, "VERB"} and plural and not singular and not acting:
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


def _wished(parse: Parse, verb: int) -> int | None:
    """Return the verb of a wish to do something: *play* in *need to play outside*."""
    place = verb + 2
    wished = place < len(parse.tokens) and parse.tokens[verb + 1].tag == "TO" and parse.tokens[place].tag == "VB"
    return place if wished and parse.tokens[verb].lemma.lower() != "deserve" else None


def _led_to(parse: Parse, verb: int) -> int | None:
    """Return the verb that hangs on a verb and stands right behind it, perhaps after *to*, and acts on something."""
    tokens, place = parse.tokens, verb + 1
    if place < len(tokens) and tokens[place].tag == "TO":
        place += 1
    able = tokens[verb].text.lower() in _ABLE
    if place + 1 >= len(tokens) or not (able or tokens[verb].pos == "VERB") or tokens[place].tag not in {"VB", "VBG"}:
        return None
    hangs = parse.arcs[place].head == verb and parse.arcs[place].label in {"xcomp", "advcl"}
    acts = tokens[place + 1].pos in _ACTED_ON or tokens[place + 1].tag == "PRP$"
    return place if hangs and (acts or able or (tokens[verb].tag == "VBN" and place == verb + 2)) else None
