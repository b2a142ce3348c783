"""What may be said of trees."""

from explanans.compose.trees.utterance import Accept, mended, refused, utterable
from explanans.fact import Fact
from explanans.tree import ROOT, EntailmentTree, Step

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


def refusing(*texts: str) -> Accept:
    """Return what refuses some conclusions."""

    def accept(_: tuple[str, ...], conclusion: str) -> bool:
        return conclusion not in texts

    return accept


def test_the_root_is_never_refused() -> None:
    assert refused(CHAIN, refusing("h")) is None


def test_nothing_is_looked_at_after_what_is_refused() -> None:
    asked = list[str]()

    def accept(_: tuple[str, ...], conclusion: str) -> bool:
        asked.append(conclusion)
        return False

    assert refused(CHAIN, accept) == CHAIN.steps[0]
    assert asked == ["ab"]


def test_premises_take_the_place_of_what_is_refused() -> None:
    tree = mended(CHAIN, refusing("ab"))
    assert [(step.premises, step.text) for step in tree.steps] == [(("a", "b", "c"), "abc"), (("int2", "d"), "h")]
    assert mended(CHAIN, refusing("ab", "abc")).steps == (Step(("a", "b", "c", "d"), ROOT, "h"),)
    assert not tree.faults()
    assert mended(CHAIN, refusing()) is CHAIN


def test_a_conclusion_on_other_premises_is_looked_at_again() -> None:
    def accept(premises: tuple[str, ...], conclusion: str) -> bool:
        return len(premises) == 2 and conclusion != "ab"

    assert mended(CHAIN, accept).steps == (Step(("a", "b", "c", "d"), ROOT, "h"),)


def test_a_sound_tree_comes_before_a_mended_one() -> None:
    asked = list[int]()

    def find(count: int) -> list[EntailmentTree]:
        asked.append(count)
        return [CHAIN, PAIRS][:count]

    assert utterable(find, 1, refusing()) == [CHAIN]
    assert asked == [1]
    assert utterable(find, 1, refusing("ab")) == [PAIRS]
    assert utterable(find, 2, refusing("ab")) == [PAIRS, mended(CHAIN, refusing("ab"))]


def test_trees_that_are_the_same_once_mended_are_one() -> None:
    every = refusing("ab", "abc", "ac", "bd")
    found = utterable(lambda count: [CHAIN, PAIRS][:count], 2, every)
    assert [tree.steps for tree in found] == [(Step(("a", "b", "c", "d"), ROOT, "h"),)]
    assert utterable(lambda _: [], 1, every) == []
