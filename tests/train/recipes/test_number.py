"""Numbers and quantities that change."""

import re

from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.number import number

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
