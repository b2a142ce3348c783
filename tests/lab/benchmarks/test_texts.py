"""The project's own set, and the texts that judges are trained on: none is in both."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks.claims import SPLITS, own_texts
from explanans.lab.judge.texts import held_out_short_texts, held_out_texts, short_texts, training_texts
from explanans.lab.judge.written import read_claims
from explanans.lab.training.asked_notes import HELD_OUT, asked_notes
from explanans.language.sentences import sentence_spans
from explanans.language.tokens import tokens
from explanans.structures.labels import LabelledDocument, LabelledQuestion


def noted() -> list[LabelledDocument]:
    """Return the notes that language models learn answers from, with their questions."""
    return [
        LabelledDocument(
            item.title, (item.text,), (), tuple(LabelledQuestion(asked.text, "", ()) for asked in item.questions)
        )
        for item in (*asked_notes(), *asked_notes(HELD_OUT))
    ]


def said(texts: Iterable[LabelledDocument]) -> set[tuple[str, ...]]:
    """Return all sentences, claims and questions, word by word."""
    found = []
    for text in texts:
        found += [line[start:end] for line in text.paragraphs for start, end in sentence_spans(line)]
        found += [*(claim.text for claim in text.claims), *(question.text for question in text.questions)]
    return {tokens(item.lower()) for item in found}


@pytest.mark.parametrize("split", ["dev", "reported"])
def test_each_half_is_large_enough(split: str) -> None:
    texts = own_texts(split)
    assert len({text.title for text in texts}) == len(texts) == 30
    assert sum(len(text.claims) for text in texts) >= 180
    assert sum(len(text.questions) for text in texts) == 120
    assert all(question.wrong for text in texts for question in text.questions)


@pytest.mark.parametrize("split", SPLITS)
def test_no_judge_is_trained_on_what_it_is_measured_by(split: str) -> None:
    own = own_texts(split)
    trained = [*training_texts(), *held_out_texts(), *short_texts(), *held_out_short_texts(), *noted()]
    # Counts, so that a failure shows nothing of the half that is kept.
    assert len({text.title.lower() for text in own} & {text.title.lower() for text in trained}) == 0
    assert len(said(own) & said(trained)) == 0


@pytest.mark.parametrize("split", SPLITS)
def test_no_claim_that_a_model_wrote_is_what_it_is_measured_by(split: str) -> None:
    written = {tokens(claim.text.lower()) for item in read_claims() for claim in item.claims}
    assert len(said(own_texts(split)) & written) == 0


def test_fresh_texts_have_many_claims_of_each_kind() -> None:
    texts = own_texts("fresh")
    assert len({text.title for text in texts}) == len(texts) == 64
    counts = Counter(claim.status for text in texts for claim in text.claims)
    assert min(counts.values()) > 300


@pytest.mark.parametrize(("one", "other"), list(combinations(SPLITS, 2)))
def test_the_parts_share_nothing(one: str, other: str) -> None:
    first, second = own_texts(one), own_texts(other)
    assert len({text.title for text in first} & {text.title for text in second}) == 0
    assert len(said(first) & said(second)) == 0


def test_another_half_is_refused() -> None:
    with pytest.raises(InputError, match="the split 'test' of the project's own set; accepted: dev, reported, fresh"):
        own_texts("test")
