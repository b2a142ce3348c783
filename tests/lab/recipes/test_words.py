"""Numbers and quantities that change."""

import re
from random import Random

import pytest

from explanans.lab.recipes.alteration import Syntax
from explanans.lab.recipes.corpus import PassageSentence
from explanans.lab.recipes.rewording import Synonyms
from explanans.lab.recipes.words import Replacement, negation, number, swap
from tests.lab.recipes.reading import drafts, labelled, read

SENTENCE = "Bob/PROPN/NNP/2/nsubj bought=buy/VERB/VBD/0/root 35/NUM/CD/4/nummod cars=car/NOUN/NNS/2/obj"


def test_only_the_arcs_of_the_number_are_not_supported() -> None:
    made = drafts(number, SENTENCE)
    assert len(made) > 3
    for text, draft in made.items():
        match = re.fullmatch(r"Bob bought (\d\d) cars", text)
        assert match
        assert match[1] != "35"
        _, labels = labelled(draft, SENTENCE.replace("35", match[1]))
        assert labels == {
            ("bought", "nsubj", "Bob"): True,
            ("cars", "nummod", match[1]): False,
            ("bought", "obj", "cars"): True,
        }


def test_words_of_quantity_keep_their_capitals() -> None:
    more = "More/ADJ/JJR/2/amod cats=cat/NOUN/NNS/3/nsubj sleep/VERB/VBP/0/root"
    friday = "They/PRON/PRP/2/nsubj came=come/VERB/VBD/0/root Friday/PROPN/NNP/2/obl"
    assert set(drafts(number, more)) == {"Less cats sleep"}
    made = set(drafts(number, friday, 100))
    assert "They came Monday" in made
    assert len(made) == 6
    over = "We/PRON/PRP/2/nsubj won=win/VERB/VBD/0/root over/{}/IN/{} fifty/NUM/CD/5/nummod votes=vote/NOUN/NNS/2/obj"
    made = {text.split()[2] for text in drafts(number, over.format("ADV", "4/advmod"), 100) if "fifty" in text}
    assert made == {"under", "exactly", "nearly", "almost"}
    assert all("over" in text for text in drafts(number, over.format("ADP", "2/compound:prt")))
    assert not drafts(number, "Cats=cat/NOUN/NNS/2/nsubj sleep/VERB/VBP/0/root")


AFFIRMED = "Cats=cat/NOUN/NNS/2/nsubj eat/VERB/VBP/0/root fish/NOUN/NN/2/obj here/ADV/RB/2/advmod +./PUNCT/./2/punct"
NEGATED = (
    "Cats=cat/NOUN/NNS/4/nsubj do/AUX/VBP/4/aux not/PART/RB/4/advmod eat/VERB/VB/0/root fish/NOUN/NN/4/obj "
    "here/ADV/RB/4/advmod +./PUNCT/./4/punct"
)


def test_the_arguments_of_a_negated_verb_are_not_supported_and_its_adjuncts_not_known() -> None:
    made = drafts(negation, AFFIRMED)
    assert set(made) == {"Cats do not eat fish here.", "Cats don't eat fish here."}
    _, labels = labelled(made["Cats do not eat fish here."], NEGATED)
    assert labels == {
        ("eat", "nsubj", "Cats"): False,
        ("eat", "advmod", "not"): False,
        ("eat", "obj", "fish"): False,
    }


def test_a_negation_taken_out() -> None:
    made = drafts(negation, NEGATED)
    assert set(made) == {"Cats do eat fish here."}
    parse = NEGATED.replace("not/PART/RB/4/advmod ", "").replace("/4/", "/3/")
    _, labels = labelled(made["Cats do eat fish here."], parse)
    assert labels == {("eat", "nsubj", "Cats"): False, ("eat", "obj", "fish"): False}


@pytest.mark.parametrize(
    ("sentence", "made"),
    [
        ("She/PRON/PRP/2/nsubj sang=sing/VERB/VBD/0/root", {"She did not sing", "She didn't sing"}),
        ("She/PRON/PRP/2/nsubj sings=sing/VERB/VBZ/0/root", {"She does not sing", "She doesn't sing"}),
        ("He/PRON/PRP/3/nsubj may/AUX/MD/3/aux sing/VERB/VB/0/root", {"He may not sing"}),
        ("He/PRON/PRP/3/nsubj is=be/AUX/VBZ/3/cop old/ADJ/JJ/0/root", {"He is not old", "He isn't old"}),
        ("He/PRON/PRP/4/nsubj ca=can/AUX/MD/4/aux +n't=not/PART/RB/4/advmod go/VERB/VB/0/root", {"He can go"}),
        ("Nobody/PRON/NN/2/nsubj singing=sing/VERB/VBG/0/root", set()),
        ("No/DET/DT/2/det man/NOUN/NN/3/nsubj sang=sing/VERB/VBD/0/root", set()),
    ],
)
def test_forms(sentence: str, made: set[str]) -> None:
    assert set(drafts(negation, sentence)) == made


BEFORE = Syntax(read("Hens=hen/NOUN/NNS/2/nsubj cluck/VERB/VBP/0/root"))
CARS = Syntax(read("Cars=car/NOUN/NNS/2/nsubj start/VERB/VBP/0/root"))
SENTENCES = [
    PassageSentence("a", [BEFORE, CARS], 0),
    PassageSentence("a", [BEFORE, CARS], 1),
]
SYNONYMS = Synonyms([("VERB", ("start", "begin"))])


def test_arcs_of_the_new_word_are_not_supported() -> None:
    recipe = Replacement(SENTENCES, SYNONYMS)
    made = {draft.texts[0]: draft for seed in range(30) if (draft := recipe(CARS, Random(seed)))}
    assert set(made) == {"Hens start", "Cars cluck"}
    _, labels = labelled(made["Hens start"], "Hens=hen/NOUN/NNS/2/nsubj start/VERB/VBP/0/root")
    assert labels == {("start", "nsubj", "Hens"): False}


def test_synonyms_and_words_of_the_sentence_do_not_replace() -> None:
    begin = Syntax(read("Cars=car/NOUN/NNS/2/nsubj begin/VERB/VBP/0/root"))
    recipe = Replacement(
        [
            PassageSentence("a", [begin, CARS], 0),
            PassageSentence("a", [begin, CARS], 1),
        ],
        SYNONYMS,
    )
    assert not any(recipe(CARS, Random(seed)) for seed in range(30))


CATS = (
    "Cats=cat/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root mice=mouse/NOUN/NNS/2/obj daily/ADV/RB/2/advmod +./PUNCT/./2/punct"
)
SWAPPED = (
    "Mice=mouse/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root cats=cat/NOUN/NNS/2/obj daily/ADV/RB/2/advmod +./PUNCT/./2/punct"
)


def test_arcs_of_swapped_words_are_not_supported_and_others_are() -> None:
    made = drafts(swap, CATS)
    assert list(made) == ["Mice chase cats daily."]
    outcome, labels = labelled(made["Mice chase cats daily."], SWAPPED)
    assert outcome.source.text == "Cats chase mice daily."
    assert labels == {
        ("chase", "nsubj", "Mice"): False,
        ("chase", "obj", "cats"): False,
        ("chase", "advmod", "daily"): True,
    }


def test_what_the_parser_changes_elsewhere_is_not_known() -> None:
    reparsed = SWAPPED.replace("daily/ADV/RB/2/advmod", "daily/ADV/RB/2/obl")
    _, labels = labelled(drafts(swap, CATS)["Mice chase cats daily."], reparsed)
    assert ("chase", "obl", "daily") not in labels


def test_words_of_a_list_or_name_and_modifiers_of_one_word_stay() -> None:
    listed = "Cats=cat/NOUN/NNS/4/nsubj and/CCONJ/CC/3/cc dogs=dog/NOUN/NNS/1/conj sleep/VERB/VBP/0/root"
    modifiers = "big/ADJ/JJ/3/amod red/ADJ/JJ/3/amod cars=car/NOUN/NNS/0/root"
    named = "Ann/PROPN/NNP/3/nsubj Lee/PROPN/NNP/1/flat sleeps=sleep/VERB/VBZ/0/root"
    assert not drafts(swap, listed)
    assert not drafts(swap, named)
    assert not drafts(swap, modifiers)
