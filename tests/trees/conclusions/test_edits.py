from explanans.trees.conclusions.edits import NAMES, edits, spans, table


def phrases(text: str) -> list[str]:
    return [" ".join(span.words) for span in spans(text)]


def test_phrases_end_at_verbs_prepositions_and_commas() -> None:
    assert phrases("a frog in the pond eats flies, worms and snails") == [
        "a frog", "the pond", "flies,", "worms", "snails",
    ]  # fmt: skip
    assert phrases("if a metal is heated by fire then the metal expands") == ["a metal", "fire", "the metal"]
    assert phrases("a plant needs light to make food") == ["a plant", "light", "food"]


def test_a_phrase_knows_its_link_and_its_side_of_the_verb() -> None:
    first, second = spans("a frog lives in water")
    assert (first.link, first.before_verb) == ("", True)
    assert (second.link, second.before_verb) == ("in", False)


def test_tied_phrases_replace_one_another() -> None:
    found = {edit.text for edit in edits(["wood burns in air", "an oak is a kind of wood"])}
    assert "an oak burns in air" in found
    assert "an oak is a kind" not in found


def test_untied_phrases_do_not() -> None:
    found = {edit.text for edit in edits(["arteries carry blood", "veins carry blood"])}
    assert "arteries carry veins" not in found
    assert "veins carry arteries" not in found


def test_what_a_name_goes_on_with_is_not_cut_off() -> None:
    found = {edit.text for edit in edits(["a body of water freezes", "a lake is a kind of body of water"])}
    assert "a lake of water freezes" not in found


def test_every_edit_has_all_features() -> None:
    found = edits(["wood burns in air", "an oak is a kind of wood"], "an oak burns")
    assert table(found).shape == (len(found), len(NAMES))
