"""Gold paraphrases: files of pairs, and EntailmentBank."""

from pathlib import Path

import pytest
from tests.train.recipes.reading import Reader

from explanans.codecs import entailmentbank
from explanans.exceptions import FormatError
from explanans.train.recipes.pairs import Pair, answered, paraphrases, read_pairs

SOURCE = "It/PRON/PRP/2/nsubj rained=rain/VERB/VBD/0/root"
CLAIM = "Rain/NOUN/NN/2/nsubj fell=fall/VERB/VBD/0/root"
CRY = "Ouch/INTJ/UH/0/root"


def test_all_that_a_paraphrase_says_is_supported() -> None:
    pairs = [Pair(("It rained", "Ouch"), "Rain fell", "a"), Pair(("It rained",), "Ouch", "b")]
    (example,) = paraphrases(pairs, Reader(SOURCE, CLAIM, CRY))
    assert [parse.text for parse in example.source] == ["It rained", "Ouch"]
    assert list(example.labels.values()) == [True]
    assert (example.recipe, example.origin) == ("paraphrase", "a")


def test_files_of_pairs() -> None:
    assert list(read_pairs(["a b\tc", "", "a b\td"], "x.tsv")) == [
        Pair(("a b",), "c", "a b"),
        Pair(("a b",), "d", "a b"),
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
