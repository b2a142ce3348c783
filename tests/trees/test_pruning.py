"""What is said of trees."""

from collections.abc import Sequence

from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Step
from explanans.trees.conclusions.conclusion import Conclusion
from explanans.trees.prover import Accept, add_pairwise_conclusions, prune_tree, prune_trees

LEAVES = tuple(Fact(name, name) for name in "abcd")
CHAIN = EntailmentTree(
    "h",
    LEAVES,
    (
        Step(("a", "b"), "int1", "ab", "substitution"),
        Step(("int1", "c"), "int2", "abc"),
        Step(("int2", "d"), ROOT, "h"),
    ),
)
PAIRS = EntailmentTree(
    "h", LEAVES, (Step(("a", "c"), "int1", "ac"), Step(("b", "d"), "int2", "bd"), Step(("int1", "int2"), ROOT, "h"))
)
FLAT = (Step(("a", "b", "c", "d"), ROOT, "h"),)


def refusing(*texts: str) -> Accept:
    """Return what refuses some conclusions."""

    def accept(_: tuple[str, ...], conclusion: str) -> bool:
        return conclusion not in texts

    return accept


def test_the_root_is_never_refused() -> None:
    assert prune_tree(CHAIN, refusing("h")) == CHAIN


def test_premises_take_the_place_of_what_is_refused() -> None:
    tree = prune_tree(CHAIN, refusing("ab"))
    assert [(step.premises, step.text) for step in tree.steps] == [(("a", "b", "c"), "abc"), (("int2", "d"), "h")]
    assert prune_tree(CHAIN, refusing("ab", "abc")).steps == FLAT
    assert not tree.faults()


def test_a_conclusion_is_looked_at_with_the_premises_that_it_has_now() -> None:
    def accept(premises: tuple[str, ...], conclusion: str) -> bool:
        return len(premises) == 2 and conclusion != "ab"

    assert prune_tree(CHAIN, accept).steps == FLAT


def test_the_first_conclusion_that_may_be_said_is() -> None:
    def conclude(premises: Sequence[str], hypothesis: str) -> Sequence[Conclusion]:
        return [Conclusion(f"{name} {' '.join(premises)}", Inference.RULE) for name in ("bad", "good", *"123", "late")]

    tree = prune_tree(CHAIN, refusing("bad a b", *(f"{name} good a b c" for name in ("bad", "good", *"123"))), conclude)
    assert [step.text for step in tree.steps] == ["good a b", "h"]
    assert tree.steps[0].inference == Inference.RULE
    assert prune_tree(CHAIN, refusing(), lambda premises, hypothesis: []).steps == FLAT
    assert prune_tree(CHAIN, refusing(), lambda premises, hypothesis: None).steps == CHAIN.steps


def test_trees_that_say_the_same_are_one() -> None:
    every = refusing("ab", "abc", "ac", "bd")
    found = prune_trees(lambda count: [CHAIN, PAIRS][:count], 2, every)
    assert [tree.steps for tree in found] == [FLAT]
    assert prune_trees(lambda count: [CHAIN, PAIRS][:count], 2, refusing()) == [CHAIN, PAIRS]
    assert prune_trees(lambda _: [], 1, every) == []


def test_two_leaves_say_what_the_search_did_not_join() -> None:
    flat = EntailmentTree("frogs swim", LEAVES, (Step(("a", "b", "c", "d"), ROOT, "frogs swim"),))
    said = {("a", "c"): "ac", ("b", "d"): "frogs swim far", ("c", "d"): "refused"}

    def conclude(premises: Sequence[str], _: str) -> Sequence[Conclusion]:
        return [Conclusion(said[pair], Inference.RULE)] if (pair := tuple(premises)) in said else []

    found = add_pairwise_conclusions(flat, refusing("refused"), conclude)
    assert [(step.premises, step.text) for step in found.steps] == [
        (("b", "d"), "frogs swim far"),
        (("a", "c"), "ac"),
        (("int2", "int1"), "frogs swim"),
    ]
    assert not found.faults()
    assert add_pairwise_conclusions(CHAIN, refusing(), conclude) == CHAIN
    assert add_pairwise_conclusions(flat, refusing(*said.values()), conclude) == flat
    assert prune_trees(lambda _: [flat], 1, refusing("refused"), pair=conclude) == [found]


def test_a_language_model_is_asked_of_few_pairs_and_only_where_nothing_else_is_said() -> None:
    leaves = tuple(
        Fact(name, text) for name, text in zip("abcd", ("red ice", "cold ice", "wet ice", "sand"), strict=True)
    )
    flat = EntailmentTree("cold wet ice", leaves, FLAT)
    seen: list[tuple[str, ...]] = []

    def ask(premises: Sequence[str], _: str) -> Sequence[Conclusion]:
        seen.append(tuple(premises))
        return []

    add_pairwise_conclusions(flat, refusing(), ask, 2)
    assert seen == [("cold ice", "wet ice"), ("red ice", "cold ice")]
    seen.clear()
    assert prune_trees(lambda _: [CHAIN], 1, refusing(), ask=ask) == [CHAIN]
    assert not seen


def test_a_conclusion_about_what_the_question_asks_comes_before_one_about_the_hypothesis_alone() -> None:
    leaves = tuple(
        Fact(name, text)
        for name, text in zip(
            "abc", ("a fly is an insect", "an insect is an animal", "an insect has six legs"), strict=True
        )
    )
    flat = EntailmentTree("the animal is a fly", leaves, (Step(("a", "b", "c"), ROOT, "the animal is a fly"),))
    said = {leaves[1].text: "a fly is an animal", leaves[2].text: "a fly has six legs"}

    def conclude(premises: Sequence[str], _: str) -> Sequence[Conclusion]:
        is_first = premises[0] == leaves[0].text
        return [Conclusion(said[premises[1]], Inference.INHERITANCE)] if is_first else []

    plain = add_pairwise_conclusions(flat, refusing(), conclude)
    asked = add_pairwise_conclusions(flat, refusing(), conclude, question="An animal has six legs. What is it?")
    assert [tree.steps[0].text for tree in (plain, asked)] == ["a fly is an animal", "a fly has six legs"]
