"""Trees that are drawn at random."""

from hypothesis import strategies as st

from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

HYPOTHESIS = "the sun melts ice"
LEAVES = tuple(Fact(f"sent{number}", text) for number, text in enumerate("abcdefg", 1))
WORDS = ("ice melts", "Ice melts.", "heat is energy", HYPOTHESIS, "a frog jumps")


@st.composite
def trees(draw: st.DrawFn, leaves: tuple[Fact, ...] = LEAVES) -> EntailmentTree:
    """Draw a tree over some leaves, which may be used more than once: join what is there until the root is left."""
    waiting = [leaf.id for leaf in draw(st.lists(st.sampled_from(leaves), min_size=2, max_size=6))]
    made: list[Step] = []
    while len(waiting) > 1 or not made:
        count = draw(st.integers(min(2, len(waiting)), min(3, len(waiting))))
        premises = tuple(waiting.pop(draw(st.integers(0, len(waiting) - 1))) for _ in range(count))
        name = f"int{len(made) + 1}" if waiting else ROOT
        made.append(Step(premises, name, draw(st.sampled_from(WORDS)) if waiting else HYPOTHESIS))
        waiting.append(name)
    named = {premise for step in made for premise in step.premises}
    return EntailmentTree(HYPOTHESIS, tuple(leaf for leaf in leaves if leaf.id in named), tuple(made))


def problem(tree: EntailmentTree) -> Problem:
    return Problem("q1", HYPOTHESIS, LEAVES, tree)
