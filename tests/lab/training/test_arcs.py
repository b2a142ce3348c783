"""Training learns, gives the same bytes, and its folders are checked when they are read."""

from pathlib import Path

import pytest

from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.entailment.arcs.checker import open_scorer
from explanans.entailment.arcs.features import NAMES
from explanans.entailment.arcs.model import ArcModel
from explanans.errors import InputError
from explanans.lab.training.arcs import labelled_rows, train
from explanans.learning.model import MANIFEST
from explanans.structures.syntax import Parse
from tests.entailment.arcs.conftest import parsed

NOUNS = "dogs cats mice frogs toads cows pigs goats ducks geese crows owls".split()


def sentence(subject: str, thing: str) -> Parse:
    return parsed(f"{subject}/NOUN/2/nsubj chase/VERB/0/root old/ADJ/4/amod {thing}/NOUN/2/obj")


def examples() -> list[ArcExample]:
    """Return sentences that say what their source says, and some with another subject or with something made up."""
    made = []
    for subject in NOUNS:
        for thing in NOUNS:
            source, other = sentence(subject, thing), sentence(thing, "rats")
            for claim in (source, other):
                arcs = checked_arcs(claim)
                labels = {arc: claim is source or arc.label == "amod" for arc in arcs}
                made.append(ArcExample((source,), claim, labels, "hand", subject))
    return made


@pytest.fixture(scope="module")
def model() -> ArcModel:
    return train(examples(), seed=0)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_learns_what_it_is_taught(model: ArcModel) -> None:
    source, claim = sentence("wolves", "sheep"), sentence("sheep", "rats")
    arcs = checked_arcs(source)
    assert (model.scores([source], source, arcs) > 0.5).all()
    by_label = dict(zip([arc.label for arc in arcs], model.scores([source], claim, checked_arcs(claim)), strict=True))
    assert by_label["nsubj"] < 0.5
    assert by_label["obj"] < 0.5


def test_no_arcs_no_scores(model: ArcModel) -> None:
    assert model.scores([sentence("wolves", "sheep")], sentence("sheep", "rats"), ()).shape == (0,)


def test_the_same_seed_gives_the_same_bytes(model: ArcModel, tmp_path: Path) -> None:
    model.save(tmp_path / "one")
    train(examples(), seed=0).save(tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    opened = ArcModel.load(tmp_path / "one")
    assert opened.name == model.name
    train(examples(), seed=1).save(tmp_path / "two")
    assert files(tmp_path / "one") != files(tmp_path / "two")


def test_made_up_words_never_teach_support() -> None:
    source, claim = sentence("dogs", "cats"), sentence("dogs", "rats")
    said, made_up = (arc for arc in checked_arcs(claim) if arc.label != "amod")
    assert (said.label, made_up.label) == ("nsubj", "obj")
    features, supported = labelled_rows(ArcExample((source,), claim, {said: True, made_up: True}, "hand", "a"))
    assert (features.shape, supported.tolist()) == ((1, len(NAMES)), [True])
    features, supported = labelled_rows(ArcExample((source,), claim, {said: True, made_up: False}, "hand", "a"))
    assert (features.shape, supported.tolist()) == ((2, len(NAMES)), [True, False])


def test_arcs_of_one_kind_teach_nothing() -> None:
    source = sentence("dogs", "cats")
    example = ArcExample((source,), source, dict.fromkeys(checked_arcs(source), True), "hand", "a")
    with pytest.raises(InputError, match="3 arcs to learn from, all of one kind; accepted: supported and unsupported"):
        train([example], seed=0)
    with pytest.raises(InputError, match="0 arcs to learn from"):
        train([], seed=0)


def test_a_model_of_ones_own_is_opened_by_name(model: ArcModel, tmp_path: Path) -> None:
    model.save(tmp_path / "mine")
    assert open_scorer(f"features:{tmp_path / 'mine'}").name == model.name
    (tmp_path / "mine" / MANIFEST).write_text("{}")
    with pytest.raises(InputError, match="train it again with `explanans lab train arcs`"):
        open_scorer(f"features:{tmp_path / 'mine'}")


def test_the_model_that_ships_tells_who_did_what() -> None:
    source = parsed(
        "the/DET/2/det mayor/NOUN/3/nsubj said/VERB/0/root the/DET/5/det police/NOUN/6/nsubj arrested/VERB/3/ccomp "
        "a/DET/8/det thief/NOUN/6/obj"
    )
    right = parsed("police/NOUN/2/nsubj arrested/VERB/0/root a/DET/4/det thief/NOUN/2/obj")
    wrong = parsed("mayor/NOUN/2/nsubj arrested/VERB/0/root a/DET/4/det thief/NOUN/2/obj")
    scorer = open_scorer()
    assert scorer.name.startswith("features (")
    assert (scorer.scores([source], right, checked_arcs(right)) > 0.5).all()
    mayor, thief = scorer.scores([source], wrong, checked_arcs(wrong))
    assert mayor < 0.5 < thief
