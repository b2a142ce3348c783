"""The proof language in a tokenizer's tokens."""

from collections.abc import Iterable, Sequence

import torch
from transformers import PreTrainedTokenizerBase

from explanans.compose.neural.linear import AND, END, ENTAILS, NAMES, START, Part, Piece
from explanans.exceptions import InputError
from explanans.learn.neural.spelling import Spelling
from explanans.tree import ROOT


class Vocabulary:
    """A tokenizer whose marks and words are told apart.

    Args:
        tokenizer: The tokenizer.
        size: How many tokens the network knows.

    Attributes:
        words: Which tokens may stand in a sentence; shape (size,). No mark of the proof language is among them.
        telling: Which of them have a letter or a digit; shape (size,).
        last: The token with which a line ends.

    Raises:
        InputError: The tokenizer cannot write the proof language.
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
        """Return the tokens of a mark.

        Args:
            piece: A mark, glued or not.
        """
        if piece not in self._marks:
            self._marks[piece] = tuple(
                self._spelling.glued(piece.text) if piece.part is Part.GLUED else self._spelling.apart(piece.text)
            )
        return self._marks[piece]

    def tokens(self, pieces: Iterable[Piece]) -> list[int]:
        """Return the tokens of a line, with the one that ends it.

        Args:
            pieces: The pieces of the line.
        """
        parts = (self._spelling.apart(piece.text) if piece.part is Part.WORDS else self.mark(piece) for piece in pieces)
        return [*(token for part in parts for token in part), self.last]

    def text(self, tokens: Sequence[int]) -> str:
        """Return the sentence that tokens make, on one line.

        Args:
            tokens: Its tokens.
        """
        return self._spelling.text(tokens)
