"""Words from elsewhere."""

from random import Random

from tests.train.recipes.reading import labelled, read

from explanans.train.recipes.corpus import Sentence
from explanans.train.recipes.replacement import Replacement
from explanans.train.recipes.synonyms import Synonyms
from explanans.train.recipes.syntax import Syntax

BEFORE = Syntax(read("Hens=hen/NOUN/NNS/2/nsubj cluck/VERB/VBP/0/root"))
SENTENCE = Syntax(read("Cars=car/NOUN/NNS/2/nsubj start/VERB/VBP/0/root"))
SENTENCES = [Sentence("a", BEFORE, None, SENTENCE), Sentence("a", SENTENCE, BEFORE, None)]
SYNONYMS = Synonyms([("VERB", ("start", "begin"))])


def test_arcs_of_the_new_word_are_not_supported() -> None:
    recipe = Replacement(SENTENCES, SYNONYMS)
    made = {draft.texts[0]: draft for seed in range(30) if (draft := recipe(SENTENCE, Random(seed)))}
    assert set(made) == {"Hens start", "Cars cluck"}
    _, labels = labelled(made["Hens start"], "Hens=hen/NOUN/NNS/2/nsubj start/VERB/VBP/0/root")
    assert labels == {("start", "nsubj", "Hens"): False}


def test_synonyms_and_words_of_the_sentence_do_not_replace() -> None:
    begin = Syntax(read("Cars=car/NOUN/NNS/2/nsubj begin/VERB/VBP/0/root"))
    recipe = Replacement([Sentence("a", begin, None, SENTENCE), Sentence("a", SENTENCE, begin, None)], SYNONYMS)
    assert not any(recipe(SENTENCE, Random(seed)) for seed in range(30))
