"""Swaps: which words are swapped, and what is known then."""

from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.swap import swap

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
