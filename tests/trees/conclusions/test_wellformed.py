import pytest

from explanans.trees.conclusions.wellformed import faults


@pytest.mark.parametrize(
    "text",
    [
        "a frog breathes through its skin",
        "metals conduct heat",
        "if a metal is heated then that metal expands",
        "as the temperature rises, the ice melts",
        "a tin can will float",
        "salt and pepper are two substances",
    ],
)
def test_what_people_write_has_no_fault(text: str) -> None:
    assert faults(text) == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no words"),
        ("the heat of the sun", "no verb"),
        ("a frog breathes through", "nothing after through"),
        ("a frog frog eats flies", "a doubled word"),
        ("a metals conduct heat", "article before a plural"),
        ("a planet are round", "subject and verb disagree"),
        ("metals conducts heat", "subject and verb disagree"),
        ("the a dog barks", "the before a"),
        ("in that pond the ice melts", "that pond points to nothing"),
        ("if a metal is heated", "a condition of nothing"),
        ("of water boils", "starts with of"),
        ("a frog is a frog", "says nothing"),
        ("a frog eats flies,", "ends in a comma"),
    ],
)
def test_each_fault_has_a_name(text: str, fault: str) -> None:
    assert fault in faults(text)
