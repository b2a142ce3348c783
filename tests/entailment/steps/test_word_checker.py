"""Which words of a conclusion its premises support."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.entailment.steps.word_checker import WordChecker, unsupported_words
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.structures.verdicts import StepVerdict


@pytest.mark.parametrize(
    ("conclusion", "premises", "expected"),
    [
        ("a frog has moist skin", ["a frog is a kind of amphibian", "an amphibian has moist skin"], ()),
        ("a green frog has thick skin", ["frogs are amphibians", "amphibians have moist skin"], ("green", "thick")),
        # Inflected words, irregular ones among them, are the same word.
        ("the leaves fell", ["a leaf falls"], ()),
        ("Mice are melting", ["A MOUSE MELTED"], ()),
        ("the frog's skin", ["frogs have skin"], ()),
        # So are the parts of a compound, but a word is not part of another.
        ("the frog is cold-skinned", ["a frog has cold blood"], ("skinned",)),
        ("cold blooded frogs", ["cold-blooded frog"], ()),
        ("sunlight", ["light of the Sun"], ("sunlight",)),
        # Numbers count, whole.
        ("a day has 24 hours", ["a day is 24 hours long"], ()),
        ("a day has 25 hours", ["a day is 24 hours long"], ("25",)),
        ("it is 3.5 m deep", ["it is 35 m deep"], ("3.5",)),
        # Function words and words that only frame a relation ask for no support; negation is one of them.
        ("it is what it is, if so then not", [], ()),
        ("ice is a kind of solid", ["solid ice"], ()),
        ("rubber does not conduct", ["rubber conducts"], ()),
        # As written, each once, in order.
        ("Zinc rusts and zinc Rusts and zinc rusts", ["iron"], ("Zinc", "rusts", "zinc", "Rusts")),
        # Nothing.
        ("", ["ice is a solid"], ()),
        ("ice melts", [], ("ice", "melts")),
        ("ice melts", ["", "  ?!"], ("ice", "melts")),
        ("…?!", [], ()),
    ],
)
def test_known_cases(conclusion: str, premises: list[str], expected: tuple[str, ...]) -> None:
    assert unsupported_words(conclusion, premises) == expected


def test_support_may_come_from_any_premise_even_an_iterator() -> None:
    assert unsupported_words("iron conducts heat quickly", iter(["iron conducts", "heat", "metal"])) == ("quickly",)


@given(st.text())
def test_a_sentence_supports_itself(text: str) -> None:
    assert unsupported_words(text, [text]) == ()


@given(st.text(), st.lists(st.text()), st.text())
def test_more_premises_never_support_less(conclusion: str, premises: list[str], another: str) -> None:
    assert set(unsupported_words(conclusion, [*premises, another])) <= set(unsupported_words(conclusion, premises))


def test_each_step_is_checked_against_its_own_premises() -> None:
    """The second step may lean on what the first one concluded, but not on the leaves below it."""
    tree = EntailmentTree(
        "an iron spoon is hot metal",
        (Fact("f1", "iron is a metal"), Fact("f2", "a metal conducts heat"), Fact("f3", "a spoon is made of iron")),
        (Step(("f1", "f2"), "int1", "iron conducts heat"), Step(("int1", "f3"), ROOT, "an iron spoon is hot metal")),
    )
    assert WordChecker().check_tree(tree) == (
        StepVerdict("int1", supported=True),
        StepVerdict(ROOT, supported=False, unsupported=("hot", "metal")),
    )
