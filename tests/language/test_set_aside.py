"""What an answer says without asserting anything: courtesies, lead-ins, references, citation markers."""

import pytest

from explanans.language.set_aside import aside_kind, behind_lead_in, reads_on, without_citations, without_label


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Sure!", "courtesy"),
        ("Great question!", "courtesy"),
        ("Hi there!", "courtesy"),
        ("I hope this helps!", "courtesy"),
        ("Let me know if you have any other questions.", "courtesy"),
        ("If you need anything else, feel free to ask.", "courtesy"),
        ("I'm happy to help with that.", "courtesy"),
        ("Thanks for asking!", "courtesy"),
        ("Best regards, Ada", "courtesy"),
        ("Enjoy your meal!", "courtesy"),
        ("I have read the manual for you.", "courtesy"),
        ("Sure! Here is what the guide says about the oven:", "lead-in"),
        ("Based on the report, the key points are as follows:", "lead-in"),
        ("To reset the router, follow these steps:", "lead-in"),
        ("Here is what I found.", "lead-in"),
        ("In summary:", "lead-in"),
        ("[1] Annual report, p. 4", "reference"),
        ("https://example.org/pools", "reference"),
        ("Source: user guide, chapter 3", "reference"),
        ("Would you like a shorter version?", "question"),
    ],
)
def test_what_asserts_nothing_is_set_aside(sentence: str, kind: str) -> None:
    found = aside_kind(sentence)
    assert found is not None
    if kind != "question":
        assert found.value == kind


@pytest.mark.parametrize(
    "sentence",
    [
        "There is a help desk with more information.",
        "If you have questions, ask the warden.",
        "Feel free to park anywhere.",
        "We are happy to welcome dogs.",
        "Below 0 °C water freezes.",
        "Thank you notes are sent in May.",
        "Sure Start is a programme.",
        "[1] The pool opens at 7 am.",
        "Yes, dogs are welcome.",
        "Great Britain is an island.",
        "Dear guests must pay.",
        "The source is a spring.",
        "In summary, sales fell.",
        "Good luck charms sell well.",
        "Let the dough rest.",
        "Of course, dogs bark.",
        "Happy children sing.",
        "Weight: 2.4 kg",
        "No smoking.",
    ],
)
def test_what_asserts_something_is_judged(sentence: str) -> None:
    assert aside_kind(sentence) is None


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("The pool opens at 7 am [1].", "The pool opens at 7 am."),
        ("It is warm [1][2], not hot [3, 4].", "It is warm, not hot."),
        ("It is warm[^note].", "It is warm."),
        ("It is warm【4†source】.", "It is warm."),
        ("It is warm.² It is dry.", "It is warm. It is dry."),
        ("It is warm [citation needed].", "It is warm."),
        ("The hall has 300 m² of space.", "The hall has 300 m² of space."),
        ("The array a[1] holds [x, y].", "The array a holds [x, y]."),
        ("See [the guide](x).", "See [the guide](x)."),
    ],
)
def test_citation_markers_are_dropped(text: str, bare: str) -> None:
    assert without_citations(text) == bare


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Note: the bar is closed.", "The bar is closed."),
        ("Step 2: Wait a minute.", "Wait a minute."),
        ("Step three - Wait.", "Wait."),
        ("(1) Unplug the cable.", "Unplug the cable."),
        ("Notes are sold at the desk.", "Notes are sold at the desk."),
        ("Weight: 2.4 kg", "Weight: 2.4 kg"),
    ],
)
def test_labels_are_dropped(text: str, bare: str) -> None:
    assert without_label(text) == bare


@pytest.mark.parametrize(
    ("lead_in", "item", "read"),
    [
        ("If the light stays red:", "Call the hotline.", "If the light stays red, call the hotline."),
        ("Before you leave:", "close the windows", "Before you leave, close the windows"),
        ("The hotel offers:", "free Wi-Fi", "The hotel offers free Wi-Fi"),
        ("The kit includes:", "Two screws", "The kit includes two screws"),
        ("The hotel offers:", "The pool is free.", "The pool is free."),
    ],
)
def test_item_is_read_behind_a_lead_in_that_asks_for_it(lead_in: str, item: str, read: str) -> None:
    assert reads_on(lead_in)
    assert behind_lead_in(lead_in, item) == read
