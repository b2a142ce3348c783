"""Bracketed graphs in a tokenizer's tokens."""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor
from transformers import PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.neural.core.detokenizer import Spelling
from explanans.structures.graphs import Edge, Relation

_BLANKS = ("▁", "Ġ", " ")
_SIGNS = "();"
_WITHIN = frozenset("-'’&/%$")
"""Characters of words other than letters and digits."""
_CONCEPTS = 16
"""Maximum number of concepts of eight edges; more may begin in different ways."""


class GraphVocabulary:
    """The tokens of graphs in the format ``(concept; relation; concept)(…)``.

    Attributes:
        first: The token that opens an edge.
        part: The token between the parts of an edge.
        close: The token that closes an edge.
        last: The token with which a line ends.
        relations: Each relation by its tokens, with the one after it.
        opens: Which tokens begin a word after another, with a letter or digit in it; shape (size,).
        joins: Which tokens go on with a word; shape (size,).
        telling: Which of these have a letter or a digit; shape (size,).
        blanks: Which tokens are nothing but a blank; shape (size,).
        shortest: Number of tokens of the shortest concepts.
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
        self._tails: dict[str, list[int]] = {}
        for number, text in zip(numbers, after, strict=True):
            own = str(tokenizer.decode([number]))
            if str(tokenizer.convert_ids_to_tokens(number)) in _BLANKS:
                self.blanks[number] = True
            elif not any(sign in own + text for sign in (*_SIGNS, "�")) and text[:1] == "a" and text[1:].strip():
                self._sort(number, text[1:])
        if self._texts(self.opens) > _CONCEPTS:
            self.shortest = 1
        elif self.blanks.any() and self._texts(self.telling) > _CONCEPTS:
            self.shortest = 2
        else:
            raise InputError("the tokenizer has too few tokens with which concepts are written")

    def _texts(self, tokens: Tensor) -> int:
        """Return how many different texts some tokens make."""
        return sum(any(tokens[number] for number in found) for found in self._tails.values())

    def _sort(self, number: int, tail: str) -> None:
        """Note what a token does that makes this after a word."""
        has_word = any(map(str.isalnum, tail))
        if len(tail.split()) == 1 and all(sign.isalnum() or sign in _WITHIN for sign in tail.lstrip()):
            if tail[0].isspace():
                self.opens[number] = has_word
            else:
                self.joins[number], self.telling[number] = True, has_word
            self._tails.setdefault(tail.strip().lower(), []).append(number)

    def _sign(self, sign: str, unknown: int | None) -> int:
        tokens = self._spelling.glued(sign)
        if len(tokens) != 1 or tokens[0] == unknown:
            raise InputError(f"the tokenizer has no token of its own for {sign!r}, which graphs are written with")
        return int(tokens[0])

    def tokens(self, edges: Iterable[Edge]) -> tuple[int, ...]:
        """Return the tokens of a graph, with the one that ends the line."""
        line: list[int] = []
        for edge in edges:
            line += [self.first, *self._spelling.apart(edge.source), self.part]
            line += [*self._spelling.apart(edge.relation), self.part]
            line += [*self._spelling.apart(edge.target), self.close]
        return (*line, self.last)

    def text(self, tokens: Iterable[int]) -> str:
        """Return the concept that tokens make, in lower case, as measures compare concepts."""
        return self._spelling.text(list(tokens)).lower()

    def spelling(self, concept: str) -> tuple[int, ...]:
        """Return the tokens of a concept; none if it cannot be written.

        Args:
            concept: A concept in lower case, with a letter or a digit at the beginning of each word.
        """
        tokens = tuple(self._spelling.apart(concept))
        words, blank = 0, False
        for token in tokens:
            if self.blanks[token] and not blank:
                blank = True
                continue
            if not (self.telling[token] if blank else self.opens[token] or (words and self.joins[token])):
                return ()
            words += bool(blank or self.opens[token])
            blank = False
        return tokens if words == len(concept.split()) and self.text(tokens) == concept else ()

    def completing(self, text: str, concept: str) -> Sequence[int]:
        """Return the tokens one of which after a text makes a concept, wherever blanks may be."""
        begun, whole = text.replace(" ", ""), concept.replace(" ", "")
        return self._tails.get(whole.removeprefix(begun), ()) if whole.startswith(begun) else ()
