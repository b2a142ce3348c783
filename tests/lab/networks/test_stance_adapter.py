"""Language models that learn to tell stances: what they read, what is kept, and what they then tell."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.graphs.composer import Order
from explanans.lab.benchmarks.explagraphs import maker
from explanans.lab.networks.stance_adapter import StanceAdapterTraining, train_stance_adapter
from explanans.neural.core.adapter import WEIGHTS
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.language_models import load_language_model
from explanans.neural.graphs.language_stances import StanceLanguageModel, spell
from explanans.pipeline.graphing import open_composer, open_stances
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance
from explanans.structures.labels import UNSUPPORTED, LabelledPair
from explanans.structures.verdicts import Status
from tests.lab.networks.small_model import write_model

QUICK = Schedule(epochs=12, batch=300, rate=2e-2)
CHAIN = (
    Edge("zoos", Relation.CAUSES, "cages"),
    Edge("cages", Relation.HAS_PROPERTY, "narrow"),
    Edge("narrow", Relation.CAUSES, "harm"),
)
GRAPHS = tuple(
    ExplanationGraph(f"Zoos {do} animals .", f"Cages {are} animals .", stance, CHAIN)
    for do, are, stance in (
        ("harm", "harm", Stance.SUPPORT),
        ("harm", "help", Stance.COUNTER),
        ("help", "harm", Stance.SUPPORT),
        ("help", "help", Stance.COUNTER),
    )
)
PAIRS = (
    LabelledPair(("Cages help animals .",), "Cages help animals .", frozenset((Status.SUPPORTED,)), "snli"),
    LabelledPair(("Zoos help animals .",), "Cages harm animals .", UNSUPPORTED, "texts"),
)
WORDS = "Argument : Belief Stance Graph support counter neutral Zoos Cages harm help animals . zoos cages narrow"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(f"{WORDS} {' '.join(Relation)}", tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def trained(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "stances"
    found = train_stance_adapter(
        StanceAdapterTraining(str(small), QUICK, QUICK, rank=8, blocks=1), GRAPHS, GRAPHS, PAIRS, folder
    )
    assert (found.examples, found.pairs, found.held_out, len(found.right)) == (4, 2, 4, 12)
    assert found.right[found.epoch - 1] == (1.0, 1.0)
    return folder


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))


def test_the_stance_is_told_after_the_belief_and_after_the_graph(small: Path) -> None:
    tokenizer = load_language_model(small).tokenizer
    ids, places = spell(tokenizer, "Zoos help animals .", "Cages harm animals .", CHAIN[:2])
    asked = "Argument : Cages harm animals . Belief : Zoos help animals . Stance :"
    shown = "Graph : zoos causes cages . cages has property narrow . Stance :"
    assert tokenizer.decode(ids) == f"{asked} {shown}"
    assert [tokenizer.decode(ids[: place + 1]) for place in places] == [asked, f"{asked} {shown}"]
    assert spell(tokenizer, "Zoos help animals .", "Cages harm animals .").places == places[:1]


def test_what_was_learnt_is_kept_and_opened(trained: Path) -> None:
    assert sorted(path.name for path in trained.iterdir()) == [WEIGHTS, "manifest.json"]
    manifest = json.loads((trained / "manifest.json").read_text())
    assert (manifest["network"], manifest["data"]) == ("stances:language-model", "snli+texts+explagraphs")
    model = StanceLanguageModel.open(trained)
    for graph in GRAPHS:
        assert model(graph.belief, graph.argument) is graph.stance
        assert model(graph.belief, graph.argument, graph.edges) is graph.stance
        assert open_stances(trained)(graph.belief, graph.argument) is graph.stance


def test_it_tells_stances_in_either_order(trained: Path) -> None:
    composer, model = open_composer(trained), StanceLanguageModel.open(trained)
    belief, argument = GRAPHS[1].belief, GRAPHS[1].argument
    for order in (None, Order.RATIONALISING):
        [drawn] = composer.compose(belief, argument, order=order)
        assert (drawn.stance, drawn.faults()) == (Stance.COUNTER, ())
    [drawn] = composer.compose(belief, argument, order=Order.REASONING)
    assert drawn.stance is model(belief, argument, drawn.edges)
    assert maker(f"stance-encoder:{trained}")(None, 0)(belief, argument).stance is Stance.COUNTER


def test_what_cannot_be_opened(small: Path, trained: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no manifest of a checkpoint"):
        StanceLanguageModel.open(small)
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "manifest.json").write_bytes((trained / "manifest.json").read_bytes())
    with pytest.raises(InputError, match=r"no adapter \(No such file or directory\); train again$"):
        open_composer(damaged)
    (damaged / WEIGHTS).write_bytes(b"damaged")
    with pytest.raises(InputError, match=r"no adapter that can be loaded \(.*\); train again$"):
        open_stances(damaged)
    (damaged / "manifest.json").write_text((trained / "manifest.json").read_text().replace("stances:language", "x"))
    with pytest.raises(InputError, match=r": a x-model; accepted: one made by 'explanans lab train stance-adapter'$"):
        StanceLanguageModel.open(damaged)


def test_what_cannot_be_learnt(small: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^there are no graphs to learn stances from; accepted: "):
        train_stance_adapter(StanceAdapterTraining(str(small)), [], [], [], tmp_path / "out")
    how = StanceAdapterTraining(str(small), Schedule(epochs=3, batch=300, rate=1e30), rank=2)
    with pytest.raises(InputError, match=r"the weights grew beyond all numbers; accepted: less$"):
        train_stance_adapter(how, GRAPHS, [], [], tmp_path / "out")
    other = write_model("support", tmp_path / "other")
    with pytest.raises(InputError, match=r"^a tokenizer in which support, counter, neutral begin alike; accepted: "):
        train_stance_adapter(StanceAdapterTraining(str(other)), GRAPHS, [], [], tmp_path / "out")
