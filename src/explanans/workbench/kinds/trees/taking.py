"""EntailmentBank's task files as projects of trees."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from explanans.errors import InputError
from explanans.formats import entailmentbank
from explanans.formats.lines import Line, numbered
from explanans.structures.trees import ROOT, EntailmentTree, Problem
from explanans.workbench.kinds.kind import DoneItem, PreviousAnnotation
from explanans.workbench.kinds.taking import File, ImportedProject, unknown
from explanans.workbench.kinds.trees.exports import plain
from explanans.workbench.kinds.trees.sheet import Conclusion, Part, Premise, Question, Sheet
from explanans.workbench.store.tables import Role, WorkState

_ACCEPTED = "one JSON object a line, as EntailmentBank's task files and the export entailmentbank have them"


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

    Raises:
        FormatError: A line breaks the format.
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
