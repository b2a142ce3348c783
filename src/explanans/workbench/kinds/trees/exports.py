"""Trees as EntailmentBank's task files have them, and as WorldTree's."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from explanans.errors import InputError
from explanans.formats import proof
from explanans.structures.facts import Role
from explanans.structures.trees import ROOT, Step
from explanans.workbench.kinds import worldtree
from explanans.workbench.kinds.kind import DoneItem
from explanans.workbench.kinds.trees.sheet import Part, Premise, Question, Sheet
from explanans.workbench.store.tables import FINISHED

_ROLES = {Part.CORE: Role.CENTRAL, Part.GROUNDING: Role.GROUNDING, Part.OTHER: Role.BACKGROUND}


def entailmentbank(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield one line for each finished tree that is whole.

    Where several people explained one question, the ids of all but the first end in their names.
    """
    for key, given, sheet in _finished(items):
        yield json.dumps(_record(key, given, sheet), ensure_ascii=False)


def worldtree_questions(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield the question file of WorldTree: the facts of each finished tree, with their parts as roles."""
    return worldtree.questions(
        worldtree.Explained(
            key,
            given.question,
            given.answer,
            [(uid_of(key, fact), _ROLES[fact.part]) for fact in _used(sheet)],
        )
        for key, given, sheet in _finished(items)
    )


def worldtree_facts(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield the table of the facts that are the authors' own."""
    return worldtree.own_facts(
        (uid_of(key, fact), fact.text)
        for key, _, sheet in _finished(items)
        for fact in _used(sheet)
        if not _is_of_base(fact)
    )


def uid_of(key: str, fact: Premise) -> str:
    """Return the id of a fact in the knowledge base; one of its own where its words are the author's."""
    return fact.uid if _is_of_base(fact) else f"own-{key}-{fact.id}"


def _is_of_base(fact: Premise) -> bool:
    return bool(fact.uid) and fact.origin != "own"


def _used(sheet: Sheet) -> list[Premise]:
    used = {leaf.id for leaf in sheet.tree(sheet.root).leaves}
    return [fact for fact in sheet.facts if fact.id in used]


def _finished(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[tuple[str, Question, Sheet]]:
    """Yield the finished trees that are whole; ids of all but the first of a question end in the author's name."""
    for item in items:
        done = [work for work in item.works if work.state in FINISHED and work.made.root]
        for number, work in enumerate(done):
            if not work.made.tree(work.made.root).faults():
                yield item.key if number == 0 else f"{item.key}#{work.person}", item.given, work.made


def _record(key: str, given: Question, sheet: Sheet) -> dict[str, Any]:
    tree = sheet.tree(sheet.root)
    names = {leaf.id: f"sent{number}" for number, leaf in enumerate(tree.leaves, 1)}
    names |= {step.conclusion: f"int{number}" for number, step in enumerate(tree.steps, 1) if step.conclusion != ROOT}
    names[ROOT] = ROOT
    steps = [
        replace(step, premises=tuple(names[it] for it in step.premises), conclusion=names[step.conclusion])
        for step in tree.steps
    ]
    triples = {names[leaf.id]: leaf.text for leaf in tree.leaves}
    rows = {fact.id: fact for fact in sheet.facts}
    return {
        "id": key,
        "context": " ".join(f"{name}: {text}" for name, text in triples.items()),
        "question": given.question,
        "answer": given.answer,
        "hypothesis": tree.hypothesis,
        "proof": _proof(steps),
        "meta": {
            "question_text": given.question,
            "answer_text": given.answer,
            "triples": triples,
            "intermediate_conclusions": {step.conclusion: step.text for step in steps if step.conclusion != ROOT},
            "inference": {step.conclusion: step.inference for step in steps if step.inference},
            "origin": {names[leaf.id]: rows[leaf.id].origin for leaf in tree.leaves},
            "part": {names[leaf.id]: rows[leaf.id].part for leaf in tree.leaves},
            "core_concepts": [leaf.text for leaf in tree.leaves if rows[leaf.id].part == "core"],
            "worldtree_provenance": {
                names[leaf.id]: {"uuid": rows[leaf.id].uid, "original_text": leaf.text}
                for leaf in tree.leaves
                if rows[leaf.id].uid
            },
        },
    }


def _proof(steps: list[Step]) -> str:
    try:
        return proof.encode(steps)
    except InputError:
        # A conclusion that holds an arrow, a semicolon or the like is worded without them.
        return proof.encode([replace(step, text=plain(step.text)) for step in steps])


def plain(words: str) -> str:
    """Return the words of a conclusion as they stand in proofs that have no place for all of its signs.

    Example:
        >>> plain("heat → ice melts; it flows")
        'heat ice melts it flows'
    """
    return " ".join("".join(c if c.isalnum() or c in "'(),.-/%" else " " for c in words).split())
