"""Examples: balanced, the same every time, and never split between training and testing."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.errors import InputError
from explanans.formats import entailmentbank
from explanans.lab.recipes.claims import answered
from explanans.lab.recipes.corpus import Passage, fold, parsed_sentences, read_passages, split
from explanans.lab.recipes.recipes import NAMES, RECIPES, examples, training_examples
from explanans.language.tokens import tokens
from tests.lab.recipes.reading import Flat


def test_an_unknown_recipe_is_named() -> None:
    with pytest.raises(InputError, match=r"no recipe is called 'soup'; accepted: attachment, beam, compression"):
        list(examples([], Flat(), ["soup"]))


def test_passages_lose_their_capitals_or_keep_them_as_one() -> None:
    passages = [Passage(f"d{number}", ("Cats Chase Mice", "Dogs Bark")) for number in range(40)]
    sentences = parsed_sentences(passages, Flat())
    texts = Counter(sentence.syntax.parse.text for sentence in sentences)
    assert set(texts) == {"Cats Chase Mice", "Dogs Bark", "cats chase mice", "dogs bark"}
    assert texts["Cats Chase Mice"] == texts["Dogs Bark"]
    assert 10 <= texts["Dogs Bark"] <= 30
    assert sentences[0].before is None
    assert sentences[0].after is sentences[1].syntax
    assert sentences[1].before is sentences[0].syntax


def test_all_of_an_origin_stays_together() -> None:
    made = list(
        examples([Passage(f"d{n}", (f"a b c d e f{n} g", f"h{n} i j k l m n")) for n in range(60)], Flat(), ["swap"])
    )
    learnt, held_out = split(made)
    assert len(learnt) + len(held_out) == len(made) > 60
    assert held_out
    assert not {example.origin for example in learnt} & {example.origin for example in held_out}
    assert {fold(example.origin) for example in held_out} == {9}


def test_the_same_seed_makes_the_same_examples_whatever_other_recipes_make() -> None:
    passages = [Passage(f"d{n}", (f"a b c d e f{n} g", f"h{n} i j k l m n")) for n in range(30)]
    alone = list(examples(passages, Flat(), ["swap"], 20))
    among = [
        example for example in examples(passages, Flat(), ["hallucination", "swap"], 20) if example.recipe == "swap"
    ]
    assert alone == among
    assert len(alone) == 20
    assert alone != list(examples(passages, Flat(), ["swap"], 20, seed=1))


def test_some_sources_have_their_neighbours() -> None:
    passages = [Passage(f"d{n}", (f"a b c d e f{n} g", f"h{n} i j k l m n", "o p q r s t")) for n in range(60)]
    made = list(examples(passages, Flat(), ["swap"], 150))
    lengths = Counter(len(example.source) for example in made)
    assert lengths[1] > lengths[2] > 0
    assert lengths[3] > 0


def test_sources_of_several_sentences_are_of_one_passage() -> None:
    texts = [tuple(f"d{n} {letter} b c d e f" for letter in "stuvwxyz") for n in range(40)]
    made = list(examples([Passage(text[0], text) for text in texts], Flat(), ["swap"], 200, context=5))
    lengths = Counter(len(example.source) for example in made)
    assert set(lengths) == {1, 2, 3, 4, 5, 6}
    passages = {text[0].lower(): " ".join(text).lower() for text in texts}
    for example in made:
        source = " ".join(sentence.text for sentence in example.source).lower()
        assert source in passages[example.origin.lower()]


def test_labels_are_of_checked_arcs_and_a_supported_arc_is_never_denied(data_folder: Path) -> None:
    """With gold parses of whole sentences, and altered ones read word by word."""
    from explanans.lab.recipes.corpus import read_passages

    path = data_folder / "ud-english-ewt" / "en_ewt-ud-dev.conllu"
    passages = list(read_passages(path.read_text(encoding="utf-8").splitlines(), path.name))[:20]
    made = list(examples(passages, Flat(), RECIPES, 40))
    assert {"hallucination", "swap"} <= {example.recipe for example in made}
    for example in made:
        assert set(example.labels) <= set(checked_arcs(example.claim))
        said = {
            (parse.tokens[arc.head].lemma, parse.tokens[arc.child].lemma, arc.label)
            for parse in example.source
            for arc in checked_arcs(parse)
        }
        tokens = example.claim.tokens
        for arc, label in example.labels.items():
            assert label or (tokens[arc.head].lemma, tokens[arc.child].lemma, arc.label) not in said


def test_recipes_of_both_data_sets(data_folder: Path) -> None:
    made = list(training_examples(Flat(), ["paraphrase"], 5, data=data_folder))
    assert [example.recipe for example in made] == ["paraphrase"] * 5
    assert all(set(example.labels.values()) == {True} and len(example.source) > 2 for example in made)
    assert made == list(training_examples(Flat(), ["paraphrase"], 5, data=data_folder))
    assert made != list(training_examples(Flat(), ["paraphrase"], 5, seed=1, data=data_folder))


def test_a_data_set_that_is_not_there_is_not_asked_for_in_vain(tmp_path: Path) -> None:
    (tmp_path / "ud-english-ewt").mkdir()
    (tmp_path / "ud-english-ewt" / "en_ewt-ud-train.conllu").write_text("# text = a b c d e f g\n")
    (example,) = training_examples(Flat(), ["hallucination"], data=tmp_path)
    assert example.claim.text == "a b c d e f g"
    with pytest.raises(InputError, match="the data set entailmentbank is not there"):
        list(training_examples(Flat(), data=tmp_path))


def test_recipes_have_names() -> None:
    assert len(NAMES) == 18
    with pytest.raises(InputError, match=r"no recipe is called 'soup'; accepted: altered-conclusion, attachment"):
        list(training_examples(Flat(), ["soup"]))


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
