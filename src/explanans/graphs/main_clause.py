"""Sentences of beliefs and arguments: what they say, and how to say it as part of another sentence."""

from functools import lru_cache

from explanans.graphs.clause import NAMING_KINDS, Kind, Phrase
from explanans.graphs.clause_reader import ClauseReader, helps
from explanans.graphs.phrases import NAMING, Phrases, denies, kind_of, leaves
from explanans.language.inflection import base_form, is_plural, singular, third_person
from explanans.language.parser import shared_parser
from explanans.language.tokens import lemma
from explanans.language.wordnet import is_word
from explanans.structures.syntax import Token

_WHOLE = {"do": "", "does": "", "ca": "can", "wo": "will", "sha": "shall"}
"""Helping verbs before a negation, and what they are without it."""


class Sentence:
    """A parsed sentence."""

    def __init__(self, text: str) -> None:
        (self._parse,) = shared_parser().parse([text])
        self._tokens = self._parse.tokens
        self._phrases = Phrases(self._parse)
        self._reader = ClauseReader(self._phrases)
        self.clause = self._reader.read()

    def holds(self, concept: str) -> bool:
        """Return whether the sentence contains a phrase, perhaps without its determiners."""
        return concept in self._parse.text.lower() or any(phrase.text == concept for phrase in self.clause.phrases())

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

    def worded(self, phrase: Phrase) -> str:
        """Return a phrase in the words of the sentence: with its determiners, and with what prepositions add to it.

        Example:
            >>> read = Sentence("The city should put up a bench in each street.")
            >>> read.worded(read.clause.subject), read.worded(read.clause.predicate)
            ('the city', 'put up a bench in each street')
        """
        first, tokens = phrase.first, self._tokens
        while first and phrase.kind in NAMING_KINDS and tokens[first - 1].pos == "DET":
            first -= 1
        clauses = (self.clause, *(clause for _, clause in self.clause.others))
        added = [detail.added.last for clause in clauses for detail in clause.details if detail.phrase == phrase]
        text = self._parse.text[tokens[first].start : tokens[max(phrase.last, *added, 0)].end]
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
        tokens, top = self._tokens, self._reader.top
        words = [token.text for token in tokens]
        helpers = [number for number in range(top) if helps(self._parse, number, top)]
        denials = [number for number in range(top) if denies(tokens[number]) and tokens[number].pos != "ADP"]
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
        return self._lowered(self._phrases.joined(words).rstrip(".!? "))

    def _lowered(self, text: str) -> str:
        """Return a text that starts with the first word of the sentence as part of a longer sentence."""
        first = self._tokens[0]
        name = first.pos == "PROPN" and not any(is_word(lemma(first.text), pos) for pos in ("NOUN", "ADJ", "VERB"))
        kept = name or first.text == "I" or first.text[1:] != first.text[1:].lower()
        return text if kept else text[:1].lower() + text[1:]

    def _kind(self, inside: list[int]) -> Kind:
        first, last = self._tokens[inside[0]], self._tokens[inside[-1]]
        if len(inside) > 1 and (leaves(last) or first.pos in {"ADP", "CCONJ", "SCONJ"}):
            return Kind.BROKEN
        verb = self._reader.verb
        if verb in inside:
            before = [number for number in inside if number < verb and self._tokens[number].pos in NAMING]
            return Kind.BROKEN if before else self._reader.kind(verb)
        heads = [arc.child for arc in self._parse.arcs if arc.child in inside and arc.head not in inside]
        naming = [number for number in heads if self._tokens[number].pos != "PUNCT"]
        if len(naming) != 1 and not all(self._tokens[number].pos in NAMING for number in inside):
            return Kind.BROKEN
        return kind_of(self._tokens[naming[-1] if naming else inside[-1]])


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
    kind = kind_of(parse.tokens[parse.root]) if parse.tokens else Kind.THING
    if kind is Kind.ACTION and len(parse.tokens) == 1 and is_plural(text) and is_word(singular(text), "NOUN"):
        return Kind.THING  # *coins*
    return Kind.THING if kind is Kind.BROKEN else kind


def _takes_not(token: Token) -> bool:
    """Return whether *not* follows a verb directly."""
    return token.pos == "AUX" or token.lemma.lower() == "be"
