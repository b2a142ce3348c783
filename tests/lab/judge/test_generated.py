"""Training examples made of generated phenomena."""

from collections import Counter

from explanans.lab.judge.generated import BINDING, examples_of_frames, examples_of_parses, examples_of_texts
from explanans.lab.phenomena.registry import PHENOMENA
from explanans.language.parser import open_parser
from explanans.structures.verdicts import Status

AROUND = [["The mill stands by the river.", "It was built in 1890.", "Visitors come on Sundays."]]


def test_phenomena_of_binding_are_drawn_three_times_as_often() -> None:
    binding = sum(name.partition(".")[0] in BINDING for name in PHENOMENA)
    assert len(list(examples_of_frames(1, 0))) == len(PHENOMENA) + 2 * binding


def test_some_premises_stand_inside_a_paragraph() -> None:
    examples = list(examples_of_frames(2, 0, AROUND))
    surrounded = [example for example in examples if set(AROUND[0]) & set(example.premises)]
    assert 0.2 < len(surrounded) / len(examples) < 0.5
    assert all(len(set(AROUND[0]) & set(example.premises)) < len(example.premises) for example in surrounded)


def test_claims_of_all_statuses_are_made_of_parses() -> None:
    texts = ["The ferry leaves the harbour at noon.", "Old bridges need new paint.", "The baker sold ten loaves."]
    examples = list(examples_of_parses(list(open_parser().parse(texts)), 0))
    statuses = Counter(status for example in examples for claim in example.claims for status in claim.statuses)
    assert set(statuses) == set(Status)
    assert min(statuses.values()) >= 5


def test_examples_of_chosen_phenomena_are_those_among_all() -> None:
    (name,) = [name for name in PHENOMENA if name.endswith("crossed-numbers")]
    chosen = list(examples_of_frames(2, 0, names={name}))
    assert len(chosen) == 2
    assert [example for example in examples_of_frames(2, 0) if example in chosen] == chosen


def test_a_text_has_the_claims_of_several_phenomena() -> None:
    texts = list(examples_of_texts(20, 0, AROUND))
    assert len(texts) == 20
    alone = [len(example.claims) for example in examples_of_frames(1, 0)]
    together = [len(example.claims) for example in texts]
    assert sum(together) / len(together) > 2 * sum(alone) / len(alone)
    assert texts == list(examples_of_texts(20, 0, AROUND))


def test_the_same_seed_gives_the_same_examples() -> None:
    assert list(examples_of_frames(1, 3, AROUND)) == list(examples_of_frames(1, 3, AROUND))
    assert list(examples_of_frames(1, 3)) != list(examples_of_frames(1, 4))
