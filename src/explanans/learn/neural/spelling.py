"""How a tokenizer spells words and signs, and how its tokens are made into text again."""

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
"""How words are joined again where a tokenizer, such as BERT's, forgets where blanks were."""


def token_ids(tokenizer: PreTrainedTokenizerBase, text: str) -> list[int]:
    """Return the tokens of a text as it stands, of whatever length, without those that begin or end what is read.

    Args:
        tokenizer: The tokenizer.
        text: The text.
    """
    ids: list[int] = tokenizer(text, add_special_tokens=False, verbose=False).input_ids
    return ids


class Spelling:
    """The tokens of texts that are written piece by piece."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self._tokenizer = tokenizer
        self._splits = _SPLIT not in str(tokenizer.decode(tokenizer.encode(_SPLIT, add_special_tokens=False)))

    def apart(self, text: str) -> list[int]:
        """Return the tokens of a text that stands after a blank."""
        # Where a space is a token, or a part of one, it belongs to what comes after it.
        return list(self._tokenizer.encode(f" {text}", add_special_tokens=False))

    def glued(self, text: str) -> list[int]:
        """Return the tokens of a text that stands right after a word."""
        before, both = self.apart(_BEFORE), self.apart(_BEFORE + text)
        return both[len(before) :] if both[: len(before)] == before and len(both) > len(before) else self.apart(text)

    def text(self, tokens: Sequence[int]) -> str:
        """Return the sentence that tokens make, on one line."""
        text = " ".join(str(self._tokenizer.decode(list(tokens), skip_special_tokens=True)).split())
        for joint, joined in _JOINTS if self._splits else ():
            text = joint.sub(joined, text)
        return text
