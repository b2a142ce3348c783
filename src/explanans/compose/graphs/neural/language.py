"""Bracketed graphs in a tokenizer's tokens."""

from collections.abc import Iterable

import torch
from transformers import PreTrainedTokenizerBase

from explanans.compose.neural.spelling import Spelling
from explanans.exceptions import InputError
from explanans.graph import Edge, Relation

_BLANKS = ("▁", "Ġ", " ")
_SIGNS = "();"


class Language:
    """The tokens with which graphs are written, as ``(concept; relation; concept)(…)``.

    Args:
        tokenizer: The tokenizer.
        size: How many tokens the network knows.
        last: The token with which a line ends.

    Attributes:
        size: How many tokens the network knows.
        first: The token that opens an edge.
        part: The token between the parts of an edge.
        close: The token that closes an edge.
        last: The token with which a line ends.
        relations: Each relation by its tokens, with the one after it.
        opens: Which tokens begin a word after another, with a letter or digit in it; shape (size,).
        joins: Which tokens go on with a word; shape (size,).
        telling: Which of these have a letter or a digit; shape (size,).
        blanks: Which tokens are nothing but a blank; shape (size,).

    Raises:
        InputError: The tokenizer cannot write graphs.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, size: int, last: int) -> None:
        self._spelling = Spelling(tokenizer)
        self.size = size
        self.last = last
        self.first, self.part, self.close = (self._sign(sign, tokenizer.unk_token_id) for sign in "(;)")
        self.relations = {(*self._spelling.apart(relation), self.part): relation for relation in Relation}
        self.opens, self.joins, self.telling, self.blanks = (torch.zeros(size, dtype=torch.bool) for _ in range(4))
        base = self._spelling.apart("a")
        signs = {*tokenizer.all_special_ids, *tokenizer.get_added_vocab().values(), last}
        numbers = [number for number in range(min(size, len(tokenizer))) if number not in signs]
        after = [str(tokenizer.decode([*base, number])).lstrip() for number in numbers]
        for number, text in zip(numbers, after, strict=True):
            own = str(tokenizer.decode([number]))
            if str(tokenizer.convert_ids_to_tokens(number)) in _BLANKS:
                self.blanks[number] = True
            elif not any(sign in own + text for sign in (*_SIGNS, "�")) and text[:1] == "a" and text[1:].strip():
                self._sort(number, text[1:])
        if not (self.opens.any() or (self.blanks.any() and self.telling.any())):
            raise InputError("the tokenizer has no tokens with which concepts are written")

    def _sort(self, number: int, tail: str) -> None:
        """Note what a token does that makes this after a word."""
        told = any(map(str.isalnum, tail))
        if len(tail.split()) == 1 and not tail[-1].isspace():
            if tail[0].isspace():
                self.opens[number] = told
            else:
                self.joins[number], self.telling[number] = True, told

    def _sign(self, sign: str, unknown: int | None) -> int:
        tokens = self._spelling.glued(sign)
        if len(tokens) != 1 or tokens[0] == unknown:
            raise InputError(f"the tokenizer has no token of its own for {sign!r}, which graphs are written with")
        return int(tokens[0])

    def tokens(self, edges: Iterable[Edge]) -> tuple[int, ...]:
        """Return the tokens of a graph, with the one that ends the line.

        Args:
            edges: The edges, in order.
        """
        line: list[int] = []
        for edge in edges:
            line += [self.first, *self._spelling.apart(edge.source), self.part]
            line += [*self._spelling.apart(edge.relation), self.part]
            line += [*self._spelling.apart(edge.target), self.close]
        return (*line, self.last)

    def text(self, tokens: Iterable[int]) -> str:
        """Return the concept that tokens make.

        Args:
            tokens: Its tokens.
        """
        return self._spelling.text(list(tokens))
