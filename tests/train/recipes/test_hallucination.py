"""Hallucinations: what is missing from the source."""

from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.hallucination import hallucination

SENTENCE = (
    "Old/ADJ/JJ/2/amod cats=cat/NOUN/NNS/3/nsubj sleep/VERB/VBP/0/root in/ADP/IN/6/case warm/ADJ/JJ/6/amod "
    "beds=bed/NOUN/NNS/3/obl +./PUNCT/./3/punct"
)
WITHOUT_PLACE = "Old/ADJ/JJ/2/amod cats=cat/NOUN/NNS/3/nsubj sleep/VERB/VBP/0/root +./PUNCT/./3/punct"


def test_arcs_to_what_the_source_lacks_are_not_supported() -> None:
    draft = drafts(hallucination, SENTENCE, 100)["Old cats sleep."]
    outcome, labels = labelled(draft, WITHOUT_PLACE)
    assert (outcome.source.text, outcome.claim.text) == ("Old cats sleep.", "Old cats sleep in warm beds.")
    assert labels == {
        ("cats", "amod", "Old"): True,
        ("sleep", "nsubj", "cats"): True,
        ("beds", "amod", "warm"): False,
        ("sleep", "obl:in", "beds"): False,
    }


def test_arcs_that_the_source_reads_otherwise_are_not_known() -> None:
    misread = WITHOUT_PLACE.replace("cats=cat/NOUN/NNS/3/nsubj", "cats=cat/NOUN/NNS/3/obj")
    _, labels = labelled(drafts(hallucination, SENTENCE, 100)["Old cats sleep."], misread)
    assert ("sleep", "nsubj", "cats") not in labels


def test_spans_of_all_kinds_are_removed() -> None:
    made = drafts(hallucination, SENTENCE, 200)
    assert "Old cats sleep in beds." in made
    assert "Sleep in warm beds." in made
    assert "Old cats sleep in warm beds" not in made, "a full stop is no content"
    assert not drafts(hallucination, "Cats/NOUN/NNS/2/nsubj sleep/VERB/VBP/0/root")
