"""Premises and the claims beside them as rows of tokens, and how networks that read such rows are fitted.

Claims may look at their premises, premises never at claims, and no claim at another: so one reading of the premises
serves any number of claims, in training as in use. Only in a sequence do claims look at those before them, too.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import log_softmax

from explanans.errors import InputError
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.networks.fitting import fit
from explanans.neural.core.checkpoint import Schedule
from explanans.structures.verdicts import Status

STATUSES = tuple(Status)
PREMISE_TOKENS = 240
CLAIM_TOKENS = 100
TOGETHER = 20
"""Claims that are read at once beside the same premises."""
IGNORED = -100
_CLOSED = -1e4
_Row = TypeVar("_Row")
"""The bias of attention from a token to one that it may not see."""


class Packed(NamedTuple):
    """Premises and claims as tokens in one row.

    Attributes:
        ids: The tokens.
        positions: Their positions: each claim stands as if it followed the premises at once, or in a sequence the claim
            before it.
        segments: 0 for premises, then one number a claim.
        starts: Where the token stands that tells of each claim.
        statuses: What each claim may be: 1 where it may, else 0.
        shares: How probable each status of each claim is; only zeros if that is not given.
        marked: For each token what is said of it, or `IGNORED`.
        weight: What each claim counts for.
        is_sequence: Whether the claims are a sequence.
    """

    ids: list[int]
    positions: list[int]
    segments: list[int]
    starts: list[int]
    statuses: list[tuple[int, ...]]
    shares: list[tuple[float, ...]]
    marked: list[int]
    weight: float
    is_sequence: bool = False

    @classmethod
    def of(cls, premises: Sequence[int], weight: float, *, is_sequence: bool = False) -> "Packed":
        """Return a row of premises, to which claims are added.

        Args:
            premises: Their tokens.
            weight: What each claim counts for.
            is_sequence: Whether each claim sees those before it.
        """
        length = len(premises)
        places = list(range(length))
        return cls(list(premises), places, [0] * length, [], [], [], [IGNORED] * length, weight, is_sequence)

    def add(self, claim: TrainingClaim, pieces: Sequence[int], marks: Sequence[int], start: int) -> None:
        """Add a claim.

        Args:
            claim: The claim.
            pieces: Its tokens.
            marks: What is said of each.
            start: Which of them tells of the claim.
        """
        length = len(self.ids) if self.is_sequence else self.segments.count(0)
        self.starts.append(len(self.ids) + start)
        self.ids.extend(pieces)
        self.positions.extend(range(length, length + len(pieces)))
        self.segments.extend([len(self.starts)] * len(pieces))
        self.marked.extend(marks)
        self.statuses.append(tuple(int(status in claim.statuses) for status in STATUSES))
        self.shares.append(tuple(claim.shares or (0.0,) * len(STATUSES)))


class Batch(NamedTuple):
    """Packed lessons side by side.

    Attributes:
        ids: The tokens; shape (rows, tokens), like the next three.
        positions: Their positions.
        segments: 0 for premises, then one number a claim, -1 for what is padded.
        marked: What is said of tokens, `IGNORED` where nothing is.
        starts: The row and the place of what tells of each claim; shape (claims, 2).
        statuses: What each claim may be; shape (claims, 3).
        shares: How probable each status is, zeros if that is not given; shape (claims, 3).
        weights: What each counts for; shape (claims,).
        sequences: Whether the claims of each row are a sequence; shape (rows,).
    """

    ids: NDArray[np.int64]
    positions: NDArray[np.int64]
    segments: NDArray[np.int64]
    marked: NDArray[np.int64]
    starts: NDArray[np.int64]
    statuses: NDArray[np.float32]
    shares: NDArray[np.float32]
    weights: NDArray[np.float32]
    sequences: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Sequence[Packed]) -> "Batch":
        """Return rows side by side, filled up to the longest.

        Args:
            rows: The rows; at least one.
        """
        width = max(len(row.ids) for row in rows)

        def padded(values: Sequence[Sequence[int]], filling: int) -> NDArray[np.int64]:
            return np.array([[*row, *[filling] * (width - len(row))] for row in values], dtype=np.int64)

        return cls(
            padded([row.ids for row in rows], 0),
            padded([row.positions for row in rows], 0),
            padded([row.segments for row in rows], -1),
            padded([row.marked for row in rows], IGNORED),
            np.array([(number, start) for number, row in enumerate(rows) for start in row.starts], dtype=np.int64),
            np.array([status for row in rows for status in row.statuses], dtype=np.float32),
            np.array([shares for row in rows for shares in row.shares], dtype=np.float32),
            np.array([row.weight for row in rows for _ in row.starts], dtype=np.float32),
            np.array([row.is_sequence for row in rows]),
        )


def groups(lengths: NDArray[np.int64], most: int, chance: np.random.Generator) -> list[list[int]]:
    """Return the numbers of rows in groups of like length with a maximum number of tokens, in an order that is drawn.

    Args:
        lengths: The length of each row; shape (rows,).
        most: How many tokens a group has at most, where it has more than one row.
        chance: Draws.
    """
    found: list[list[int]] = []
    longest = 0
    for number in np.argsort(lengths + chance.uniform(0, 12, len(lengths)), kind="stable").tolist():
        longest = max(longest, int(lengths[number]))
        if not found or longest * (len(found[-1]) + 1) > most:
            found.append([])
            longest = int(lengths[number])
        found[-1].append(number)
    return [found[number] for number in chance.permutation(len(found))]


def grouped(
    rows: Sequence[_Row], lengths: NDArray[np.int64], most: int, chance: np.random.Generator
) -> list[list[_Row]]:
    """Return rows in groups of like length; see ``groups``.

    Args:
        rows: The rows.
        lengths: The length of each; shape (rows,).
        most: How many tokens a group has at most, where it has more than one row.
        chance: Draws.
    """
    return [[rows[number] for number in group] for group in groups(lengths, most, chance)]


def lengths_of(rows: Sequence[Packed]) -> NDArray[np.int64]:
    """Return the length of each row; shape (rows,).

    Args:
        rows: The rows.
    """
    return np.array([len(row.ids) for row in rows], dtype=np.int64)


class Sight(NamedTuple):
    """The attention masks of a batch.

    Attributes:
        own: Which tokens belong to the same claim, or both to the premises; shape (rows, tokens, tokens).
        bias: What is added to the likeness of tokens: 0 where one sees the other; shape (rows, 1, tokens, tokens).
    """

    own: Tensor
    bias: Tensor

    @classmethod
    def of(cls, segments: Tensor, *, causal: bool = False, sequences: Tensor | None = None) -> "Sight":
        """Return what tokens see.

        Args:
            segments: See ``Batch``.
            causal: Whether no token sees what follows it.
            sequences: See ``Batch``; None if no row is a sequence. Only what is causal may be one.
        """
        own = (segments[:, :, None] == segments[:, None, :]) & (segments[:, None, :] >= 0)
        is_open = segments[:, None, :] == 0
        if sequences is not None:
            is_open |= (segments[:, None, :] > 0) & sequences[:, None, None]
        seen = own | (is_open & (segments[:, :, None] >= 0))
        if causal:
            seen &= torch.ones(seen.shape[1:], dtype=torch.bool, device=segments.device).tril()
        # What is padded looks at itself, or at nothing at all, which has no mean.
        seen |= torch.eye(segments.shape[1], dtype=torch.bool, device=segments.device)
        kind = segments.device.type
        precision = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else torch.float32
        bias = torch.zeros(seen.shape, dtype=precision, device=segments.device).masked_fill(~seen, _CLOSED)[:, None]
        return cls(own, bias)


def told_of(states: Tensor, own: Tensor, starts: Tensor) -> Tensor:
    """Return what a network holds of each claim: the state of one token and the mean of all; (claims, 2 × width).

    Args:
        states: The states of tokens; shape (rows, tokens, width).
        own: See ``Sight``.
        starts: See ``Batch``.
    """
    weights = own.to(states.dtype)
    means = (weights @ states) / weights.sum(-1, keepdim=True).clamp(min=1)
    rows, columns = starts.unbind(1)
    return torch.cat([states[rows, columns], means[rows, columns]], dim=-1)


def status_loss(logits: Tensor, batch: Batch) -> Tensor:
    """Return the weighted mean of the losses of claims, in nats.

    Where shares are given it is the cross entropy against them, else that of all that a claim may be, together. A claim
    that may be anything does not count.

    Args:
        logits: Shape (claims, 3).
        batch: The claims.
    """
    allowed, shares, weights = (
        torch.from_numpy(item).to(logits.device) for item in (batch.statuses, batch.shares, batch.weights)
    )
    logs = log_softmax(logits, dim=-1)
    together = logs.masked_fill(allowed == 0, -torch.inf).logsumexp(dim=-1)
    is_given = shares.any(dim=-1)
    right = torch.where(is_given, (shares * logs).sum(dim=-1), together)
    weights = weights * (is_given | (allowed == 0).any(dim=-1))
    return -(right * weights).sum() / weights.sum()


def fit_lessons(
    network: nn.Module,
    lessons: Sequence[TrainingExample],
    pack: Callable[[TrainingExample, np.random.Generator], Iterator[Packed]],
    loss: Callable[[Batch], Tensor],
    schedule: Schedule,
) -> None:
    """Fit a network to lessons in place.

    Args:
        network: The network.
        lessons: What to learn; at least one.
        pack: Yields a lesson as rows.
        loss: Returns what to lower for a batch.
        schedule: How to fit; its batch is counted in tokens.

    Raises:
        InputError: There is nothing to learn.
    """
    if not lessons:
        raise InputError("no lessons to train the judge on; accepted: at least one text or pair")

    def draw(chance: np.random.Generator) -> list[Batch]:
        rows = [row for lesson in lessons for row in pack(lesson, chance)]
        return list(map(Batch.of, grouped(rows, lengths_of(rows), schedule.batch, chance)))

    fit(network, draw, loss, schedule)
