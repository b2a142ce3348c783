"""Trees as EntailmentBank's task files have them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from explanans.codecs import proof
from explanans.exceptions import InputError
from explanans.tree import ROOT, Step
from explanans.workbench.kinds.kind import DoneItem
from explanans.workbench.kinds.trees.sheet import Question, Sheet
from explanans.workbench.store.tables import FINISHED


def entailmentbank(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield one line for each finished tree that is whole.

    Where several people explained one question, the ids of all but the first end in their names.

    Args:
        items: The items.
    """
    for item in items:
        done = [work for work in item.works if work.state in FINISHED and work.made.root]
        for number, work in enumerate(done):
            if not work.made.tree(work.made.root).faults():
                key = item.key if number == 0 else f"{item.key}#{work.person}"
                yield json.dumps(_record(key, item.given, work.made), ensure_ascii=False)


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
        plain = [
            replace(step, text="".join(c if c.isalnum() or c in " '(),.-/%" else " " for c in step.text))
            for step in steps
        ]
        return proof.encode(plain)
