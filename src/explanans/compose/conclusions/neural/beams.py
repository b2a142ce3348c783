"""A beam search of a language model that is kept to some words."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch
from transformers import GenerationConfig, LogitsProcessorList, PreTrainedTokenizerBase

from explanans.compose.conclusions.neural.words import OnlyWords
from explanans.learn.neural.device import one_thread
from explanans.learn.neural.pretrained import quiet


class Beams(NamedTuple):
    """How lines are looked for.

    Attributes:
        width: How many lines the search keeps.
        longest: How many tokens a line has at most.
        end: The token that ends a line.
    """

    width: int
    longest: int
    end: int


class Line(NamedTuple):
    """A line that a language model has written.

    Attributes:
        text: The line.
        score: The logarithm of its probability, by token.
    """

    text: str
    score: float


def search(
    model: Any, tokenizer: PreTrainedTokenizerBase, read: Sequence[int], words: Iterable[str], beams: Beams
) -> list[Line]:
    """Return the lines that a beam search finds, the most probable first.

    Args:
        model: A causal language model.
        tokenizer: Its tokenizer.
        read: What is read before, as tokens.
        words: The words that lines may have.
        beams: How lines are looked for.

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
