"""Fine-tune an encoder to read claims beside premises: the network of the judge.

The layout of claims and premises is described in ``packing``.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from transformers import AutoModel, BertModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.lab.judge.examples import TrainingClaim, TrainingExample, respelt
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
    status_loss,
    told_of,
)
from explanans.language.sentences import sentences
from explanans.language.tokens import content_lemmas
from explanans.learning.nli import LONGEST_CLAIM, LONGEST_PREMISE
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device, reproducible
from explanans.neural.core.pretrained import MINILM, load, locate_encoder
from explanans.structures.verdicts import Status

SCHEDULE = Schedule(epochs=5, batch=8000, rate=2.5e-4)
"""Here a batch is counted in tokens, for lessons differ much in length."""
REFINING = Schedule(epochs=1, batch=8000, rate=1e-4)
"""How the network is fitted at last, to what people wrote and labelled as they meant it."""

_WORD_LOSS = 0.3
_WORD_WEIGHTS = (0.5, 2.0, 2.0)
"""Most words of claims are supported."""
_DROPOUT = 0.1


class TrainableNli(nn.Module):
    """An encoder of BERT's kind that reads premises and claims, and the layers that tell what it makes of claims."""

    def __init__(self, encoder: BertModel, tokenizer: PreTrainedTokenizerBase) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.tokenizer = tokenizer
        self.whole = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, len(STATUSES)))
        self.word = nn.Linear(width, len(STATUSES))
        # Half of all weights are those of words; few of them are seen in training, the rest must not drift apart.
        encoder.get_input_embeddings().requires_grad_(requires_grad=False)

    @classmethod
    def untrained(cls, encoder: str | Path = MINILM, seed: int = 0) -> "TrainableNli":
        """Return a reader with new layers, to be trained."""
        # Attention without dropout has a much faster kernel.
        dropout = {"hidden_dropout_prob": _DROPOUT, "attention_probs_dropout_prob": 0.0}
        model, tokenizer = load(AutoModel, locate_encoder(encoder), "encoder", **dropout)
        if not isinstance(model, BertModel):
            raise InputError(f"{encoder}: a {type(model).__name__}; accepted: an encoder of BERT's kind")
        _make_sure(model, tokenizer, str(encoder))
        with reproducible(seed):
            return cls(model, tokenizer).to(best_device())

    def forward(self, batch: "Batch") -> tuple[Tensor, Tensor]:
        """Return the logits of claims, shape (claims, 3), and of their marked pieces, shape (pieces, 3)."""
        device = self.word.weight.device
        ids, positions, segments, starts = (
            torch.from_numpy(item).to(device) for item in (batch.ids, batch.positions, batch.segments, batch.starts)
        )
        own, bias = Sight.of(segments)
        states = self.encoder(
            input_ids=ids, position_ids=positions, token_type_ids=(segments > 0).long(), attention_mask=bias
        ).last_hidden_state
        logits = self.whole(told_of(states, own, starts))
        return logits.float(), self.word(states[torch.from_numpy(batch.marked >= 0).to(device)]).float()


def _make_sure(model: BertModel, tokenizer: PreTrainedTokenizerBase, name: str) -> None:
    """Make sure before hours of training that what is trained can be opened and used."""
    most = LONGEST_PREMISE + LONGEST_CLAIM + 4
    if (positions := model.config.max_position_embeddings) < most:
        raise InputError(f"{name}: an encoder that reads {positions} tokens at once; accepted: at least {most}")
    if (tokenizer.cls_token, tokenizer.sep_token) != ("[CLS]", "[SEP]"):
        marks = f"{tokenizer.cls_token} and {tokenizer.sep_token}"
        raise InputError(
            f"{name}: a tokenizer that marks texts by {marks}; accepted: by [CLS] and [SEP], as BERT's does"
        )


def train_reader(reader: TrainableNli, lessons: Sequence[TrainingExample], schedule: Schedule = SCHEDULE) -> None:
    """Fine-tune a reader in place.

    What is lowered is the cross entropy of what a claim may be, or against the shares of statuses where these are
    given, and that of the marked pieces of claims.

    Args:
        schedule: How to fit; its batch is counted in tokens.
    """
    fit_lessons(
        reader,
        lessons,
        lambda lesson, chance: pack(reader.tokenizer, lesson, chance),
        lambda batch: reader_loss(reader, batch),
        schedule,
    )


def pack(tokenizer: PreTrainedTokenizerBase, lesson: TrainingExample, chance: np.random.Generator) -> Iterator[Packed]:
    """Yield a lesson as rows of tokens, its claims in an order that is drawn.

    Values are spelt in their canonical form. Of premises that are too long, the sentences that share most content words
    with the claims are kept.
    """
    lesson = respelt(lesson)
    order = chance.permutation(len(lesson.claims))
    first, last = tokenizer.cls_token_id, tokenizer.sep_token_id
    for start in range(0, len(order), TOGETHER):
        claims = [lesson.claims[number] for number in order[start : start + TOGETHER]]
        row = Packed.of([first, *_premises(tokenizer, lesson.premises, claims), last], lesson.weight)
        for claim in claims:
            pieces, marks = _claim(tokenizer, claim)
            row.add(claim, [first, *pieces, last], [IGNORED, *marks, IGNORED], 0)
        yield row


def _premises(
    tokenizer: PreTrainedTokenizerBase, premises: Sequence[str], claims: Sequence[TrainingClaim]
) -> list[int]:
    ids = token_ids(tokenizer, " ".join(premises))
    if len(ids) <= PREMISE_TOKENS:
        return ids
    found = [sentence.text for sentence in sentences(premises)]
    spelt = [token_ids(tokenizer, sentence) for sentence in found]
    wanted = {lemma for claim in claims for lemma in content_lemmas(claim.text)}
    shared = [len(wanted.intersection(content_lemmas(sentence))) for sentence in found]
    kept: set[int] = set()
    for number in sorted(range(len(found)), key=lambda number: -shared[number]):
        if sum(len(spelt[other]) for other in kept) + len(spelt[number]) <= PREMISE_TOKENS:
            kept.add(number)
    return [piece for number in sorted(kept) for piece in spelt[number]] or ids[:PREMISE_TOKENS]


def _claim(tokenizer: PreTrainedTokenizerBase, claim: TrainingClaim) -> tuple[list[int], list[int]]:
    """Return the pieces of a claim, and what is said of each."""
    found = tokenizer(claim.text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
    marked = [_mark(claim, *span) for span in found.offset_mapping]
    return found.input_ids[:CLAIM_TOKENS], marked[:CLAIM_TOKENS]


def _mark(claim: TrainingClaim, start: int, end: int) -> int:
    if claim.marks is None:
        return IGNORED
    status = next((mark.status for mark in claim.marks if mark.start < end and start < mark.end), Status.SUPPORTED)
    return STATUSES.index(status)


def reader_loss(reader: TrainableNli, batch: Batch) -> Tensor:
    """Return the loss of a batch in nats: that of its claims, and that of its marked subwords, which counts less."""
    device = reader.word.weight.device
    with torch.autocast(device.type, dtype=torch.bfloat16):
        whole, words = reader(batch)
    loss = status_loss(whole, batch)
    if len(words):
        targets = torch.from_numpy(batch.marked[batch.marked >= 0]).to(device)
        loss = loss + _WORD_LOSS * cross_entropy(words, targets, weight=torch.tensor(_WORD_WEIGHTS, device=device))
    return loss
