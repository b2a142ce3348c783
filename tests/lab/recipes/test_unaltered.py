"""Gold paraphrases: files of pairs, and EntailmentBank."""

from pathlib import Path
from random import Random

import pytest

from explanans.formats import entailmentbank
from explanans.lab.recipes.alteration import Syntax
from explanans.lab.recipes.claims import (
    CONCLUSION,
    Nearest,
    SupportedClaim,
    answered,
    conclusions,
    paraphrases,
    parsed,
    steps,
)
from explanans.lab.recipes.corpus import PassageSentence, fold
from explanans.lab.recipes.recipes import ALTERED, altered_conclusions
from explanans.language.parsing.spacy_pipeline import english
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from tests.lab.recipes.reading import NliClassifier, read

from .reading import Flat

SOURCE = "It/PRON/PRP/2/nsubj rained=rain/VERB/VBD/0/root"
CLAIM = "Rain/NOUN/NN/2/nsubj fell=fall/VERB/VBD/0/root"
CRY = "Ouch/INTJ/UH/0/root"


def test_all_that_a_paraphrase_says_is_supported() -> None:
    pairs = [SupportedClaim(("It rained", "Ouch"), "Rain fell", "a"), SupportedClaim(("It rained",), "Ouch", "b")]
    (example,) = paraphrases(pairs, NliClassifier(SOURCE, CLAIM, CRY))
    assert [parse.text for parse in example.source] == ["It rained", "Ouch"]
    assert list(example.labels.values()) == [True]
    assert (example.recipe, example.origin) == ("paraphrase", "a")


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


def sentence(origin: str, text: str) -> PassageSentence:
    words = text.split()
    spelt = (f"{word}/NOUN/NN/{min(number, 1)}/obj" for number, word in enumerate(words))
    return PassageSentence(origin, [Syntax(read(" ".join(spelt)))], 0)


def of_one_fold(count: int) -> list[str]:
    return [origin for origin in map(str, range(1000)) if fold(origin) == 3][:count]


def test_the_nearest_sentence_of_another_text_is_not_supported() -> None:
    a, b, c = of_one_fold(3)
    asked = sentence(a, "one two three four")
    others = [
        sentence(a, "one two three five"),
        sentence(b, "one two nine ten eleven"),
        sentence(c, "one two three five six"),
        sentence(b, "one two three four"),
        sentence("elsewhere", "one two three six"),
    ]
    assert fold("elsewhere") != 3
    draft = Nearest([asked, *others])(asked.syntax, Random(0))
    assert draft is not None
    ((outcome,),) = parsed([draft], NliClassifier())
    assert outcome.source.text == "one two three four"
    assert outcome.claim.text == "one two three five six"
    assert set(outcome.labels.values()) == {False}
    assert len(outcome.labels) == 4


def test_nothing_is_near_where_no_word_is_shared() -> None:
    a, b = of_one_fold(2)
    asked = sentence(a, "one two")
    assert Nearest([asked, sentence(b, "three four")])(asked.syntax, Random(0)) is None


def test_rare_words_weigh_more() -> None:
    a, b, c, d = of_one_fold(4)
    asked = sentence(a, "the cat of the miller sleeps")
    others = [sentence(b, "the dog of the baker barks"), sentence(c, "no miller barks at a dog")]
    fillers = [sentence(d, f"the end of day {number}") for number in range(20)]
    draft = Nearest([asked, *others, *fillers])(asked.syntax, Random(0))
    assert draft is not None
    assert draft.claim.parse.text == "no miller barks at a dog"
