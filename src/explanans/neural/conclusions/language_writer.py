"""Conclusions by a local language model: SmolLM2 with an adapter."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.learning.generation import Line
from explanans.neural.conclusions.decoding import Beams, search
from explanans.neural.core.adapted import open_adapted
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device
from explanans.registry import takes
from explanans.trees.conclusions.concluder import concluder
from explanans.trees.conclusions.conclusion import CONCLUSIONS
from explanans.trees.conclusions.model_writer import ConclusionRequest, ModelWriter
from explanans.trees.conclusions.wellformed import spellings

BEAMS = 6

_RATED = 2.0
"""Weight of the chooser's rating of a conclusion relative to its log-probability; chosen on 80 steps of dev."""
_LONGEST = 48
"""Maximum number of tokens of a conclusion."""
_PROMPT = 1024
"""Maximum number of input tokens; longer inputs lose their beginning."""


class LanguageWriter(ModelWriter):
    """Writes conclusions by a beam search over the words of premises and hypothesis.

    Results are ranked by the probability of the model and the rating of the chooser.

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

    def write(self, asked: ConclusionRequest) -> Sequence[str]:
        """Return generated conclusions; see ``ModelWriter``."""
        found = {written.text: written.score for written in reversed(self.beams(asked)) if written.text}
        rated = concluder().rated([*found], asked.premises, asked.hypothesis)
        worth = {text: found[text] + _RATED * rate for text, rate in zip(found, rated, strict=True)}
        return sorted(found, key=lambda text: -worth[text])

    def beams(self, asked: ConclusionRequest) -> list[Line]:
        """Return the results of a beam search, most probable first."""
        ids = token_ids(self._tokenizer, asked.prompt)[-_PROMPT:]
        words = spellings(asked.premises, asked.hypothesis)
        return search(self._model, self._tokenizer, ids, words, Beams(self._beams, _LONGEST, self._end))
