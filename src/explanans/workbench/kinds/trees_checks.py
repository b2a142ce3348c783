"""Checks of a sheet while it grows, and suggestions of a next step or a whole tree."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from explanans.entailment.judge.base import Pair, judged, open_judge
from explanans.entailment.steps.model import LEAST, MOST_CONTRADICTED, Critic
from explanans.entailment.steps.word_checker import unsupported_words
from explanans.language.statements.answers import decapitalize
from explanans.language.tokens import informative_lemmas
from explanans.pipeline.proving import prove
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.trees.conclusions.concluder import concluder
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.tasks import Task
from explanans.workbench.kinds.trees_sheet import Conclusion, Part, Question, Sheet


class Remark(NamedTuple):
    """Something to look at.

    Attributes:
        about: The id of the conclusion or fact; empty for the whole.
    """

    about: str
    sentence: str


def structure(sheet: Sheet) -> tuple[str, ...]:
    """Return a sentence for each way in which a sheet is no whole tree; facts of the part *other* may be left over.

    Example:
        >>> structure(Sheet("heat melts ice").add("ice is a solid"))
        ('There is no step yet: join two facts.', 'F1 is not used')
    """
    unwritten = [f"{it.id} has no words yet" for it in sheet.conclusions if not it.text.strip()]
    faults = [fault for fault in sheet.tree().faults() if not fault.startswith("the last step")]
    if not sheet.conclusions:
        unwritten.append("There is no step yet: join two facts.")
    elif not sheet.root:
        # Without a root, every conclusion at the top counts as left over; one sentence says it better.
        tops = {f"{it.id} is not used" for it in sheet.tops()}
        faults = [fault for fault in faults if fault not in tops]
        unwritten.append("No conclusion is the hypothesis yet: mark the last one.")
    return (*unwritten, *(fault.replace("hypothesis rests", f"{sheet.root} rests") for fault in faults))


def quick(sheet: Sheet) -> tuple[Remark, ...]:
    """Return remarks on steps by their words: unsupported words, and premises that do not connect."""
    texts = sheet.texts()
    return tuple(remark for step in sheet.conclusions for remark in _quick(step, texts))


def _quick(step: Conclusion, texts: dict[str, str]) -> Iterator[Remark]:
    premises = {name: texts[name] for name in step.premises if name in texts}
    for name, text in premises.items():
        others = frozenset[str]().union(*(informative_lemmas(it) for key, it in premises.items() if key != name))
        if len(premises) > 1 and not informative_lemmas(text) & (others | informative_lemmas(step.text)):
            yield Remark(step.id, f"{name} shares no word with the other premises or the conclusion")
    if step.text and (words := unsupported_words(step.text, premises.values())):
        yield Remark(step.id, f"no premise says: {', '.join(words)}")


def thorough(sheet: Sheet) -> tuple[Remark, ...]:
    """Return remarks on steps by the models: conclusions that are contradicted, or hardly follow."""
    texts = sheet.texts()
    steps = [it for it in sheet.conclusions if it.text and all(texts.get(name) for name in it.premises) and it.premises]
    if not steps:
        return ()
    pairs = [(tuple(texts[name] for name in it.premises), it.text) for it in steps]
    said = judged(open_judge(), [Pair(*pair) for pair in pairs])
    remarks = []
    for step, judgement, follows in zip(steps, said, _critic().follows(pairs), strict=True):
        if judgement.contradicted >= MOST_CONTRADICTED:
            remarks.append(Remark(step.id, "the premises seem to contradict the conclusion"))
        elif follows < LEAST:
            remarks.append(Remark(step.id, f"the conclusion hardly follows (likelihood {follows:.2f})"))
    return tuple(remarks)


def suggest_conclusion(sheet: Sheet, name: str) -> str:
    """Return words for a conclusion."""
    step, texts = sheet.conclusion(name), sheet.texts()
    premises = [texts[it] for it in step.premises if texts.get(it)] if step else []
    return concluder().conclude(premises, sheet.hypothesis).text if len(premises) > 1 else ""


@cache
def _critic() -> Critic:
    return Critic(open_judge())


def prose(sheet: Sheet) -> str:
    """Return the steps as text to read out.

    Example:
        >>> sheet = Sheet("heat melts ice").add("ice is a solid").add("heat melts solids")
        >>> prose(sheet.join(("F1", "F2"), "heat melts ice"))
        'Since ice is a solid, and heat melts solids, heat melts ice.'
    """
    texts, sentences = sheet.texts(), list[str]()
    said_before = ". ".join(texts.values())  # a name has its capital there, too
    steps = {step.conclusion: step for step in sheet.tree().steps}
    for step in steps.values():
        premises = [decapitalize(texts.get(name, sheet.hypothesis).rstrip("."), said_before) for name in step.premises]
        said = decapitalize(step.text.rstrip("."), said_before) or "…"
        sentences.append(f"Since {', and '.join(premises)}, {said}." if premises else f"{said[:1].upper()}{said[1:]}.")
    return " ".join(sentences)


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
