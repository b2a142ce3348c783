"""Conclusions by a local language model: SmolLM2 with an adapter."""

from pathlib import Path
from typing import Any

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.learning.decoder import Line
from explanans.neural.conclusions.decoding import Beams, search
from explanans.neural.core.adapted import open_adapted
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device
from explanans.registry import takes
from explanans.trees.conclusions.conclusion import CONCLUSIONS
from explanans.trees.conclusions.language_writer import LONGEST, PROMPT, BeamWriter, ConclusionRequest
from explanans.trees.conclusions.wellformed import spellings

BEAMS = 6


class LanguageWriter(BeamWriter):
    """Writes conclusions by a beam search over the words of premises and hypothesis.

    Results are ranked by the probability of the model and the rating of the chooser.
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

    @classmethod
    @takes("DIR")
    def open(cls, name: str = "") -> "LanguageWriter":
        """Load a writer that ``explanans lab train writer --kind conclusions`` made."""
        if not name:
            raise InputError("the writer 'language-model' without a folder; accepted: language-model:DIR")
        folder = Path(name)
        network = read_manifest(folder).network
        if network != CONCLUSIONS:
            raise InputError(
                f"{folder}: a {network}; accepted: one made by 'explanans lab train writer --kind conclusions'"
            )
        opened = open_adapted(folder)
        return cls(opened.model, opened.tokenizer, f"language-model({opened.title})")

    def beams(self, asked: ConclusionRequest) -> list[Line]:
        """Return the results of a beam search, most probable first."""
        ids = token_ids(self._tokenizer, asked.prompt)[-PROMPT:]
        words = spellings(asked.premises, asked.hypothesis)
        return search(self._model, self._tokenizer, ids, words, Beams(self._beams, LONGEST, self._end))
