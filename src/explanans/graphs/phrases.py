"""Phrases of a parsed sentence: spans that cut off nothing, of as many words as a concept may have."""

from collections.abc import Sequence

from explanans.graphs.clause import LONGEST, Kind, Phrase
from explanans.graphs.polarity import is_negation
from explanans.language.analysis import SyntaxTree
from explanans.language.grammar import PARTICLES
from explanans.language.inflection import singular
from explanans.language.tokens import is_function_word
from explanans.language.wordnet import kinship
from explanans.structures.syntax import Parse, Token

NAMING = {"NOUN", "PROPN", "NUM"}
"""Parts of speech of what names something."""
_LEAVING = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ", "SYM"}
"""Parts of speech that neither begin nor end a phrase."""
_LOOSE = {"acl", "advcl", "advmod", "appos", "cc", "conj", "dep", "discourse", "nmod", "obl", "parataxis", "punct"}
"""Dependency labels of words without which a phrase is complete."""
_WITH_WISHES = ("person", "animal", "people", "organization", "municipality")
"""Words of WordNet for what has wishes."""
_PLACES = ("location", "structure", "facility", "organization", "body of water", "vehicle", "medium")
"""Words of WordNet for where things are."""
_LIKELY, _CERTAIN = 0.2, 0.5
"""Minimum share of the uses of a word that are of a kind, for persons and for places."""
_LEVELS = 8
_ARTICLES = {"a", "an", "the", "this", "that", "these", "those"}
_EVERYONE = {"all", "anybody", "anyone", "everybody", "everyone", "many", "most", "people"}
_QUANTITIES = {"lot", "lots", "plenty"}
"""Nouns that say how much, before *of*."""
_LITTLE = {"little", "few", "fewer", "less"}
"""Adjectives without which a phrase says the opposite."""


class Phrases:
    """The phrases of a parsed sentence.

    Attributes:
        parse: The sentence.
        tree: Its words by the words that they hang on.
    """

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self.tree = SyntaxTree(parse)

    def text(self, first: int, last: int) -> str:
        """Return the text of a span; if it is too long, without determiners and what else can be spared."""
        tokens, arcs = self.parse.tokens, self.parse.arcs
        places = range(first, last + 1)
        dropped: set[int] = set()
        if self.length(first, last) > LONGEST:
            dropped.update(n for n in places if tokens[n].tag == "PRP$" or tokens[n].text.lower() in _ARTICLES)
            for number in (n for n in places[:-2] if tokens[n].text.lower() in _QUANTITIES):
                dropped.update((number, number + 1))  # *a lot of meat*
            # Of *free tickets for poor people* nothing can be spared; of *walk to a polling station* the kind of place.
            joined = any(tokens[n].pos == "ADP" and tokens[n].text.lower() != "of" for n in places)
            acts = tokens[first].tag.startswith("VB")
            spared = [n for n in places if arcs[n].label == "amod" and tokens[n].text.lower() not in _LITTLE]
            spared += [n for n in places if arcs[n].label == "compound"] if joined else []
            excess = max(0, len(places) - len(dropped) - LONGEST)
            dropped.update(spared[:excess] if acts or not joined else [])
        return self.joined(["" if n in dropped else tokens[n].text for n in places], first).lower()

    def joined(self, words: Sequence[str], first: int = 0) -> str:
        """Return the text of a span with other words in the places of its own.

        Args:
            first: The number of the first word of the span.
        """
        tokens = self.parse.tokens[first : first + len(words)]
        found, end = "", tokens[0].start
        for token, word in zip(tokens, words, strict=True):
            found += self.parse.text[end : token.start] + word
            end = max(end, token.end)
        return " ".join(found.split())

    def length(self, first: int, last: int) -> int:
        """Return the number of words of a span, as white space separates them."""
        tokens = self.parse.tokens
        return len(self.parse.text[tokens[first].start : tokens[last].end].split())

    def words(self, first: int, last: int) -> int:
        """Return the number of words of the text of a span."""
        return len(self.text(first, last).split())

    def phrase(self, first: int, last: int, kind: Kind | None = None) -> Phrase:
        """Return the phrase of a span; its kind is that of its last word if not given."""
        return Phrase(self.text(first, last), kind or kind_of(self.parse.tokens[last]), first, last)

    def longest(self, first: int, end: int, kind: Kind) -> Phrase | None:
        """Return the longest complete phrase from a word on; None if there is none.

        Determiners are left out only where there is no other phrase of more than one word.

        Args:
            end: The number of the word that stands behind the last one that it may have.
        """
        found = None
        for length in (self.length, self.words):
            for last in reversed(range(first, min(end, first + 2 * LONGEST))):
                if length(first, last) <= LONGEST and (self._ends(first, last) or self.is_complete(first, last)):
                    found = self.phrase(first, last, kind)
                    if last > first:
                        return found
                    break
        return found

    def named(self, head: int, *, alone: bool = False) -> Phrase | None:
        """Return the phrase of a noun: with the words before it and, if not ``alone``, with what follows it."""
        tokens, arcs = self.parse.tokens, self.parse.arcs
        if tokens[head].pos not in {*NAMING, "ADJ", "VERB"}:
            return None
        first = head
        while first and (self._is_glued(first - 1) or first <= arcs[first - 1].head <= head):
            token = tokens[first - 1]
            if leaves(token) and token.text.lower() not in _LITTLE and not self._is_glued(first - 1):
                break
            first -= 1
        while self.words(first, head) > LONGEST:
            first += 1
        lasts = [head] if alone else [*reversed(range(head + 1, min(first + 2 * LONGEST, len(tokens)))), head]
        for last in lasts[:-1]:
            if self.words(first, last) <= LONGEST and self.is_complete(first, last) and self._is_below(last, head):
                return self.phrase(first, last, kind_of(tokens[head]))
        return self.phrase(first, head)

    def subject(self, end: int, start: int) -> Phrase | None:
        """Return what the words between two places speak of."""
        tokens, arcs = self.parse.tokens, self.parse.arcs
        if end > start and tokens[start].tag == "VBG" and tokens[start].pos == "VERB":
            return self.longest(start, end, Kind.ACTION) or self.phrase(start, start, Kind.ACTION)
        run = self._run(end, start)
        # What a relative clause names is not spoken of: *drivers who read advertisements*.
        relative = [arc.head for arc in arcs if arc.label == "acl:relcl" and run and arc.head < arc.child < run[0]]
        run = self._run(relative[0] + 1, start) if relative else run
        while run and (place := self._preposition(run[0], start)) is not None:
            # It takes in what a preposition adds, if that is short; else what *of* adds says more than what stands
            # before it.
            acting = place > 0 and tokens[place - 1].tag == "VBG"  # *tipping in restaurants*
            head = self._run(place, start) or ([place - 1] if acting else [])
            if head and self.length(head[0], run[-1]) <= LONGEST:
                return self.phrase(head[0], run[-1], kind_of(tokens[head[-1]]))
            if head and tokens[place].text.lower() == "of":
                break
            run = head  # none in *without trees no one finds shade*
        return self._widest(run, start) if run else None

    def _preposition(self, place: int, start: int) -> int | None:
        """Return the number of the preposition before a word and its determiners."""
        tokens = self.parse.tokens
        while place and tokens[place - 1].pos == "DET":
            place -= 1
        return place - 1 if place > start and tokens[place - 1].pos in {"ADP", "SCONJ"} else None

    def _widest(self, run: Sequence[int], start: int) -> Phrase:
        """Return the phrase of a run of words: with what *and* joins to it, if that is short."""
        first, tokens = run[0], self.parse.tokens
        joined = self._run(first - 1, start) if first > start + 1 and tokens[first - 1].pos == "CCONJ" else []
        if joined and self.words(joined[0], run[-1]) <= LONGEST:
            first = joined[0]
        while self.words(first, run[-1]) > LONGEST:
            first += 1
        return self.phrase(first, run[-1])

    def _run(self, end: int, start: int) -> list[int]:
        """Return the last run of words between two places that names something."""
        run: list[int] = []
        for number in reversed(range(start, end)):
            if self._names(number, run) or self._acts(number, end, start):
                run.insert(0, number)
            elif run:
                break
        return run

    def _names(self, number: int, run: Sequence[int]) -> bool:
        """Return whether a word names something, or tells more of the run of words behind it."""
        token, arc = self.parse.tokens[number], self.parse.arcs[number]
        if token.pos in {*NAMING, "ADJ"} or not run:
            return token.pos in {*NAMING, "ADJ"} or (token.pos == "PRON" and token.text.lower() in _EVERYONE)
        modifies = (arc.kind in {"amod", "compound"} and token.pos != "DET") or (token.pos == "ADV" and arc.head in run)
        return self._is_glued(number) or modifies or token.tag in {"VBN", "VBG"}

    def _is_glued(self, number: int) -> bool:
        """Return whether no space stands between a word and the next one: *four-year-olds*."""
        return self.parse.tokens[number].end == self.parse.tokens[number + 1].start

    def _acts(self, number: int, end: int, start: int) -> bool:
        """Return whether a word ends a name of an activity, as in *sports betting*."""
        tokens = self.parse.tokens
        return tokens[number].tag == "VBG" and number == end - 1 > start and tokens[number - 1].pos in NAMING

    def _ends(self, first: int, last: int) -> bool:
        """Return whether a conjunction or the end of the sentence follows a span, and its last word ends it."""
        tokens = self.parse.tokens
        following = tokens[last + 1].pos if last + 1 < len(tokens) else "PUNCT"
        ends = last > first >= self.parse.arcs[last].head and following in {"CCONJ", "PUNCT"}
        return ends and not leaves(tokens[last])

    def is_complete(self, first: int, last: int) -> bool:
        """Return whether a span ends with a word of its own, and cuts off nothing that its words need."""
        end = self.parse.tokens[last]
        if end.text.lower() in _QUANTITIES:
            return False
        if last > first and leaves(end) and end.pos != "ADV" and not self._is_particle(last):
            return False
        heads = 0
        for arc in self.parse.arcs:
            inside, child = first <= arc.head <= last, first <= arc.child <= last
            heads += child and not inside
            bound = self._is_particle(arc.child) or self.parse.tokens[arc.child].text.lower() in PARTICLES
            if inside and last < arc.child and (arc.kind not in _LOOSE or bound):
                return False
        return heads == 1

    def _is_particle(self, number: int) -> bool:
        """Return whether a word belongs to the verb before it, as in *slow down* and *throw away*."""
        arc = self.parse.arcs[number]
        return arc.label == "compound:prt" or (arc.kind == "advmod" and arc.head == number - 1)

    def _is_below(self, number: int, head: int) -> bool:
        """Return whether a word hangs on another, perhaps by way of others."""
        while number > head:
            number = self.parse.arcs[number].head
        return number == head


def kind_of(head: Token) -> Kind:
    """Return the kind of what a phrase with a head names."""
    if head.tag == "VBN":
        return Kind.UNDERGOING
    if head.pos in {"ADJ", "ADV"}:
        return Kind.QUALITY
    if head.pos == "VERB" or head.tag == "VBG":
        return Kind.ACTION
    if head.pos == "PRON" and head.text.lower() in _EVERYONE:
        return Kind.PERSON
    if head.pos not in NAMING:
        return Kind.BROKEN
    name = singular(head.text.lower())
    wishes = name in _WITH_WISHES or max(kinship(name, word, "NOUN", _LEVELS) for word in _WITH_WISHES) > _LIKELY
    return Kind.PERSON if wishes else Kind.THING


def is_place(noun: str) -> bool:
    """Return whether WordNet knows a noun as where things are."""
    name = singular(noun.lower())
    return max(kinship(name, word, "NOUN", _LEVELS) for word in _PLACES) >= _CERTAIN


def leaves(token: Token) -> bool:
    """Return whether a word neither begins nor ends a phrase."""
    return token.pos in _LEAVING or is_function_word(token.text.lower())


def denies(token: Token) -> bool:
    """Return whether a word negates what follows."""
    return is_negation(token.text.lower())
