"""Clauses: what sentences say of what."""

import pytest

from explanans.graphs.main_clause import Kind, Sentence, phrase_kind
from explanans.structures.graphs import Relation


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "kind"),
    [
        ("Austerity regimes are useless.", "austerity regimes", "useless", Kind.QUALITY),
        ("Austerity lowers debt.", "austerity", "lowers debt", Kind.ACTION),
        ("Executions deter murderers.", "executions", "deter murderers", Kind.ACTION),
        ("Homework should be abolished.", "homework", "abolished", Kind.UNDERGOING),
        ("Remote work should be the norm.", "remote work", "norm", Kind.THING),
        ("Practice at home improves grades.", "practice at home", "improves grades", Kind.ACTION),
        ("Advertising aimed at children is wrong.", "advertising", "wrong", Kind.QUALITY),
        ("The use of drugs should be legal.", "use of drugs", "legal", Kind.QUALITY),
        ("Shops should be allowed to refuse cash.", "shops", "refuse cash", Kind.ACTION),
        ("Innocent people do not deserve to die.", "innocent people", "deserve to die", Kind.ACTION),
        ("Cars slow down at a roundabout.", "cars", "slow down", Kind.ACTION),
        ("Tipping in restaurants is a bad custom.", "tipping in restaurants", "bad custom", Kind.THING),
        ("Drivers who read advertisements take risks.", "drivers", "take risks", Kind.ACTION),
        ("Life without work is empty.", "life without work", "empty", Kind.QUALITY),
        ("Homework takes time away from sport.", "homework", "takes time away", Kind.ACTION),
        ("Cheap clothes are thrown away after a few weeks.", "cheap clothes", "thrown away", Kind.UNDERGOING),
        ("Changing the clocks disturbs sleep.", "changing the clocks", "disturbs sleep", Kind.ACTION),
        ("Workers have a right to privacy.", "workers", "right to privacy", Kind.THING),
        ("Parents must be at work by eight.", "parents", "work", Kind.THING),
        ("Loose dogs chase joggers and bite children.", "loose dogs", "chase joggers", Kind.ACTION),
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


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Smoking causes cancer.", Relation.CAUSES),
        ("Children need free time.", Relation.DESIRES),
        ("Workers have a right to privacy.", Relation.HAS_PROPERTY),
        ("Women should not be in combat.", Relation.AT_LOCATION),
        ("Bull fighting is an art.", Relation.IS_A),
    ],
)
def test_the_verb_gives_the_relation(text: str, relation: Relation) -> None:
    assert Sentence(text).clause.relation is relation


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("Many animals in zoos cannot breed.", "cannot breed"),
        ("Vaccinated nurses do not infect their patients.", "do not infect"),
        ("Most pupils will never write a program.", "never write"),
    ],
)
def test_a_negation_stays_with_its_verb(text: str, negative: str) -> None:
    clause = Sentence(text).clause
    assert clause.negative
    assert clause.negative.text == negative


def test_what_follows_a_preposition_is_an_adjunct() -> None:
    clause = Sentence("Poor students borrow textbooks from the library.").clause
    assert clause.adjunct
    assert clause.adjunct.text == "library"


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("Companies should be allowed to read letters.", "companies should not be allowed to read letters"),
        ("Libraries are no longer needed.", "libraries are needed"),
        ("Fast fashion harms the environment.", "fast fashion does not harm the environment"),
        ("Glass can be recycled.", "glass cannot be recycled"),
        ("Free buses can't solve the problem.", "free buses can solve the problem"),
        ("Life without work is empty.", "life without work is not empty"),
    ],
)
def test_a_sentence_can_be_turned_into_its_opposite(text: str, opposite: str) -> None:
    assert Sentence(text).opposite() == opposite


@pytest.mark.parametrize(
    ("word", "kind"), [("teachers", Kind.PERSON), ("cities", Kind.PERSON), ("harmful", Kind.QUALITY)]
)
def test_a_phrase_alone_has_a_kind(word: str, kind: Kind) -> None:
    assert phrase_kind(word) is kind
