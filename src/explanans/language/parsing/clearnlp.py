"""Trees in the scheme of ClearNLP, which spaCy's English pipelines use, as trees of Universal Dependencies.

The schemes differ most in what is the head: there a preposition heads its noun and *be* heads what it links, here they
hang on it. The table of labels and the moves follow the guidelines of Universal Dependencies
(https://universaldependencies.org/u/dep/) and of ClearNLP (Choi & Palmer 2012, "Guidelines for the CLEAR style
constituent to dependency conversion"). What names have as ``compound`` and Universal Dependencies as ``flat`` stays.
"""

from collections.abc import Container, Sequence

from explanans.structures.syntax import ROOT, Arc, Token

_LABELS = {
    "acomp": "xcomp",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "npadvmod": "obl:unmarked",
    "nsubjpass": "nsubj:pass",
    "oprd": "xcomp",
    "pcomp": "advcl",
    "pobj": "obl",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prep": "obl",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}
_PREPOSITIONS = {"agent", "dative", "prep"}
_NOMINAL = {"NOUN", "PRON", "PROPN", "NUM"}


def universal(tokens: Sequence[Token], arcs: Sequence[Arc]) -> tuple[Arc, ...]:
    """Return a tree of ClearNLP's scheme as one of Universal Dependencies.

    Example:
        >>> words = [("Ice", "ice", "NOUN"), ("melts", "melt", "VERB"), ("in", "in", "ADP"), ("heat", "heat", "NOUN")]
        >>> tokens = [Token(*word, "", 0, 0) for word in words]
        >>> tree = [Arc(1, 0, "nsubj"), Arc(ROOT, 1, "root"), Arc(1, 2, "prep"), Arc(2, 3, "pobj")]
        >>> [(arc.head, arc.label) for arc in universal(tokens, tree)]
        [(1, 'nsubj'), (-1, 'root'), (3, 'case'), (1, 'obl')]
    """
    tree = _Tree(tokens, arcs)
    _flatten_conjuncts(tree)
    for word in reversed(range(len(tokens))):  # inner prepositions stand behind outer ones
        _lower_preposition(tree, word)
    for word in range(len(tokens)):
        _lower_copula(tree, word)
    for word in range(len(tokens)):
        _relabel(tree, word)
    return tuple(
        Arc(head, child, label) for child, (head, label) in enumerate(zip(tree.heads, tree.labels, strict=True))
    )


class _Tree:
    """A tree that is being changed."""

    def __init__(self, tokens: Sequence[Token], arcs: Sequence[Arc]) -> None:
        self.tokens = tokens
        self.heads = [arc.head for arc in arcs]
        self.labels = [arc.label for arc in arcs]

    def under(self, head: int, labels: Container[str] | None = None) -> list[int]:
        """Return the children of a word, those with some labels if they are given."""
        return [
            word
            for word, above in enumerate(self.heads)
            if above == head and (labels is None or self.labels[word] in labels)
        ]

    def hang(self, word: int, head: int, label: str) -> None:
        """Hang a word on another."""
        self.heads[word], self.labels[word] = head, label

    def put_in_place(self, lower: int, upper: int, label: str) -> None:
        """Put a word in the place of the one that it hangs on, which then hangs on it, with all that it had."""
        for word in self.under(upper):
            self.heads[word] = lower
        self.hang(lower, self.heads[upper], self.labels[upper])
        self.hang(upper, lower, label)


def _flatten_conjuncts(tree: _Tree) -> None:
    """Hang all conjuncts on the first, and a conjunction on the conjunct behind it."""
    for word, label in enumerate(tree.labels):
        if label == "conj" and tree.heads[word] < word and tree.labels[tree.heads[word]] == "conj":
            tree.heads[word] = tree.heads[tree.heads[word]]
    for word, label in enumerate(tree.labels):
        if label == "cc":
            head = tree.heads[word]
            first = tree.heads[head] if head != ROOT and tree.labels[head] == "conj" else head
            behind = [other for other in tree.under(first, {"conj"}) if other > word]
            if behind:
                tree.heads[word] = behind[0]


def _lower_preposition(tree: _Tree, word: int) -> None:
    """Put the noun or the clause of a preposition in its place."""
    if tree.labels[word] not in _PREPOSITIONS and tree.tokens[word].pos != "ADP":
        return
    objects = tree.under(word, {"pobj", "obl", "pcomp"})
    if not objects:
        return
    label, clause = tree.labels[word], tree.labels[objects[0]] == "pcomp"
    tree.put_in_place(objects[0], word, "mark" if clause else "case")
    if label in _PREPOSITIONS:
        head = tree.heads[objects[0]]
        nominal = head != ROOT and tree.tokens[head].pos in _NOMINAL
        kinds = ("acl", "advcl") if clause else ("nmod", "obl:agent" if label == "agent" else "obl")
        tree.labels[objects[0]] = kinds[0] if nominal else kinds[1]


def _lower_copula(tree: _Tree, word: int) -> None:
    """Put what *be* links to the subject in the place of *be*."""
    if tree.tokens[word].lemma != "be" or tree.labels[word] in {"aux", "auxpass", "cop"}:
        return
    linked = tree.under(word, {"attr", "acomp"})
    if tree.under(word, {"expl"}):  # there is a lake
        for other in linked:
            tree.labels[other] = "nsubj"
    elif not linked:
        linked = [other for other in tree.under(word, {"obl"}) if other > word][:1]  # the fish is in the lake
        if tree.under(word, {"nsubj", "csubj"}) and linked:
            tree.put_in_place(linked[0], word, "cop")
    else:
        tree.put_in_place(linked[0], word, "cop")


def _relabel(tree: _Tree, word: int) -> None:
    label, head = tree.labels[word], tree.heads[word]
    above = tree.tokens[head].pos if head != ROOT else ""
    if label == "aux" and tree.tokens[word].tag == "TO":
        label = "mark"
    elif label == "npadvmod" and above in _NOMINAL:
        label = "nmod:unmarked"
    tree.labels[word] = _LABELS.get(label, label)
