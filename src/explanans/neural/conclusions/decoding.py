"""Beam search of a language model over a restricted vocabulary."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from transformers import GenerationConfig, LogitsProcessor, LogitsProcessorList, PreTrainedTokenizerBase

from explanans.learning.decoder import Line, WordAutomaton
from explanans.neural.core.device import one_thread
from explanans.neural.core.pretrained import quiet


class OnlyWords(LogitsProcessor):
    """Lets a language model write only some words after a prompt; the line may end after each.

    Args:
        tokenizer: The tokenizer of the model; a blank before a word belongs to the word's first token.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, words: Iterable[str], prompt: int, end: int) -> None:
        self._prompt = prompt
        unknown = tokenizer.unk_token_id

        def encode(text: str) -> list[int]:
            found: list[int] = tokenizer(text, add_special_tokens=False).input_ids
            return [] if unknown in found else found

        self._automaton = WordAutomaton(encode, words, end)

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return the scores, with those of tokens that may not come next at minus infinity; shape (lines, tokens).

        Args:
            input_ids: The prompt and what the lines have so far; shape (lines, length).
            scores: Logarithms of probabilities; shape (lines, tokens).
        """
        kept = torch.full_like(scores, float("-inf"))
        for row, line in enumerate(input_ids[:, self._prompt :].tolist()):
            allowed = self._automaton.allowed(line)
            kept[row, allowed] = scores[row, allowed]
        return kept


class Beams(NamedTuple):
    """Settings of the search.

    Attributes:
        longest: Maximum number of tokens of a line.
        end: The token that ends a line.
    """

    width: int
    longest: int
    end: int


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
