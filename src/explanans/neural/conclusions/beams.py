"""Beam search of a language model over a restricted vocabulary."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch
from transformers import GenerationConfig, LogitsProcessorList, PreTrainedTokenizerBase

from explanans.neural.conclusions.words import OnlyWords
from explanans.neural.core.device import one_thread
from explanans.neural.core.pretrained import quiet


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
    """Return the results of a beam search, most probable first.

    Raises:
        InputError: The tokenizer knows none of the words.
    """
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
