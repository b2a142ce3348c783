"""Boosted trees that ask a language model about stances: what it is asked, what is learnt, kept and told."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.graphs.composer import Order
from explanans.graphs.stance import StanceModel
from explanans.lab.networks.frame_adapter import FrameAdapterTraining, teach_frames
from explanans.lab.networks.reading_stance import train_on_readings, train_reading, train_taught
from explanans.neural.core import language_models
from explanans.neural.core.checkpoint import Schedule, read_manifest
from explanans.neural.core.language_models import SMOLLM2, load_language_model
from explanans.neural.graphs import reading
from explanans.neural.graphs.frames import FRAMES, NAMES, FrameReader
from explanans.neural.graphs.reading import ReadingStanceModel
from explanans.pipeline.graphing import open_composer, open_stances
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance
from explanans.structures.labels import LabelledPair
from explanans.structures.verdicts import Status
from tests.lab.networks.small_model import write_model

CHAIN = (
    Edge("zoos", Relation.CAUSES, "cages"),
    Edge("cages", Relation.HAS_PROPERTY, "narrow"),
    Edge("narrow", Relation.CAUSES, "harm"),
)
GRAPHS = tuple(
    ExplanationGraph(f"{one} {do} animals.", f"{other} {are} animals.", stance, CHAIN)
    for one in ("Zoos", "Cages", "Farms", "Tanks", "Nets")
    for other in ("Bars", "Walls")
    for do, are, stance in (("harm", "hurt", Stance.SUPPORT), ("harm", "help", Stance.COUNTER))
)
LEADS = " ".join(f"{frame.supporting} {frame.countering}" for frame in FRAMES)
ASKED = "Argument : Belief Stance Graph support counter neutral narrow"
SAID = "zoos cages farms tanks nets bars walls Zoos Cages Farms Tanks Nets Bars harm hurt help animals"
WORDS = f"{LEADS} . I agree disagree because , {ASKED} {SAID} {' '.join(Relation)}"


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(WORDS, tmp_path_factory.mktemp("small"))


def test_a_reading_is_how_much_likelier_a_sentence_is_behind_the_first_lead_in(small: Path) -> None:
    model, tokenizer, _ = load_language_model(small)
    reader = FrameReader(model, tokenizer)
    pairs = [("Zoos harm animals.", "Bars hurt animals."), ("Nets help animals", "Walls help.")]
    found = reader.read(pairs)
    assert found.shape == (2, len(NAMES))
    np.testing.assert_allclose(found[1:], reader.read(pairs[1:]), atol=0.1)  # whatever it is read beside
    again = [reader.read([pair])[0] for pair in (pairs[0], (pairs[0][0].rstrip("."), pairs[0][1].rstrip(".")))]
    np.testing.assert_array_equal(again[0], again[1])
    assert np.abs(found).max() > 0


def test_what_tells_stances_is_kept_and_opened(small: Path, tmp_path: Path) -> None:
    chance = np.random.default_rng(0)
    signs = np.array([1.0 if graph.stance is Stance.SUPPORT else -1.0 for graph in GRAPHS])
    readings = (signs[:, None] * 3 + chance.normal(size=(len(GRAPHS), len(NAMES)))).astype(np.float32)
    model = train_on_readings(GRAPHS, readings, str(small), seed=0)
    model.save(tmp_path / "model")
    opened = ReadingStanceModel.load(tmp_path / "model")
    assert (opened.language_model, opened.origin.data["graphs"]) == (str(small), 20)
    belief, argument = GRAPHS[0].belief, GRAPHS[0].argument
    assert open_stances(tmp_path / "model")(belief, argument) is model(belief, argument)
    assert opened.mixture.words[2] > 0  # the first reading speaks for support
    assert opened(belief, argument, CHAIN) is model(belief, argument, CHAIN)
    [drawn] = open_composer(tmp_path / "model").compose(belief, argument, order=Order.REASONING)
    assert drawn.stance is model(belief, argument, drawn.edges)


def test_a_language_model_is_taught_what_to_expect(small: Path) -> None:
    model, tokenizer, _ = load_language_model(small)
    pairs = [(graph.belief, graph.argument) for graph in GRAPHS]
    supports = np.array([graph.stance is Stance.SUPPORT for graph in GRAPHS])
    before = FrameReader(model, tokenizer).read(pairs)[:, 0]
    training = FrameAdapterTraining(Schedule(epochs=6, batch=100, rate=2e-2), rank=4, blocks=1)
    taught = teach_frames(str(small), GRAPHS, training)
    after = FrameReader(taught.model, taught.tokenizer).read(pairs)[:, 0]
    gains = [found[supports].mean() - found[~supports].mean() for found in (before, after)]
    assert gains[1] > gains[0] + 1
    with pytest.raises(InputError, match=r"^there are no graphs to learn stances from; accepted: one or more$"):
        teach_frames(str(small), (), training)
    wild = FrameAdapterTraining(Schedule(epochs=2, batch=100, rate=1e30), rank=2, blocks=1)
    with pytest.raises(InputError, match=r"the weights grew beyond all numbers; accepted: less$"):
        teach_frames(str(small), GRAPHS, wild)


def test_what_a_language_model_has_learnt_is_kept_beside_the_trees(small: Path, tmp_path: Path) -> None:
    training = FrameAdapterTraining(Schedule(epochs=1, batch=200, rate=1e-2), rank=2, blocks=1)
    model, progress = train_taught(GRAPHS, str(small), training, (), tmp_path / "learnt")
    assert len(progress) == 1
    assert model.origin.data["read"] in range(1, len(GRAPHS))
    model.save(tmp_path / "model")
    shutil.rmtree(tmp_path / "learnt")
    opened = ReadingStanceModel.load(tmp_path / "model")
    assert opened.adapter == tmp_path / "model" / "adapter"
    plain = replace(opened, adapter=None)
    belief, argument = GRAPHS[0].belief, GRAPHS[0].argument
    told, untaught = (item.readings(belief, argument) for item in (opened, plain))
    assert np.abs(told - untaught).max() > 0
    assert open_stances(tmp_path / "model")(belief, argument) is opened(belief, argument)


def test_it_learns_to_say_stances_after_pairs_for_inference(small: Path, tmp_path: Path) -> None:
    pairs = [
        LabelledPair((graph.argument,), graph.belief, frozenset((status,)), "snli")
        for graph in GRAPHS[:4]
        for status in (Status.SUPPORTED if graph.stance is Stance.SUPPORT else Status.CONTRADICTED,)
    ]
    quick = Schedule(epochs=12, batch=600, rate=2e-2)
    training = FrameAdapterTraining(quick, replace(quick, epochs=1), rank=4, blocks=2, says=True)
    model, progress = train_taught(GRAPHS, str(small), training, pairs, tmp_path / "learnt")
    assert (len(progress), progress[-1].alone.right, progress[-1].with_graph.right) == (13, 1.0, 1.0)
    assert read_manifest(tmp_path / "learnt").data == "snli+explagraphs"
    assert (len(model.mixture.words), len(model.mixture.graph)) == (3 + len(NAMES), 4 + len(NAMES))
    model.save(tmp_path / "model")
    opened = ReadingStanceModel.load(tmp_path / "model")
    first = GRAPHS[0]
    assert opened.readings(first.belief, first.argument).shape == (1, 1 + len(NAMES))
    assert opened.readings(first.belief, first.argument, CHAIN).shape == (1, 2 + len(NAMES))
    for graph in GRAPHS:
        assert opened(graph.belief, graph.argument) is graph.stance
        assert opened(graph.belief, graph.argument, graph.edges) is graph.stance


def test_the_language_model_must_be_there(small: Path, tmp_path: Path) -> None:
    assert train_reading(GRAPHS, str(small), seed=0).language_model == str(small)
    with pytest.raises(InputError, match=r"^no language model 'nowhere' on this machine"):
        train_reading(GRAPHS, "nowhere", seed=0)
    readings = np.zeros((len(GRAPHS), len(NAMES)), dtype=np.float32)
    train_on_readings(GRAPHS, readings, "nowhere", seed=0).save(tmp_path / "model")
    with pytest.raises(InputError, match=r"^no language model 'nowhere' on this machine"):
        open_stances(tmp_path / "model")("Zoos harm animals.", "Bars hurt animals.")


def test_what_ships_has_the_trees_that_ship_without_a_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    model, plain = ReadingStanceModel.shipped(), StanceModel.shipped()
    assert (model.words.model_to_string(), model.graph.model_to_string()) == (
        plain.words.model_to_string(),
        plain.graph.model_to_string(),
    )
    assert (model.weights, model.ties, model.language_model) == (plain.weights, plain.ties, SMOLLM2)
    for weights, said in ((model.mixture.words, 1), (model.mixture.graph, 2)):
        assert len(weights) == 2 + len(NAMES) + said * model.mixture.says
        assert min(weights[1:3]) > 0  # trees and what is taught speak for support
    monkeypatch.setattr(language_models, "_SMOLLM2_PACKAGE", "no_such_package")
    reading.frame_reader.cache_clear()
    with pytest.raises(
        InputError, match=r"^no language model 'SmolLM2-135M-Instruct' on this machine; install it with: "
    ):
        open_stances(Path("smollm2"))("Zoos harm animals.", "Bars hurt animals.")
