"""People's judgements of explanations against automatic measures, as in table 6 of Jansen et al. 2021."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from explanans.errors import InputError
from explanans.evaluation.facts.measures import Rules, important_bar
from explanans.evaluation.facts.report import evaluate_facts
from explanans.structures.grading import Annotation
from explanans.structures.rankings import FactDetails, ManualFigures, Ranking, RelevanceJudgment
from explanans.workbench.kinds.completeness.work import WHOLE, Explained, Verdict
from explanans.workbench.kinds.kind import DoneItem, Table
from explanans.workbench.kinds.rating.kind import figure, raters_of, settled_of

_Item = DoneItem[Explained, Verdict]
_MEASURES = {"relevance": "Relevance", "complete": "Complete", "f1_complete": "F1"}


def beside(items: Iterable[_Item]) -> Iterator[Table]:
    """Yield a table of figures and one of correlations, by system; none if no work is finished.

    Relevance, completeness and F1 are those of the paper: Rel, CompB and F1exB. Where raters differ, what was settled
    counts; else an explanation is complete if half of its raters say so.
    """
    by_system: dict[str, list[_Item]] = {}
    for item in items:
        if raters_of(item):
            for system in item.given.systems:
                by_system.setdefault(system, []).append(item)
    if not by_system:
        return
    rows: list[tuple[str, ...]] = []
    correlations: list[tuple[str, ...]] = []
    for system, judged in sorted(by_system.items()):
        found = _measured(judged)
        length = f"{fmean(len(item.given.facts) for item in judged):.1f}"
        rows += [(system, name, str(len(judged)), length, *shown) for name, shown in _figures(judged, found)]
        for it in found.correlations if found else ():
            if it.pearson is not None or it.spearman is not None:
                names = (it.automatic.replace("_", " "), it.manual.replace("_", " "))
                correlations.append((system, *names, figure(it.pearson), figure(it.spearman), str(it.questions)))
    columns = ("System", "Measure", "Explanations", "Facts each", "Automatic", "People", "Difference")
    note = "Automatic figures need gold explanations. F1 is the harmonic mean of relevance and completeness."
    yield Table("Automatic against manual", note, columns, tuple(rows))
    if correlations:
        heads = ("System", "Measure", "People's", "Pearson", "Spearman", "Questions")
        yield Table("Correlation of measures with people", "Over questions.", heads, tuple(correlations))


def _figures(judged: Sequence[_Item], found: ManualFigures | None) -> Iterator[tuple[str, tuple[str, str, str]]]:
    if found is None:  # without gold facts only people's judgement is known
        complete = [note.rating for item in judged for note in _annotations(item) if not note.fact]
        yield _MEASURES["complete"], ("–", figure(fmean(complete) if complete else None), "–")
        return
    for name, title in _MEASURES.items():
        if one := found.measures.get(name):
            yield title, (figure(one.automatic), figure(one.manual), figure(one.underestimate))


def _measured(judged: Sequence[_Item]) -> ManualFigures | None:
    gold = [RelevanceJudgment(item.given.key, fact) for item in judged for fact in item.given.gold]
    made = [Ranking(item.given.key, tuple(fact.id for fact in item.given.facts)) for item in judged]
    ratings = [
        RelevanceJudgment(item.given.key, fact, value) for item in judged for fact, value in item.given.ratings.items()
    ]
    said = [note for item in judged for note in _annotations(item)]
    rules = Rules(important=important_bar(max((it.relevance for it in ratings), default=0)))
    try:
        details = evaluate_facts(gold, made, ratings or None, said, rules).details
    except InputError:
        return None  # a question has no gold facts
    return details.manual if isinstance(details, FactDetails) else None


def _annotations(item: _Item) -> Iterator[Annotation]:
    settled, works = settled_of(item), raters_of(item)
    for row in dict.fromkeys(row for work in works for row in work.made.grades):
        fact = "" if row == WHOLE else row
        if settled is not None and row in settled.grades:
            yield Annotation(item.given.key, fact, "settled", settled.grades[row])
            continue
        for work in works:
            if row in work.made.grades:
                yield Annotation(item.given.key, fact, work.person, work.made.grades[row])
