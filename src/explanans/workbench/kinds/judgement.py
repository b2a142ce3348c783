"""Manual judgement as a kind of task: pools, labels, and results beside automatic measures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from explanans.errors import amount
from explanans.evaluation.facts.manual import pearson, spearman
from explanans.evaluation.labels import evaluate_labels
from explanans.structures.labels import Label
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.judgement_pools import (
    FACT,
    GOLD,
    HIGHEST,
    TREE,
    Drawing,
    Judgements,
    Pool,
    Thing,
    label_of,
    read_pools,
    scale_of,
)
from explanans.workbench.kinds.rating import RATERS, SETTLED, RatedKind, Row, figure, raters_of
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import DoneItem, Format, Setting, Table, Writer, tab_separated, table_lines
from explanans.workbench.store.projects import NewItem

_DEPTHS = (1, 3, 5, 10, 20)
_FEWEST = 3
"""Minimum number of systems for a correlation."""
_HIGHLY, _POSSIBLY = 2, 1


Judged = tuple[Pool, Mapping[str, int]]
"""A pool, and the grades that were decided in it."""


def labels(items: Iterable[DoneItem[Pool, Judgements]]) -> Iterator[Sequence[str]]:
    """Yield the rows of the labels that raters gave, the header first."""
    yield Label._fields
    for item in items:
        for work in raters_of(item):
            for thing in item.given.things:
                if thing.id in work.made.grades:
                    label = label_of(thing.kind, work.made.grades[thing.id])
                    yield (thing.kind, _name(item.given, thing), work.person, label)


def automatic(items: Iterable[DoneItem[Pool, Judgements]]) -> Iterator[Sequence[str]]:
    """Yield the rows of what is known without people, the header first."""
    yield Label._fields
    for item in items:
        for fact in item.given.gold:
            yield (FACT, f"{item.given.key}#{fact}", "automatic", GOLD)
        for thing in item.given.things:
            if thing.automatic:
                yield (thing.kind, _name(item.given, thing), "automatic", thing.automatic)


def annotations(items: Iterable[DoneItem[Pool, Judgements]]) -> Iterator[Sequence[object]]:
    """Yield the rows of ratings of facts, the header first; those of gold facts are 3."""
    yield ("question", "fact", "rater", "rating")
    for item in items:
        for work in raters_of(item):
            yield from ((item.given.key, fact, work.person, _HIGHLY + 1) for fact in item.given.gold)
            yield from (
                (item.given.key, thing.id, work.person, work.made.grades[thing.id])
                for thing in item.given.things
                if thing.kind == FACT and thing.id in work.made.grades
            )


def _name(pool: Pool, thing: Thing) -> str:
    """Return the name of a thing in files of labels."""
    if thing.kind == FACT:
        return f"{pool.key}#{thing.id}"
    return f"{thing.system}:{thing.id}" if thing.system else thing.id


def tables(judged: Sequence[Judged]) -> Iterator[Table]:
    """Yield tables that compare automatic measures with people's, by system: of rankings, and of whole things."""
    decided = [(pool, grades) for pool, grades in judged if grades]
    yield from _ranked([(pool, grades) for pool, grades in decided if pool.runs])
    yield from _labelled([(pool, grades) for pool, grades in decided if not pool.runs])


def _ranked(judged: Sequence[Judged]) -> Iterator[Table]:
    """Yield relevance by people at several depths (Jansen & Ustalov 2019, section 7.2), and correlations."""
    systems = sorted({system for pool, _ in judged for system in pool.runs})
    if not systems:
        return
    deepest = max(len(run) for pool, _ in judged for run in pool.runs.values())
    rows, correlated, means = [], [], []
    for system in systems:
        of = [(pool, grades) for pool, grades in judged if system in pool.runs]
        for depth in (*(it for it in _DEPTHS if it < deepest), deepest):
            found = [_shares(pool, grades, system, depth) for pool, grades in of]
            gold, highly, possibly = (100 * fmean(column) for column in zip(*found, strict=True))
            shown = (gold, gold + highly, highly, possibly, 100 - gold - highly - possibly)
            rows.append((system, str(depth), *(f"{value:.1f}" for value in shown)))
        golds, people = [gold for gold, _, _ in found], [gold + highly for gold, highly, _ in found]
        correlated.append((system, *_correlations(golds, people), amount(len(of), "question")))
        means.append((fmean(golds), fmean(people)))
    if len(means) >= _FEWEST:
        golds, people = ([*column] for column in zip(*means, strict=True))
        correlated.append(("All systems", *_correlations(golds, people), amount(len(means), "system")))
    columns = ("System", "First", "Gold %", "With highly relevant %", "Difference", "Possibly %", "Not or undecided %")
    note = "Of the first facts of each ranking. Gold is precision, measured without people; they judged the others."
    yield Table("Automatic against manual relevance", note, columns, tuple(rows))
    note = f"Of the share of gold facts among the first {deepest} with the share that people find relevant."
    yield Table(
        "Correlation of precision with people", note, ("System", "Pearson", "Spearman", "Over"), tuple(correlated)
    )


def _correlations(golds: Sequence[float], people: Sequence[float]) -> tuple[str, str]:
    return figure(pearson(golds, people)), figure(spearman(golds, people))


def _shares(pool: Pool, grades: Mapping[str, int], system: str, depth: int) -> tuple[float, float, float]:
    gold = {fact.lower() for fact in pool.gold}
    first = pool.runs[system][:depth]
    said = [grades.get(fact) for fact in first if fact.lower() not in gold]
    return (len(first) - len(said)) / depth, said.count(_HIGHLY) / depth, said.count(_POSSIBLY) / depth


def _labelled(judged: Sequence[Judged]) -> Iterator[Table]:
    """Yield tables of people's labels and of automatic labels."""
    by_system: dict[str, tuple[list[Label], list[Label]]] = {}
    for pool, grades in judged:
        for thing in pool.things:
            if thing.id in grades:
                people, known = by_system.setdefault(thing.system, ([], []))
                name = _name(pool, thing)
                people.append(Label(thing.kind, name, "people", label_of(thing.kind, grades[thing.id])))
                if thing.automatic:
                    known.append(Label(thing.kind, name, "automatic", thing.automatic))
    rows = [
        (system or "–", *row)
        for system, (people, known) in sorted(by_system.items())
        for row in _compared(people, known)
    ]
    if rows:
        columns = (
            "System",
            "What",
            "Judged",
            "Best label",
            "People %",
            "Automatic %",
            "The same %",
            "Kappa",
            "Pearson",
        )
        note = "Pearson's correlation is of what is said without people, a label or a score, with the best label."
        yield Table("Automatic against manual judgement", note, columns, tuple(rows))


def _compared(people: Sequence[Label], known: Sequence[Label]) -> Iterator[tuple[str, ...]]:
    said = {label.item: label.label for label in people}
    for kind, found in evaluate_labels(people, known).kinds.items():
        best = scale_of(kind)[0].name
        share = found.majority[best].share if best in found.majority else 0.0
        machine = found.automatic
        pairs = [(float(it.label == best), float(said[it.item] == best)) for it in known if it.kind == kind]
        labelled = bool(machine and machine.agreement is not None)
        correlation = machine.correlation if machine and not labelled else None
        if labelled:
            correlation = pearson([one for one, _ in pairs], [other for _, other in pairs])
        yield (
            kind,
            str(found.items),
            best,
            f"{100 * share:.1f}",
            f"{100 * fmean(one for one, _ in pairs):.1f}" if labelled else "–",
            f"{100 * machine.agreement:.1f}" if machine and machine.agreement is not None else "–",
            figure(machine.kappa if machine else None),
            figure(correlation),
        )


class ManualJudgement(RatedKind[Pool, Judgements]):
    """Judge outputs of systems, pooled and shuffled, and compare the judgements with automatic measures."""

    name = "judgement"
    title = "Manual judgement"
    about = "Judge facts that systems ranked, or whole trees, steps, graphs or claims, without knowing who made them."
    reads = (
        "a sheet of 'evaluate sheet' (.tsv, .jsonl), or what 'explain --out' or 'check --out' writes, with the key "
        "system where there are several; or a folder on the server with questions and a file of rankings a system"
    )
    given = Pool
    made = Judgements
    settings = (
        RATERS,
        SETTLED,
        Setting("depth", "Of rankings: how many of the best facts of each system are pooled", 20, 1, 200),
        Setting("questions", "Of rankings: how many questions are judged, from the first on (0: all)", 14, 0, 100_000),
        Setting("whole", "Whether explanations are judged whole, as trees (1), or fact by fact (0)", 0, 0, 1),
        Setting("seed", "The number that the order is drawn from", 0, 0, 1_000_000),
    )
    formats = (
        Format("labels", "labels.tsv", "What raters said, for explanans evaluate labels"),
        Format("automatic", "automatic.tsv", "What is known without people, for evaluate labels --automatic"),
        Format("annotations", "annotations.tsv", "Ratings of facts, 3 for gold ones, for explanans evaluate ranking"),
        Format("table", "table.tsv", "Automatic against manual figures, by system, with correlations"),
    )
    guidelines = """\
Judge each thing by itself, by the scale on the page.

- You do not see which system made it, nor what others say; the order is drawn.
- Judge what is written, not what may have been meant.
- Facts of the gold explanation are judged already and are not shown.
"""
    highest = HIGHEST

    def rows(self, given: Pool) -> tuple[Row, ...]:
        """Return the things."""
        several = len({thing.kind for thing in given.things}) > 1 or not given.answer
        return tuple(
            Row(
                it.id,
                it.text.replace("; ", "\n") if it.kind == TREE else it.text,
                scale_of(it.kind),
                it.kind.capitalize() if several else "",
                it.because,
            )
            for it in given.things
        )

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:
        """Yield pools of facts, or whole things, in an order that is drawn."""
        how = Drawing(settings["depth"], settings["questions"], bool(settings["whole"]), settings["seed"])
        for key, pool in read_pools(path, Bases().open(knowledge), how):
            yield NewItem(key, msgspec.to_builtins(pool))

    def heading(self, given: Pool) -> str:
        """Return the question, or what the things are."""
        return given.heading

    def draw(self, desk: EditingSession[Pool, Judgements]) -> None:
        """Draw the things with their grades."""
        from explanans.workbench.kinds import rating_pages  # noqa: PLC0415 - the web framework takes seconds

        rating_pages.draw_judgement(desk, self.wanted(desk.task))

    def tables(self, items: Sequence[DoneItem[Pool, Judgements]]) -> Iterator[Table]:
        """Yield tables that compare automatic measures with people's, and of people's agreement."""
        yield from tables([(item.given, self.final(item)) for item in items])
        yield from super().tables(items)

    def writers(self) -> Mapping[str, Writer[Pool, Judgements]]:
        """Return what writes labels, what is known without people, ratings, and the tables."""
        return {
            "labels": lambda items: tab_separated(labels(items)),
            "automatic": lambda items: tab_separated(automatic(items)),
            "annotations": lambda items: tab_separated(annotations(items)),
            "table": lambda items: table_lines(self.tables(list(items))),
        }
