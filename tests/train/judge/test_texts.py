"""The judged texts that ship: what the judge that ships has learnt from."""

from collections import Counter

from explanans.train.judge.texts import training_texts


def test_texts_have_claims_of_all_kinds_and_no_claim_twice() -> None:
    texts = training_texts()
    assert len(texts) > 500
    assert all(text.claims or text.questions for text in texts)
    counts = Counter(claim.status for text in texts for claim in text.claims)
    assert min(counts.values()) > 0.1 * counts.total()
    twice = [text.title for text in texts if len({claim.text for claim in text.claims}) < len(text.claims)]
    assert twice == []
