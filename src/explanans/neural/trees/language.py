"""The proof language: problems and trees as lines, and in a tokenizer's tokens (Dalvi et al. 2021, section 5.1)."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import torch
from transformers import PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.neural.core.detokenizer import Spelling
from explanans.neural.trees.partial_proof import Kind, PartialProof, given_names
from explanans.structures.trees import ROOT, EntailmentTree, Problem

START = "$proof$ ="
AND = "&"
ENTAILS = "->"
NAMES = ":"
END = ";"


class Part(Enum):
    """Kinds of pieces of a line."""

    MARK = "mark"
    """A word of the proof language."""
    GLUED = "glued"
    """One that stands right after what is before it."""
    WORDS = "words"
    """A sentence."""


class Piece(NamedTuple):
    """A piece of a line, which is made into tokens by itself."""

    text: str
    part: Part = Part.MARK


def read_line(problem: Problem, kind: Kind) -> str:
    """Return the input of a network: the non-empty slots of question, answer, hypothesis and premises.

    Example:
        >>> from explanans.structures.facts import Fact
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
    """Yield the output of a network, piece by piece.

    Conclusions are numbered in order. Premises that the problem does not have are made up, and written out where they
    are used first.
    """
    proof = PartialProof.begin(kind, problem)
    names, texts = _names(problem, tree, kind), tree.texts()
    yield Piece(START)
    for step in tree.steps:
        for premise in step.premises:
            if proof.premises:
                yield Piece(AND)
            if premise in names:
                yield Piece(names[premise])
                proof = proof.with_premise(names[premise])
            else:
                names[premise] = proof.new_premise
                yield from (Piece(f"{proof.new_premise}{NAMES}"), Piece(_plain(texts[premise]), Part.WORDS))
                proof = proof.with_premise(proof.new_premise, texts[premise])
        yield Piece(ENTAILS)
        if step.conclusion == ROOT:
            yield Piece(ROOT)
            proof = proof.with_conclusion(ROOT)
        else:
            names[step.conclusion] = proof.new_conclusion
            yield from (Piece(f"{proof.new_conclusion}{NAMES}"), Piece(_plain(step.text), Part.WORDS))
            proof = proof.with_conclusion(proof.new_conclusion, step.text)
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


class Vocabulary:
    """A tokenizer with disjoint tokens for marks and words.

    Attributes:
        words: Which tokens may stand in a sentence; shape (size,). No mark of the proof language is among them.
        telling: Which of them have a letter or a digit; shape (size,).
        last: The token with which a line ends.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, size: int) -> None:
        self._tokenizer = tokenizer
        self._marks: dict[Piece, tuple[int, ...]] = {}
        self._spelling = Spelling(tokenizer)
        last = tokenizer.eos_token_id if tokenizer.eos_token_id is not None else tokenizer.sep_token_id
        if last is None:
            raise InputError("the tokenizer has no token with which a line ends; accepted: one with eos_token")
        self.last = int(last)
        self._reject_unknown()
        self.words, self.telling = (torch.zeros(size, dtype=torch.bool) for _ in range(2))
        special = {*tokenizer.all_special_ids, *tokenizer.get_added_vocab().values()}
        ends = {self.mark(piece)[-1] for piece in (Piece(AND), Piece(ENTAILS), Piece(END, Part.GLUED))}
        for number in range(min(size, len(tokenizer))):
            if number not in special and number not in ends:
                text = tokenizer.decode([number])
                self.words[number] = not any(mark in text for mark in (AND, END, ">"))
                self.telling[number] = self.words[number] and any(map(str.isalnum, text))

    def _reject_unknown(self) -> None:
        unknown = self._tokenizer.unk_token_id
        pieces = map(Piece, (START, AND, ENTAILS, ROOT, f"sent1234567890{NAMES}", "int1"))
        for piece in (*pieces, Piece(END, Part.GLUED)):
            if unknown is not None and unknown in self.mark(piece):
                raise InputError(f"the tokenizer has no tokens for {piece.text!r}, which proofs are written with")

    def mark(self, piece: Piece) -> tuple[int, ...]:
        """Return the tokens of a mark."""
        if piece not in self._marks:
            self._marks[piece] = tuple(
                self._spelling.glued(piece.text) if piece.part is Part.GLUED else self._spelling.apart(piece.text)
            )
        return self._marks[piece]

    def tokens(self, pieces: Iterable[Piece]) -> list[int]:
        """Return the tokens of a line, with the one that ends it."""
        parts = (self._spelling.apart(piece.text) if piece.part is Part.WORDS else self.mark(piece) for piece in pieces)
        return [*(token for part in parts for token in part), self.last]

    def text(self, tokens: Sequence[int]) -> str:
        """Return the sentence of tokens, on one line."""
        return self._spelling.text(tokens)
