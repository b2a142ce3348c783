"""Clauses: what sentences say of what."""

import pytest

from explanans.graphs.clauses import Kind, Sentence


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "kind"),
    [
        ("Austerity regimes are useless.", "austerity regimes", "useless", Kind.QUALITY),
        ("Austerity lowers debt.", "austerity", "lowers debt", Kind.ACTION),
        ("Executions deter murderers.", "executions", "deter murderers", Kind.ACTION),
        ("Homework should be abolished.", "homework", "abolished", Kind.UNDERGOING),
        ("Remote work should be the norm.", "remote work", "norm", Kind.THING),
        ("Practice at home improves grades.", "practice", "improves grades", Kind.ACTION),
        ("Advertising aimed at children is wrong.", "advertising", "wrong", Kind.QUALITY),
        ("The use of drugs should be legal.", "drugs", "legal", Kind.QUALITY),
        ("Shops should be allowed to refuse cash.", "shops", "refuse cash", Kind.ACTION),
        ("Innocent people do not deserve to die.", "innocent people", "deserve to die", Kind.ACTION),
        ("Cars slow down at a roundabout.", "cars", "slow down", Kind.ACTION),
        ("Tipping in restaurants is a bad custom.", "tipping", "bad custom", Kind.THING),
        ("Drivers who read advertisements take risks.", "drivers", "take risks", Kind.ACTION),
        ("Life without work is empty.", "life without work", "empty", Kind.QUALITY),
    ],
)
def test_a_sentence_says_something_of_its_subject(text: str, subject: str, predicate: str, kind: Kind) -> None:
    clause = Sentence(text).clause
    assert clause.subject
    assert clause.predicate
    assert (clause.subject.text, clause.predicate.text, clause.predicate.kind) == (subject, predicate, kind)


def test_a_denial_is_seen() -> None:
    assert Sentence("Women should not be in combat.").clause.denied
    assert not Sentence("Women should be in combat.").clause.denied
    assert Sentence("No alcohol should be sold at games.").clause.denied
    assert Sentence("Libraries ought to stop charging late fees.").clause.denied
    assert not Sentence("Libraries ought not to stop charging late fees.").clause.denied


def test_a_clause_may_be_worded_as_is_likeliest() -> None:
    clause = Sentence("Electric cars are better for cities.").clause
    worded = clause.worded({"cars": 0.9, "better": 0.8})
    assert [worded.subject, worded.predicate] == [("cars", Kind.THING), ("better", Kind.QUALITY)]
