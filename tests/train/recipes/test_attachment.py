"""Modifiers that move."""

from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.attachment import attachment

SENTENCE = "Old/ADJ/JJ/2/amod men=man/NOUN/NNS/3/nsubj drive/VERB/VBP/0/root an/DET/DT/5/det engine/NOUN/NN/3/obj"


def test_the_new_head_does_not_have_it() -> None:
    made = drafts(attachment, SENTENCE)
    assert list(made) == ["Men drive an old engine"]
    parse = "Men=man/NOUN/NNS/2/nsubj drive/VERB/VBP/0/root an/DET/DT/5/det old/ADJ/JJ/5/amod engine/NOUN/NN/2/obj"
    _, labels = labelled(made["Men drive an old engine"], parse)
    assert labels == {
        ("drive", "nsubj", "Men"): True,
        ("engine", "amod", "old"): False,
        ("drive", "obj", "engine"): True,
    }


def test_where_the_old_head_still_has_it_nothing_has_changed() -> None:
    parse = "Men=man/NOUN/NNS/2/nsubj drive/VERB/VBP/0/root an/DET/DT/5/det old/ADJ/JJ/1/amod engine/NOUN/NN/2/obj"
    _, labels = labelled(drafts(attachment, SENTENCE)["Men drive an old engine"], parse)
    assert labels["Men", "amod", "old"]
