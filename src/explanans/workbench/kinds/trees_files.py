"""Files of trees: EntailmentBank's task files written and read, and WorldTree's."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from explanans.errors import InputError
from explanans.formats import entailmentbank, proof
from explanans.formats.lines import Line, numbered
from explanans.structures.facts import Role as FactRole
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.workbench.kinds import worldtree_files
from explanans.workbench.kinds.tasks import DoneItem, File, ImportedProject, PreviousAnnotation, unknown
from explanans.workbench.kinds.trees_sheet import Conclusion, Part, Premise, Question, Sheet
from explanans.workbench.store.tables import FINISHED, Role, WorkState

_ROLES = {Part.CORE: FactRole.CENTRAL, Part.GROUNDING: FactRole.GROUNDING, Part.OTHER: FactRole.BACKGROUND}
_ACCEPTED = "one JSON object a line, as EntailmentBank's task files and the export entailmentbank have them"


def entailmentbank_lines(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield one line for each finished tree that is whole.

    Where several people explained one question, the ids of all but the first end in their names.
    """
    for key, given, sheet in _finished(items):
        yield json.dumps(_record(key, given, sheet), ensure_ascii=False)


def worldtree_questions(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield the question file of WorldTree: the facts of each finished tree, with their parts as roles."""
    return worldtree_files.questions(
        worldtree_files.Explained(
            key,
            given.question,
            given.answer,
            [(uid_of(key, fact), _ROLES[fact.part]) for fact in _used(sheet)],
        )
        for key, given, sheet in _finished(items)
    )


def worldtree_facts(items: Iterable[DoneItem[Question, Sheet]]) -> Iterator[str]:
    """Yield the table of the facts that are the authors' own."""
    return worldtree_files.own_facts(
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


class _Meta(msgspec.Struct):
    core_concepts: list[str] = []
    intermediate_conclusions: dict[str, str] = {}
    inference: dict[str, str] = {}
    origin: dict[str, str] = {}
    part: dict[str, Part] = {}
    worldtree_provenance: msgspec.Raw = msgspec.Raw(b"{}")


class _Row(msgspec.Struct):
    meta: _Meta


class _Source(msgspec.Struct):
    uuid: str


class _PlacedProblem(NamedTuple):
    """A problem, what the workbench keeps beside it, and where both stand."""

    problem: Problem
    meta: _Meta
    line: Line


def entailmentbank_project(file: File) -> ImportedProject[Question, Sheet]:
    """Return the trees of a task file.

    A problem whose id ends in ``#`` and a name, or whose id came before, is a further author's tree of the same
    question where question and answer are the same. A problem without a proof is an item without work; a tree
    with faults is marked as unsure.
    """
    items: dict[str, DoneItem[Question, Sheet]] = {}
    for placed in _read(file):
        problem = placed.problem
        given = Question(problem.question, problem.answer, problem.hypothesis)
        key, author = _author(problem.id, given, items)
        item = items.setdefault(key, DoneItem(key, given, ()))
        if problem.tree is not None:
            state = WorkState.UNSURE if problem.tree.faults() else WorkState.DONE
            work = PreviousAnnotation("author", author, _sheet(placed, problem.tree), state)
            items[key] = item._replace(works=(*item.works, work))
    return ImportedProject(tuple(items.values()), {"authors": max([1, *(len(item.works) for item in items.values())])})


def _read(file: File) -> Iterator[_PlacedProblem]:
    lines = list(file.lines)
    decoder = msgspec.json.Decoder(_Row)
    for problem, line in zip(entailmentbank.decode(lines, file.name), numbered(lines, file.name), strict=True):
        yield _PlacedProblem(problem, line.json(decoder, _ACCEPTED).meta, line)


def _author(name: str, given: Question, known: dict[str, DoneItem[Question, Sheet]]) -> tuple[str, str]:
    """Return the id of the item that a problem belongs to, and the name of its author."""

    def is_same(key: str) -> bool:
        return key in known and (known[key].given.question, known[key].given.answer) == (given.question, given.answer)

    first, _, person = name.rpartition("#")
    if person and is_same(first):
        return first, person
    if name not in known:
        return name, unknown(Role.AUTHOR)
    if is_same(name):
        return name, unknown(Role.AUTHOR, len(known[name].works) + 1)
    number = next(it for it in range(2, len(known) + 3) if f"{name} ({it})" not in known)
    return f"{name} ({number})", unknown(Role.AUTHOR)


def _sheet(placed: _PlacedProblem, tree: EntailmentTree) -> Sheet:
    problem, meta, line = placed
    uids = _uids(placed)
    names = {premise.id: f"F{number}" for number, premise in enumerate(problem.premises, 1)}
    used = {premise for step in tree.steps for premise in step.premises}
    facts = []
    for premise in problem.premises:
        guessed = Part.CORE if premise.text in meta.core_concepts else Part.GROUNDING
        part = meta.part.get(premise.id, guessed if premise.id in used else Part.OTHER)
        uid = uids.get(premise.id, "")
        origin = meta.origin.get(premise.id, "base" if uid else "own")
        if origin not in {"base", "own", "suggested"}:
            raise line.error(f"the origin {origin!r}", "base, own or suggested")
        facts.append(Premise(names[premise.id], premise.text, part, origin, uid))  # type: ignore[arg-type]
    conclusions = []
    for number, step in enumerate(tree.steps, 1):
        names[step.conclusion] = f"C{number}"
        words = meta.intermediate_conclusions.get(step.conclusion, "")
        # Proofs have no place for some signs, which stand in the list of conclusions.
        text = words if step.conclusion != ROOT and plain(words) == step.text else step.text
        conclusions.append(Conclusion(f"C{number}", tuple(names[it] for it in step.premises), text))
    sheet = Sheet(
        problem.hypothesis,
        tuple(facts),
        tuple(conclusions),
        names.get(ROOT, ""),
        (len(facts), len(conclusions)),
    )
    try:
        for name, inference in meta.inference.items():
            sheet = sheet.inferred(names.get(name, ""), inference)
    except InputError as error:
        found, _, accepted = str(error).partition("; accepted: ")
        raise line.error(found, accepted) from None
    return sheet


def _uids(placed: _PlacedProblem) -> dict[str, str]:
    """Return the ids of facts in a knowledge base, by the names of sentences."""
    if placed.meta.origin:  # the workbench wrote it: sentences are called by their own names
        try:
            sources = msgspec.json.decode(placed.meta.worldtree_provenance, type=dict[str, _Source])
        except msgspec.DecodeError as error:
            raise placed.line.error(str(error), _ACCEPTED) from None
        return {name: source.uuid for name, source in sources.items()}
    return {premise.id: uid for premise in placed.problem.premises if (uid := entailmentbank.row_uid(premise))}
