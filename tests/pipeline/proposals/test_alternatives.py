import pytest

from explanans.language.parser import shared_parser
from explanans.pipeline.proposals.asked import AnalyzedQuestion, alternatives


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("Is the large kiln for bisque or for glaze?", ["for bisque", "for glaze"]),
        ("Which kiln is fired every Tuesday, the small one or the large one?", ["the small one", "the large one"]),
        ("Which of these is a metal: iron, wood or glass?", ["iron", "wood", "glass"]),
        ("Was it built in 1964 or 1971?", ["in 1964", "1971"]),
        ("Does it cost two or four euros?", ["two euros", "four euros"]),
        ("Should I take the pill before or after a meal?", ["before a meal", "after a meal"]),
        ("Is it warm or cold in the mine?", ["warm", "cold"]),
        ("Did Ann or her brother write the letter?", ["Ann", "her brother"]),
    ],
)
def test_what_a_question_offers(question: str, offered: list[str]) -> None:
    (parse,) = shared_parser().parse([question])
    assert list(alternatives(AnalyzedQuestion.of(parse))) == offered


@pytest.mark.parametrize(
    "question",
    [
        "Is the kiln hot?",
        "What do I do if the bus is late or cancelled?",
        "When is the pool open on Saturdays or Sundays?",
        "Do beginners pay for their clay or get it free?",
        "Or is it warm?",
        "Is the bus late, early, or on time?",
    ],
)
def test_what_offers_nothing(question: str) -> None:
    (parse,) = shared_parser().parse([question])
    assert alternatives(AnalyzedQuestion.of(parse)) == ()
