"""Lessons: which claims stand together, and what of them is marked."""

from explanans.lab.datasets.judged import decode
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.lab.judge.examples import Mark, negated_examples, of_pairs, of_texts, of_trees
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.structures.verdicts import Status

LINES = """\
# Trams
Trams run until midnight. On Sundays they stop at ten. The depot lies in the north.

+paraphrase: The last tram on a weekday runs at midnight.
-number: The last tram on a weekday runs at eleven.
-relation: Buses replaced every tram long ago.
?unmentioned: Trams are free for children.
Q: When do trams stop on Sundays?
= at ten
x at midnight
x at noon
""".splitlines()
SUPPORTED, CONTRADICTED = frozenset((Status.SUPPORTED,)), frozenset((Status.CONTRADICTED,))


def test_a_text_is_one_lesson_with_the_answers_of_its_questions() -> None:
    (lesson,) = of_texts(decode(LINES, "trams.txt"))
    assert lesson.premises == ("Trams run until midnight. On Sundays they stop at ten. The depot lies in the north.",)
    statuses = [claim.statuses for claim in lesson.claims]
    assert statuses[:4] == [SUPPORTED, CONTRADICTED, CONTRADICTED, frozenset((Status.UNKNOWN,))]
    assert statuses[4:] == [SUPPORTED, UNSUPPORTED, UNSUPPORTED]
    assert "ten" in lesson.claims[4].text


def test_what_tells_a_contradicted_claim_from_its_like_is_marked() -> None:
    (lesson,) = of_texts(decode(LINES, "trams.txt"))
    supported, number, relation, unknown, *_ = lesson.claims
    assert supported.marks == ()
    assert number.marks is not None
    (mark,) = number.marks
    assert (number.text[mark.start : mark.end], mark.status) == ("eleven", Status.CONTRADICTED)
    assert relation.marks is None
    assert unknown.marks is None


def test_claims_turn_out_otherwise_and_the_same_for_the_same_seed() -> None:
    texts = list(decode(LINES, "trams.txt"))
    made = [list(negated_examples(texts, 0.6, seed)) for seed in range(8)]
    assert made == [list(negated_examples(texts, 0.6, seed)) for seed in range(8)]
    lessons = [lesson for own in made for lesson in own]
    assert lessons
    assert all(lesson.weight == 0.6 and lesson.premises and lesson.claims for lesson in lessons)
    known = {claim.text for text in texts for claim in text.claims}
    denied = {claim.text: claim.statuses for lesson in lessons for claim in lesson.claims if " not " in claim.text}
    assert denied.keys().isdisjoint(known)
    assert set(denied.values()) <= {SUPPORTED, CONTRADICTED}


def test_pairs_of_the_same_premises_make_one_lesson() -> None:
    one, other = ("Ice floats.",), ("Iron sinks.",)
    pairs = [
        LabelledPair(one, "Ice swims.", SUPPORTED, "a"),
        LabelledPair(other, "Iron floats.", CONTRADICTED, "b"),
        LabelledPair(one, "Ice is blue.", UNSUPPORTED, "a", ((7, 11),)),
    ]
    first, second = of_pairs(pairs, 0.5)
    assert (first.premises, second.premises, first.weight) == (one, other, 0.5)
    assert [claim.marks for claim in first.claims] == [(), (Mark(7, 11, Status.UNKNOWN),)]
    assert second.claims[0].marks is None


def test_a_step_of_a_tree_is_a_lesson() -> None:
    facts = (Fact("s1", "ice is a solid"), Fact("s2", "heat melts a solid"), Fact("s3", "the sun gives heat"))
    steps = (Step(("s1", "s2"), "i1", "heat melts ice"), Step(("i1", "s3"), ROOT, "the sun melts ice"))
    tree = EntailmentTree("the sun melts ice", facts, steps)
    problems = [Problem("q1", "the sun melts ice", facts, tree), Problem("q2", "nothing", facts, None)]
    first, second = of_trees(problems, 0.6, 0)
    assert first.premises == ("ice is a solid.", "heat melts a solid.")
    assert second.premises == ("heat melts ice.", "the sun gives heat.")
    conclusion, premise, other = first.claims
    assert (conclusion.text, conclusion.statuses) == ("heat melts ice", SUPPORTED)
    assert premise.text in first.premises
    assert (other.text, other.statuses) == ("the sun melts ice", UNSUPPORTED)
