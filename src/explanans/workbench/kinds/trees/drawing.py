"""The drawing of a sheet while it grows: one for each conclusion that no other rests on."""

from collections.abc import Iterator
from dataclasses import replace

from explanans.entailment.steps.word_checker import WordChecker
from explanans.rendering.tree_drawing import explanation_svg
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.workbench.kinds.trees.sheet import Sheet


def drawing(sheet: Sheet) -> Iterator[str]:
    """Yield an SVG document for each tree on a sheet that can be drawn; one that runs in a circle cannot."""
    for top in sheet.tops():
        tree = _rooted(sheet.tree(top.id), top.id)
        if not tree.faults():
            facts = tuple(ScoredFact(leaf, 0.0) for leaf in tree.leaves)
            verdicts = WordChecker().check_tree(tree)
            yield explanation_svg(Explanation("", "", tree.hypothesis, facts, tree, verdicts, (), ""))


def _rooted(tree: EntailmentTree, top: str) -> EntailmentTree:
    steps = tuple(_with_text(step, top) for step in tree.steps)
    return replace(tree, hypothesis=steps[-1].text if steps else "…", steps=steps)


def _with_text(step: Step, top: str) -> Step:
    name = ROOT if step.conclusion in {top, ROOT} else step.conclusion
    return replace(step, conclusion=name, text=step.text or "…")
