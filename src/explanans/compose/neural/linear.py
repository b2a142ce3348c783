"""Problems and trees as the lines of text that networks read and write (Dalvi et al. 2021, section 5.1)."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from explanans.compose.neural.draft import Draft, given_names
from explanans.compose.neural.kind import Kind
from explanans.problem import Problem
from explanans.tree import ROOT, EntailmentTree

START = "$proof$ ="
AND = "&"
ENTAILS = "->"
NAMES = ":"
END = ";"


class Part(Enum):
    """What a piece of a line is."""

    MARK = "mark"
    """A word of the proof language."""
    GLUED = "glued"
    """One that stands right after what is before it."""
    WORDS = "words"
    """A sentence."""


class Piece(NamedTuple):
    """A piece of a line, which is made into tokens by itself.

    Attributes:
        text: The piece.
        part: What it is.
    """

    text: str
    part: Part = Part.MARK


def read_line(problem: Problem, kind: Kind) -> str:
    """Return what a network reads: the slots of question, answer, hypothesis and premises, those that are not empty.

    Args:
        problem: The problem.
        kind: The kind of writer.

    Example:
        >>> from explanans.fact import Fact
        >>> leaves = Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")
        >>> problem = Problem("q1", "heat melts ice", leaves, question="What melts ice?", answer="heat")
        >>> read_line(problem, Kind.ALL_AT_ONCE)
        '$proof$ ; $question$ = What melts ice? ; $answer$ = heat ; $hypothesis$ = heat melts ice ; $context$ =
        sent1: ice is a solid sent2: heat melts a solid'
    """
    premises = given_names(problem) if kind.reads else {}
    slots = {
        "question": problem.question,
        "answer": problem.answer,
        "hypothesis": problem.hypothesis,
        "context": " ".join(f"{name}: {fact.text}" for name, fact in premises.items()),
    }
    return " ; ".join(("$proof$", *(f"${name}$ = {text}" for name, text in slots.items() if text)))


def proof_pieces(problem: Problem, tree: EntailmentTree, kind: Kind) -> Iterator[Piece]:
    """Yield what a network writes, piece by piece.

    Conclusions are numbered in order. Premises that the problem does not have are made up, and written out where they
    are used first.

    Args:
        problem: The problem as the network reads it.
        tree: The tree to write.
        kind: The kind of writer.
    """
    draft = Draft.begin(kind, problem)
    names, texts = _names(problem, tree, kind), tree.texts()
    yield Piece(START)
    for step in tree.steps:
        for premise in step.premises:
            if draft.premises:
                yield Piece(AND)
            if premise in names:
                yield Piece(names[premise])
                draft = draft.with_premise(names[premise])
            else:
                names[premise] = draft.new_premise
                yield from (Piece(f"{draft.new_premise}{NAMES}"), Piece(_plain(texts[premise]), Part.WORDS))
                draft = draft.with_premise(draft.new_premise, texts[premise])
        yield Piece(ENTAILS)
        if step.conclusion == ROOT:
            yield Piece(ROOT)
            draft = draft.with_conclusion(ROOT)
        else:
            names[step.conclusion] = draft.new_conclusion
            yield from (Piece(f"{draft.new_conclusion}{NAMES}"), Piece(_plain(step.text), Part.WORDS))
            draft = draft.with_conclusion(draft.new_conclusion, step.text)
        yield Piece(END, Part.GLUED)


def _names(problem: Problem, tree: EntailmentTree, kind: Kind) -> dict[str, str]:
    """Return by what names a proof calls those leaves of a tree that are premises of the problem, by id."""
    given = given_names(problem) if kind.reads else {}
    by_text = {fact.text: name for name, fact in reversed(given.items())}
    exact = {(fact.id, fact.text): name for name, fact in given.items()}
    found = {leaf.id: exact.get((leaf.id, leaf.text)) or by_text.get(leaf.text) for leaf in tree.leaves}
    return {leaf: name for leaf, name in found.items() if name}


def _plain(text: str) -> str:
    """Return a sentence without the marks of the proof language."""
    return " ".join(text.replace(AND, " and ").replace(END, ",").replace(">", " ").split())
