"""The judged texts that ship: what the judge that ships has learnt from."""

from collections import Counter
from collections.abc import Callable

import pytest

from explanans.lab.judge.texts import held_out_short_texts, held_out_texts, short_texts, training_texts
from explanans.structures.labels import LabelledDocument


@pytest.mark.parametrize(
    ("read", "least"), [(training_texts, 500), (held_out_texts, 250), (short_texts, 1000), (held_out_short_texts, 50)]
)
def test_texts_have_claims_of_all_kinds_and_no_claim_twice(
    read: Callable[[], list[LabelledDocument]], least: int
) -> None:
    texts = read()
    assert len(texts) > least
    assert all(text.claims or text.questions for text in texts)
    counts = Counter(claim.status for text in texts for claim in text.claims)
    assert min(counts.values()) > 0.1 * counts.total()
    twice = [text.title for text in texts if len({claim.text for claim in text.claims}) < len(text.claims)]
    assert twice == []
