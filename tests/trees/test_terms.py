import pytest

from explanans.trees.terms import TRAITS, longest_run, read, traits


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "expected"),
    [
        ("a frog is a kind of amphibian", {"frog"}, {"amphi"}, {"kind"}),
        ("wind means moving air", {"wind"}, {"move", "air"}, {"synonym"}),
        ("if a metal is heated then the metal expands", {"metal", "heat"}, {"metal", "expan"}, {"rule"}),
        ("the moon causes the tides", {"moon"}, {"tide", "cause"}, {"cause"}),
        ("skin", {"skin"}, set(), set()),
        ("", set(), set(), set()),
    ],
)
def test_what_a_sentence_says(text: str, subject: set[str], predicate: set[str], expected: set[str]) -> None:
    sentence = read(text)
    assert sentence.subject == subject
    assert sentence.predicate == predicate
    assert {name for (name, _), has in zip(TRAITS, traits(text), strict=True) if has} == expected


def test_runs() -> None:
    one, other = read("a magnet attracts iron filings").terms, read("the magnet attracts iron").terms
    assert longest_run(one, other) == 3
    assert longest_run((), other) == 0
