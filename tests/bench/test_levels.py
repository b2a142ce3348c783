"""Encoders of arcs and of whole claims on the same summaries and examples."""

from pathlib import Path

from tests.verify.arcs.neural.conftest import EXAMPLES, SIZES, make_tokenizer, saved
from transformers import BertConfig, BertModel

from explanans.bench import levels
from explanans.bench.summaries import bench_summaries
from explanans.codecs.summary_pairs import SummaryPair
from explanans.learn.neural.checkpoint import Schedule
from explanans.train.networks.arcs import Settings, train_encoder
from explanans.train.networks.fitting import Split
from explanans.verify.parsers.parser import open_parser


def test_both_levels_are_measured(tmp_path: Path) -> None:
    config = BertConfig(vocab_size=len(make_tokenizer()), **SIZES)
    encoder = saved(BertModel(config), tmp_path / "encoder")
    folders = [tmp_path / "arcs", tmp_path / "claims"]
    for folder in folders:
        schedule, whole = Schedule(epochs=1, batch=4, rate=1e-3), folder.name == "claims"
        train_encoder(Settings(encoder, schedule, sentence_level=whole), Split(EXAMPLES), folder)
    opened, parser = levels.open_all(folders), open_parser()
    arcs, claims = levels.figures(opened, EXAMPLES)
    assert (arcs.level, arcs.answers, claims.level, claims.answers) == ("arc-encoder", 7, "claim-encoder", 4)
    scorers, rates = levels.scorers(opened), levels.rates(opened, parser)
    assert [scorer.name for scorer in scorers] == [arcs.name]
    assert list(rates) == [claims.name]
    pairs = [SummaryPair("the old dog chased a cat.", "the dog chased a cat.", "a cat chased the dog.")]
    bench = bench_summaries(pairs, scorers, parser, rates)
    assert {arcs.name, claims.name} <= bench.systems.keys()
    assert bench.systems[claims.name].accuracy in {0.0, 0.5, 1.0}
