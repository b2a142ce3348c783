"""Resolution: sentences with what their pronouns stand for."""

import pytest

from explanans.entailment.rules.coreference import resolved

from .conftest import read


@pytest.mark.parametrize(
    ("before", "sentence", "found"),
    [
        (
            "The old bridge was built of wood",
            "A flood carried it away, and the burghers rebuilt it in stone",
            "A flood carried the old bridge away, and the burghers rebuilt the old bridge in stone",
        ),
        ("The company was founded in Rome", "Its owner is Anna Kohl", "The company's owner is Anna Kohl"),
        ("Anna Kohl left", "She drew the plans", "Anna Kohl drew the plans"),
        ("The pool is heated", "In June it opens at seven", "In June the pool opens at seven"),
    ],
)
def test_a_pronoun_gives_way_to_its_noun(before: str, sentence: str, found: str) -> None:
    assert resolved([read(before), read(sentence)]) == (found, frozenset({0}))


def test_a_sentence_without_pronouns_is_left_alone() -> None:
    assert resolved([read("The bridge was built of wood"), read("Frogs jump")]) is None
