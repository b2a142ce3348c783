"""Questions assert nothing, and are read together with their answers."""

import pytest

from explanans.language.set_aside import read_answered


@pytest.mark.parametrize(
    ("sentences", "asserted"),
    [
        (["Are dogs allowed in the park?", "No, they are not."], ["Dogs are not allowed in the park."]),
        (["Can I return a worn item?", "No.", "Ask us."], ["You cannot return a worn item.", "Ask us."]),
        (
            ["Does the ticket include breakfast?", "Yes, for two persons."],
            ["The ticket includes breakfast for two persons."],
        ),
        (["Do you ship abroad?", "Yes, we do."], ["We ship abroad."]),
        (["Is there a lift?", "No, there are only stairs."], ["There is no lift; there are only stairs."]),
        (["Q: What is the deposit?", "A: 50 euros."], ["The deposit is 50 euros."]),
        (["Am I insured?", "Yes."], ["You are insured."]),
        (["Is breakfast included?", "Yes, of course!"], ["Breakfast is included."]),
        (["Who may enter?", "Members over 18."], ["Members over 18 may enter."]),
        (["When does it open?", "It opens at nine."], ["It opens at nine."]),
        (["Ice melts.", "Why?"], ["Ice melts."]),
        (["Who pays?", "And why?", "The guest pays."], ["The guest pays."]),
        (["What happens then?"], []),
        (["Ice melts.", "Snow falls."], ["Ice melts.", "Snow falls."]),
    ],
)
def test_question_and_answer_are_one_statement(sentences: list[str], asserted: list[str]) -> None:
    assert [found.text for found in read_answered(sentences)] == asserted


def test_statement_names_the_sentences_it_is_made_of() -> None:
    found = list(read_answered(["Ice melts.", "Does it float?", "Yes.", "Snow falls."]))
    assert [(item.first, item.last) for item in found] == [(0, 0), (1, 2), (3, 3)]
