"""Fine-tune an encoder to read claims beside premises: the network of the judge.

Claims may look at their premises, premises never at claims: so one reading of the premises serves any number of claims,
in training as in use.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, log_softmax
from transformers import AutoModel, BertModel, PreTrainedTokenizerBase

from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import Schedule
from explanans.learn.neural.device import best_device, reproducible
from explanans.learn.neural.pretrained import MINILM, load, locate_encoder
from explanans.meaning.reader import LONGEST_CLAIM, LONGEST_PREMISE
from explanans.text.lemmas import content_lemmas
from explanans.text.sentences import sentences
from explanans.train.judge.lessons import Lesson, TaughtClaim
from explanans.train.networks.fitting import fit
from explanans.verdict import Status

SCHEDULE = Schedule(epochs=3, batch=3000, rate=3e-4)
"""Here a batch is counted in tokens, for lessons differ much in length."""
REFINING = Schedule(epochs=2, batch=3000, rate=2e-4)
"""How the network is fitted at last, to what people wrote and labelled as they meant it."""

_STATUSES = tuple(Status)
_PREMISE_TOKENS = 240
_CLAIM_TOKENS = 100
_TOGETHER = 20
"""Claims that are read at once beside the same premises."""
_WORD_LOSS = 0.3
_WORD_WEIGHTS = (0.5, 2.0, 2.0)
"""Most words of claims are supported."""
_DROPOUT = 0.1
_CLOSED = -1e4
"""What keeps a token from looking at another, where it is added to their likeness."""
_IGNORED = -100


class PairReader(nn.Module):
    """An encoder of BERT's kind that reads premises and claims, and the layers that tell what it makes of claims.

    Args:
        encoder: The encoder.
        tokenizer: Its tokenizer.
    """

    def __init__(self, encoder: BertModel, tokenizer: PreTrainedTokenizerBase) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.tokenizer = tokenizer
        self.whole = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, len(_STATUSES)))
        self.word = nn.Linear(width, len(_STATUSES))
        # Half of all weights are those of words; few of them are seen in training, the rest must not drift apart.
        encoder.get_input_embeddings().requires_grad_(requires_grad=False)

    @classmethod
    def untrained(cls, encoder: str | Path = MINILM, seed: int = 0) -> "PairReader":
        """Return a reader with new layers, to be trained.

        Args:
            encoder: The encoder to start from; see ``locate_encoder``.
            seed: Seeds the layers.

        Raises:
            InputError: The encoder is not on this machine, damaged, not of BERT's kind, or reads too little at once.
        """
        # Attention without dropout has a much faster kernel.
        dropout = {"hidden_dropout_prob": _DROPOUT, "attention_probs_dropout_prob": 0.0}
        model, tokenizer = load(AutoModel, locate_encoder(encoder), "encoder", **dropout)
        if not isinstance(model, BertModel):
            raise InputError(f"{encoder}: a {type(model).__name__}; accepted: an encoder of BERT's kind")
        _make_sure(model, tokenizer, str(encoder))
        with reproducible(seed):
            return cls(model, tokenizer).to(best_device())

    def forward(self, batch: "Batch") -> tuple[Tensor, Tensor]:
        """Return the logits of claims, shape (claims, 3), and of their marked pieces, shape (pieces, 3).

        Args:
            batch: What to read.
        """
        device = self.word.weight.device
        ids, positions, segments = (
            torch.from_numpy(item).to(device) for item in (batch.ids, batch.positions, batch.segments)
        )
        own = (segments[:, :, None] == segments[:, None, :]) & (segments[:, None, :] >= 0)
        seen = own | ((segments[:, None, :] == 0) & (segments[:, :, None] >= 0))
        # What is padded looks at itself, or at nothing at all, which has no mean.
        seen |= torch.eye(segments.shape[1], dtype=torch.bool, device=device)
        closed = torch.zeros(seen.shape, device=device).masked_fill(~seen, _CLOSED)[:, None]
        states = self.encoder(
            input_ids=ids, position_ids=positions, token_type_ids=(segments > 0).long(), attention_mask=closed
        ).last_hidden_state
        weights = own.to(states.dtype)
        means = (weights @ states) / weights.sum(-1, keepdim=True).clamp(min=1)
        rows, columns = torch.from_numpy(batch.starts).to(device).unbind(1)
        told = self.whole(torch.cat([states[rows, columns], means[rows, columns]], dim=-1))
        return told.float(), self.word(states[torch.from_numpy(batch.marked >= 0).to(device)]).float()


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


class Packed(NamedTuple):
    """Premises and claims as tokens in one row.

    Attributes:
        ids: The tokens.
        positions: Their positions: each claim stands as if it followed the premises at once.
        segments: 0 for premises, then one number a claim.
        starts: Where each claim starts.
        statuses: What each claim may be: 1 where it may, else 0.
        marked: For each token what is said of it, or `_IGNORED`.
        weight: What each claim counts for.
    """

    ids: list[int]
    positions: list[int]
    segments: list[int]
    starts: list[int]
    statuses: list[tuple[int, ...]]
    marked: list[int]
    weight: float


class Batch(NamedTuple):
    """Packed lessons side by side.

    Attributes:
        ids: The tokens; shape (rows, tokens), like the next three.
        positions: Their positions.
        segments: 0 for premises, then one number a claim, -1 for what is padded.
        marked: What is said of tokens, `_IGNORED` where nothing is.
        starts: The row and the place of each claim; shape (claims, 2).
        statuses: What each claim may be; shape (claims, 3).
        weights: What each counts for; shape (claims,).
    """

    ids: NDArray[np.int64]
    positions: NDArray[np.int64]
    segments: NDArray[np.int64]
    marked: NDArray[np.int64]
    starts: NDArray[np.int64]
    statuses: NDArray[np.float32]
    weights: NDArray[np.float32]


def train_reader(reader: PairReader, lessons: Sequence[Lesson], schedule: Schedule = SCHEDULE) -> None:
    """Fine-tune a reader in place.

    What is lowered is the cross entropy of what a claim may be, and that of the marked pieces of claims.

    Args:
        reader: The reader.
        lessons: What to learn; at least one.
        schedule: How to fit; its batch is counted in tokens.

    Raises:
        InputError: There is nothing to learn.
    """
    if not lessons:
        raise InputError("no lessons to train the judge on; accepted: at least one text or pair")

    def draw(chance: np.random.Generator) -> list[Batch]:
        packed = [part for lesson in lessons for part in pack(reader.tokenizer, lesson, chance)]
        return _batches(packed, schedule.batch, chance)

    fit(reader, draw, lambda batch: _loss(reader, batch), schedule)


def pack(tokenizer: PreTrainedTokenizerBase, lesson: Lesson, chance: np.random.Generator) -> Iterator[Packed]:
    """Yield a lesson as rows of tokens, its claims in an order that is drawn.

    Of premises that are too long, the sentences that share most content words with the claims are kept.

    Args:
        tokenizer: The tokenizer.
        lesson: The lesson.
        chance: Draws the order.
    """
    order = chance.permutation(len(lesson.claims))
    for start in range(0, len(order), _TOGETHER):
        claims = [lesson.claims[number] for number in order[start : start + _TOGETHER]]
        first, last = tokenizer.cls_token_id, tokenizer.sep_token_id
        ids = [first, *_premises(tokenizer, lesson.premises, claims), last]
        length = len(ids)
        row = Packed(ids, list(range(length)), [0] * length, [], [], [_IGNORED] * length, lesson.weight)
        for number, claim in enumerate(claims, 1):
            pieces, marks = _claim(tokenizer, claim)
            row.starts.append(len(row.ids))
            row.ids.extend([first, *pieces, last])
            row.positions.extend(range(length, length + len(pieces) + 2))
            row.segments.extend([number] * (len(pieces) + 2))
            row.marked.extend([_IGNORED, *marks, _IGNORED])
            row.statuses.append(tuple(int(status in claim.statuses) for status in _STATUSES))
        yield row


def _premises(tokenizer: PreTrainedTokenizerBase, premises: Sequence[str], claims: Sequence[TaughtClaim]) -> list[int]:
    text = " ".join(premises)
    ids: list[int] = tokenizer(text, add_special_tokens=False, verbose=False).input_ids
    if len(ids) <= _PREMISE_TOKENS:
        return ids
    found = [sentence.text for sentence in sentences(premises)]
    spelt = [tokenizer(sentence, add_special_tokens=False, verbose=False).input_ids for sentence in found]
    wanted = {lemma for claim in claims for lemma in content_lemmas(claim.text)}
    shared = [len(wanted.intersection(content_lemmas(sentence))) for sentence in found]
    kept: set[int] = set()
    for number in sorted(range(len(found)), key=lambda number: -shared[number]):
        if sum(len(spelt[other]) for other in kept) + len(spelt[number]) <= _PREMISE_TOKENS:
            kept.add(number)
    return [piece for number in sorted(kept) for piece in spelt[number]] or ids[:_PREMISE_TOKENS]


def _claim(tokenizer: PreTrainedTokenizerBase, claim: TaughtClaim) -> tuple[list[int], list[int]]:
    """Return the pieces of a claim, and what is said of each."""
    found = tokenizer(claim.text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
    marked = [_mark(claim, *span) for span in found.offset_mapping]
    return found.input_ids[:_CLAIM_TOKENS], marked[:_CLAIM_TOKENS]


def _mark(claim: TaughtClaim, start: int, end: int) -> int:
    if claim.marks is None:
        return _IGNORED
    status = next((mark.status for mark in claim.marks if mark.start < end and start < mark.end), Status.SUPPORTED)
    return _STATUSES.index(status)


def _batches(rows: Sequence[Packed], most: int, chance: np.random.Generator) -> list[Batch]:
    """Return batches of rows of like length with so many tokens, in an order that is drawn."""
    lengths = np.array([len(row.ids) for row in rows])
    groups: list[list[Packed]] = []
    longest = 0
    for number in np.argsort(lengths + chance.uniform(0, 12, len(rows)), kind="stable"):
        longest = max(longest, len(rows[number].ids))
        if not groups or longest * (len(groups[-1]) + 1) > most:
            groups.append([])
            longest = len(rows[number].ids)
        groups[-1].append(rows[number])
    return [_batch(groups[number]) for number in chance.permutation(len(groups))]


def _batch(rows: Sequence[Packed]) -> Batch:
    width = max(len(row.ids) for row in rows)

    def padded(values: Sequence[Sequence[int]], filling: int) -> NDArray[np.int64]:
        return np.array([[*row, *[filling] * (width - len(row))] for row in values], dtype=np.int64)

    return Batch(
        padded([row.ids for row in rows], 0),
        padded([row.positions for row in rows], 0),
        padded([row.segments for row in rows], -1),
        padded([row.marked for row in rows], _IGNORED),
        np.array([(number, start) for number, row in enumerate(rows) for start in row.starts], dtype=np.int64),
        np.array([status for row in rows for status in row.statuses], dtype=np.float32),
        np.array([row.weight for row in rows for _ in row.starts], dtype=np.float32),
    )


def _loss(reader: PairReader, batch: Batch) -> Tensor:
    device = reader.word.weight.device
    with torch.autocast(device.type, dtype=torch.bfloat16):
        whole, words = reader(batch)
    allowed = torch.from_numpy(batch.statuses).to(device)
    weights = torch.from_numpy(batch.weights).to(device)
    # The probability of all that a claim may be, together.
    told = log_softmax(whole, dim=-1).masked_fill(allowed == 0, -torch.inf).logsumexp(dim=-1)
    loss = -(told * weights).sum() / weights.sum()
    if len(words):
        targets = torch.from_numpy(batch.marked[batch.marked >= 0]).to(device)
        loss = loss + _WORD_LOSS * cross_entropy(words, targets, weight=torch.tensor(_WORD_WEIGHTS, device=device))
    return loss
