"""Paraphrases that a network writes."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.networks.lines import Course, Lines, fit_lines
from explanans.lab.networks.paraphraser import Paraphraser
from explanans.lab.recipes.beams import Original, from_beams
from explanans.neural.core.checkpoint import Manifest, Schedule, versions
from explanans.neural.core.sequences import SequenceNetwork
from explanans.structures.syntax import Parse
from tests.lab.recipes.reading import Flat
from tests.neural.trees.conftest import make_t5, make_tokenizer

LEARNT = {"ice is a solid": "a solid is ice", "a frog is an animal": "an animal is a frog"}
SENTENCES = [Parse(text, (), ()) for text in LEARNT]


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the network."""
    folder = tmp_path_factory.mktemp("paraphraser") / "network"
    network = SequenceNetwork(make_t5(), make_tokenizer())
    lines = [Lines(f"say: {text}", tuple(network.tokenizer(said).input_ids)) for text, said in LEARNT.items()]
    schedule = Schedule(epochs=60, batch=2, rate=0.01)
    manifest = Manifest(network="x", start="t5", data="two", examples=2, schedule=schedule, versions=versions())
    fit_lines(network, Course(lines), folder, manifest)
    return folder


def test_the_best_of_a_beam_is_what_was_learnt_and_all_differ(paraphraser: Path) -> None:
    network = Paraphraser.open(paraphraser, "say: ", 6)
    beams = list(network.beams(SENTENCES * 9))  # more than a batch
    assert len(beams) == 18
    assert [beam[0] for beam in beams] == list(LEARNT.values()) * 9
    assert all(5 <= len(set(beam)) == len(beam) <= 6 for beam in beams)
    assert beams == list(network.beams(SENTENCES * 9))
    assert network.name == "paraphraser(network,say:,6)"


def test_its_beams_are_labelled(paraphraser: Path) -> None:
    parser = Flat()
    originals = [Original(parse, parse.text) for parse in parser.parse(LEARNT)]
    made = list(from_beams(originals, Paraphraser.open(paraphraser, "say: "), parser, "beam"))
    assert {example.recipe for example in made} == {"beam"}
    assert {example.origin for example in made} <= set(LEARNT)
    assert False in {label for example in made for label in example.labels.values()}


def test_what_is_asked_in_vain(paraphraser: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="3 paraphrases of a sentence; accepted: 5 or more"):
        Paraphraser.open(paraphraser, beams=3)
    with pytest.raises(InputError, match="no paraphraser"):
        Paraphraser.open(tmp_path)
