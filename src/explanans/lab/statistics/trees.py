"""Statistics of entailment trees: leaves, distractors, steps, depth, and kinds of inference."""

import re
from collections.abc import Sequence
from itertools import combinations

from explanans.lab.statistics.pairs import by_name, by_number, counts, mean, share
from explanans.lab.statistics.structures import DataPart, Figure
from explanans.language.tokens import content_lemmas
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Problem

ACCURACY = 73.3
"""How often the kind is the one that a reader gave, in percent: of the steps 61 to 120 of ``inference_labels.tsv``.

The first 60 were looked at while the rules were written; none of the others was.
"""
_RULE = re.compile(
    r"^(?:if|when|whenever)\b|\bsomething\b|\bthings? else\b|\bas (?:the |a )?.* (?:increases?|decreases?)\b"
)
_CONDITIONAL = re.compile(r"^(?:if|as|when)\b")
_DEFINITION = re.compile(r"\bmeans?\b|\b(?:is|are) an? (?:kind|type|example|method) (?:of|for)\b")
_MEMBER = re.compile(r"\b(?:is|are) (?:an? )?(?:kinds?|types?|examples?) of\b")
_TIE = re.compile(
    r"^(.*?)\b(?:is|are) (?:usually |often )?(?:an? )?(?:kinds?|types?|parts?|source|example)s? (?:of|for)\b(.*)"
)
_FORMAL = frozenset({"kind", "type", "example", "part"})
_SHORT = 2


def kind_of(premises: Sequence[str], conclusion: str) -> Inference:
    """Return the kind of inference that leads from premises to a conclusion.

    It is a guess: a step that concludes that a thing belongs to a class that no premise puts it in infers the class;
    one with a general rule among its premises applies it; one that drops words which its premises share substitutes one
    thing for another; any other joins its premises. Inheritance and order are never returned.

    Example:
        >>> kind_of(
        ...     ["a mirror is a kind of reflective object", "a reflective object reflects light"],
        ...     "a mirror reflects light",
        ... ).value
        'substitution'
        >>> kind_of(
        ...     ["if something is destroyed then it no longer exists", "the house is destroyed"],
        ...     "the house no longer exists",
        ... ).value
        'rule'
    """
    texts, lowered = [text.lower() for text in premises], conclusion.lower()
    words, concluded = [_words(text) for text in texts], _words(lowered)
    if _MEMBER.search(lowered) and not any(
        _MEMBER.search(text) and found & concluded for text, found in zip(texts, words, strict=True)
    ):
        return Inference.CLASS
    rules = [text for text in texts if _RULE.search(text) and not _DEFINITION.search(text)]
    if rules and (len(rules) > 1 or not _CONDITIONAL.search(lowered)):
        return Inference.RULE
    shared = frozenset[str]().union(*(one & other for one, other in combinations(words, 2)))
    if shared - concluded or any(_replaces(text, texts, concluded) for text in texts):
        return Inference.SUBSTITUTION
    return Inference.SPECIFICATION


def _replaces(tie: str, texts: Sequence[str], concluded: frozenset[str]) -> bool:
    """Return whether a premise equates two things, and the conclusion repeats another premise about one of them."""
    found = _TIE.match(tie)
    if not found:
        return False
    member = _words(found[1])
    others = [_words(text) for text in texts if text != tie]
    return bool(member) and any(
        member <= concluded and not member <= other and len(other & concluded) >= 0.6 * len(other) for other in others
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(content_lemmas(text)) - _FORMAL


def describe_trees(name: str, problems: Sequence[Problem], *, given: bool = True) -> DataPart:
    """Describe problems and their gold trees as Dalvi et al. 2021 do (tables 1 to 3, figure 4).

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
