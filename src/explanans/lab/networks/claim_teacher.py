"""Fine-tune a language model on claims with premises: the teacher, which labels other claims.

A language model of 135M parameters reads better than the encoder that ships, and is too slow to ship: so it tells the
encoder how probable each status of many claims is (Hinton et al. 2015).
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.lab.judge.examples import TrainingExample, respelt
from explanans.lab.networks.packing import (
    CLAIM_TOKENS,
    IGNORED,
    PREMISE_TOKENS,
    STATUSES,
    TOGETHER,
    Batch,
    Packed,
    Sight,
    fit_lessons,
    groups,
    lengths_of,
    status_loss,
    told_of,
)
from explanans.learning.language_reader import CLAIM, TEXT, VERDICT
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device, reproducible
from explanans.runtime.progress import track

SCHEDULE = Schedule(epochs=3, batch=9000, rate=1e-4)
"""A batch is counted in tokens."""

_NONE = np.empty((0, len(STATUSES)), dtype=np.float32)
_READ = 16000
"""Tokens that are read at once when nothing is learnt."""


class ClaimTeacher(nn.Module):
    """A causal language model that reads premises and claims, and the layers that tell what it makes of claims.

    Args:
        model: The language model; what tells its next word is not used. It is trained in place.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, seed: int = 0) -> None:
        super().__init__()
        width = model.config.hidden_size
        self.model: nn.Module = model.base_model
        self.tokenizer = tokenizer
        with reproducible(seed):
            self.whole = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, len(STATUSES)))
        # Few of its words are seen in training; the rest must not drift apart.
        model.get_input_embeddings().requires_grad_(requires_grad=False)
        self.to(best_device())

    def forward(self, batch: Batch) -> Tensor:
        """Return the logits of claims, shape (claims, 3)."""
        device = next(self.whole.parameters()).device
        ids, positions, segments, starts, sequences = (
            torch.from_numpy(item).to(device)
            for item in (batch.ids, batch.positions, batch.segments, batch.starts, batch.sequences)
        )
        with torch.autocast(device.type, dtype=torch.bfloat16):
            own, bias = Sight.of(segments, causal=True, sequences=sequences)
            states = self.model(
                input_ids=ids, position_ids=positions, attention_mask=bias, use_cache=False
            ).last_hidden_state
            logits: Tensor = self.whole(told_of(states, own, starts))
        return logits.float()

    def learn(self, lessons: Sequence[TrainingExample], schedule: Schedule = SCHEDULE) -> None:
        """Fine-tune it in place.

        Args:
            schedule: The training schedule; its batch is counted in tokens.
        """
        fit_lessons(self, lessons, self.pack, lambda batch: status_loss(self(batch), batch), schedule)

    def tell(self, lessons: Sequence[TrainingExample]) -> list[NDArray[np.float32]]:
        """Return how probable each status of each claim is; for each lesson shape (claims, 3)."""
        rows = [(number, row) for number, lesson in enumerate(lessons) for row in self.pack(lesson)]
        probabilities: list[NDArray[np.float32]] = [_NONE] * len(rows)
        parts = groups(lengths_of([row for _, row in rows]), _READ, np.random.default_rng(0))
        self.eval()
        for part in track(parts, "Labelling", len(parts)):
            batch = Batch.of([rows[place][1] for place in part])
            with torch.inference_mode():
                shares = self(batch).softmax(dim=-1).cpu().numpy()
            for row, place in enumerate(part):
                probabilities[place] = shares[batch.starts[:, 0] == row]
        found: list[list[NDArray[np.float32]]] = [[_NONE] for _ in lessons]
        for (number, _), shares in zip(rows, probabilities, strict=True):
            found[number].append(shares)
        return [np.concatenate(shares) for shares in found]

    def pack(self, lesson: TrainingExample, chance: np.random.Generator | None = None) -> Iterator[Packed]:
        """Yield a lesson as rows of tokens, its claims in an order that is drawn where chance is given.

        A sequence keeps its order, in one row. Values are spelt in their canonical form.
        """
        lesson = respelt(lesson, is_related=True)
        count = len(lesson.claims)
        order = range(count) if chance is None or lesson.is_sequence else chance.permutation(count).tolist()
        read = token_ids(self.tokenizer, " ".join(lesson.premises))
        premises = [*token_ids(self.tokenizer, TEXT), *read[:PREMISE_TOKENS]]
        together = count if lesson.is_sequence else TOGETHER
        for start in range(0, count, together):
            row = Packed.of(premises, lesson.weight, is_sequence=lesson.is_sequence)
            for number in order[start : start + together]:
                claim = lesson.claims[number]
                pieces = (
                    *token_ids(self.tokenizer, CLAIM),
                    *token_ids(self.tokenizer, claim.text)[:CLAIM_TOKENS],
                    *token_ids(self.tokenizer, VERDICT),
                )
                # The last token has read all of the claim.
                row.add(claim, pieces, [IGNORED] * len(pieces), len(pieces) - 1)
            yield row
