from explanans.pipeline.proposals.phrases import phrases

from .trees import tree


def texts(sentence: str) -> list[str]:
    return [phrase.text for phrase in phrases(tree(sentence))]


def test_phrases_stand_with_their_prepositions_and_without() -> None:
    found = texts("Sheds must not be higher than 2.5 metres")
    assert {"sheds", "2.5 metres", "than 2.5 metres"} <= set(found)
    assert len(found) == len(set(found))


def test_no_phrase_cuts_a_range_in_two() -> None:
    found = texts("Bees may be kept on plots 50 to 64 only, since they are far from the playground")
    assert "plots 50 to 64" in found
    assert not {"plots 50", "on plots 50", "50", "64"} & set(found)
    assert "they are far from the playground" in found


def test_names_are_not_taken_apart() -> None:
    found = texts("In 2019 Mrs Oduya won first prize for marmalade at Brackley")
    assert "Mrs Oduya" in found
    assert not {"Mrs", "Oduya"} & set(found)


def test_deeds_stand_without_who_does_them() -> None:
    assert "reduce the inflammation" in texts("Preventers reduce the inflammation of the airways") or (
        "reduce the inflammation of the airways" in texts("Preventers reduce the inflammation of the airways")
    )


def test_a_phrase_is_shown_with_its_preposition_or_without() -> None:
    found = {phrase.text: phrase for phrase in phrases(tree("The committee meets on the first Tuesday"))}
    assert found["on the first Tuesday"].bare().text == "the first Tuesday"
    assert found["the first Tuesday"].led().text == "on the first Tuesday"
    assert found["the first Tuesday"].is_part(found["on the first Tuesday"])
    assert not found["on the first Tuesday"].is_part(found["the first Tuesday"])


def test_words_beside_each_other_by_ellipsis_are_no_phrase() -> None:
    found = texts("The bus carries up to 18 people; driver fourteen in winter")
    assert "18 people" in found
    assert not any("driver fourteen" in text for text in found)
    assert "hall 3" in texts("The tram goes back to the workshop in hall 3")


def test_no_phrase_is_a_part_of_a_value() -> None:
    found = set(texts("The bees gave 84 kg of honey at 9 euros a jar"))
    assert "84 kg of honey" in found
    assert not found & {"84", "9"}
