"""Tree authoring as a kind of task."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from explanans.formats.codec import load
from explanans.language.statements.hypothesis import hypothesis
from explanans.workbench.kinds import trees_files, worldtree_files
from explanans.workbench.kinds.kind import Mark, TaskKind, of_parts
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import Format, Reader, Setting, Task, Writer, only
from explanans.workbench.kinds.trees_files import entailmentbank_project
from explanans.workbench.kinds.trees_sheet import Question, Sheet
from explanans.workbench.store.projects import NewItem, Stage
from explanans.workbench.store.tables import Role


class TreeAuthoring(TaskKind[Question, Sheet]):
    """Explain an answer by a tree of steps from facts of a knowledge base and of the user."""

    name = "trees"
    title = "Tree authoring"
    about = "Show step by step how the answer follows from facts: choose facts, join them, write what follows."
    reads = "questions with their right answers, as .tsv, .csv or .jsonl"
    given = Question
    made = Sheet
    keys = (
        ("/", "go to the search"),
        ("↑ ↓", "go from fact to fact, in the pool and in lists"),
        ("c g o", "put the fact at hand of the pool into core, grounding or other"),
        ("Space", "pick the fact or the conclusion at hand"),
        ("m", "open what more can be done with the fact at hand"),
        ("J", "join what is picked"),
    )
    settings = (
        Setting("authors", "How many people explain each question, blind to each other", 1, 1, 20),
        Setting("pool", "How many of the best facts are shown", 20, 1, 200),
    )
    formats = (
        Format(
            "entailmentbank",
            "trees.jsonl",
            "Trees as EntailmentBank has them, for explanans evaluate trees and train trees",
        ),
        worldtree_files.QUESTIONS,
        worldtree_files.OWN_FACTS,
    )
    taken = ("entailmentbank",)
    guidelines = """\
Show how the **hypothesis** follows from facts, step by step.

1. **Entailment**: whoever believes the premises of a step has to believe its conclusion.
2. **Fine steps**: two premises a step, or three; each step makes one thought.
3. **Explicit**: say what a child would not know, such as that a frog is an animal.
4. **Compositional**: a conclusion stands by itself; no *it* or *this* that points elsewhere.
5. **Relevant**: use only what the hypothesis needs.

Begin with the worksheet: *core* holds the central ideas, *grounding* links them to the things in the question.
"""

    def stages(self, settings: Mapping[str, Any]) -> tuple[Stage, ...]:
        """Return the one stage; reviewers approve or send back what comes of it."""
        return (Stage("author", "Author", Role.AUTHOR, people=settings["authors"]),)

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:  # noqa: ARG002
        """Yield the questions of a file, each with a hypothesis that is proposed."""
        for question in load(path, "questions"):
            given = Question(question.text, question.answer, hypothesis(question.text, question.answer))
            yield NewItem(question.id, msgspec.to_builtins(given))

    def begin(self, task: Task[Question, Sheet]) -> Sheet:
        """Return an empty sheet for the hypothesis that is proposed."""
        return Sheet(task.given.hypothesis)

    def heading(self, given: Question) -> str:
        """Return the question."""
        return given.question

    def faults(self, task: Task[Question, Sheet], made: Sheet) -> tuple[str, ...]:  # noqa: ARG002
        """Return the faults that keep the sheet from being a tree."""
        from explanans.workbench.kinds import trees_checks  # noqa: PLC0415 - it loads the composer

        return trees_checks.structure(made)

    def draw(self, desk: EditingSession[Question, Sheet]) -> None:
        """Draw the pool, the worksheet and the tree."""
        from explanans.workbench.kinds import trees_page  # noqa: PLC0415 - the web framework takes seconds

        trees_page.draw(desk)

    def lines(self, made: Sheet) -> list[str]:
        """Return one line a fact and one a step."""
        facts = [f"{it.id} ({it.part}, {it.origin}): {it.text}" for it in made.facts]
        steps = [
            f"{' & '.join(it.premises)} → {'hypothesis' if it.id == made.root else it.id}"
            f"{f' [{it.inference}]' if it.inference else ''}: {it.text or '…'}"
            for it in made.conclusions
        ]
        return [f"hypothesis: {made.hypothesis}", *facts, *steps]

    def compare(self, task: Task[Question, Sheet], made: Sheet, gold: Sheet) -> Mark:
        """Return the F1 of the facts that the tree rests on; 0 if it is no whole tree."""
        if faults := self.faults(task, made):
            return Mark(0.0, (f"this is no whole tree: {faults[0]}",))
        mark = of_parts(_leaves(made), _leaves(gold))
        from explanans.workbench.kinds import trees_checks  # noqa: PLC0415 - it loads the composer

        return mark._replace(remarks=(*mark.remarks, f"a right answer: {trees_checks.prose(gold)}"))

    def parts(self, task: Task[Question, Sheet], made: Sheet) -> Mapping[str, str]:  # noqa: ARG002
        """Return facts and conclusions."""
        return made.texts()

    def writers(self) -> Mapping[str, Writer[Question, Sheet]]:
        """Return what writes trees as EntailmentBank has them, and their facts as WorldTree has them."""
        return {
            "entailmentbank": trees_files.entailmentbank_lines,
            worldtree_files.QUESTIONS.name: trees_files.worldtree_questions,
            worldtree_files.OWN_FACTS.name: trees_files.worldtree_facts,
        }

    def readers(self, knowledge: str) -> Mapping[str, Reader[Question, Sheet]]:  # noqa: ARG002
        """Return what reads the trees of a task file of EntailmentBank."""
        return dict.fromkeys(self.taken, lambda files: entailmentbank_project(only(files)))


def _leaves(sheet: Sheet) -> list[str]:
    """Return the facts that a tree rests on, worded alike where only capitals and the last full stop differ."""
    return sorted(leaf.text.lower().rstrip(" .") for leaf in sheet.tree(sheet.root).leaves)
