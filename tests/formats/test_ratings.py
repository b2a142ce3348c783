"""Expert ratings: round trips, the published shape, and text of other shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats import ratings
from explanans.formats.ratings import RatedFact, RatedQuestion
from explanans.structures.rankings import RelevanceJudgment

PUBLISHED_SHAPE = """\
{
  "rankingProblems": [
    {
      "qid": "Q2", "queryText": "What melts ice? heat", "questionText": "What melts ice?", "answerText": "heat",
      "qClass": "", "documents": [
        {"uuid": "f1", "docText": "heat melts ice", "relevance": 6, "isGoldWT21": "1"},
        {"uuid": "f2", "docText": "ice is a solid", "relevance": 0, "isGoldWT21": "0"}
      ]
    },
    {"qid": "Q1", "documents": []}
  ]
}
"""

names = st.text(st.characters(exclude_categories=["Cs"]))


@st.composite
def questions(draw: st.DrawFn) -> RatedQuestion:
    name = draw(names)
    facts = st.builds(RatedFact, st.just(name), names, st.integers(0, 6), st.booleans(), names)
    return RatedQuestion(name, draw(names), draw(names), tuple(draw(st.lists(facts))))


@given(st.lists(questions()))
def test_round_trip(written: list[RatedQuestion]) -> None:
    text = ratings.encode_questions(written)
    assert list(ratings.decode_questions([text], "dev.json")) == written
    assert [(it.question, it.fact, it.relevance) for it in ratings.decode([text], "dev.json")] == [
        (fact.question, fact.fact, fact.rating) for question in written for fact in question.facts
    ]


def test_published_shape() -> None:
    assert list(ratings.decode(PUBLISHED_SHAPE.splitlines(), "dev.json")) == [
        RelevanceJudgment("Q2", "f1", 6),
        RelevanceJudgment("Q2", "f2", 0),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "truncated"),
        ("{]", "malformed"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `rankingProblems`"),
        ('{"rankingProblems": [{"qid": "q1"}]}', r"missing required field `documents` - at `\$.rankingProblems\[0\]`"),
        ('{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": -1}]}]}', ">= 0"),
        ('{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": "high"}]}]}', "Expected `int`"),
    ],
)
def test_other_shapes(text: str, found: str) -> None:
    with pytest.raises(FormatError, match=rf"^dev.json(, line 1)?: .*{found}.*; accepted: \{{"):
        list(ratings.decode([text], "dev.json"))
