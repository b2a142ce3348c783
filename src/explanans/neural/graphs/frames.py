"""Stance features from a language model: the probability of one text after an affirmative or a negative lead-in.

A sentence is put behind two lead-ins, one that calls for what supports and one that calls for
what counters; how much likelier the sentence is behind the first is the reading.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.neural.core.adapted import open_adapted, open_plain
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import batches, best_device, one_thread
from explanans.neural.graphs.language_stances import STANCES, logits, spell, words_of
from explanans.runtime.progress import track
from explanans.structures.graphs import Edge, Stance

_FOR, _AGAINST = STANCES.index(Stance.SUPPORT), STANCES.index(Stance.COUNTER)
_AT_ONCE = 8
"""Batch size in pairs."""
_LONGEST = 160
"""Tokens at most before what is expected, which lose their beginning, and of what is expected, which loses its end."""


class Frame(NamedTuple):
    """Two lead-ins, and what comes behind them.

    Attributes:
        said: The text after it; in it, ``inner_belief`` and ``inner_argument`` begin and end as inside a sentence.
    """

    name: str
    supporting: str
    countering: str
    said: str


FRAMES = (
    Frame("agree", "{belief} I agree, because", "{belief} I disagree, because", " {inner_argument}."),
    Frame(
        "claim",
        "Claim: {belief}\nArgument for the claim:",
        "Claim: {belief}\nArgument against the claim:",
        " {argument}",
    ),
    Frame("therefore", "{argument} Therefore,", "{argument} Nevertheless,", " {inner_belief}."),
)
"""Chosen among six on 300 pairs of the training split of ExplaGraphs."""
NAMES = tuple(frame.name for frame in FRAMES)
"""Names of the features: one difference of log-probabilities per frame."""


class FrameReader:
    """Reads pairs of belief and argument by a causal language model."""

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self._model: Any = model.eval().to(best_device())
        self._tokenizer = tokenizer
        self._start = first_token(tokenizer)

    @classmethod
    def open(cls, name: str, adapter: Path | None = None) -> "FrameReader":
        """Load a language model.

        Args:
            adapter: The folder of what it has learnt, if anything; it names the language model itself.
        """
        opened = open_adapted(adapter) if adapter else open_plain(name)
        opened.model.bfloat16()
        return cls(opened.model, opened.tokenizer)

    def read(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the readings of beliefs and arguments; shape (pairs, readings), in the order of `NAMES`."""
        found = np.zeros((len(pairs), len(NAMES)), dtype=np.float32)
        # What is of like length is read together, since the shorter is filled up to the longer.
        order = sorted(range(len(pairs)), key=lambda number: sum(map(len, pairs[number])))
        groups = batches(order, _AT_ONCE)
        with one_thread(), torch.inference_mode():
            for group in track(groups, "Reading", len(groups)):
                lines = [line for number in group for line in frame_lines(self._tokenizer, *pairs[number])]
                sums = np.array(self._expected(lines), dtype=np.float32)
                found[group] = (sums[::2] - sums[1::2]).reshape(len(group), len(NAMES))
        return found

    def tell(self, cases: Sequence[tuple[str, str, Sequence[Edge]]]) -> NDArray[np.float32]:
        """Return how much likelier the word *support* is than *counter*; shape (cases, 2).

        The first is that behind belief and argument, the second that behind the graph; they are the same without one.
        """
        words = words_of(self._tokenizer)
        found = np.zeros((len(cases), 2), dtype=np.float32)
        with one_thread(), torch.inference_mode():
            for numbers in batches(range(len(cases)), _AT_ONCE):
                lines = [spell(self._tokenizer, *cases[number]) for number in numbers]
                scores = logits(self._model, words, lines)
                odds = iter((scores[:, _FOR] - scores[:, _AGAINST]).tolist())
                for number, line in zip(numbers, lines, strict=True):
                    places = [next(odds) for _ in line.places]
                    found[number] = places[0], places[-1]
        return found

    def _expected(self, lines: Sequence[tuple[list[int], list[int]]]) -> list[float]:
        """Return the logarithm of the probability of what comes behind each lead-in."""
        ids = [torch.tensor([self._start, *before, *behind]) for before, behind in lines]
        padded = pad_sequence(ids, batch_first=True).to(self._model.device)
        states = self._model.base_model(input_ids=padded, use_cache=False).last_hidden_state
        head = self._model.get_output_embeddings()
        found = []
        for row, (before, behind) in zip(states, lines, strict=True):
            log_probabilities = head(row[len(before) : len(before) + len(behind)]).float().log_softmax(dim=-1)
            found.append(
                log_probabilities.gather(1, torch.tensor(behind, device=log_probabilities.device)[:, None]).sum()
            )
        totals: list[float] = torch.stack(found).tolist()
        return totals


def first_token(tokenizer: PreTrainedTokenizerBase) -> int:
    """Return the token with which every line begins."""
    return tokenizer.bos_token_id or tokenizer.eos_token_id or 0


def frame_lines(
    tokenizer: PreTrainedTokenizerBase, belief: str, argument: str, frames: Sequence[Frame] = FRAMES
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the tokens of each lead-in, first of the one for what supports, and those of what comes behind it."""
    pieces = partial(token_ids, tokenizer)
    words = {
        "belief": _whole(belief),
        "argument": _whole(argument),
        "inner_belief": _inside(belief),
        "inner_argument": _inside(argument),
    }
    for frame in frames:
        behind = pieces(frame.said.format(**words))[:_LONGEST]
        for lead in (frame.supporting, frame.countering):
            yield pieces(lead.format(**words))[-_LONGEST:], behind


def _whole(text: str) -> str:
    """Return a sentence that ends like one."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _inside(text: str) -> str:
    """Return a sentence as it stands inside another."""
    text = text.strip().rstrip(".")
    return text if text[:2] == "I " or text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"
