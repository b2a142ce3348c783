"""Suggestions: a next step from what is on the sheet, or a whole tree from the knowledge base."""

from explanans.pipeline.explainer import prove
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.kind import Task
from explanans.workbench.kinds.trees.sheet import Part, Question, Sheet


def suggest_step(bases: Bases, task: Task[Question, Sheet], sheet: Sheet) -> Step | None:
    """Return a step from what is on the sheet and not used yet; None if none is found."""
    used = {name for it in sheet.conclusions for name in it.premises}
    texts = sheet.texts()
    free = [Fact(name, words) for name, words in texts.items() if name not in used and name != sheet.root and words]
    if len(free) < 2:
        return None
    base = bases.open(task.knowledge)
    tree = base.using(lambda: prove(sheet.hypothesis, free)).tree
    if tree is None:
        return None
    return next((step for step in tree.steps if len(step.premises) > 1 and set(step.premises) <= set(texts)), None)


def suggest_tree(bases: Bases, task: Task[Question, Sheet], sheet: Sheet) -> Sheet | None:
    """Return a sheet with a whole tree, all of it marked as suggested; None if none is found."""
    tree = bases.open(task.knowledge).explain(task.given.question, task.given.answer).tree
    return None if tree is None or tree.single else of_tree(tree, sheet)


def of_tree(tree: EntailmentTree, sheet: Sheet) -> Sheet:
    """Return a sheet with a tree."""
    made = Sheet(sheet.hypothesis, numbers=sheet.numbers)
    names: dict[str, str] = {}
    for leaf in tree.leaves:
        made = made.add(leaf.text, Part.CORE, leaf.id, "suggested")
        names[leaf.id] = made.facts[-1].id
    for step in tree.steps:
        made = made.join([names[name] for name in step.premises], step.text, suggested=True)
        names[step.conclusion] = made.conclusions[-1].id
        made = made.inferred(names[step.conclusion], step.inference)
    return made.rooted(names[ROOT])
