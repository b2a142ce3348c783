"""Analysis of a question: the kind of its answer, the noun that names it, and its relation to the verb."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from explanans.language.tokens import informative_lemmas
from explanans.pipeline.proposals.tree import Tree
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
        tree: The question.
        kind: The kind of question, one of ``KINDS``.
        word: The number of the question word; -1 if there is none.
        noun: The noun that names what is asked for, as *animals* of *which animals*; empty if none does.
        measure: The adjective of *how long*, *how much*; empty if there is none.
        role: How what is asked for hangs on its verb.
        preposition: The preposition before it; empty if there is none.
        verb: The number of the word that it hangs on.
    """

    tree: Tree
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
        """Read a question.

        Args:
            parse: The parsed question.
        """
        tree = Tree(parse)
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
        verb = tree.heads[head] if tree.heads[head] >= 0 else head
        return cls(tree, kind, place, noun, measure, tree.labels[head], preposition, verb)


def _named(tree: Tree, head: int) -> int | None:
    """Return the number of the noun that names what is asked for, as *animals* of *which animals*; None for none."""
    above, following = tree.heads[head], head + 1
    if above > head and tree.labels[head] in _BESIDE_NOUN and tree.tokens[above].pos in _NOUNS:
        return above
    names = tree.tokens[head].text.lower() in {"which", "what"}
    is_noun = following < len(tree.tokens) and tree.tokens[following].pos in _NOUNS
    return following if names and is_noun else None


def _question_kind(tree: Tree, place: int) -> tuple[str, str, int]:
    """Return the kind of what is asked for, its measure, and the number of the word that asks for it."""
    word, above = tree.tokens[place].text.lower(), tree.heads[place]
    if word != "how":
        return _PLAIN.get(word, word), "", place
    if tree.labels[place] == "advmod" and above == place + 1 and tree.tokens[above].pos in {"ADJ", "ADV"}:
        return "amount", tree.lemmas[above], above
    return "how", "", place
