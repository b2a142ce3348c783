"""Tokenization and detokenization of text pieces."""

import re
from collections.abc import Sequence

from transformers import PreTrainedTokenizerBase

_BEFORE = "a"
"""A word after which a mark is written, to see which tokens make it there."""

_SPLIT = "coal-fired plants' 1.5 or 1,000 days don't"
_JOINTS = (
    (re.compile(r"(?<=\w) ?- ?(?=\w)"), "-"),
    (re.compile(r"(?<=\w) ?' ?(?=(?:s|t|d|m|re|ve|ll)\b)"), "'"),
    (re.compile(r"(?<=\d) ?([.,]) ?(?=\d)"), r"\1"),
    (re.compile(r" (?=[,.?!])"), ""),
)
"""Rules that restore blanks for tokenizers that drop them, such as BERT's."""


def token_ids(tokenizer: PreTrainedTokenizerBase, text: str) -> list[int]:
    """Return the tokens of a text of any length, without special tokens."""
    ids: list[int] = tokenizer(text, add_special_tokens=False, verbose=False).input_ids
    return ids


class Spelling:
    """Tokens of texts that are written in pieces."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self._tokenizer = tokenizer
        self._splits = _SPLIT not in str(tokenizer.decode(tokenizer.encode(_SPLIT, add_special_tokens=False)))

    def apart(self, text: str) -> list[int]:
        """Return the tokens of a text after a blank."""
        # Where a space is a token, or a part of one, it belongs to what comes after it.
        return list(self._tokenizer.encode(f" {text}", add_special_tokens=False))

    def glued(self, text: str) -> list[int]:
        """Return the tokens of a text directly after a word."""
        before, both = self.apart(_BEFORE), self.apart(_BEFORE + text)
        return both[len(before) :] if both[: len(before)] == before and len(both) > len(before) else self.apart(text)

    def text(self, tokens: Sequence[int]) -> str:
        """Return the sentence of tokens, on one line."""
        text = " ".join(str(self._tokenizer.decode(list(tokens), skip_special_tokens=True)).split())
        for joint, joined in _JOINTS if self._splits else ():
            text = joint.sub(joined, text)
        return text
