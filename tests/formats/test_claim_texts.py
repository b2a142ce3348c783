"""Claims of answers as language models write them."""

from pathlib import Path

import pytest

from explanans.formats.claim_texts import on_one_line, read_answer, read_claim
from tests.data_sets import present

GARDEN = """Certainly! According to the leaflet, here is how to plant the bulbs:

### Before you start

1. Dig a hole of **15 cm** [1].
2. Put the bulb in, tip up.

The bulbs flower in March [2].

---

**Sources**

- [1] Leaflet "Bulbs", p. 2
- [2] https://example.org/bulbs

Happy gardening!
"""
LIBRARY = """Hello!

The library lends:
* books for four weeks
* films for one week

Step 1: Show your card.
Step 2: Take the receipt.

Hope that helps!"""
TRAM = """Good question. The tram runs every ten minutes. Is it free on Sundays? No, it is not.

| Line | First tram |
|------|-----------|
| 4    | 5:10 am   |

Would you like the timetable?"""


@pytest.mark.parametrize(
    ("answer", "claims", "aside"),
    [
        (
            GARDEN,
            ["Dig a hole of 15 cm.", "Put the bulb in, tip up.", "The bulbs flower in March."],
            ["courtesy", "lead-in", "heading", "heading", "reference", "reference", "reference"],
        ),
        (
            LIBRARY,
            [
                "The library lends books for four weeks",
                "The library lends films for one week",
                "Show your card.",
                "Take the receipt.",
            ],
            ["courtesy", "courtesy"],
        ),
        (
            TRAM,
            ["The tram runs every ten minutes.", "It is not free on Sundays.", "line 4: first tram 5:10 am"],
            ["courtesy", "question"],
        ),
    ],
)
def test_claims_of_an_answer(answer: str, claims: list[str], aside: list[str]) -> None:
    found = read_answer(answer)
    assert list(found.claims) == claims
    assert len(found.set_aside) == len(aside)
    assert {item.kind.value for item in found.set_aside} <= {*aside, "courtesy"}


@pytest.mark.parametrize("name", ["40.good.md", "40.bad.md", "07.claims.md"])
def test_user_guide_answers_are_split_without_courtesies(name: str, data_folder: Path) -> None:
    text = present(data_folder / "bug-inputs" / name).read_text("utf-8")
    found = read_answer(text)
    joined = " ".join(found.claims)
    assert not any(word in joined for word in ("Sure", "hope", "Let me know", "steps:", "[1]", "**", "1. "))
    assert read_claim(text) == found


def test_router_steps_are_claims_of_their_own(data_folder: Path) -> None:
    text = present(data_folder / "bug-inputs/07.claims.md").read_text("utf-8")
    assert read_answer(text).claims == (
        "Unplug the power cable.",
        "Wait for thirty minutes.",
        "Plug the cable back in.",
        "Wait until the green light stops blinking.",
        "Press the button while the light is blinking.",
        "If the light stays red, hold the button at the back for 10 seconds",
        "If the light stays red, call the hotline",
    )


@pytest.mark.parametrize(
    ("text", "claim", "aside"),
    [
        ("The pool opens at 7 am [1].", "The pool opens at 7 am.", []),
        ("Sure! The pool is open. Let me know!", "The pool is open.", ["Sure!", "Let me know!"]),
        ("Sure!", "Sure!", []),
        ("  Ice \t melts.  Snow falls. ", "Ice melts. Snow falls.", []),
    ],
)
def test_one_line_is_one_claim(text: str, claim: str, aside: list[str]) -> None:
    found = read_claim(text)
    assert found.claims == (claim,)
    assert [item.text for item in found.set_aside] == aside


def test_claims_on_one_line_end_as_sentences() -> None:
    assert on_one_line("Hi!\n\n- Ice melts\n- Snow falls\n") == "Ice melts. Snow falls."
    assert on_one_line("Ice melts") == "Ice melts"
