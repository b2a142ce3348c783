"""Fine-tune a language model to write claims given premises, and texts as premises."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.lab.judge.examples import TrainingExample
from explanans.lab.networks.fitting import fit
from explanans.lab.networks.packing import groups
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device, reproducible
from explanans.neural.core.pretrained import quiet
from explanans.runtime.progress import track
from explanans.structures.verdicts import Status

SCHEDULE = Schedule(epochs=2, batch=9000, rate=1.5e-4)
"""A batch is counted in tokens."""

_CLAIM, _TEXT = 44, 260
"""Tokens of a claim and of a text at most."""
_LONGEST = 420
"""Tokens of what is learnt at once; a longer line loses its end."""
_ASKED = "Write a text."
_TIMES = 3
"""Number of times that each text is a training target."""
_SAMPLING: dict[str, Any] = {"do_sample": True, "temperature": 0.9, "top_p": 0.95, "top_k": 0}
"""Holtzman et al. 2020: so that claims are many and varied, and few of them nonsense."""
_ROOM = {"cuda": 300_000, "cpu": 16_000}
"""Tokens that are written at once, by the kind of device."""
_ROWS = 1200
_IGNORED = -100


class ClaimRequest(NamedTuple):
    """A request for claims about a premise.

    Attributes:
        status: The status that the claims should have.
    """

    premise: str
    status: Status
    times: int

    @property
    def prompt(self) -> str:
        """The prompt of the language model."""
        return f"Text: {self.premise}\nLabel: {self.status}\nClaim:"


class ClaimWriter:
    """A causal language model that writes claims for a premise and a status, and texts for nothing."""

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        if tokenizer.eos_token_id is None:
            raise InputError("a tokenizer without an end of texts; accepted: a language model that ends what it writes")
        self.model: Any = model.eval().to(best_device())
        self._tokenizer = tokenizer
        self._end = int(tokenizer.eos_token_id)
        self._room = _ROOM[best_device().type]

    def learn(self, lessons: Sequence[TrainingExample], texts: Sequence[str], schedule: Schedule = SCHEDULE) -> None:
        """Fine-tune it in place.

        Args:
            lessons: Premises and claims as they are to be written; claims that may be two things are passed over.
            schedule: The training schedule; its batch is counted in tokens.
        """
        pairs = [
            (ClaimRequest(" ".join(lesson.premises), status, 1).prompt, claim.text)
            for lesson in lessons
            for claim in lesson.claims
            for status in claim.statuses
            if len(claim.statuses) == 1
        ]
        pairs += [(_ASKED, text) for text in texts] * _TIMES
        if not pairs:
            raise InputError("no claims or texts to learn to write; accepted: at least one")
        lines = [self._line(asked, written) for asked, written in pairs]
        lengths = np.array([len(ids) for ids, _ in lines], dtype=np.int64)

        def draw(chance: np.random.Generator) -> list[list[int]]:
            return groups(lengths, schedule.batch, chance)

        fit(self.model, draw, lambda group: self._loss([lines[number] for number in group]), schedule)

    def _line(self, asked: str, written: str) -> tuple[list[int], list[int]]:
        """Return the tokens of a line, and those of them that are to be learnt."""
        before, after = token_ids(self._tokenizer, asked), [*token_ids(self._tokenizer, f" {written}"), self._end]
        return [*before, *after][:_LONGEST], [*[_IGNORED] * len(before), *after][:_LONGEST]

    def _loss(self, lines: Sequence[tuple[list[int], list[int]]]) -> Tensor:
        device = self.model.device
        ids, wanted = (
            torch.nn.utils.rnn.pad_sequence([torch.tensor(line[part]) for line in lines], True, filling).to(device)
            for part, filling in ((0, self._end), (1, _IGNORED))
        )
        with torch.autocast(device.type, dtype=torch.bfloat16):
            states = self.model.base_model(input_ids=ids, use_cache=False).last_hidden_state[:, :-1]
            targets = wanted[:, 1:]
            # Scores over the whole vocabulary are computed for what is learnt only.
            scores = self.model.get_output_embeddings()(states[targets != _IGNORED])
        return cross_entropy(scores.float(), targets[targets != _IGNORED])

    def texts(self, count: int, seed: int) -> list[str]:
        """Write texts, as many as asked for."""
        rows = max(1, min(_ROWS, self._room // _TEXT))
        parts = [min(rows, count - start) for start in range(0, count, rows)]
        with self._writing(seed):
            return [
                text
                for part in track(parts, "Writing texts", len(parts))
                for text in self._write([_ASKED], part, _TEXT)
            ]

    def claims(self, wanted: Sequence[ClaimRequest], seed: int) -> list[list[str]]:
        """Write claims, for each premise and status as many as asked for."""
        found: list[list[str]] = [[] for _ in wanted]
        lengths = [len(token_ids(self._tokenizer, item.prompt)) + _CLAIM for item in wanted]
        with self._writing(seed):
            parts = self._parts(wanted, lengths)
            for part in track(parts, "Writing claims", len(parts)):
                count = wanted[part[0]].times
                written = self._write([wanted[number].prompt for number in part], count, _CLAIM)
                for place, number in enumerate(part):
                    found[number] = written[place * count : (place + 1) * count]
        return found

    def _parts(self, wanted: Sequence[ClaimRequest], lengths: Sequence[int]) -> list[list[int]]:
        """Return the numbers of what is written at once: as many claims of each, and premises of like length."""
        parts: list[list[int]] = []
        for number in sorted(range(len(wanted)), key=lambda number: (wanted[number].times, lengths[number])):
            count = wanted[number].times
            same = bool(parts) and wanted[parts[-1][0]].times == count
            rows = (len(parts[-1]) + 1) * count if same else 0
            if not same or rows > _ROWS or rows * lengths[number] > self._room:
                parts.append([])
            parts[-1].append(number)
        return parts

    @contextmanager
    def _writing(self, seed: int) -> Iterator[None]:
        side, filling = self._tokenizer.padding_side, self._tokenizer.pad_token
        self._tokenizer.padding_side, self._tokenizer.pad_token = "left", self._tokenizer.eos_token
        self.model.eval()
        try:
            with reproducible(seed), quiet(), torch.inference_mode():
                yield
        finally:
            self._tokenizer.padding_side, self._tokenizer.pad_token = side, filling

    def _write(self, prompts: Sequence[str], count: int, most: int) -> list[str]:
        """Return the model's completions of each prompt, the requested number of times."""
        device = self.model.device
        read = self._tokenizer(list(prompts), return_tensors="pt", padding=True, add_special_tokens=False).to(device)
        # On a processor the half of the digits would take longer than all of them.
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            rows = self.model.generate(
                input_ids=read.input_ids,
                attention_mask=read.attention_mask,
                max_new_tokens=most,
                num_return_sequences=count,
                pad_token_id=self._end,
                eos_token_id=self._end,
                **_SAMPLING,
            )
        written = self._tokenizer.batch_decode(rows[:, read.input_ids.shape[1] :], skip_special_tokens=True)
        return [text.strip() for text in written]
