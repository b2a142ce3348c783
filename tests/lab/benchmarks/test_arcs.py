"""Arcs by recipe, on examples whose figures are known, and encoders of arcs and of whole claims."""

from pathlib import Path

import pytest

from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.entailment.arcs.checker import open_scorer
from explanans.errors import InputError
from explanans.lab.benchmarks.arcs import held_out, measure_arcs, open_encoders
from explanans.lab.benchmarks.summaries import measure_summaries
from explanans.lab.datasets.inference import SummaryPair
from explanans.language.parser import open_parser


def example(claim: str, recipe: str, *labels: bool) -> ArcExample:
    source, said = open_parser().parse(["The dog bites the man.", claim])
    return ArcExample((source,), said, dict(zip(checked_arcs(said), labels, strict=True)), recipe, claim)


def test_accuracy_and_f1_by_recipe() -> None:
    found = [
        example("The dog bites the man.", "same", True, True),
        example("The cat bites the man.", "other", False, True),
        example("The cow eats the grass.", "nothing", False, False),
    ]
    figures = measure_arcs(found, [open_scorer("majority"), open_scorer("lexical-match")])
    assert figures["arcs"] == {"all": 6, "same": 2, "other": 2, "nothing": 2}
    assert figures["supported"]["all"] == 50
    majority, match = figures["scorers"]["majority"], figures["scorers"]["lexical-match"]
    assert majority["all"]["accuracy"] == 50
    assert majority["all"]["f1"] == pytest.approx(200 / 3)
    assert (majority["nothing"]["accuracy"], majority["nothing"]["f1"]) == (0.0, None)
    assert {name: item["accuracy"] for name, item in match.items()} == dict.fromkeys(figures["arcs"], 100)


def test_examples_are_made_of_the_development_split(tmp_path: Path) -> None:
    texts = ["The old dog chased two cats in the garden.", "A farmer sold seven cows and three pigs last week."] * 3
    lines = [f"# newdoc id = d{number}\n# text = {text}\n\n" for number, text in enumerate(texts)]
    (tmp_path / "ud-english-ewt").mkdir()
    (tmp_path / "ud-english-ewt/en_ewt-ud-dev.conllu").write_text("".join(lines))
    made = held_out(tmp_path, open_parser(), 2, 0)
    assert {item.recipe for item in made} >= {"swap", "number", "hallucination"}
    assert {item.origin for item in made} <= {f"d{number}" for number in range(6)}
    with pytest.raises(InputError, match="ud-english-ewt is not there"):
        held_out(tmp_path / "ud-english-ewt", open_parser(), 2, 0)


def test_both_levels_are_measured(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from transformers import BertConfig, BertModel

    from explanans.lab.networks.arcs import Settings, train_encoder
    from explanans.lab.networks.fitting import Split
    from explanans.neural.core.checkpoint import Schedule
    from tests.neural.arcs.conftest import EXAMPLES, SIZES, make_tokenizer, saved

    config = BertConfig(vocab_size=len(make_tokenizer()), **SIZES)
    encoder = saved(BertModel(config), tmp_path / "encoder")
    folders = [tmp_path / "arcs", tmp_path / "claims"]
    for folder in folders:
        schedule, whole = Schedule(epochs=1, batch=4, rate=1e-3), folder.name == "claims"
        train_encoder(Settings(encoder, schedule, sentence_level=whole), Split(EXAMPLES), folder)
    opened = open_encoders(folders, EXAMPLES, open_parser())
    arcs, claims = opened.figures
    assert (arcs["level"], arcs["answers"]) == ("arc-encoder", 7)
    assert (claims["level"], claims["answers"]) == ("claim-encoder", 4)
    assert [scorer.name for scorer in opened.scorers] == [arcs["name"]]
    assert list(opened.rates) == [claims["name"]]
    pairs = [SummaryPair("the old dog chased a cat.", "the dog chased a cat.", "a cat chased the dog.")]
    systems, _ = measure_summaries(pairs, opened.scorers, open_parser(), opened.rates)
    assert {arcs["name"], claims["name"]} <= systems.keys()
    assert systems[claims["name"]].measures["reranking_accuracy"] in {0.0, 50.0, 100.0}
