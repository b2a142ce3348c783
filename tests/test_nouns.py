"""The nouns: what makes a tree a tree, a graph a graph, and an answer the right one."""

import dataclasses
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Cell, Fact, Role, Table
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.structures.verdicts import ArcVerdict, ClaimVerdict, Evidence, RankedClaim, Span, StepVerdict

# Facts


def test_a_fact_is_deprecated_when_its_authors_say_so() -> None:
    assert Fact("f1", "ice is a solid", cells=(Cell("[SKIP] DEP", "x"),)).deprecated
    assert not Fact("f1", "ice is a solid", cells=(Cell("DEP", "x"), Cell("[SKIP] COMMENTS", "[SKIP] DEP"))).deprecated


@pytest.mark.parametrize(
    "noun",
    [
        Fact("f1", "ice is a solid"),
        Table("KINDOF", ("THING",), ()),
        Question("q1", "What is ice?"),
        Ranking("q1", ("f1",)),
        Step(("f1", "f2"), ROOT, "ice melts"),
        EntailmentTree("ice melts", (), ()),
        ExplanationGraph("Ice is cold.", "Ice hurts.", Stance.SUPPORT, ()),
        StepVerdict(ROOT, supported=True),
        Span("ice", 0, 3),
        Evidence(1, "ice is a solid"),
        ArcVerdict(Span("melts", 4, 9), Span("ice", 0, 3), "nsubj", 0.2, supported=False),
        ClaimVerdict("ice", (Span("ice", 0, 3),), (), (), None, None),
        RankedClaim(1, ClaimVerdict("ice", (Span("ice", 0, 3),), (), (), None, None)),
        Explanation("What is ice?", "a solid", "ice is a solid", (), None, (), (), "starter"),
        Cell("THING", "ice"),
        Choice("A", "ice"),
        GoldFact("f1", Role.CENTRAL),
        Edge("ice", Relation.IS_A, "solid"),
        RelevanceJudgment("q1", "f1"),
        ScoredFact(Fact("f1", "ice is a solid"), 0.5),
    ],
    ids=lambda noun: type(noun).__name__,
)
def test_nouns_are_frozen_and_can_be_told_apart(noun: object) -> None:
    is_dataclass = dataclasses.is_dataclass(noun)
    names = [field.name for field in dataclasses.fields(noun)] if is_dataclass else noun._fields  # type: ignore[arg-type, attr-defined]
    with pytest.raises((AttributeError, dataclasses.FrozenInstanceError)):
        setattr(noun, names[0], "something else")
    with pytest.raises((AttributeError, TypeError)):
        noun.note = "nouns have no room for notes"  # type: ignore[attr-defined]
    assert len({noun, noun}) == 1


# Questions


def test_the_answer_is_the_choice_of_the_key() -> None:
    choices = (Choice("A", "a gas"), Choice("B", "a solid"))
    assert Question("q1", "What is ice?", choices, "B").answer == "a solid"


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        (Question("q1", "What is ice?", (Choice("A", "a gas"), Choice("B", "a solid")), "C"), "A, B"),
        (Question("q1", "What is ice?", (Choice("A", "a gas"),), "a"), "A"),
        (Question("q1", "What is ice?"), "none"),
    ],
)
def test_a_key_that_names_no_choice(question: Question, labels: str) -> None:
    with pytest.raises(InputError, match=rf"^question q1: the answer key '.?' names no choice; .* are: {labels}$"):
        _ = question.answer


def test_a_question_of_ones_own() -> None:
    question = Question.asked("  What melts ice?\n", " heat ")
    assert (question.text, question.answer, question.explanation) == ("What melts ice?", "heat", ())


@pytest.mark.parametrize("answer", ["B", "(b)", "salt", "Salt."])
@pytest.mark.parametrize("listed", ["(A) hot water (B) salt", "A) hot water B) salt", "\nA. hot water\nB. salt"])
def test_choices_within_a_question_are_its_choices(listed: str, answer: str) -> None:
    question = Question.asked(f"What kills yeast? {listed}", answer)
    assert (question.text, question.answer) == ("What kills yeast?", "salt")
    assert question.choices == (Choice("A", "hot water"), Choice("B", "salt"))


def test_an_answer_that_is_none_of_the_choices_is_refused() -> None:
    accepted = r"accepted: A \(hot water\), B \(salt\)"
    with pytest.raises(InputError, match=rf"^the answer 'cold' is none of the choices .*; {accepted}$"):
        Question.asked("What kills yeast? (A) hot water (B) salt", "cold")


def test_what_a_question_lists_before_it_asks_is_part_of_it() -> None:
    text = "Given (1) ice and (2) heat, what melts?"
    assert Question.asked(text, "ice").text == text


@pytest.mark.parametrize(("text", "answer", "empty"), [("", "heat", "question"), ("What?", " \t\n", "answer")])
def test_nothing_cannot_be_asked(text: str, answer: str, empty: str) -> None:
    with pytest.raises(InputError, match=f"the {empty} is empty"):
        Question.asked(text, answer)


# Trees

ICE, SOLID, HEAT = (
    Fact("f1", "ice is a solid"),
    Fact("f2", "a solid melts when it is heated"),
    Fact("f3", "a stove heats ice"),
)
FIRST = Step(("f1", "f2"), "int1", "ice melts when it is heated")
LAST = Step(("int1", "f3"), ROOT, "a stove melts ice")
TREE = EntailmentTree("a stove melts ice", (ICE, SOLID, HEAT), (FIRST, LAST))


def test_a_valid_tree() -> None:
    assert TREE.faults() == ()
    assert TREE.texts() == {
        "f1": "ice is a solid",
        "f2": "a solid melts when it is heated",
        "f3": "a stove heats ice",
        "int1": "ice melts when it is heated",
        "hypothesis": "a stove melts ice",
    }
    assert TREE.step("int1") == FIRST
    assert TREE.step(ROOT) == LAST
    assert TREE.step("f1") is None


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"steps": ()}, ["f1 is not used", "f2 is not used", "f3 is not used", "the last step does not conclude"]),
        ({"leaves": (ICE, SOLID)}, ["hypothesis rests on f3, which is no leaf and no earlier conclusion"]),
        ({"leaves": (ICE, SOLID, HEAT, HEAT)}, ["f3 is defined 2 times"]),
        ({"leaves": (ICE, SOLID, HEAT, Fact("f4", "snow is cold"))}, ["f4 is not used"]),
        ({"leaves": (ICE, SOLID, HEAT, Fact("int1", "ice"))}, ["int1 is defined 2 times"]),
        ({"leaves": (ICE, SOLID, HEAT, Fact(ROOT, "a stove melts ice"))}, ["hypothesis is defined 2 times"]),
        ({"hypothesis": "a stove melts snow"}, ["the last step concludes 'a stove melts ice', not the hypothesis"]),
        # A cycle: the first step rests on what only the last one concludes.
        (
            {"steps": (Step(("f1", "f2", ROOT), "int1", "ice"), LAST)},
            ["int1 rests on hypothesis, which is no", "hypothesis is used as a premise"],
        ),
        (
            {"steps": (LAST, FIRST)},
            ["hypothesis rests on int1, which is no leaf and no earlier conclusion", "the last step does not conclude"],
        ),
        ({"steps": (FIRST, Step(("int1", "f3", "int1"), ROOT, "a stove melts ice"))}, ["int1 is used 2 times"]),
        (
            {"steps": (Step(("f1",), "int1", "ice"), Step(("int1", "f2", "f3"), ROOT, "a stove melts ice"))},
            ["int1 rests on 1 premise instead of two or more"],
        ),
        ({"steps": (Step(("f1", "f2", "int1"), "int1", "ice"), LAST)}, ["int1 rests on int1", "int1 is used 2 times"]),
        # Two roots.
        (
            {"steps": (FIRST, LAST, Step(("f1", "f3"), "int2", "ice"))},
            ["int2 is not used", "the last step does not conclude the hypothesis"],
        ),
        ({"steps": (FIRST, Step(("f1", "f3"), "int1", "ice"), LAST)}, ["int1 is defined 2 times"]),
    ],
)
def test_what_is_no_tree(changes: dict[str, object], faults: list[str]) -> None:
    found = dataclasses.replace(TREE, **changes).faults()  # type: ignore[arg-type]
    assert len(found) >= len(faults)
    for fault in faults:
        assert any(sentence.startswith(fault) for sentence in found), (fault, found)


def test_the_empty_tree_is_none() -> None:
    assert EntailmentTree("ice melts", (), ()).faults() == ("the last step does not conclude the hypothesis",)


@st.composite
def trees(draw: st.DrawFn) -> EntailmentTree:
    """Join sentences that stand open until only the hypothesis is left."""
    leaves = [Fact(f"f{number}", f"fact {number}") for number in range(draw(st.integers(2, 12)))]
    dice = draw(st.randoms(use_true_random=False))
    open_sentences = [leaf.id for leaf in leaves]
    steps: list[Step] = []
    while not steps or len(open_sentences) > 1:
        premises = dice.sample(open_sentences, dice.randint(2, min(4, len(open_sentences))))
        open_sentences = [name for name in open_sentences if name not in premises]
        conclusion = f"int{len(steps)}" if open_sentences else ROOT
        steps.append(Step(tuple(premises), conclusion, f"conclusion {len(steps)}"))
        open_sentences.append(conclusion)
    return EntailmentTree(steps[-1].text, tuple(leaves), tuple(steps))


@given(trees())
def test_whatever_joins_all_facts_step_by_step_is_a_tree(tree: EntailmentTree) -> None:
    assert tree.faults() == ()


@given(trees(), st.randoms(use_true_random=False))
def test_no_leaf_and_no_step_can_be_spared(tree: EntailmentTree, dice: random.Random) -> None:
    without_leaf = list(tree.leaves)
    without_leaf.remove(dice.choice(tree.leaves))
    without_step = list(tree.steps)
    without_step.remove(dice.choice(tree.steps))
    assert dataclasses.replace(tree, leaves=tuple(without_leaf)).faults()
    assert dataclasses.replace(tree, steps=tuple(without_step)).faults()


@given(trees(), st.randoms(use_true_random=False))
def test_steps_stand_in_order(tree: EntailmentTree, dice: random.Random) -> None:
    shuffled = list(tree.steps)
    dice.shuffle(shuffled)
    position = {step.conclusion: number for number, step in enumerate(shuffled)}
    in_order = all(
        position.get(premise, -1) < position[step.conclusion] for step in shuffled for premise in step.premises
    )
    assert (dataclasses.replace(tree, steps=tuple(shuffled)).faults() == ()) == in_order


# Graphs

EDGES = (
    Edge("vaccines", Relation.CAUSES, "immunity"),
    Edge("immunity", Relation.CAPABLE_OF, "saving lives"),
    Edge("saving lives", Relation.DESIRES, "society"),
)
GRAPH = ExplanationGraph("Vaccines help society.", "Immunity means saving lives.", Stance.SUPPORT, EDGES)


def test_a_valid_graph() -> None:
    assert GRAPH.faults() == ()
    assert GRAPH.concepts() == ("vaccines", "immunity", "saving lives", "society")


def edges(*pairs: str) -> tuple[Edge, ...]:
    ends = (pair.split("-") for pair in pairs)
    return tuple(Edge(source, Relation.IS_A, target) for source, target in ends)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ((), "0 edges instead of three to eight"),
        (EDGES[:1], "1 edge instead of three to eight"),
        (EDGES[:2], "2 edges instead of three to eight"),
        (EDGES + edges(*(f"society-x{i}" for i in range(6))), "9 edges instead of three to eight"),
        ((*EDGES, EDGES[0]), "edge (vaccines; causes; immunity) occurs 2 times"),
        (EDGES + edges("society-a b c d"), "concept 'a b c d' has 4 words instead of one to three"),
        (EDGES + edges("society- "), "concept ' ' has 0 words instead of one to three"),
        (EDGES + edges("cats-dogs"), "not connected: nothing links 'vaccines' to 'cats', 'dogs'"),
        (EDGES + edges("society-vaccines"), "a cycle: "),
        (EDGES + edges("society-society"), "a cycle: society → society"),
    ],
)
def test_what_is_no_graph(changed: tuple[Edge, ...], fault: str) -> None:
    faults = dataclasses.replace(GRAPH, edges=changed).faults()
    assert any(sentence.startswith(fault) for sentence in faults), faults


@pytest.mark.parametrize("count", [3, 8])
def test_three_to_eight_edges(count: int) -> None:
    more = edges(*(f"society-x{number}" for number in range(count - 3)))
    assert dataclasses.replace(GRAPH, edges=EDGES + more).faults() == ()


def test_direction_does_not_matter_for_being_connected() -> None:
    star = edges("vaccines-immunity", "society-immunity", "society-saving lives")
    assert dataclasses.replace(GRAPH, edges=star).faults() == ()


@pytest.mark.parametrize(
    ("belief", "argument", "enough"),
    [
        ("Vaccines help society.", "Immunity means saving lives.", True),
        ("VACCINES HELP SOCIETY.", "immunity means Saving Lives.", True),
        ("Vaccines help.", "Immunity means saving lives.", False),
        ("Vaccines help society.", "Immunity is good.", False),
        # Both name the same two concepts, so that one of them has none of its own.
        ("Vaccines give immunity.", "Immunity needs vaccines.", False),
        # One shared concept counts for one of the two only.
        ("Vaccines give immunity.", "Immunity means saving lives.", False),
        # Three named by both and a fourth by one: two and two others can be picked.
        ("Vaccines give immunity to society.", "Immunity of society is saving lives by vaccines.", True),
    ],
)
def test_two_concepts_from_each_of_belief_and_argument(belief: str, argument: str, enough: bool) -> None:
    faults = dataclasses.replace(GRAPH, belief=belief, argument=argument).faults()
    assert [fault.partition(" (")[0] for fault in faults] == ["fewer than two concepts from the belief"] * (not enough)


def test_a_concept_may_count_for_both_sides() -> None:
    graph = dataclasses.replace(GRAPH, belief="Vaccines give immunity.", argument="Immunity needs vaccines.")
    assert graph.faults(shared=True) == ()
    (fault,) = dataclasses.replace(graph, argument="Nobody knows.").faults(shared=True)
    assert fault.endswith("('vaccines', 'immunity') and two from the argument (none)")


def test_the_concepts_of_each_side_are_named() -> None:
    (fault,) = dataclasses.replace(GRAPH, belief="Vaccines help.", argument="Nobody knows.").faults()
    assert fault == "fewer than two concepts from the belief ('vaccines') and two others from the argument (none)"


names = st.sampled_from("abcdefgh")


@given(st.lists(st.tuples(names, names), min_size=3, max_size=8, unique=True))
def test_cycles_and_parts_against_a_naive_search(pairs: list[tuple[str, str]]) -> None:
    graph = ExplanationGraph("", "", Stance.COUNTER, tuple(Edge(a, Relation.IS_A, b) for a, b in pairs))
    nodes = {name for pair in pairs for name in pair}
    after = {name: {name} for name in nodes}
    around = {name: {name} for name in nodes}
    for _ in nodes:
        for a, b in pairs:
            after[a] |= after[b]
            around[a] = around[b] = around[a] | around[b]
    around = {name: set().union(*(part for part in around.values() if name in part)) for name in nodes}
    cyclic = any(a in after[b] for a, b in pairs)
    apart = any(part != nodes for part in around.values())
    faults = graph.faults()
    assert any(fault.startswith("a cycle") for fault in faults) == cyclic
    assert any(fault.startswith("not connected") for fault in faults) == apart


@given(st.permutations(EDGES))
def test_the_order_of_edges_does_not_matter(shuffled: list[Edge]) -> None:
    assume(tuple(shuffled) != EDGES)
    assert dataclasses.replace(GRAPH, edges=tuple(shuffled)).faults() == ()


def test_the_relations_come_in_pairs() -> None:
    # Saha et al. 2021, table 1: 28 relations; all but these two have a negation.
    values = {str(relation) for relation in Relation}
    assert len(values) == 28
    alone = {"antonym of", "synonym of"}
    negations = {value for value in values if "not" in value.split()}
    assert {value.replace("not ", "") for value in negations} == values - negations - alone
