"""The form of a question."""

import pytest

from explanans.lab.benchmarks.claim_measures import form


@pytest.mark.parametrize(
    ("question", "answer", "found"),
    [
        ("May the lids be baked?", "No, never", "yes/no"),
        ("How many jars are there?", "twelve", "number"),
        ("For how long does it boil?", "an hour", "number"),
        ("How is it done?", "slowly", "how"),
        ("Whose jam won?", "Anna's", "who"),
        ("In which month are they sold?", "January", "which"),
        ("Which fruit doesn't set?", "cherries", "negated"),
        ("Why is it never cooked in copper?", "acid", "why"),
        ("Is it Anna or Bob?", "Anna", "other"),
    ],
)
def test_forms(question: str, answer: str, found: str) -> None:
    assert form(question, answer) == found
