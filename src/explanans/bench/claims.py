"""What texts say of claims and of answers: checks and explanations on the project's own set, beside trivial ones."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from explanans.bench.answer_measures import RatedQuestion, measure_answers
from explanans.bench.benchmark import Benchmark, Cost, Record, System, Table, sign
from explanans.bench.claim_measures import CheckedClaim, measure_claims
from explanans.bench.claim_systems import SYSTEMS, CheckClaims, WeighAnswers, open_system
from explanans.bench.question_forms import form
from explanans.bench.texts import own_texts
from explanans.judged import JudgedText
from explanans.progress import track
from explanans.verdict import Status

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
    such things. The benchmark has the numbers of ``texts``, ``claims``, ``questions`` and ``pairs`` of a right and a
    wrong answer.

    Args:
        split: The half of the set, ``dev`` or ``reported``.
        systems: Names of systems, see ``claim_systems.open_system``; ``SYSTEMS`` where there are none.
        seed: Seeds the bootstrap.

    Raises:
        InputError: There is no such half, or no such system.
    """
    texts = own_texts(split)
    found = {}
    for name in systems or SYSTEMS:
        system = open_system(name)
        claims = _claims(name, system.claims, texts, seed) if system.claims else None
        questions = _questions(name, system.answers, texts, seed) if system.answers else None
        done = [part for part in (claims, questions) if part]
        milliseconds = 1000 * sum(part.seconds for part in done) / max(1, sum(part.items for part in done))
        parts = {"claims": claims.figures if claims else None, "questions": questions.figures if questions else None}
        found[name] = System(parts, Cost(round(milliseconds, 3)))
    asked = [question for text in texts for question in text.questions]
    more = {
        "texts": len(texts),
        "claims": sum(len(text.claims) for text in texts),
        "questions": len(asked),
        "pairs": sum(len(question.wrong) for question in asked),
    }
    return Benchmark(DATA_SET, split, found, {}, sign(data="own", split=split, seed=seed), more)


def _claims(name: str, check: CheckClaims, texts: Sequence[JudgedText], seed: int) -> _Timed:
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


def _questions(name: str, weigh: WeighAnswers, texts: Sequence[JudgedText], seed: int) -> _Timed:
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
    """Yield the tables of the benchmark.

    Args:
        bench: The benchmark.
    """
    claims = {name: item.measures["claims"] for name, item in bench.systems.items() if item.measures["claims"]}
    answers = {name: item.measures["questions"] for name, item in bench.systems.items() if item.measures["questions"]}
    if claims:
        yield from _claim_tables(claims, bench.more)
    if answers:
        yield from _answer_tables(answers, bench.more)


def _claim_tables(claims: dict[str, Record], more: Record) -> Iterator[Table]:
    rows = [
        (
            name,
            f"{item['auc']:.3f}",
            "{:.3f}–{:.3f}".format(*item["interval"]),
            *(_share(item[key]) for key in ("true_flagged", "false_caught", "contradicted_caught", "unknown_caught")),
            *(_share(item[key]) for key in ("contradicted_named", "accuracy", "calibration_error")),
            f"{item['milliseconds']:.1f}",
        )
        for name, item in claims.items()
    ]
    yield Table(_CLAIM_COLUMNS, rows, f"{more['claims']} claims about texts")
    kinds = {kind: figures["claims"] for item in claims.values() for kind, figures in item["kinds"].items()}
    by_kind = [
        (kind or "none", str(count), *(_share(item["kinds"][kind]["accuracy"]) for item in claims.values()))
        for kind, count in sorted(kinds.items(), key=lambda item: -item[1])
    ]
    yield Table(("kind", "claims", *claims), by_kind, "Claims rightly taken as supported or not, by kind")


def _answer_tables(answers: dict[str, Record], more: Record) -> Iterator[Table]:
    rows = [
        (
            name,
            f"{item['pairs']:.1f}%",
            "{:.1f}–{:.1f}%".format(*item["pairs_interval"]),
            f"{item['first']:.1f}%",
            "{:.1f}–{:.1f}%".format(*item["first_interval"]),
            *(_share(item[key]) for key in ("right_supported", "wrong_supported", "wrong_contradicted")),
            f"{item['milliseconds']:.1f}",
        )
        for name, item in answers.items()
    ]
    yield Table(_ANSWER_COLUMNS, rows, f"{more['questions']} questions over notes, {more['pairs']} pairs of answers")
    forms = {kind: figures["questions"] for item in answers.values() for kind, figures in item["forms"].items()}
    by_form = [
        (kind, str(count), *(_share(item["forms"][kind]["pairs"]) for item in answers.values()))
        for kind, count in sorted(forms.items(), key=lambda item: -item[1])
    ]
    yield Table(("form", "questions", *answers), by_form, "Right above wrong, by form of question")


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}%"
