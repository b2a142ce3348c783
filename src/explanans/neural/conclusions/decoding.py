"""Beam search of a language model over a restricted vocabulary."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from transformers import GenerationConfig, LogitsProcessor, LogitsProcessorList, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.neural.core.device import one_thread
from explanans.neural.core.pretrained import quiet

_JOINING, _CLOSING = (",",), ("'s", "%")
"""Marks after a word: those after which another word has to come, and the others."""


class _Place:
    """A state in a partial line.

    Attributes:
        after: Where the tokens lead to that go on with the same word.
        ends: Whether a word may end here.
    """

    __slots__ = ("after", "ends")

    def __init__(self, *, ends: bool = False) -> None:
        self.after: dict[int, _Place] = {}
        self.ends = ends


class OnlyWords(LogitsProcessor):
    """Lets a language model write only some words after a prompt; the line may end after each.

    Args:
        tokenizer: The tokenizer of the model; a blank before a word belongs to the word's first token.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, words: Iterable[str], prompt: int, end: int) -> None:
        self._prompt = prompt
        self._end = end
        self._start = _Place()
        unknown = tokenizer.unk_token_id

        def ids(texts: list[str]) -> list[list[int]]:
            found: list[list[int]] = tokenizer(texts, add_special_tokens=False).input_ids if texts else []
            return [spelt for spelt in found if spelt and unknown not in spelt]

        for spelt in ids([f" {word}" for word in sorted(words)]):
            place = self._start
            for token in spelt:
                place = place.after.setdefault(token, _Place())
            place.ends = True
        if not self._start.after:
            raise InputError("a tokenizer that knows none of the words; accepted: one that knows English")
        self._marks = {spelt[0]: self._start for spelt in ids([*_JOINING]) if len(spelt) == 1}
        self._marks |= {spelt[0]: _Place(ends=True) for spelt in ids([*_CLOSING]) if len(spelt) == 1}
        self._places: dict[tuple[int, ...], _Place | None] = {(): self._start}

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return the scores, with those of tokens that may not come next at minus infinity; shape (lines, tokens).

        Args:
            input_ids: The prompt and what the lines have so far; shape (lines, length).
            scores: Logarithms of probabilities; shape (lines, tokens).
        """
        kept = torch.full_like(scores, float("-inf"))
        for row, line in enumerate(input_ids[:, self._prompt :].tolist()):
            allowed = self._allowed(self._place(tuple(line)))
            kept[row, allowed] = scores[row, allowed]
        return kept

    def _allowed(self, place: _Place | None) -> list[int]:
        if place is None:
            return [self._end]
        if not place.ends:
            return [*place.after]
        return [*{*place.after, *self._start.after, *self._marks, self._end}]

    def _place(self, line: tuple[int, ...]) -> _Place | None:
        """Return where a line has come to; None if it is over."""
        if line not in self._places:
            before, token = self._place(line[:-1]), line[-1]
            self._places[line] = None if before is None else self._next(before, token)
        return self._places[line]

    def _next(self, place: _Place, token: int) -> _Place | None:
        if token in place.after:
            return place.after[token]
        return self._start.after.get(token) or self._marks.get(token) if place.ends else None


class Beams(NamedTuple):
    """Settings of the search.

    Attributes:
        longest: Maximum number of tokens of a line.
        end: The token that ends a line.
    """

    width: int
    longest: int
    end: int


class Line(NamedTuple):
    """A generated line.

    Attributes:
        score: The logarithm of its probability, by token.
    """

    text: str
    score: float


def search(
    model: Any, tokenizer: PreTrainedTokenizerBase, read: Sequence[int], words: Iterable[str], beams: Beams
) -> list[Line]:
    """Return the results of a beam search, most probable first."""
    ids = torch.tensor([[*read]], device=model.device)
    settings = GenerationConfig(
        num_beams=beams.width,
        num_return_sequences=beams.width,
        max_new_tokens=beams.longest,
        do_sample=False,
        eos_token_id=beams.end,
        pad_token_id=beams.end,
        return_dict_in_generate=True,
        output_scores=True,
    )
    guide = OnlyWords(tokenizer, words, len(read), beams.end)
    with quiet(), one_thread(), torch.inference_mode():
        found = model.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            generation_config=settings,
            logits_processor=LogitsProcessorList([guide]),
        )
    scores = found.sequences_scores.tolist() if beams.width > 1 else [0.0]
    texts = tokenizer.batch_decode(found.sequences[:, len(read) :], skip_special_tokens=True)
    return [Line(text.strip(), score) for text, score in zip(texts, scores, strict=True)]
