"""Statistics of entailment trees: leaves, distractors, steps, depth, and kinds of inference."""

from collections.abc import Sequence

from explanans.lab.statistics.counting import by_name, by_number, counts, mean, share
from explanans.lab.statistics.inference import kind_of
from explanans.structures.statistics import DataPart, Figure
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Problem

_SHORT = 2


def describe_trees(name: str, problems: Sequence[Problem], *, given: bool = True) -> DataPart:
    """Describe problems and their gold trees as Dalvi et al. 2021 do (tables 1 to 3, figure 4).

    Args:
        problems: The problems; those without a tree count as problems only.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> from explanans.structures.trees import Step
        >>> leaves = (Fact("sent1", "ice is a kind of solid"), Fact("sent2", "heat melts a solid"))
        >>> tree = EntailmentTree("heat melts ice", leaves, (Step(("sent1", "sent2"), ROOT, "heat melts ice"),))
        >>> found = describe_trees("mine", [Problem("q1", "heat melts ice", leaves, tree)])
        >>> found.figures["nodes"].value, found.distributions["inference"].counts
        (3.0, {'substitution': 1})
    """
    trees = [problem.tree for problem in problems if problem.tree]
    steps = [(tree, step) for tree in trees for step in tree.steps]
    sizes = [len(tree.steps) for tree in trees]
    figures = {
        **counts(
            problems=("questions", len(problems)),
            trees=("trees", len(trees)),
            steps=("entailment steps", len(steps)),
        ),
        "steps_in_tree": mean("steps in a tree", sizes),
        "nodes": mean("nodes in a tree", (len(used_leaves(tree)) + len(tree.steps) for tree in trees)),
        "leaves": mean("leaves in a tree", (len(used_leaves(tree)) for tree in trees)),
        "edges": mean("edges in a tree", (sum(len(step.premises) for step in tree.steps) for tree in trees)),
        "premises_in_step": mean("premises in a step", (len(step.premises) for _, step in steps)),
        "depth": mean("steps on the longest path to the hypothesis", map(depth, trees)),
        "short": share("trees of one or two steps", (size <= _SHORT for size in sizes)),
        "longest": counts(longest=("steps in the largest tree", max(sizes, default=0)))["longest"],
        **(describe_given(problems) if given else {}),
        "sound": share("trees without a fault", (not tree.faults() for tree in trees)),
    }
    kinds = (str(kind_of([tree.texts()[premise] for premise in step.premises], step.text)) for tree, step in steps)
    return DataPart(
        name,
        figures,
        {
            "steps": by_number("Trees by steps", "steps", sizes),
            "depth": by_number("Trees by depth", "steps on the longest path", map(depth, trees)),
            "premises": by_number("Steps by premises", "premises", (len(step.premises) for _, step in steps)),
            "inference": by_name(
                "Steps by kind of inference, estimated", "inference", kinds, list(map(str, Inference))
            ),
        },
    )


def used_leaves(tree: EntailmentTree) -> frozenset[str]:
    """Return the ids of the leaves that steps use."""
    return frozenset(premise for step in tree.steps for premise in step.premises) & {leaf.id for leaf in tree.leaves}


def depth(tree: EntailmentTree) -> int:
    """Return how many steps the longest path from a leaf to the hypothesis has."""
    levels: dict[str, int] = {}
    for step in tree.steps:
        levels[step.conclusion] = 1 + max((levels.get(premise, 0) for premise in step.premises), default=0)
    return levels.get(ROOT, 0)


def describe_given(problems: Sequence[Problem], task: str = "") -> dict[str, Figure]:
    """Describe the sentences that problems give: how many, how many distract, how many of the tree are among them.

    Sentences are compared by their words, since those of task 3 have ids of their own.

    Args:
        task: The suffix of the names of the figures; empty for none.
    """
    held = [
        (
            [premise.text for premise in problem.premises],
            {leaf.text for leaf in problem.tree.leaves if leaf.id in used_leaves(problem.tree)},
        )
        for problem in problems
        if problem.tree
    ]
    end, of = (f"_task_{task}", f", task {task}") if task else ("", "")
    return {
        f"premises{end}": mean(f"sentences that are given{of}", (len(given) for given, _ in held)),
        f"distractors{end}": mean(f"of these not in the tree{of}", _distracting(held)),
        f"found{end}": share(
            f"leaves that are given{of}", (leaf in given for given, leaves in held for leaf in leaves)
        ),
    }


def _distracting(held: Sequence[tuple[Sequence[str], set[str]]]) -> list[int]:
    return [sum(text not in leaves for text in given) for given, leaves in held]
