"""Measures of checks against labels of people: statuses of claims, right answers, unsupported words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.decisions import auc, auc_interval
from explanans.evaluation.significance import clustered_interval, resampled_sums
from explanans.lab.benchmarks.benchmark import Record, percent, percents
from explanans.lab.datasets.labels import LabelledPair
from explanans.lab.decisions import calibration_error
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.structures.labels import LabelledClaim
from explanans.structures.verdicts import Status

_POLAR = frozenset(("yes", "no"))
_ASKING = ("who", "whose", "whom", "when", "where", "why", "which", "what", "how")
_AMOUNTS = frozenset("big deep far fast heavy high large long many much often old small soon tall warm wide".split())
_LISTED = frozenset(("who", "which", "what"))
"""Question words that may ask for a thing by a property that it lacks."""
_NEGATED = frozenset("not no never none nobody nothing neither nor cannot without except".split())
_WORD = re.compile(r"\w+(?:['’]\w+)*")


def form(question: str, answer: str) -> str:
    """Return the form of a question.

    Returns:
        ``yes/no``; ``negated`` where it asks what is not so; ``number`` for *how many* and the like; ``who``,
        ``when``, ``where``, ``why``, ``which``, ``what`` or ``how``, by the first such word; else ``other``.

    Example:
        >>> form("How long do the jars stay in the oven?", "15 minutes"), form("May lids be baked?", "no")
        ('number', 'yes/no')
        >>> form("Which of these fruits is not rich in pectin?", "cherries"), form("In which year?", "1924")
        ('negated', 'which')
    """
    if set(tokens(answer.lower())[:1]) & _POLAR:
        return "yes/no"
    words = [token.lower().replace("’", "'") for token in tokens(question)]
    found = next(_asked(words), "other")
    denied = any(word in _NEGATED or word.endswith("n't") for word in words)
    return "negated" if denied and found in _LISTED else found


def _asked(words: Sequence[str]) -> Iterator[str]:
    """Yield the form of each question word."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "how" and following in _AMOUNTS:
            yield "number"
        elif word in _ASKING:
            yield "who" if word in {"whose", "whom"} else word


class CheckedClaim(NamedTuple):
    """A claim with a system's prediction.

    Attributes:
        claim: The claim with people's label.
        group: The group of claims about one text.
        support: How probable it finds that the text supports the claim.
    """

    claim: LabelledClaim
    group: str
    status: Status
    support: float

    @property
    def hit(self) -> bool:
        """Return whether the claim is rightly taken as supported or not."""
        return (self.status is Status.SUPPORTED) == (self.claim.status is Status.SUPPORTED)


def measure_claims(claims: Sequence[CheckedClaim], seed: int = 0) -> Record:
    """Return how well a system tells claims that hold from others.

    Returns:
        ``auc`` of the support, and its 95% bootstrap ``interval``, for which whole texts are drawn; ``accuracy`` as
        one of three statuses, and ``accuracy_interval``; ``true_flagged``: the share of the claims that hold which are
        not found supported, and ``flagged_interval``; ``false_caught``: the share of the others which are not, and
        ``caught_interval``; ``contradicted_caught`` and ``unknown_caught``, the same for contradicted and for unknown
        ones; ``contradicted_named``: how many contradicted claims are called so, ``unknown_named`` likewise; the
        ``calibration_error`` of the support; by ``kinds`` how many ``claims`` there are and the ``accuracy``, as
        supported or not. All but areas and counts are in percent.
    """
    right = [item.claim.status is Status.SUPPORTED for item in claims]
    support, groups = [item.support for item in claims], [item.group for item in claims]
    named = [float(item.status is item.claim.status) for item in claims]
    kinds = sorted({item.claim.kind for item in claims})
    return {
        "auc": auc(support, right),
        "interval": list(auc_interval(support, right, groups, seed)),
        "accuracy": percent(fmean(named)),
        "accuracy_interval": percents(clustered_interval(named, groups, seed)),
        "true_flagged": _flagged(claims, Status.SUPPORTED),
        "flagged_interval": _flagged_interval(claims, seed, Status.SUPPORTED),
        "false_caught": _flagged(claims, Status.CONTRADICTED, Status.UNKNOWN),
        "caught_interval": _flagged_interval(claims, seed, Status.CONTRADICTED, Status.UNKNOWN),
        "contradicted_caught": _flagged(claims, Status.CONTRADICTED),
        "contradicted_named": _named(claims, Status.CONTRADICTED),
        "unknown_caught": _flagged(claims, Status.UNKNOWN),
        "unknown_named": _named(claims, Status.UNKNOWN),
        "calibration_error": percent(calibration_error(support, right)),
        "kinds": {kind: _kind([item for item in claims if item.claim.kind == kind]) for kind in kinds},
    }


def _of(claims: Sequence[CheckedClaim], *statuses: Status) -> list[CheckedClaim]:
    return [item for item in claims if item.claim.status in statuses]


def _flagged(claims: Sequence[CheckedClaim], *statuses: Status) -> float | None:
    chosen = _of(claims, *statuses)
    return percent(fmean(item.status is not Status.SUPPORTED for item in chosen)) if chosen else None


def _flagged_interval(claims: Sequence[CheckedClaim], seed: int, *statuses: Status) -> list[float] | None:
    chosen = _of(claims, *statuses)
    flagged = [float(item.status is not Status.SUPPORTED) for item in chosen]
    return percents(clustered_interval(flagged, [item.group for item in chosen], seed)) if chosen else None


def _named(claims: Sequence[CheckedClaim], status: Status) -> float | None:
    chosen = _of(claims, status)
    return percent(fmean(item.status is status for item in chosen)) if chosen else None


def _kind(claims: Sequence[CheckedClaim]) -> Record:
    return {"claims": len(claims), "accuracy": percent(fmean(item.hit for item in claims))}


class RatedQuestion(NamedTuple):
    """A question, and what a system makes of its answers.

    Attributes:
        right: How good the right answer looks to the system.
        wrong: How good each wrong one looks.
        statuses: The system's status of the correct answer and of each wrong one; empty if it predicts none.
    """

    form: str
    group: str
    right: float
    wrong: tuple[float, ...]
    statuses: tuple[Status, ...] = ()

    @property
    def won(self) -> list[float]:
        """Return whether the right answer stands above each wrong one; a tie counts half."""
        return [(self.right > wrong) + (self.right == wrong) / 2 for wrong in self.wrong]

    @property
    def first(self) -> float:
        """Return whether the right answer stands first; its share of the place where it ties with others."""
        better, equal = (
            sum(wrong > self.right for wrong in self.wrong),
            sum(wrong == self.right for wrong in self.wrong),
        )
        return 0.0 if better else 1 / (1 + equal)


def measure_answers(questions: Sequence[RatedQuestion], seed: int = 0) -> Record:
    """Return how often right answers are put before wrong ones.

    Returns:
        ``pairs``: the share of the pairs of a right and a wrong answer whose right one stands above, a tie counts half;
        ``first``: the share of the questions whose right answer stands first, a tie of n counts 1/n; the 95% bootstrap
        intervals of both, ``pairs_interval`` and ``first_interval``, for which whole texts are drawn; where the system
        says statuses, ``right_supported`` and ``wrong_supported``: the share of right and of wrong answers that it
        finds supported, and ``wrong_contradicted``; and by ``forms`` of question ``questions``, ``pairs`` and
        ``first``. All but counts are in percent.
    """
    firsts, groups = [item.first for item in questions], [item.group for item in questions]
    clusters = [item.group for item in questions for _ in item.won]
    pairs = [won for item in questions for won in item.won]
    forms = sorted({item.form for item in questions})
    return {
        "pairs": _mean(pairs),
        "pairs_interval": percents(clustered_interval(pairs, clusters, seed)) if pairs else None,
        "first": _mean(firsts),
        "first_interval": percents(clustered_interval(firsts, groups, seed)),
        **_statuses(questions),
        "forms": {name: _form([item for item in questions if item.form == name]) for name in forms},
    }


def _form(questions: Sequence[RatedQuestion]) -> Record:
    pairs = [won for item in questions for won in item.won]
    return {"questions": len(questions), "pairs": _mean(pairs), "first": _mean([item.first for item in questions])}


def _statuses(questions: Sequence[RatedQuestion]) -> Mapping[str, float | None]:
    right = [item.statuses[0] for item in questions if item.statuses]
    wrong = [status for item in questions for status in item.statuses[1:]]
    if not right:
        return {"right_supported": None, "wrong_supported": None, "wrong_contradicted": None}
    return {
        "right_supported": _mean([status is Status.SUPPORTED for status in right]),
        "wrong_supported": _mean([status is Status.SUPPORTED for status in wrong]),
        "wrong_contradicted": _mean([status is Status.CONTRADICTED for status in wrong]),
    }


def _mean(values: Sequence[float]) -> float | None:
    """Return a mean in percent; None if there is nothing."""
    return percent(fmean(values)) if values else None


Places = Sequence[tuple[int, int]]
"""Starts and ends in a claim, in characters."""


def mark_all(pair: LabelledPair) -> Places:
    """Mark the whole claim."""
    return ((0, len(pair.claim)),)


def mark_lacking(pair: LabelledPair) -> Places:
    """Mark the words that no premise has in any form, but for function words.

    Example:
        >>> pair = LabelledPair(("Ice melts.",), "The ice melted early.", frozenset(), "")
        >>> [pair.claim[start:end] for start, end in mark_lacking(pair)]
        ['early']
    """
    held = {lemma(token) for premise in pair.premises for token in tokens(premise)}
    return [
        found.span()
        for found in _WORD.finditer(pair.claim)
        # *May* within a claim is a month, *may* is none.
        if not is_function_word(found[0] if found.start() else found[0].lower()) and lemma(found[0]) not in held
    ]


def measure_marks(pairs: Sequence[LabelledPair], marked: Sequence[Places], seed: int = 0) -> Record:
    """Compare marked words with those that people marked.

    Returns:
        ``word_f1`` of the marked words of all claims together, the harmonic mean of ``word_precision`` and
        ``word_recall``; and the 95% bootstrap ``interval`` of the first, for which whole texts are drawn.
    """
    groups = {group: row for row, group in enumerate(dict.fromkeys(pair.group for pair in pairs))}
    table = np.zeros((len(groups), 3))
    for pair, places in zip(pairs, marked, strict=True):
        words = [found.span() for found in _WORD.finditer(pair.claim)]
        ours, theirs = (_within(words, spans) for spans in (places, pair.marks or ()))
        table[groups[pair.group]] += (len(ours & theirs), len(ours), len(theirs))
    both, ours_, theirs_ = table.sum(axis=0)
    low, high = np.percentile(_f1(resampled_sums(table, seed)), (2.5, 97.5))
    return {
        "word_f1": percent(float(_f1(table.sum(axis=0)))),
        "interval": percents((float(low), float(high))),
        "word_precision": percent(float(both / max(1, ours_))),
        "word_recall": percent(float(both / max(1, theirs_))),
    }


def _within(words: Places, spans: Places) -> set[int]:
    """Return the numbers of the words that overlap a span."""
    return {
        number
        for number, (start, end) in enumerate(words)
        if any(start < other_end and other_start < end for other_start, other_end in spans)
    }


def _f1(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    both, ours, theirs = np.moveaxis(counts, -1, 0)
    f1: NDArray[np.float64] = 2 * both / np.maximum(1, ours + theirs)
    return f1
