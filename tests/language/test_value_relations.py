"""Notes on how the values of a claim lie to the ranges and bounds of a text."""

import pytest

from explanans.language.values import canonical, canonical_beside


@pytest.mark.parametrize(
    ("text", "claim", "expected"),
    [
        ("It is open from May to September.", "It is open in July.", "It is open in July (within May to September)."),
        (
            "It runs from May to the end of September.",
            "It runs in November.",
            "It runs in November (not within May to September).",
        ),
        ("It runs from November to March.", "It runs in January.", "It runs in January (within November to March)."),
        ("It is open from 9 am to 5 pm.", "It is open at 6 pm.", "It is open at 18:00 (not within 9:00 to 17:00)."),
        ("Store it between 2 and 8 °C.", "Store it at 10 °C.", "Store it at 10 degrees Celsius (not within 2 to 8"),
        ("Nobody under 18 gets keys.", "A sixteen-year-old gets keys.", "A 16-year-old (less than 18) gets keys."),
        ("Nobody under 12 may swim.", "A boy of ten may swim.", "A boy of 10 (less than 12) may swim."),
        ("At least 12 members must come.", "Nine members came.", "9 (less than 12) members came."),
        ("Parcels over 20 kg are refused.", "One of 25 kg is taken.", "One of 25 kg (more than 20 kg) is taken."),
        ("The tower is 84 metres high.", "It is over 300 feet high.", "It is over 300 feet (84 metres is less) high."),
        ("It was built in 1870.", "It was built before 1900.", "It was built before 1900 (1870 is before)."),
        ("Loans of up to £500 are free.", "a loan of £800", "a loan of 800 pounds sterling (more than 500 pounds"),
    ],
)
def test_values_are_related_to_ranges_and_bounds(text: str, claim: str, expected: str) -> None:
    assert canonical_beside(claim, canonical(text)).startswith(expected)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("It was founded by two retired fishermen.", "A sixteen-year-old can come."),
        ("Up to four people share a tent.", "Six tents are left."),
        ("Children between nine and fourteen may come.", "There are twelve boats."),
        ("The bag weighs 12 kg.", "The bag weighs 14 kg."),
        ("Parcels over 20 kg are refused.", "It costs £25."),
    ],
)
def test_what_measures_something_else_has_no_note(text: str, claim: str) -> None:
    assert "(" not in canonical_beside(claim, canonical(text))


def test_notes_beside_most_words_of_the_claim_stay() -> None:
    text = "Tents for over 2 kg. Boats over 5 kg. Bags over 9 kg are refused at the gate."
    found = canonical_beside("A bag of 7 kg was refused at the gate.", canonical(text))
    assert found == "A bag of 7 kg (less than 9 kg, more than 2 kg) was refused at the gate."


@pytest.mark.parametrize("text", ["Entry is free for under-16s.", "Under 16s go in free.", "Those under 16 go in free"])
def test_groups_of_ages_are_bounds(text: str) -> None:
    found = canonical_beside("A twelve-year-old goes in free.", canonical(text))
    assert found == "A 12-year-old (less than 16) goes in free."
