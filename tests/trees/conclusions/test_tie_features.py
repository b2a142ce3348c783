"""How the phrases of a conclusion stand to those of its premises."""

from explanans.trees.conclusions.tie_features import TIES, tie_columns

NAMES = [feature.name for feature in TIES]
FROG = ("a frog is a kind of amphibian", "an amphibian has moist skin"), "a frog has moist skin"


def described(premises: tuple[str, ...], conclusion: str) -> dict[str, float]:
    return dict(zip(NAMES, tie_columns([(premises, conclusion)])[0].tolist(), strict=True))


def test_phrases_are_compared() -> None:
    found = described(*FROG)
    assert found["conclusion_subject_in_first_subject"] == 1
    assert found["conclusion_object_in_second_object"] == 1
    assert found["first_object_in_second_subject"] == 1
    assert found["conclusion_subject_in_second_subject"] == 0


def test_the_order_of_the_premises_does_not_matter() -> None:
    (one, other), text = FROG
    assert described((one, other), text) == described((other, one), text)


def test_relations_are_told_apart() -> None:
    found = described(("a tree is a kind of plant", "bark is a part of a tree"), "bark is a kind of plant")
    assert (found["first_relation"], found["second_relation"], found["conclusion_relation"]) == (2, 1, 1)
    ruled = described(("if ice is heated then it melts", "the sun heats ice"), "the sun melts ice")
    assert ruled["second_relation"] == 8


def test_what_ties_nothing_and_no_steps() -> None:
    assert described(("rain", "snow"), "ice")["conclusion_relation"] == 0
    assert tie_columns([]).shape == (0, len(TIES))
