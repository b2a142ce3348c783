"""Gold paraphrases: files of pairs, and EntailmentBank."""

from pathlib import Path

import pytest
from tests.train.recipes.reading import Reader

from explanans.codecs import entailmentbank
from explanans.exceptions import FormatError
from explanans.fact import Fact
from explanans.problem import Problem
from explanans.train.recipes.gold import (
    CONCLUSION,
    SupportedClaim,
    answered,
    conclusions,
    paraphrases,
    read_pairs,
    steps,
)
from explanans.train.recipes.recipes import ALTERED, altered_conclusions
from explanans.tree import ROOT, EntailmentTree, Step
from explanans.verify.parsers.spacy_pipeline import english

from .reading import Flat

SOURCE = "It/PRON/PRP/2/nsubj rained=rain/VERB/VBD/0/root"
CLAIM = "Rain/NOUN/NN/2/nsubj fell=fall/VERB/VBD/0/root"
CRY = "Ouch/INTJ/UH/0/root"


def test_all_that_a_paraphrase_says_is_supported() -> None:
    pairs = [SupportedClaim(("It rained", "Ouch"), "Rain fell", "a"), SupportedClaim(("It rained",), "Ouch", "b")]
    (example,) = paraphrases(pairs, Reader(SOURCE, CLAIM, CRY))
    assert [parse.text for parse in example.source] == ["It rained", "Ouch"]
    assert list(example.labels.values()) == [True]
    assert (example.recipe, example.origin) == ("paraphrase", "a")


def test_files_of_pairs() -> None:
    assert list(read_pairs(["a b\tc", "", "a b\td"], "x.tsv")) == [
        SupportedClaim(("a b",), "c", "a b"),
        SupportedClaim(("a b",), "d", "a b"),
    ]
    with pytest.raises(FormatError, match=r"x\.tsv, line 2: 1 texts in 2 columns; accepted: a sentence, a tab"):
        list(read_pairs(["a\tb", "a\t "], "x.tsv"))
    with pytest.raises(FormatError, match="3 texts in 3 columns"):
        list(read_pairs(["a\tb\tc"], "x.tsv"))


def test_questions_with_their_answers_and_leaves(data_folder: Path) -> None:
    path = data_folder / "entailmentbank" / "dataset" / "task_1" / "train.jsonl"
    problems = list(entailmentbank.decode(path.read_text(encoding="utf-8").splitlines(), str(path)))
    pairs = list(answered(problems))
    assert len(pairs) == 1313
    assert all(len(pair.source) > 2 and pair.claim not in pair.source for pair in pairs[:50])


PREMISES = ("an old dog is a kind of animal", "animals that are kept in gardens chase small birds daily")
FROG = "an old dog that is kept in a garden chases small birds daily"


def problem(*, with_tree: bool = True) -> Problem:
    leaves = tuple(Fact(f"sent{number}", text) for number, text in enumerate(PREMISES, 1))
    tree = EntailmentTree(FROG, leaves, (Step(("sent1", "sent2"), ROOT, FROG),))
    return Problem("q", FROG, leaves, tree=tree if with_tree else None)


def test_steps_are_pairs_of_premises_and_a_conclusion() -> None:
    assert steps([problem(), problem(with_tree=False), problem()], seed=0) == [SupportedClaim(PREMISES, FROG, FROG)]


def test_all_that_a_conclusion_says_is_supported() -> None:
    (example,) = conclusions([SupportedClaim(PREMISES, FROG, "a")], Flat())
    assert (example.recipe, example.origin) == (CONCLUSION, "a")
    assert [parse.text for parse in example.source] == list(PREMISES)
    assert all(example.labels.values())


def test_an_altered_conclusion_has_the_premises_for_a_source() -> None:
    made = list(altered_conclusions([SupportedClaim(PREMISES, FROG, "a")], english(), limit=7, seed=0))
    assert made
    for example in made:
        assert (example.recipe, example.origin) == (ALTERED, "a")
        assert [parse.text for parse in example.source] == list(PREMISES)
        assert example.claim.text != FROG
    assert {label for example in made for label in example.labels.values()} == {False, True}


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_seed_makes_the_same_examples(seed: int) -> None:
    pairs = [SupportedClaim(PREMISES, FROG, "a")]
    one, two = (list(altered_conclusions(pairs, english(), limit=7, seed=seed)) for _ in range(2))
    assert one == two
