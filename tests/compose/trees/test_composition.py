from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from explanans.compose.trees.composition import Composition, choose, compose
from explanans.compose.trees.grounding import Lookup, ground, links
from explanans.compose.trees.prover import Proof
from explanans.explanation import ScoredFact
from explanans.fact import Fact
from explanans.problem import Problem
from explanans.text.lemmas import telling_lemmas
from explanans.tree import ROOT, EntailmentTree, Inference, Step

WORDS = "frog amphibian skin water plant light energy heat metal is a kind of has needs the melts if then".split()
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), unique=True, max_size=8)


def scored(facts: Sequence[str]) -> list[ScoredFact]:
    return [ScoredFact(Fact(f"f{n}", text), 1.0 - 0.01 * n) for n, text in enumerate(facts)]


def lookup(facts: Sequence[ScoredFact]) -> Lookup:
    return lambda phrase: [
        item for item in facts if telling_lemmas(phrase) and telling_lemmas(phrase) <= telling_lemmas(item.fact.text)
    ]


def composed(hypothesis: str, facts: Sequence[ScoredFact], about: Lookup) -> Composition:
    return compose(hypothesis, facts, choose(Problem("", hypothesis, ()), facts, lambda lemma: 1.0, about))


@given(texts, st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join))
def test_every_tree_is_a_tree(facts: list[str], hypothesis: str) -> None:
    items = scored(facts)
    composition = composed(hypothesis, items, lookup(items))
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
    tree = composed(hypothesis, facts, lookup(facts)).tree
    assert tree is not None
    first, last = tree.steps
    assert (first.text, first.inference) == ("heat does not pass easily through rubber", Inference.RULE)
    assert set(first.premises) == {"f1", "f2"}
    assert set(last.premises) == {"f0", "int1"}
    assert (last.conclusion, last.text) == (ROOT, hypothesis)


def test_a_word_is_grounded_by_what_it_is_a_kind_of() -> None:
    everything = scored(
        ["wheat flour contains gluten", "a baguette is a kind of white bread", "white bread needs wheat flour"]
    )
    composition = composed("a baguette contains gluten", everything[:1], lookup(everything))
    assert {leaf.fact.id for leaf in composition.leaves} == {"f0", "f1", "f2"}
    assert composition.missing == ()


def test_a_word_without_a_class_is_not_grounded() -> None:
    facts = scored(["wheat flour contains gluten", "a baguette smells good"])
    assert ground("a baguette contains gluten", facts[:1], lookup(facts)) == tuple(facts[:1])


def test_the_missing_words_are_named() -> None:
    facts = scored(["ice floats", "water carries ice that floats"])
    missing = composed("ice floats on purple water in Lyon", facts, lookup(facts)).missing
    assert missing == ("No fact found links the hypothesis to ‘purple’ and ‘Lyon’.",)


def test_one_fact_is_a_tree_where_it_says_all() -> None:
    whole = composed("ice floats", scored(["ice floats"]), lambda phrase: ())
    part = composed("ice floats on water", scored(["ice melts"]), lambda phrase: ())
    assert whole.tree is not None
    assert whole.tree.single == Fact("f0", "ice floats")
    assert whole.missing == ()
    assert part.tree is None
    assert part.missing[0] == "Only one fact, and so no tree: 'ice melts' alone bears on the hypothesis."
    assert part.missing[1] == "No fact found links the hypothesis to ‘floats’ and ‘water’."


def test_nothing_found_is_said() -> None:
    composition = composed("ice floats", [], lambda phrase: ())
    assert (composition.tree, composition.missing) == (
        None,
        ("No fact of the knowledge base bears on the hypothesis.",),
    )


class OneStep:
    """A prover of one's own, which makes up a leaf."""

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


def test_two_things_of_a_kind_ground_nothing() -> None:
    texts = "water is a renewable resource", "soil is a renewable resource"
    known = [ScoredFact(Fact(text, text), 0.0) for text in texts]
    chosen = [ScoredFact(Fact("f", "water flows over a bank"), 1.0)]
    assert links("soil", "water carries soil over a bank", chosen, lambda phrase: known) == ()
