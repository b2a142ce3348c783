"""What is said of trees."""

from collections.abc import Sequence
from dataclasses import replace

from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Step
from explanans.trees.prover import Conclude, Offer, add_pairwise_conclusions, prune_tree, prune_trees

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


def refusing(*texts: str) -> Conclude:
    """Return what keeps the conclusions of a tree, but some."""

    def conclude(_: tuple[str, ...], own: Sequence[Offer]) -> list[Offer]:
        return [offer for offer in own if offer.text not in texts]

    return conclude


def test_the_root_is_never_refused() -> None:
    assert prune_tree(CHAIN, refusing("h")) == CHAIN


def test_premises_take_the_place_of_what_is_refused() -> None:
    tree = prune_tree(CHAIN, refusing("ab"))
    assert [(step.premises, step.text) for step in tree.steps] == [(("a", "b", "c"), "abc"), (("int2", "d"), "h")]
    assert prune_tree(CHAIN, refusing("ab", "abc")).steps == FLAT
    assert not tree.faults()


def test_a_conclusion_is_looked_at_with_the_premises_that_it_has_now() -> None:
    def conclude(premises: tuple[str, ...], own: Sequence[Offer]) -> Sequence[Offer]:
        return own if len(premises) == 2 and own[0].text != "ab" else []

    assert prune_tree(CHAIN, conclude).steps == FLAT


def test_the_best_conclusion_is_said() -> None:
    def conclude(premises: tuple[str, ...], own: Sequence[Offer]) -> Sequence[Offer]:
        return [Offer(f"good {' '.join(premises)}", Inference.RULE, 0.9), *own] if len(premises) < 3 else []

    tree = prune_tree(CHAIN, conclude)
    assert [step.text for step in tree.steps] == ["good a b", "good good a b c", "h"]
    assert tree.steps[0].inference == Inference.RULE


def test_trees_that_say_the_same_are_one() -> None:
    every = refusing("ab", "abc", "ac", "bd")
    found = prune_trees(lambda count: [CHAIN, PAIRS][:count], 2, every)
    assert [tree.steps for tree in found] == [FLAT]
    assert prune_trees(lambda count: [CHAIN, PAIRS][:count], 2, refusing()) == [CHAIN, PAIRS]
    assert prune_trees(lambda _: [], 1, every) == []


ICE = tuple(Fact(name, text) for name, text in zip("abcd", ("red ice", "cold ice", "wet ice", "sand"), strict=True))
ICE_FLAT = EntailmentTree("cold wet ice", ICE, (Step(tuple("abcd"), ROOT, "cold wet ice"),))


def test_the_best_conclusion_of_two_leaves_is_said_that_the_search_did_not_join() -> None:
    said = {
        ("cold ice", "wet ice"): Offer("ice is cold", Inference.RULE, 0.7),
        ("red ice", "cold ice"): Offer("ice is red", Inference.RULE, 0.8),
        ("ice is red", "wet ice"): Offer("red ice is wet", "", 0.9),
    }

    def conclude(premises: tuple[str, ...], _: Sequence[Offer]) -> list[Offer]:
        return [said[premises]] if premises in said else []

    found = add_pairwise_conclusions(ICE_FLAT, conclude)
    assert [(step.premises, step.text) for step in found.steps] == [
        (("a", "b"), "ice is red"),
        (("int1", "c"), "red ice is wet"),
        (("int2", "d"), "cold wet ice"),
    ]
    assert not found.faults()
    assert add_pairwise_conclusions(CHAIN, conclude) == CHAIN
    assert prune_trees(lambda _: [ICE_FLAT], 1, conclude) == [ICE_FLAT]
    assert prune_trees(lambda _: [ICE_FLAT], 1, conclude, [conclude]) == [found]


def test_a_language_model_is_asked_only_where_nothing_else_is_said() -> None:
    seen: list[tuple[str, ...]] = []

    def ask(premises: tuple[str, ...], _: Sequence[Offer]) -> list[Offer]:
        seen.append(premises)
        return [Offer("ice is cold", "", 0.9)] if premises == ("cold ice", "wet ice") else []

    assert prune_trees(lambda _: [CHAIN], 1, refusing(), [refusing(), ask]) == [CHAIN]
    assert not seen
    (found,) = prune_trees(lambda _: [ICE_FLAT], 1, refusing(), [refusing(), ask])
    assert seen[:3] == [("cold ice", "wet ice"), ("red ice", "cold ice"), ("red ice", "wet ice")]
    assert found.steps[0].text == "ice is cold"


def test_only_the_three_most_promising_pairs_with_a_word_in_common_are_asked_for() -> None:
    leaves = (*ICE, Fact("e", "old ice"))
    flat = replace(ICE_FLAT, leaves=leaves, steps=(Step(tuple("abcde"), ROOT, "cold wet ice"),))
    seen: list[tuple[str, ...]] = []

    def ask(premises: tuple[str, ...], _: Sequence[Offer]) -> Sequence[Offer]:
        seen.append(premises)
        return []

    add_pairwise_conclusions(flat, ask)
    assert seen == [("cold ice", "wet ice"), ("red ice", "cold ice"), ("red ice", "wet ice")]
    seen.clear()
    add_pairwise_conclusions(flat, ask, "What is old?")
    assert seen[:2] == [("cold ice", "wet ice"), ("cold ice", "old ice")]


def test_what_a_leaf_says_is_not_concluded() -> None:
    assert add_pairwise_conclusions(ICE_FLAT, lambda premises, _: [Offer("sand", "")]) == ICE_FLAT
