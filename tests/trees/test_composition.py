from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Problem, Step
from explanans.trees.composition import TreeComposition, choose, compose
from explanans.trees.prover import Proof

WORDS = "frog amphibian skin water plant light energy heat metal is a kind of has needs the melts if then".split()
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), unique=True, max_size=8)


def scored(facts: Sequence[str]) -> list[ScoredFact]:
    return [ScoredFact(Fact(f"f{n}", text), 1.0 - 0.01 * n) for n, text in enumerate(facts)]


def composed(hypothesis: str, facts: Sequence[ScoredFact]) -> TreeComposition:
    return compose(hypothesis, facts, choose(Problem("", hypothesis, ()), facts))


@given(texts, st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join))
def test_every_tree_is_a_tree(facts: list[str], hypothesis: str) -> None:
    items = scored(facts)
    composition = composed(hypothesis, items)
    if composition.tree is None:
        assert len(composition.leaves) < 2
        assert composition.missing
    else:
        assert composition.tree.faults(single=True) == ()
        assert composition.tree.leaves == tuple(leaf.fact for leaf in composition.leaves)


def test_a_rule_a_case_and_the_hypothesis() -> None:
    facts = scored(
        [
            "rubber gloves protect a cook from a burn",
            "rubber is a poor conductor of heat",
            "if a material is a poor conductor of heat then heat does not pass easily through that material",
        ]
    )
    hypothesis = "a cook wears rubber gloves because heat does not pass easily through rubber"
    tree = compose(hypothesis, facts, facts).tree
    assert tree is not None
    first, last = tree.steps
    assert (first.text, first.inference) == ("heat does not pass easily through rubber", Inference.RULE)
    assert set(first.premises) == {"f1", "f2"}
    assert set(last.premises) == {"f0", "int1"}
    assert (last.conclusion, last.text) == (ROOT, hypothesis)


def test_the_missing_words_are_named() -> None:
    facts = scored(["ice floats", "water carries ice that floats"])
    missing = compose("ice floats on purple water in Lyon", facts, facts).missing
    assert missing == ("No fact says anything about ‘purple’ or ‘Lyon’.",)


def test_one_fact_is_a_tree_where_it_says_all() -> None:
    whole = composed("ice floats", scored(["ice floats"]))
    part = composed("ice floats on water", scored(["ice melts"]))
    assert whole.tree is not None
    assert whole.tree.single == Fact("f0", "ice floats")
    assert whole.missing == ()
    assert part.tree is None
    assert part.missing[0] == "Only one fact, and so no tree: 'ice melts' alone bears on the hypothesis."
    assert part.missing[1] == "No fact says that ice floats on water."


def test_nothing_found_is_said() -> None:
    composition = composed("ice floats", [])
    assert (composition.tree, composition.missing) == (
        None,
        ("No fact of the knowledge base bears on the hypothesis.",),
    )


class OneStep:
    """A prover of the user, which makes up a leaf."""

    name = "one-step"

    def prove(self, problem: Problem, count: int) -> Proof:
        leaves = (*problem.premises, Fact("int1", "said by nobody"))
        step = Step(tuple(leaf.id for leaf in leaves), ROOT, problem.hypothesis)
        return Proof((EntailmentTree(problem.hypothesis, leaves, (step,)),) * problem.all_leaves, ())


def test_a_prover_of_ones_own() -> None:
    facts = scored(["a frog is a kind of amphibian", "an amphibian has moist skin"])
    composition = compose("a frog has moist skin", facts, facts, prover=OneStep())
    assert composition.tree is not None
    assert [leaf.id for leaf in composition.tree.leaves] == ["f0", "f1", "int1"]
    assert [leaf.score for leaf in composition.leaves] == [1.0, 0.99, 1.0]
