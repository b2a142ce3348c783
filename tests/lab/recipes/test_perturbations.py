"""Ways to make a sentence say something else."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explanans.lab.recipes.perturbations import PERTURBATIONS, Substitutes, form

WORDS = Substitutes.of(["the frog jumps over warm stones", "melting ice cooled the lemonade quickly"])


def changed(name: str, text: str) -> set[str | None]:
    return {PERTURBATIONS[name](text, WORDS, Random(seed)) for seed in range(30)}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("words swapped", "a frog has a tail", "a tail has a frog"),
        ("subject and object exchanged", "a frog is a kind of animal", "animal is a kind of a frog"),
        ("subject and object exchanged", "if ice melts then water flows", "if water flows then ice melts"),
        ("negation", "a frog has moist skin", "a frog does not have moist skin"),
        ("negation", "metals can rust", "metals can not rust"),
        ("negation", "metals cannot rust", "metals can rust"),
        ("negation", "a frog is not a bird", "a frog is a bird"),
        ("number or quantifier", "all frogs jump", "no frogs jump"),
        ("number or quantifier", "the frog jumps", "no frog jumps"),
        ("direction", "the temperature will increase.", "the temperature will decrease."),
        ("hallucinated word", "birds sing", "birds lemonade sing"),
        ("replaced concept", "the stone is hard, the stone is old", "the lemonade is hard, the lemonade is old"),
    ],
)
def test_one_change(name: str, text: str, expected: str) -> None:
    assert expected in changed(name, text)


def test_numbers_change_to_other_numbers() -> None:
    found = changed("number or quantifier", "a day has 24 hours")
    assert len(found) > 5
    assert "a day has 24 hours" not in found


@pytest.mark.parametrize("name", PERTURBATIONS)
def test_what_cannot_be_changed_is_told(name: str) -> None:
    assert changed(name, "") == {None}


@example("none", "negation", 0)
@given(st.text(alphabet="ab iftheno,.'1 \t", max_size=40), st.sampled_from(sorted(PERTURBATIONS)), st.integers(0, 9))
def test_no_text_breaks_a_change(text: str, name: str, seed: int) -> None:
    first = PERTURBATIONS[name](text, WORDS, Random(seed))
    assert first is None or first.strip()
    assert first == PERTURBATIONS[name](text, WORDS, Random(seed))


def test_words_keep_their_form() -> None:
    assert all(form(word) == name for name, words in WORDS.words.items() for word in words)
