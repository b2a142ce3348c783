"""Graph collection as a kind of task: write, label stances, create graphs, verify, refine."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from explanans.rendering.prose import edge_sentence
from explanans.structures.grading import Annotation
from explanans.workbench.kinds import graphs_files
from explanans.workbench.kinds.graphs_files import graphs_project, records_project, refinements_project
from explanans.workbench.kinds.graphs_work import (
    CREATE,
    LABEL,
    WRITE,
    Contribution,
    Prompt,
    check_model,
    pair_of,
    refine,
    rounds,
    shown,
    stance_of,
    verify,
    written,
)
from explanans.workbench.kinds.kind import TaskKind
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import (
    DoneItem,
    PreviousAnnotation,
    Reader,
    Setting,
    Table,
    Task,
    TextSetting,
    Writer,
    only,
)
from explanans.workbench.store.projects import NewItem, Stage
from explanans.workbench.store.tables import FINISHED, Role, WorkState

MODEL = "model"
LABELS = {
    LABEL: {
        "support": "The argument supports the belief",
        "counter": "The argument counters the belief",
        "neutral": "It does neither",
    },
    CREATE: {
        "support": "The graph supports the belief",
        "counter": "The graph counters the belief",
        "incorrect": "The graph is incorrect",
    },
}
"""The labels of pairs and of graphs, with their wording."""
_RATINGS = ("counter", "support", "neutral", "incorrect")
"""The labels by the numbers that stand for them where agreement is measured."""


class GraphCollection(TaskKind[Prompt, Contribution]):
    """Collect beliefs, arguments and the graphs that explain them, in rounds of drawing, verifying and refining."""

    name = "graphs"
    title = "Graph collection"
    about = "Write a belief and an argument that mislead a model, draw the graph that explains them, judge and refine."
    reads = "prompts, as .txt, .tsv or .jsonl; or beliefs with arguments and stances, as .tsv or .jsonl"
    given = Prompt
    made = Contribution
    checked = frozenset({WorkState.DONE, WorkState.UNSURE})
    settings = (
        Setting(
            "written", "Beliefs and arguments are written first, from prompts (1), or given in the file (0)", 1, 0, 1
        ),
        Setting("tries", "How many tries people have to mislead the model", 4, 1, 20),
        Setting("labellers", "How many people say what stance an argument has", 5, 1, 20),
        Setting("verifiers", "How many people verify a graph", 3, 1, 20),
        Setting("rounds", "How often a graph that is not right is refined", 2, 0, 5),
        Setting(
            "shared",
            "A concept of both belief and argument counts for both (1), as in ExplaGraphs, or for one (0)",
            1,
            0,
            1,
        ),
    )
    texts = (
        TextSetting(MODEL, "Folder of the stance model to mislead, made by explanans train; empty for the usual one"),
    )
    formats = graphs_files.FORMATS
    taken = ("graphs", "refinements", "graphs-jsonl")
    highest = len(_RATINGS) - 1
    nominal = True
    guidelines = """\
**Writing.** Say the belief of the prompt in one sentence. Then write an argument with the stance that is asked for.
People are to see the stance at once, and the model is not: it counts words, people know how the world works.

**Drawing.** A *fact* joins two *concepts* by a *relation*. Draw three to eight facts that lead from the argument to
the belief.

1. A concept has one to three words. Take two or more from the belief, and two or more from the argument, word by word.
2. All facts hang together. *(zoos; has property; cages) (lions; desires; freedom)* do not: no concept is in both.
3. No fact leads back to where you came from. *(cages; causes; harm) (harm; at location; cages)* run in a circle.
4. Opinions count as true, so that the graph can say why the stance follows.

Before you hand it in, read the graph out and ask:

- is it **non-trivial**: does it use the argument, and no fact that only says the belief again?
- is it **complete**: does it lead back to the belief, with nothing left to be guessed?
- is it **unambiguous**: does it give this stance and no other?

**Verifying.** You see the belief and the graph. Say what the graph tells of the belief, or that it is incorrect, and
why.

**Refining.** Add, remove or replace facts until the graph gives the stance. A short graph is better than a long one.
"""

    def stages(self, settings: Mapping[str, Any]) -> tuple[Stage, ...]:
        """Return the stages: the pair if it is to be written, the graph, and its rounds."""
        found: list[Stage] = []
        if settings["written"]:
            found += [
                Stage(WRITE, "Write", Role.AUTHOR),
                Stage(LABEL, "Say the stance", Role.RATER, settings["labellers"], (WRITE,), others=True),
            ]
        makers = [WRITE, CREATE]
        apart = [LABEL] if settings["written"] else []
        found.append(Stage(CREATE, "Draw", Role.AUTHOR, after=_names(found), complete=True))
        for number in range(1, settings["rounds"] + 2):
            judge = Stage(verify(number), f"Verify, round {number}", Role.RATER, settings["verifiers"], _names(found))
            found.append(_kept_from(judge, [*makers, *apart]))
            if number <= settings["rounds"]:
                improve = Stage(refine(number), f"Refine, round {number}", Role.REVIEWER, after=_names(found))
                found.append(_kept_from(improve, [name for name in makers if name != WRITE]))
                makers.append(refine(number))
        return tuple(found)

    def is_wanted(self, stage: Stage, works: Sequence[PreviousAnnotation[Contribution]]) -> bool:
        """Return whether a pair has a stance, a graph is there to be verified, or one is to be refined."""
        if stage.name == CREATE:
            return not stage.after or stance_of(works) is not None
        kind, _, number = stage.name.partition("-")
        found = rounds(works)
        if not number:
            return True
        if len(found) < int(number):
            return False
        this = found[int(number) - 1]
        if kind == "verify":
            return bool(this.made.facts)
        return bool(this.verdicts) and not this.outdated and not this.is_correct

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:  # noqa: ARG002
        """Yield prompts, or beliefs with arguments and stances."""
        return graphs_files.read(path, written=bool(settings["written"]))

    def check_text(self, name: str, value: str) -> None:
        """Refuse a folder without a model of stances."""
        if name == MODEL and value:
            check_model(value)

    def begin(self, task: Task[Prompt, Contribution]) -> Contribution:
        """Return an empty pair, what is to be judged, the pair without a graph, or the graph that is to be refined."""
        if task.stage == WRITE:
            return Contribution(stance=task.given.stance)
        if task.stage == LABEL or task.stage.startswith("verify"):
            return self.seen(task)
        if task.stage == CREATE:
            pair = pair_of(task.earlier, task.given) or Contribution()
            return Contribution(pair.belief, pair.argument, pair.stance, facts=task.given.facts)
        made = rounds(task.earlier)[-1].made
        return Contribution(made.belief, made.argument, made.stance, facts=made.facts)

    def seen(self, task: Task[Prompt, Contribution]) -> Contribution:
        """Return the input of verifiers: the pair without its stance, or the belief with the graph."""
        if task.stage == LABEL:
            return written(task.earlier) or Contribution()
        found = rounds(task.earlier)
        return shown(found[-1].made) if found else Contribution()

    def heading(self, given: Prompt) -> str:
        """Return the prompt or the belief."""
        return given.prompt or given.belief

    def title_of(self, task: Task[Prompt, Contribution]) -> str:
        """Return the belief once it is written, else the prompt."""
        if task.stage == WRITE:
            return self.heading(task.given)
        return next((work.made.belief for work in task.earlier if work.made.belief), self.heading(task.given))

    def faults(self, task: Task[Prompt, Contribution], made: Contribution) -> tuple[str, ...]:
        """Return the parts that are missing at the stage."""
        if task.stage == WRITE:
            return tuple(_unwritten(made, task.settings["tries"]))
        if task.stage == LABEL or task.stage.startswith("verify"):
            return tuple(self._unjudged(task, made))
        return tuple(self._undrawn(task, made))

    def draw(self, desk: EditingSession[Prompt, Contribution]) -> None:
        """Draw the page of the stage."""
        from explanans.workbench.kinds import graphs_editor, graphs_pages  # noqa: PLC0415 - they take seconds

        stage = desk.task.stage
        if stage == WRITE:
            graphs_pages.draw_writing(desk)
        elif stage == LABEL or stage.startswith("verify"):
            graphs_pages.draw_labels(desk, self.seen(desk.task), LABELS[LABEL if stage == LABEL else CREATE])
        else:
            graphs_editor.draw(desk)

    def lines(self, made: Contribution) -> list[str]:
        """Return one line a sentence, a try and a fact."""
        texts = {"belief": made.belief, "argument": made.argument, "label": made.label, "note": made.note}
        return [
            *(f"{name}: {words}" for name, words in texts.items() if words),
            *(f"reason: {reason}" for reason in made.reasons),
            *(f"try: {it.belief} / {it.argument} → the model says {it.said}" for it in made.tries),
            *(f"({fact.source}; {fact.relation}; {fact.target})" for fact in made.facts),
        ]

    def parts(self, task: Task[Prompt, Contribution], made: Contribution) -> Mapping[str, str]:  # noqa: ARG002
        """Return the facts."""
        return {f"fact {number}": edge_sentence(fact.edge()) for number, fact in enumerate(made.facts, 1)}

    def carried_over(self, latest: Contribution, chosen: Contribution) -> Contribution:
        """Return a version with all tries of the latest one: going back gives no further tries."""
        return msgspec.structs.replace(chosen, tries=latest.tries) if len(latest.tries) > len(chosen.tries) else chosen

    def writers(self) -> Mapping[str, Writer[Prompt, Contribution]]:
        """Return what writes ExplaGraphs' files, labels and tries."""
        return graphs_files.WRITERS

    def readers(
        self,
        knowledge: str,  # noqa: ARG002
    ) -> Mapping[str, Reader[Prompt, Contribution]]:
        """Return what reads the graphs of files of ExplaGraphs, with the history of their refinement if it is there."""
        return {
            "graphs": lambda files: graphs_project(only(files)),
            "graphs-jsonl": lambda files: records_project(only(files)),
            "refinements": refinements_project,
        }

    def ratings(self, items: Iterable[DoneItem[Prompt, Contribution]]) -> Iterator[Annotation]:
        """Yield every verifier's label of pairs and graphs."""
        for item in items:
            for work in item.works:
                judges = work.stage == LABEL or work.stage.startswith("verify")
                if judges and work.state in FINISHED and work.made.label:
                    yield Annotation(item.key, work.stage, work.person, _RATINGS.index(work.made.label))

    def rating_name(self, rating: int) -> str:
        """Return the label."""
        return _RATINGS[rating]

    def tables(self, items: Sequence[DoneItem[Prompt, Contribution]]) -> Iterator[Table]:
        """Yield how often the model was misled, and how many graphs are right after each round."""
        return graphs_files.tables(items)

    def _unjudged(self, task: Task[Prompt, Contribution], made: Contribution) -> Iterator[str]:
        accepted = LABELS[LABEL if task.stage == LABEL else CREATE]
        if made.label not in accepted:
            yield "nothing is said yet"
        elif not made.is_about(self.seen(task)):
            yield "what is to be judged was changed since: judge it again"
        elif made.label == "incorrect" and not made.reasons:
            yield "an incorrect graph needs a reason: tick one"

    @staticmethod
    def _undrawn(task: Task[Prompt, Contribution], made: Contribution) -> Iterator[str]:
        yield from made.graph().faults(shared=bool(task.settings["shared"]))
        before = rounds(task.earlier)
        if task.stage != CREATE and before and made.facts == before[-1].made.facts:
            yield "the graph is as it was: add, remove or replace a fact"


def _unwritten(made: Contribution, tries: int) -> Iterator[str]:
    if not made.belief or not made.argument:
        yield "belief and argument are not both written"
    last = made.tries[-1] if made.tries else None
    if last is None:
        yield "the model was not asked yet"
    elif (last.belief, last.argument) != (made.belief, made.argument):
        yield "the words were changed since the model was asked"
    elif not last.fooled and len(made.tries) < tries:
        left = tries - len(made.tries)
        yield f"the model was right: change belief or argument and ask again (tries left: {left})"


def _names(stages: Iterable[Stage]) -> tuple[str, ...]:
    return tuple(stage.name for stage in stages)


def _kept_from(stage: Stage, makers: Iterable[str]) -> Stage:
    """Return a stage that those who made what it is about may not do, and that waits until all before are done."""
    return replace(stage, apart=tuple(makers), complete=True)
