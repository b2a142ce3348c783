import pytest

from explanans.errors import InputError
from explanans.structures.trees import Inference
from explanans.trees.conclusions.concluder import conclude, concluder
from explanans.trees.conclusions.conclusion import Conclusion


def test_the_shipped_chooser_draws_an_inheritance() -> None:
    found = conclude(["a frog is a kind of amphibian", "amphibians have moist skin"])
    assert found == Conclusion("a frog has moist skin", Inference.INHERITANCE)


def test_the_hypothesis_decides_between_conclusions() -> None:
    premises = ["a solar panel produces electrical energy", "electrical energy is a kind of energy"]
    assert conclude(premises, "a solar panel produces energy").text == "a solar panel produces energy"


def test_conclusions_come_best_first_and_stay_the_same() -> None:
    premises = ("granite is made of quartz", "quartz is a kind of mineral")
    found = concluder().conclusions(premises)
    assert [item.score for item in found] == sorted((item.score for item in found), reverse=True)
    assert concluder().conclusions(premises) == found


@pytest.mark.parametrize("premises", [("so it goes", "of course"), ("?", "!"), ("(x)", "(y)")])
def test_there_is_always_a_conclusion(premises: tuple[str, str]) -> None:
    assert isinstance(conclude(premises), Conclusion)


@pytest.mark.parametrize(
    ("premises", "complaint"),
    [((), "premises: 0"), (("ice melts",), "premises: 1"), (("ice melts", " "), "premise 2 is empty")],
)
def test_too_little_to_conclude_from(premises: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        conclude(premises)


def test_conclusions_of_others_are_rated() -> None:
    premises = "a frog is a kind of amphibian", "an amphibian has moist skin"
    for hypothesis in ("", "a frog loses water through its skin"):
        good, copied = concluder().rated(["a frog has moist skin", premises[0]], premises, hypothesis)
        assert good > copied
    assert concluder().rated([], premises) == []
