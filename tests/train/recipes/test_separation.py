"""Nothing of the summaries that scorers are measured on is in what they are trained on."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.train.recipes.reading import Flat

from explanans.codecs import entailmentbank
from explanans.text.tokens import tokens
from explanans.train.recipes.corpus import Passage, read_passages
from explanans.train.recipes.pairs import answered
from explanans.train.recipes.recipes import examples

LENGTH = 7
"""Words: two texts that share as many in a row have them from each other; six may be *to be one of the most*."""


def ngrams(texts: Iterable[str]) -> set[tuple[str, ...]]:
    words = (tuple(map(str.lower, tokens(text))) for text in texts)
    return {text[start : start + LENGTH] for text in words for start in range(max(1, len(text) - LENGTH + 1))}


@pytest.fixture
def measured(data_folder: Path) -> set[tuple[str, ...]]:
    path = data_folder / "factuality" / "summary_pairs.json"
    keys = ("article_sent", "correct_sent", "incorrect_sent")
    return ngrams(pair[key] for pair in json.loads(path.read_text(encoding="utf-8")) for key in keys)


@pytest.fixture
def treebank(data_folder: Path) -> list[Passage]:
    path = data_folder / "ud-english-ewt" / "en_ewt-ud-train.conllu"
    return list(read_passages(path.read_text(encoding="utf-8").splitlines(), path.name))


def test_sources_of_training_share_nothing_with_the_summaries(
    data_folder: Path, measured: set[tuple[str, ...]], treebank: list[Passage]
) -> None:
    path = data_folder / "entailmentbank" / "dataset" / "task_1" / "train.jsonl"
    problems = entailmentbank.decode(path.read_text(encoding="utf-8").splitlines(), str(path))
    facts = [text for pair in answered(problems) for text in (*pair.source, pair.claim)]
    sentences = [sentence for passage in treebank for sentence in passage.sentences]
    assert len(sentences) == 12544
    assert len(measured) > 3500
    assert not measured & ngrams(sentences)
    assert not measured & ngrams(facts)


def test_examples_share_nothing_with_the_summaries(measured: set[tuple[str, ...]], treebank: list[Passage]) -> None:
    made = list(examples(treebank[:30], Flat(), limit=50))
    texts = [parse.text for example in made for parse in (*example.source, example.claim)]
    assert len(made) > 200
    assert not measured & ngrams(texts)


def test_a_summary_among_them_would_be_found(data_folder: Path, measured: set[tuple[str, ...]]) -> None:
    pairs = json.loads((data_folder / "factuality" / "summary_pairs.json").read_text(encoding="utf-8"))
    assert measured & ngrams([f"Yesterday, {pairs[0]['correct_sent'].upper()}"])
