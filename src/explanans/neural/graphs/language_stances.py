"""Stance classification by a local language model with an adapter.

It reads the argument, then the belief, then the graph if there is one, and says how the argument stands: after the
belief, and again after the graph. So one reading serves both orders of Saha et al. 2021, section 5.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.graphs.composer import Order
from explanans.graphs.stance import ADAPTER
from explanans.neural.core.adapted import open_adapted
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device, one_thread
from explanans.structures.graphs import Edge, Stance

STANCES = tuple(Stance)
WORDS = (*(f" {stance}" for stance in STANCES), " neutral")
"""Labels in the order of the logits; arguments of ExplaGraphs are never neutral."""

_TEXT, _GRAPH = 120, 200
"""Maximum number of tokens of a sentence and of a graph; longer ones are truncated."""


class Line(NamedTuple):
    """Input tokens.

    Attributes:
        places: Positions of stance predictions: after the belief, and after the graph if there is one.
    """

    ids: list[int]
    places: list[int]


class StanceLanguageModel:
    """Classifies stances by the probabilities of the words *support* and *counter*.

    Attributes:
        orders: The orders of stance and graph that it is made for, the usual one first.
    """

    orders = (Order.RATIONALISING, Order.REASONING)

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self._model: Any = model.eval().to(best_device())
        self._tokenizer = tokenizer
        self._words = words_of(tokenizer)

    @classmethod
    def open(cls, folder: Path) -> "StanceLanguageModel":
        """Load what ``explanans lab train stance-adapter`` made."""
        network = read_manifest(folder).network
        if network != ADAPTER:
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans lab train stance-adapter'")
        opened = open_adapted(folder)
        return cls(opened.model, opened.tokenizer)

    def __call__(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> Stance:
        """Return the more probable stance; support if equal."""
        return Stance.SUPPORT if self.supporting(belief, argument, edges) >= 0.5 else Stance.COUNTER

    def supporting(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> float:
        """Return the probability that the argument supports the belief."""
        line = spell(self._tokenizer, belief, argument, edges)
        with one_thread(), torch.inference_mode():
            label_logits = logits(self._model, self._words, [line])[-1, : len(STANCES)]
        return float(label_logits.softmax(dim=-1)[STANCES.index(Stance.SUPPORT)])


def words_of(tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """Return the token with which each of `WORDS` begins."""
    found = [tokenizer(word, add_special_tokens=False).input_ids[0] for word in WORDS]
    if len(set(found)) < len(WORDS):
        words = ", ".join(word.strip() for word in WORDS)
        raise InputError(f"a tokenizer in which {words} begin alike; accepted: one that distinguishes them")
    return found


def spell(tokenizer: PreTrainedTokenizerBase, belief: str, argument: str, edges: Sequence[Edge] = ()) -> Line:
    """Return the input as tokens."""
    pieces = partial(token_ids, tokenizer)
    asked = pieces("\nStance:")
    ids = [
        *pieces("Argument:"),
        *pieces(f" {argument}")[:_TEXT],
        *pieces("\nBelief:"),
        *pieces(f" {belief}")[:_TEXT],
        *asked,
    ]
    places = [len(ids) - 1]
    if edges:
        sentences = " ".join(f"{edge.source} {edge.relation} {edge.target}." for edge in edges)
        ids += [*pieces("\nGraph:"), *pieces(f" {sentences}")[:_GRAPH], *asked]
        places.append(len(ids) - 1)
    return Line(ids, places)


def logits(model: Any, words: Sequence[int], lines: Sequence[Line]) -> Tensor:
    """Return one logit for each of `WORDS`, line by line and place by place; shape (places of all lines, words)."""
    # Padding follows all predicted positions, so that they do not attend to it.
    ids = pad_sequence([torch.tensor(line.ids) for line in lines], batch_first=True).to(model.device)
    states = model.base_model(input_ids=ids, use_cache=False).last_hidden_state
    return logits_of(states, model, words, [line.places for line in lines])


def logits_of(states: Tensor, model: Any, words: Sequence[int], places: Sequence[Sequence[int]]) -> Tensor:
    """Return one logit for each of `WORDS`, line by line and place by place; shape (places of all lines, words).

    Args:
        states: The last states of lines; shape (lines, tokens, width).
    """
    rows = [row for row, found in enumerate(places) for _ in found]
    label_states = states[rows, [place for found in places for place in found]]
    label_logits: Tensor = label_states @ model.get_output_embeddings().weight[list(words)].T.to(label_states.dtype)
    return label_logits.float()
