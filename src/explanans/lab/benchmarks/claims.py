"""Benchmark of checks and answers on the project's own texts, with trivial baselines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from explanans.lab.benchmarks.answer_measures import RatedQuestion, measure_answers
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, Record, System, Table, sign
from explanans.lab.benchmarks.claim_measures import CheckedClaim, measure_claims
from explanans.lab.benchmarks.claim_systems import SYSTEMS, CheckClaims, WeighAnswers, open_system
from explanans.lab.benchmarks.question_forms import form
from explanans.lab.benchmarks.texts import own_texts
from explanans.runtime.progress import track
from explanans.structures.labelled import LabelledDocument
from explanans.structures.verdicts import Status

DATA_SET = "claims"

_CLAIM_COLUMNS = (
    *("system", "AUC", "95% interval", "true\nflagged", "false\ncaught", "contradicted\ncaught", "unknown\ncaught"),
    *("contradicted\nnamed", "one of\nthree", "calibration", "ms"),
)
_ANSWER_COLUMNS = (
    *("system", "right\nabove wrong", "95% interval", "right\nfirst", "95% interval", "right\nsupported"),
    *("wrong\nsupported", "wrong\ncontradicted", "ms"),
)


class _Timed(NamedTuple):
    figures: Record
    seconds: float
    items: int


def bench_claims(split: str = "dev", systems: Sequence[str] = (), *, seed: int = 0) -> Benchmark:
    """Check the claims of the project's own set, and weigh the answers to its questions, by every system.

    Each system has ``claims``, see ``claim_measures.measure_claims``, and ``questions``, see
    ``answer_measures.measure_answers``, each with ``milliseconds`` a claim or an answer; null where it does not say
    such things, or nothing is asked. The benchmark has the numbers of ``texts``, ``claims``, ``questions`` and
    ``pairs`` of a right and a wrong answer.

    Args:
        split: The part of the set; see ``texts.SPLITS``.
        systems: Names of systems, see ``claim_systems.open_system``; ``SYSTEMS`` if there are none.

    Raises:
        InputError: There is no such part, or no such system.
    """
    texts = own_texts(split)
    asked = [question for text in texts for question in text.questions]
    found = {}
    for name in systems or SYSTEMS:
        system = open_system(name)
        claims = _claims(name, system.claims, texts, seed) if system.claims else None
        questions = _questions(name, system.answers, texts, seed) if system.answers and asked else None
        done = [part for part in (claims, questions) if part]
        milliseconds = 1000 * sum(part.seconds for part in done) / max(1, sum(part.items for part in done))
        parts = {"claims": claims.figures if claims else None, "questions": questions.figures if questions else None}
        found[name] = System(parts, Cost(round(milliseconds, 3)))
    more = {
        "texts": len(texts),
        "claims": sum(len(text.claims) for text in texts),
        "questions": len(asked),
        "pairs": sum(len(question.wrong) for question in asked),
    }
    return Benchmark(DATA_SET, split, found, {}, sign(data="own", split=split, seed=seed), more)


def _claims(name: str, check: CheckClaims, texts: Sequence[LabelledDocument], seed: int) -> _Timed:
    with_claims = [text for text in texts if text.claims]
    checked, seconds = list[CheckedClaim](), 0.0
    for text in track(with_claims, f"Claims, {name}", len(with_claims)):
        started = perf_counter()
        opinions = check(text)
        seconds += perf_counter() - started
        checked += (
            CheckedClaim(claim, text.title, opinion.status or Status.UNKNOWN, opinion.support)
            for claim, opinion in zip(text.claims, opinions, strict=True)
        )
    return _timed(measure_claims(checked, seed), seconds, len(checked))


def _questions(name: str, weigh: WeighAnswers, texts: Sequence[LabelledDocument], seed: int) -> _Timed:
    with_questions = [text for text in texts if text.questions]
    rated, seconds = list[RatedQuestion](), 0.0
    for text in track(with_questions, f"Questions, {name}", len(with_questions)):
        for question in text.questions:
            started = perf_counter()
            opinions = weigh(text, question)
            seconds += perf_counter() - started
            right, *wrong = (opinion.worth for opinion in opinions)
            statuses = tuple(opinion.status for opinion in opinions if opinion.status)
            asked = form(question.text, question.right)
            rated.append(RatedQuestion(asked, text.title, right, tuple(wrong), statuses))
    return _timed(measure_answers(rated, seed), seconds, sum(1 + len(item.wrong) for item in rated))


def _timed(figures: Record, seconds: float, items: int) -> _Timed:
    return _Timed({**figures, "milliseconds": round(1000 * seconds / max(1, items), 3)}, seconds, items)


def tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the tables of the benchmark."""
    more = bench.more
    yield from _family(bench, _CLAIMS, f"{more['claims']} claims about texts")
    yield from _family(bench, _ANSWERS, f"{more['questions']} questions over notes, {more['pairs']} pairs of answers")


class _Family(NamedTuple):
    """How the figures of one task are shown.

    Attributes:
        key: Under which name systems have them; what is counted is called so, too.
        row: Returns what stands in the columns between the name of a system and what an item costs.
        group: What an item is one of, in the singular.
        share: The figure of each group and the title of its column.
    """

    key: str
    columns: tuple[str, ...]
    row: Callable[[Record], Iterable[str]]
    group: str
    share: tuple[str, str]


def _family(bench: Benchmark, family: _Family, title: str) -> Iterator[Table]:
    """Yield the figures of one task, and a table of them by groups of items; nothing where no system has them."""
    measured = {name: item.measures[family.key] for name, item in bench.systems.items() if item.measures[family.key]}
    if not measured:
        return
    rows = [(name, *family.row(item), f"{item['milliseconds']:.1f}") for name, item in measured.items()]
    yield Table(family.columns, rows, title)
    groups, (share, grouped) = f"{family.group}s", family.share
    counts = {name: figures[family.key] for item in measured.values() for name, figures in item[groups].items()}
    by_group = [
        (name or "none", str(count), *(_share(item[groups][name][share]) for item in measured.values()))
        for name, count in sorted(counts.items(), key=lambda item: -item[1])
    ]
    yield Table((family.group, family.key, *measured), by_group, grouped)


def _claim_row(item: Record) -> Iterator[str]:
    yield f"{item['auc']:.3f}"
    yield "{:.3f}–{:.3f}".format(*item["interval"])
    for key in ("true_flagged", "false_caught", "contradicted_caught", "unknown_caught", "contradicted_named"):
        yield _share(item[key])
    yield from (_share(item["accuracy"]), _share(item["calibration_error"]))


def _answer_row(item: Record) -> Iterator[str]:
    for key in ("pairs", "first"):
        yield f"{item[key]:.1f}%"
        yield "{:.1f}–{:.1f}%".format(*item[f"{key}_interval"])
    for key in ("right_supported", "wrong_supported", "wrong_contradicted"):
        yield _share(item[key])


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}%"


_CLAIMS = _Family(
    "claims", _CLAIM_COLUMNS, _claim_row, "kind", ("accuracy", "Claims rightly taken as supported or not, by kind")
)
_ANSWERS = _Family(
    "questions", _ANSWER_COLUMNS, _answer_row, "form", ("pairs", "Right above wrong, by form of question")
)
