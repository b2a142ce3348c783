"""The beams of any network that writes paraphrases (Goyal & Durrett 2020, section 5)."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import torch
from transformers import GenerationConfig

from explanans.errors import InputError
from explanans.lab.recipes.beams import SHORTEST
from explanans.neural.core.continuations import open_sequences
from explanans.neural.core.pretrained import quiet
from explanans.neural.core.sequences import SequenceNetwork
from explanans.structures.syntax import Parse

BEAMS = 10
"""Paraphrases of a sentence, as in section 5."""

_BATCH = 16
"""Sentences that are written anew at once."""
_LONGER = 2
"""Maximum ratio of the tokens of a paraphrase to those of the longest sentence of a batch."""


class Paraphraser:
    """A network that reads a sentence and writes it in other words.

    Args:
        prefix: The prefix of the network's input, such as ``paraphrase: ``.

    Attributes:
        name: The signature that reproduces its paraphrases.
    """

    def __init__(
        self, network: SequenceNetwork, prefix: str = "", beams: int = BEAMS, name: str = "paraphraser"
    ) -> None:
        if beams < SHORTEST:
            raise InputError(f"{beams} paraphrases of a sentence; accepted: {SHORTEST} or more")
        self.name = name
        self._network = network
        self._prefix = prefix
        self._beams = beams

    @classmethod
    def open(cls, name: str | Path, prefix: str = "", beams: int = BEAMS) -> "Paraphraser":
        """Load a network that is on this machine."""
        network = open_sequences(name, "paraphraser")
        return cls(network, prefix, beams, f"paraphraser({Path(name).name},{prefix.strip()},{beams})")

    def beams(self, sentences: Iterable[Parse]) -> Iterator[tuple[str, ...]]:
        """Yield different paraphrases of each sentence, the most probable first."""
        texts = (self._prefix + sentence.text for sentence in sentences)
        while batch := list(islice(texts, _BATCH)):
            lines = self._written(batch)
            for start in range(0, len(lines), self._beams):
                yield tuple(filter(None, dict.fromkeys(lines[start : start + self._beams])))

    def _written(self, texts: list[str]) -> list[str]:
        """Return the network's lines for each text, one per beam."""
        model, tokenizer = self._network.model, self._network.tokenizer
        read = self._network.read(texts)
        start = self._network.begin(read)
        settings = GenerationConfig(
            num_beams=self._beams,
            num_return_sequences=self._beams,
            max_new_tokens=min(self._network.window - 1, _LONGER * read["input_ids"].shape[1]),
            do_sample=False,
            decoder_start_token_id=getattr(model.config, "decoder_start_token_id", None),
            eos_token_id=self._network.last,
            pad_token_id=tokenizer.pad_token_id,
        )
        with quiet(), torch.inference_mode():
            written = model.generate(**read, generation_config=settings)
        return [str(tokenizer.decode(line, skip_special_tokens=True)).strip() for line in written[:, start:].tolist()]
