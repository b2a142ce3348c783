"""Expert ratings: round trips, the published shape, and text of other shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.codecs import ratings
from explanans.exceptions import FormatError
from explanans.fact import Role
from explanans.ranking import Judgment

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
judgments = st.builds(Judgment, names, names, st.integers(0, 6), st.just(Role.ROLE))


@given(st.lists(judgments))
def test_round_trip_groups_by_question(written: list[Judgment]) -> None:
    order = list(dict.fromkeys(judgment.question for judgment in written))
    grouped = sorted(written, key=lambda judgment: order.index(judgment.question))
    assert list(ratings.decode([ratings.encode(written)], "dev.json")) == grouped


def test_published_shape() -> None:
    assert list(ratings.decode(PUBLISHED_SHAPE.splitlines(), "dev.json")) == [
        Judgment("Q2", "f1", 6),
        Judgment("Q2", "f2", 0),
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
