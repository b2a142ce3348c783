"""Conversion of parses: from the scheme of ClearNLP to Universal Dependencies, and from basic to enhanced trees.

ClearNLP's scheme is that of spaCy's English pipelines: there a preposition heads its noun and *be* heads what it links,
here they hang on it. The table of labels and the moves follow the guidelines of Universal Dependencies
(https://universaldependencies.org/u/dep/) and of ClearNLP (Choi & Palmer 2012, "Guidelines for the CLEAR style
constituent to dependency conversion"). What names have as ``compound`` and Universal Dependencies as ``flat`` stays.

The rules of enhanced dependencies are those of Schuster & Manning (2016), "Enhanced English Universal Dependencies", as
the English Web Treebank applies them (https://universaldependencies.org/u/overview/enhanced-syntax.html): labels name
prepositions and conjunctions, conjuncts share heads and arguments, what a relative clause describes has a place in it,
and an open complement has a subject. Words that a sentence leaves out are not put back.
"""

from collections.abc import Container, Sequence

from explanans.language.analysis import SyntaxTree
from explanans.structures.syntax import ROOT, Arc, Parse, Token

_MARKED = {"acl", "advcl", "nmod", "obl"}
# How the treebank spells what is written short.
_SPELT = {"w/": "with", "w/o": "without", "vs": "versus", "vs.": "versus"}
_SUBJECTS = {"nsubj", "csubj", "expl"}
_UNSHARED = {"conj", "orphan", "parataxis", "ref"}
_PRONOUNS = {"that", "which", "who", "whom", "whose", "where", "when", "why"}
_TAGS = {"", "IN", "WDT", "WP", "WP$", "WRB"}  # parsers take "that" for a conjunction at times
# What is seldom an object where a clause without a pronoun describes it, as in "the day we met".
_SETTINGS = {"day", "moment", "place", "reason", "time", "way", "week", "year"}
_CONTROLLERS = ({"obj"}, {"iobj"}, {"nsubj", "nsubj:pass", "nsubj:xsubj", "csubj"})


def enhanced(parse: Parse) -> tuple[Arc, ...]:
    """Return the enhanced arcs of a sentence, sorted by child, head and label.

    Example:
        >>> from explanans.structures.syntax import Token
        >>> words = ("melts", "VERB"), ("in", "ADP"), ("heat", "NOUN")
        >>> tokens = tuple(Token(text, text, pos, "", 0, 0) for text, pos in words)
        >>> enhanced(Parse("melts in heat", tokens, (Arc(ROOT, 0, "root"), Arc(2, 1, "case"), Arc(0, 2, "obl"))))[-1]
        Arc(head=0, child=2, label='obl:in')
    """
    tree = SyntaxTree(parse)
    arcs = set(_marked(tree))
    _share_heads(tree, arcs)
    _share_arguments(tree, arcs)
    _describe(tree, arcs)
    _control(tree, arcs)
    return tuple(sorted(arcs, key=lambda arc: (arc.child, arc.head, arc.label)))


def _marked(tree: SyntaxTree) -> list[Arc]:
    """Return the arcs of a tree, one a word, with labels that name what marks the child."""
    return [arc._replace(label=_with_marker(tree, arc)) for arc in tree.parse.arcs]


def _marked_as(tree: SyntaxTree, child: int, label: str) -> str | None:
    """Return a label with the words that mark a child, or None if nothing marks it."""
    marks = tree.children(child, "case", "mark")
    if not marks and label == "advcl":
        marks = tuple(word for word in tree.children(child, "advmod")[:1] if tree.tokens[word].tag == "WRB")
    name = _spelt(tree, marks[-1]) if marks else ""
    return f"{label}:{name}" if name else None


def _with_marker(tree: SyntaxTree, arc: Arc) -> str:
    if arc.label == "conj":
        return _conjunction(tree, arc)
    return (_marked_as(tree, arc.child, arc.label) or arc.label) if arc.label in _MARKED else arc.label


def _conjunction(tree: SyntaxTree, arc: Arc) -> str:
    """Return the label of a conjunct, whose conjunction may stand before a later one, as in *a, b and c*."""
    siblings = [word for word in tree.children(arc.head, "conj") if word >= arc.child]
    for sibling in siblings:
        words = [word for word in tree.children(sibling, "cc") if word < sibling]
        if words:
            names = [name for word in words if (name := _spelt(tree, word))]
            return ":".join(["conj", *(["_".join(names)] if names else [])])
    return "conj"


def _spelt(tree: SyntaxTree, word: int) -> str:
    """Return a marking word, with the rest of a fixed phrase, as in ``because_of``; nothing for a sign."""
    words = [tree.tokens[part].text.lower() for part in (word, *tree.children(word, "fixed"))]
    name = "_".join(_SPELT.get(part, part) for part in words)
    return name if name.replace("_", "").isalpha() else ""


def _share_heads(tree: SyntaxTree, arcs: set[Arc]) -> None:
    """Hang conjuncts on what the first conjunct hangs on."""
    for first, conjunct in _conjuncts(tree):
        for arc in [arc for arc in arcs if arc.child == first and arc.head != ROOT]:
            if arc.head != conjunct and arc.kind not in _UNSHARED:
                may_own = arc.kind in _MARKED and not arc.label.endswith(":relcl")
                own = _marked_as(tree, conjunct, arc.kind) if may_own else None
                arcs.add(Arc(arc.head, conjunct, own or arc.label))


def _share_arguments(tree: SyntaxTree, arcs: set[Arc]) -> None:
    """Give conjuncts without a subject that of the first, and an object that follows them all."""
    for first, conjunct in _conjuncts(tree):
        if not tree.children(conjunct, *_SUBJECTS):
            for arc in [arc for arc in arcs if arc.head == first and arc.kind in _SUBJECTS]:
                if arc.child < conjunct:
                    arcs.add(Arc(conjunct, arc.child, _subject(tree, conjunct, arc.label)))
        if not tree.children(conjunct, "obj"):
            for child in tree.children(first, "obj"):
                if child > conjunct:
                    arcs.add(Arc(conjunct, child, "obj"))


def _conjuncts(tree: SyntaxTree) -> list[tuple[int, int]]:
    """Return each conjunct after the word that it hangs on, those of a first conjunct before those of a later one."""
    return [(arc.head, arc.child) for arc in tree.parse.arcs if arc.label == "conj"]


def _subject(tree: SyntaxTree, conjunct: int, label: str) -> str:
    """Return the label of a shared subject, which may be that of a passive here and of an active there."""
    if label not in {"nsubj", "nsubj:pass"}:
        return label
    helpers = [tree.parse.arcs[child].label for child in tree.children(conjunct, "aux", "cop")]
    passive = "aux:pass" in helpers if helpers else label == "nsubj:pass" and tree.tokens[conjunct].tag in {"", "VBN"}
    return "nsubj:pass" if passive else "nsubj"


def _describe(tree: SyntaxTree, arcs: set[Arc]) -> None:
    """Put what a relative clause describes in the place of its pronoun, which hangs on it as ``ref``."""
    # In *the book that I read*, as in *the book I read*, the book is what is read: `obj` of *read*.
    for described, clause, label in sorted(arcs):
        if not label.endswith(":relcl"):
            continue
        pronoun = _pronoun(tree, clause, described)
        if pronoun is None:
            if label == "acl:relcl":  # a clause that says something of another clause leaves no gap
                _fill_gap(tree, arcs, described, clause)
            continue
        for arc in [arc for arc in arcs if arc.child == pronoun and arc.label != "ref"]:
            arcs.discard(arc)
            if arc.head != described:
                arcs.add(Arc(arc.head, described, "obl" if arc.label == "advmod" else arc.label))
        arcs.add(Arc(described, pronoun, "ref"))


def _pronoun(tree: SyntaxTree, clause: int, described: int) -> int | None:
    """Return the relative pronoun of a clause, which stands before its verb, or None."""
    waiting = [clause]
    for word in waiting:  # nearest first
        waiting += tree.children(word)
        token = tree.tokens[word]
        may_be = token.text.lower() in _PRONOUNS and token.tag in _TAGS and tree.kind(word) not in {"mark", "det"}
        if may_be and described < word <= clause:
            return word
    return None


def _fill_gap(tree: SyntaxTree, arcs: set[Arc], described: int, clause: int) -> None:
    """Make what a clause without a pronoun describes its object, or the setting of it."""
    if not tree.children(clause, "nsubj"):
        return
    verb = clause
    while below := tree.children(verb, "xcomp"):
        if tree.children(verb, "obj"):
            break
        verb = below[0]
    stranded = any(tree.tokens[word].pos == "ADP" for word in tree.children(verb, "obl"))  # the car we looked at
    if stranded or tree.tokens[described].lemma in _SETTINGS:
        arcs.add(Arc(verb if stranded else clause, described, "obl"))
    elif tree.tokens[verb].pos in {"", "VERB"} and not tree.children(verb, "obj", "ccomp"):
        arcs.add(Arc(verb, described, "obj"))


def _control(tree: SyntaxTree, arcs: set[Arc]) -> None:
    """Add the subjects of open complements (``xcomp``), as in *they asked us to stay*, where we stay."""
    # In "he left when he wanted to", the verb is left out.
    complements = [arc for arc in arcs if arc.label == "xcomp" and tree.tokens[arc.child].text.lower() != "to"]
    # The upper complement of two, as in "seems to want to go", is to have its subject first.
    for arc in sorted(complements, key=lambda arc: (sum(1 for _ in tree.ancestors(arc.head)), arc)):
        for controller in _controllers(arc.head, arcs):
            if controller != arc.child:
                arcs.add(Arc(arc.child, controller, "nsubj:xsubj"))


def _controllers(verb: int, arcs: set[Arc]) -> list[int]:
    """Return the object of a verb, or else its subject; conjuncts are several."""
    for labels in _CONTROLLERS:
        found = [arc.child for arc in sorted(arcs) if arc.head == verb and arc.label in labels]
        if found:
            return found
    return []


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
    tree = _ClearTree(tokens, arcs)
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


class _ClearTree:
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


def _flatten_conjuncts(tree: _ClearTree) -> None:
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


def _lower_preposition(tree: _ClearTree, word: int) -> None:
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


def _lower_copula(tree: _ClearTree, word: int) -> None:
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


def _relabel(tree: _ClearTree, word: int) -> None:
    label, head = tree.labels[word], tree.heads[word]
    above = tree.tokens[head].pos if head != ROOT else ""
    if label == "aux" and tree.tokens[word].tag == "TO":
        label = "mark"
    elif label == "npadvmod" and above in _NOMINAL:
        label = "nmod:unmarked"
    tree.labels[word] = _LABELS.get(label, label)
