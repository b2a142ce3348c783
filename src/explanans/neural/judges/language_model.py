"""Judges by a local language model, from the probabilities of three answers to a question."""

import copy
from collections.abc import Mapping, Sequence

import torch
from transformers import DynamicCache, PreTrainedModel, PreTrainedTokenizerBase

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.prompt import WORDS, prompt, windows
from explanans.errors import InputError
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device
from explanans.neural.core.kv_cache import remembered
from explanans.neural.core.language_models import load_language_model
from explanans.neural.core.pretrained import digest
from explanans.registry import takes
from explanans.structures.verdicts import NliScores

_USUAL = 2048
"""Default maximum number of input tokens of a model."""


class LanguageModel:
    """Judges a claim by a causal language model's probabilities of three words for its status given a text.

    Premises that are too long are read window by window; the window that says most of the claim counts.

    Attributes:
        name: Name and digest of its weights.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, title: str = "") -> None:
        self.name = f"language-model({title}{',' if title else ''}{digest(model, tokenizer)[:8]})"
        positions = getattr(model.config, "max_position_embeddings", None) or _USUAL
        self.longest = int(min(positions, tokenizer.model_max_length))
        self._tokenizer = tokenizer
        self._model = model.eval().to(best_device())

    @classmethod
    @takes("DIR")
    def open(cls, name: str = "") -> "LanguageModel":
        """Load a language model that is on this machine.

        Args:
            name: A folder with safetensors or with one file of GGUF, such a file, or a name; see
                ``load_language_model``.
        """
        if not name:
            raise InputError("the judge 'language-model' without a network; accepted: language-model:DIR")
        return cls(*load_language_model(name))

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Judge claims; see ``Judge``."""
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair: Pair) -> NliScores:
        def fits(text: str) -> bool:
            return max(map(len, self._tokenized(Pair((text,), pair.claim)))) <= self.longest

        scores = [self._scores(Pair((window,), pair.claim)) for window in windows(pair.premises, fits)]
        return min(scores, key=lambda judgement: judgement.unknown)

    def _tokenized(self, pair: Pair) -> list[list[int]]:
        """Return the question with each answer, as tokens."""
        if self._tokenizer.chat_template:
            messages = [{"role": "user", "content": prompt(pair)}]
            start = self._tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        else:
            start = f"{self._tokenizer.bos_token or ''}{prompt(pair)}\nAnswer: "
        return [token_ids(self._tokenizer, f"{start}{word}") for word in WORDS]

    def _scores(self, pair: Pair) -> NliScores:
        asked = self._tokenized(pair)
        # What all three begin with is read once.
        shared = next((place for place, ids in enumerate(zip(*asked, strict=False)) if len(set(ids)) > 1), 0)
        if not shared:
            raise InputError(f"the judge {self.name} spells all answers alike; accepted: one that knows English")
        with torch.inference_mode():
            memory = remembered(self._model)
            scores = self._model(self._row(asked[0][:shared]), use_cache=True, logits_to_keep=1, **memory).logits[0]
            sums = [self._sum(scores, memory, ids[shared:]) for ids in asked]
            shares = torch.tensor(sums, dtype=torch.float64).softmax(dim=0)
        if not bool(shares.isfinite().all()):
            raise InputError(f"the judge {self.name} gives no numbers; accepted: a network that was trained to the end")
        return NliScores(*shares.tolist())

    def _sum(self, logits: torch.Tensor, memory: Mapping[str, DynamicCache], ids: list[int]) -> float:
        """Return the log-probability of tokens after the prompt."""
        if len(ids) > 1:
            own = copy.deepcopy(memory)  # a model adds to what it is given
            logits = torch.cat([logits, self._model(self._row(ids[:-1]), **own).logits[0]])
        shares = logits.double().log_softmax(dim=-1)
        return float(sum(shares[place, number] for place, number in enumerate(ids)))

    def _row(self, ids: list[int]) -> torch.Tensor:
        return torch.tensor([ids], device=self._model.device)
