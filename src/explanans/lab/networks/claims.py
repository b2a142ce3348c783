"""Make claims that a judge learns from: a language model writes them, and one that has learnt to judge labels them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from explanans.lab.judge.curriculum import curriculum, models_for_writing, parted
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.judge.premises import SCIENCE, Premise, Quotations, premises
from explanans.lab.judge.written import WrittenClaims, digest
from explanans.lab.networks import claim_teacher, claim_writer
from explanans.lab.networks.claim_teacher import ClaimTeacher
from explanans.lab.networks.claim_writer import ClaimRequest, ClaimWriter
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.language_models import SMOLLM2, load_language_model
from explanans.structures.labels import MODEL, WrittenClaim
from explanans.structures.verdicts import Status

_CLAIMS = 4
"""Claims of each label for a text that the model wrote."""
_CLAIM_LENGTHS = range(9, 300)
_TEXT_LENGTHS = range(201, 1500)
"""Characters; other texts and claims are passed over, as are those that break off."""
_ENDS = (".", "!", "?")
_UNKNOWN = frozenset((Status.UNKNOWN,))

Item = TypeVar("Item")


class Making(NamedTuple):
    """Options of the generation of claims.

    Attributes:
        model: The language model that the teacher and the writer both start from; see ``load_language_model``.
        texts: The number of texts that the model writes as premises of claims.
        most: The maximum numbers of training examples of the two models, of premises, and of texts; all if None.
        teaching: The training schedule of the teacher; its batch is counted in tokens.
        writing: The training schedule of the writer; its batch is counted in tokens.
    """

    model: str | Path = SMOLLM2
    texts: int = 5400
    most: int | None = None
    teaching: Schedule = claim_teacher.SCHEDULE
    writing: Schedule = claim_writer.SCHEDULE


class Sources(NamedTuple):
    """The data that claims are generated from.

    Attributes:
        judged: The training examples of the teacher.
        models: Training examples whose claims the writer is fine-tuned on.
        texts: Texts that the writer of texts is fine-tuned on.
        quotations: Detects claims that only repeat text of a data set.
    """

    judged: Sequence[TrainingExample]
    models: Sequence[TrainingExample]
    texts: Sequence[str]
    premises: Sequence[Premise]
    quotations: Quotations

    @classmethod
    def of(cls, data: Path | None, seed: int) -> "Sources":
        """Return the sources of the shipped claims.

        Args:
            data: The folder of the data sets; if None, see ``catalogue.data_folder``.
        """
        learnt, _ = parted()
        return cls(
            curriculum(data, seed, written=None).network,
            models_for_writing(data, seed),
            [" ".join(text.paragraphs) for text in learnt],
            premises(data, learnt, seed),
            Quotations.of(data),
        )


def make_claims(how: Making, sources: Sources, seed: int) -> list[WrittenClaims]:
    """Train the two models, and return claims with how probable each status of each is.

    Claims that only repeat a sentence of a data set are left out, so that they can be passed on.
    """
    chance = Random(seed)  # noqa: S311 - not for secrets
    judged, models = _drawn(sources.judged, how.most, chance), _drawn(sources.models, how.most, chance)
    at_hand = _drawn(sources.premises, how.most, chance)
    writer = ClaimWriter(*load_language_model(how.model)[:2])
    writer.learn(models, _drawn(sources.texts, how.most, chance), replace(how.writing, seed=seed))
    count = how.texts if how.most is None else min(how.texts, how.most)
    texts = dict.fromkeys(text for text in writer.texts(count, seed) if _is_whole(text, _TEXT_LENGTHS))
    at_hand += [Premise(MODEL, (text,), _CLAIMS) for text in texts]
    written = _written(writer, at_hand, sources.quotations, seed)
    del writer  # the accelerator has room for one
    lessons = [
        TrainingExample(premise.parts, tuple(TrainingClaim(text, _UNKNOWN) for text in claims))
        for premise, claims in written
    ]
    teacher = ClaimTeacher(*load_language_model(how.model)[:2], seed)
    teacher.learn(judged, replace(how.teaching, seed=seed))
    return [
        WrittenClaims(
            premise.source,
            premise.parts if premise.source == MODEL else tuple(map(digest, premise.parts)),
            tuple(WrittenClaim.of(*pair) for pair in zip(claims, shares.tolist(), strict=True)),
        )
        for (premise, claims), shares in zip(written, teacher.tell(lessons), strict=True)
    ]


def _written(
    writer: ClaimWriter, at_hand: Sequence[Premise], quotations: Quotations, seed: int
) -> list[tuple[Premise, list[str]]]:
    """Return premises with their generated claims that pass the filters, if there are any."""
    wanted = [ClaimRequest(premise.text, status, premise.claims) for premise in at_hand for status in Status]
    generated = iter(writer.claims(wanted, seed))
    found = []
    for premise in at_hand:
        claims = dict.fromkeys(text for _ in Status for text in next(generated))
        kept = [text for text in claims if _is_claim(text, premise) and not quotations.among(text, premise)]
        if kept:
            found.append((premise, kept))
    return found


def _is_claim(text: str, premise: Premise) -> bool:
    # Facts of a table do not end in a full stop, and claims beside them often do not either.
    return _is_whole(text, _CLAIM_LENGTHS, open_end=premise.source == SCIENCE)


def _is_whole(text: str, lengths: range, *, open_end: bool = False) -> bool:
    return len(text) in lengths and (open_end or text.endswith(_ENDS)) and "\n" not in text


def _drawn(items: Sequence[Item], most: int | None, chance: Random) -> list[Item]:
    return list(items) if most is None else chance.sample(items, min(most, len(items)))
