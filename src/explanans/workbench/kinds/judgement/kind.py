"""Manual judgement as a kind of task."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from explanans.errors import InputError
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.judgement import results
from explanans.workbench.kinds.judgement.reading import Drawing, read_pools
from explanans.workbench.kinds.judgement.work import HIGHEST, TREE, Judgements, Pool, scale_of
from explanans.workbench.kinds.kind import DoneItem, Format, Table
from explanans.workbench.kinds.rating.kind import RATERS, SETTLED, RatedKind
from explanans.workbench.kinds.rating.lines import tab_separated, table_lines
from explanans.workbench.kinds.rating.scale import Row
from explanans.workbench.kinds.settings import Setting
from explanans.workbench.store.projects import NewItem


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
        from explanans.workbench.kinds.judgement import page  # noqa: PLC0415 - the web framework takes seconds

        page.draw(desk, self.wanted(desk.task))

    def tables(self, items: Sequence[DoneItem[Pool, Judgements]]) -> Iterator[Table]:
        """Yield tables that compare automatic measures with people's, and of people's agreement."""
        yield from results.tables([(item.given, self.final(item)) for item in items])
        yield from super().tables(items)

    def export(self, format_name: str, items: Iterable[DoneItem[Pool, Judgements]]) -> Iterator[str]:
        """Yield labels, what is known without people, ratings, or the tables."""
        if format_name == "labels":
            return tab_separated(results.labels(items))
        if format_name == "automatic":
            return tab_separated(results.automatic(items))
        if format_name == "annotations":
            return tab_separated(results.annotations(items))
        if format_name == "table":
            return table_lines(self.tables(list(items)))
        raise InputError(f"the export {format_name!r}; accepted: {', '.join(it.name for it in self.formats)}")
