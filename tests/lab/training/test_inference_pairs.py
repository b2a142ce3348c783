"""Pairs for inference: where they come from, how many there are, and what they are as stances."""

from collections import Counter
from pathlib import Path

from explanans.lab.training.stance import as_stances, inference_pairs, sources
from explanans.structures.graphs import Stance
from explanans.structures.labels import UNSUPPORTED, LabelledPair
from explanans.structures.verdicts import Status


def test_pairs_are_of_people_and_of_our_texts(data_folder: Path) -> None:
    pairs = inference_pairs(data_folder, 40, 0)
    assert Counter(pair.group for pair in pairs) == {"snli": 30, "texts": 10}
    assert pairs == inference_pairs(data_folder, 40, 0)
    assert inference_pairs(Path("nowhere"), 0, 0) == []


def test_where_these_are_too_few_others_come(data_folder: Path) -> None:
    pairs = inference_pairs(data_folder, 36_000, 0, decided=True)
    assert sources(pairs) == ("snli", "texts", "written", "conjnli")
    assert {pair.statuses for pair in pairs} == {frozenset((status,)) for status in list(Status)[:2]}
    written = [pair for pair in pairs if pair.group == "written"]
    assert max(sum(map(len, pair.premises)) for pair in written) <= 400
    assert len(as_stances(pairs)) == len(pairs)


def test_only_what_is_decided_is_a_stance() -> None:
    pairs = [
        LabelledPair(("Ice floats.", "Iron sinks."), "Ice floats on water.", frozenset((Status.SUPPORTED,)), ""),
        LabelledPair(("Ice floats.",), "Ice is red.", UNSUPPORTED, ""),
    ]
    [found] = as_stances(pairs)
    assert (found.belief, found.argument) == ("Ice floats on water.", "Ice floats. Iron sinks.")
    assert (found.stance, found.edges) == (Stance.SUPPORT, ())
