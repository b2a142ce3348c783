"""Analysis of a question: the kind of its answer, the noun that names it, and alternatives that it offers itself."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from explanans.language.analysis import SyntaxTree
from explanans.language.grammar import AUXILIARIES, PREPOSITIONS
from explanans.language.tokens import informative_lemmas
from explanans.pipeline.proposals.phrases import run
from explanans.structures.syntax import Parse

KINDS = ("who", "whose", "where", "when", "amount", "why", "how", "which", "what", "other")
"""The kinds of questions, by the word that asks."""

_PLAIN = {
    "who": "who",
    "whom": "who",
    "whose": "whose",
    "where": "where",
    "when": "when",
    "why": "why",
    "which": "which",
}
_ASKING = frozenset((*_PLAIN, "what", "how"))
_TIMES = frozenset("year date day month time century decade hour week season evening morning".split())

_BESIDE_NOUN = frozenset("det amod nmod advmod dep".split())
"""Dependency labels of a question word before the noun that names the answer."""
_NOUNS = frozenset({"NOUN", "PROPN"})


@dataclass(frozen=True)
class AnalyzedQuestion:
    """A question with its analysis.

    Attributes:
        kind: The kind of question, one of ``KINDS``.
        word: The number of the question word; -1 if there is none.
        noun: The noun that names what is asked for, as *animals* of *which animals*; empty if none does.
        measure: The adjective of *how long*, *how much*; empty if there is none.
        role: How what is asked for hangs on its verb.
        preposition: The preposition before it; empty if there is none.
    """

    tree: SyntaxTree
    kind: str
    word: int
    noun: str
    measure: str
    role: str
    preposition: str
    verb: int

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The content words of the question without those that name the kind of answer."""
        return informative_lemmas(self.tree.parse.text)

    @property
    def verb_lemma(self) -> str:
        """The dictionary form of the word that what is asked for hangs on."""
        return self.tree.lemmas[self.verb] if self.tree.lemmas else ""

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The part of speech of each dictionary form."""
        return {lemma: token.pos for lemma, token in zip(self.tree.lemmas, self.tree.tokens, strict=True)}

    @classmethod
    def of(cls, parse: Parse) -> "AnalyzedQuestion":
        """Read a question."""
        tree = SyntaxTree(parse)
        words = [token.text.lower() for token in tree.tokens]
        place = next((number for number, word in enumerate(words) if word in _ASKING), -1)
        if place < 0:
            return cls(tree, "other", -1, "", "", "", "", tree.root)
        kind, measure, head = _question_kind(tree, place)
        noun = ""
        if (named := _named(tree, head)) is not None:
            head, noun = named, tree.lemmas[named]
        if kind in {"what", "which"} and noun in _TIMES:
            kind = "when"
        case = tree.child(head, "case")
        preposition = words[case] if case is not None else words[0] if place == 1 else ""
        verb = tree.head(head) if tree.head(head) >= 0 else head
        return cls(tree, kind, place, noun, measure, tree.kind(head), preposition, verb)


def _named(tree: SyntaxTree, head: int) -> int | None:
    """Return the number of the noun that names what is asked for, as *animals* of *which animals*; None for none."""
    above, following = tree.head(head), head + 1
    if above > head and tree.kind(head) in _BESIDE_NOUN and tree.tokens[above].pos in _NOUNS:
        return above
    names = tree.tokens[head].text.lower() in {"which", "what"}
    is_noun = following < len(tree.tokens) and tree.tokens[following].pos in _NOUNS
    return following if names and is_noun else None


def _question_kind(tree: SyntaxTree, place: int) -> tuple[str, str, int]:
    """Return the kind of what is asked for, its measure, and the number of the word that asks for it."""
    word, above = tree.tokens[place].text.lower(), tree.head(place)
    if word != "how":
        return _PLAIN.get(word, word), "", place
    if tree.kind(place) == "advmod" and above == place + 1 and tree.tokens[above].pos in {"ADJ", "ADV"}:
        return "amount", tree.lemmas[above], above
    return "how", "", place


_OR = "or"
_LIST = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+")
_OFFERED = re.compile(r"[,:]\s*((?:[^,:?]+,\s*)*[^,:?]+?,?\s+or\s+[^,:?]+)\s*\??$")
"""Alternatives at the end of a question, behind a comma or a colon: *…, the small one or the large one*."""
_BEFORE = frozenset("nsubj expl cop aux advmod obl advcl punct".split())
"""Dependency labels of words before an adjective that are no part of its phrase: *is it warm or cold*."""
_NAMES = frozenset("NOUN PROPN PRON NUM ADJ".split())
_BEHIND = frozenset({"NUM", "ADJ", "DET"})
"""Parts of speech that may share the noun after the other alternative: *two or four euros*."""

_Sides = tuple[range, range, range]
"""The numbers of the words on both sides of *or*, and of those that belong to both, if any."""


def alternatives(asked: AnalyzedQuestion) -> tuple[str, ...]:
    """Return the answers that a question offers, two or more in their order; none if it offers none.

    Example:
        >>> from explanans.language.parser import shared_parser
        >>> (parse,) = shared_parser().parse(["Was it built before or after the war?"])
        >>> alternatives(AnalyzedQuestion.of(parse))
        ('before the war', 'after the war')
    """
    words = [token.text.lower() for token in asked.tree.tokens]
    if _OR not in words:
        return ()
    if asked.word >= 0:
        return tuple(_listed(asked.tree))
    return tuple(_joined(asked.tree, words.index(_OR))) if words[0] in AUXILIARIES else ()


def _listed(tree: SyntaxTree) -> Iterator[str]:
    """Yield the alternatives of a list at the end of a question; clauses are left out."""
    found = _OFFERED.search(tree.parse.text)
    if found is None:
        return
    start, end = found.span(1)
    if not any(token.pos == "VERB" for token in tree.tokens if start <= token.start < end):
        yield from (item.strip() for item in _LIST.split(found[1]) if item.strip())


def _joined(tree: SyntaxTree, place: int) -> Iterator[str]:
    """Yield the two sides of *or*, each with the words that both share after it."""
    sides = _prepositions(tree, place) or _conjuncts(tree, place)
    if sides is None:
        return
    left, right, shared = sides
    for part in (left, right):
        yield " ".join([_text(tree, part), *([_text(tree, shared)] if shared else [])])


def _prepositions(tree: SyntaxTree, place: int) -> _Sides | None:
    """Return two prepositions and what both stand before: *before or after a meal*; None if there are no such."""
    if not 0 < place < len(tree.tokens) - 2:
        return None
    if not {tree.tokens[number].text.lower() for number in (place - 1, place + 1)} <= PREPOSITIONS:
        return None
    noun = next((word for word in range(place + 2, len(tree.tokens)) if tree.tokens[word].pos in _NOUNS), None)
    if noun is None:
        return None
    return range(place - 1, place), range(place + 1, place + 2), range(place + 2, noun + 1)


def _conjuncts(tree: SyntaxTree, place: int) -> _Sides | None:
    """Return two phrases of one kind, and what belongs to both: *two or four euros*; None if there are no such."""
    other = tree.head(place)
    if other < place or tree.kind(other) != "conj" or not 0 <= (one := tree.head(other)) < place:
        return None
    before = [word for word in tree.subtree(one, _BEFORE) if 0 < word < place]
    left = run(before, before[-1]) if before else []
    right = [word for word in tree.subtree(other) if word > place and tree.kind(word) != "punct"]
    if one not in left or not right:
        return None
    noun = tree.head(one)
    is_shared = tree.tokens[one].pos in _BEHIND and noun > right[-1] and tree.tokens[noun].pos in _NOUNS
    if not is_shared and tree.tokens[one].pos not in _NAMES:
        return None
    shared = range(right[-1] + 1, noun + 1) if is_shared else range(0)
    return range(left[0], left[-1] + 1), range(right[0], right[-1] + 1), shared


def _text(tree: SyntaxTree, words: range) -> str:
    return tree.parse.text[tree.tokens[words[0]].start : tree.tokens[words[-1]].end]
