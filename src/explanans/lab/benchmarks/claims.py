"""Benchmark of checks and answers on the project's own texts, with trivial baselines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from explanans.entailment.arcs.checker import ArcChecker
from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.judge.base import DEFAULT, Judge, open_judge
from explanans.errors import InputError
from explanans.io.files import read_lines
from explanans.knowledge.base import open_knowledge
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, Record, System, Table, sign
from explanans.lab.benchmarks.claim_measures import CheckedClaim, RatedQuestion, form, measure_answers, measure_claims
from explanans.lab.datasets.judged import decode
from explanans.language.sentences import sentence_spans
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.tokens import informative_lemmas
from explanans.pipeline.answering import Answerer
from explanans.pipeline.explainer import Explainer
from explanans.retrieval.ranker import default_ranker, open_ranker, score
from explanans.runtime.progress import track
from explanans.structures.labels import LabelledDocument, LabelledQuestion
from explanans.structures.questions import Choice, Question
from explanans.structures.verdicts import Status

SPLITS = ("dev", "reported", "fresh")
"""The two halves, and what was written afterwards."""
OVERLAP = "overlap"
ARCS = "arcs"
BEST_FACT = "best-fact"
SYSTEMS = (DEFAULT, ARCS, OVERLAP, BEST_FACT)
"""The systems that are measured if none is named."""
_HALF = 0.5
DATA_SET = "claims"
_CLAIM_COLUMNS = (
    *("system", "AUC", "95% interval", "true\nflagged", "false\ncaught", "contradicted\ncaught", "unknown\ncaught"),
    *("contradicted\nnamed", "one of\nthree", "calibration", "ms"),
)
_ANSWER_COLUMNS = (
    *("system", "right\nabove wrong", "95% interval", "right\nfirst", "95% interval", "right\nsupported"),
    *("wrong\nsupported", "wrong\ncontradicted", "ms"),
)
_HOME = Path(__file__).parent / "texts"


def own_texts(split: str = "dev") -> list[LabelledDocument]:
    """Return the texts of a part of the set.

    Example:
        >>> texts = own_texts()
        >>> len(texts), sum(len(text.claims) for text in texts), sum(len(text.questions) for text in texts)
        (30, 182, 120)
    """
    if split not in SPLITS:
        raise InputError(f"the split {split!r} of the project's own set; accepted: {', '.join(SPLITS)}")
    files = sorted((_HOME / split).glob("*.txt"))
    return [text for path in files for text in decode(read_lines(path), str(path))]


class Opinion(NamedTuple):
    """The prediction of a system for a claim or an answer.

    Attributes:
        support: Probability that the text supports it, or another score.
        status: Predicted status; None if the system predicts none.
        place: Rank among the answers, from 0; None if the system does not rank them, and support orders them.
    """

    support: float
    status: Status | None = None
    place: int | None = None

    @property
    def worth(self) -> float:
        """The sort key of answers, higher for better ones."""
        return self.support if self.place is None else -self.place


CheckClaims = Callable[[LabelledDocument], Sequence[Opinion]]
"""Returns one prediction per claim of a document."""


WeighAnswers = Callable[[LabelledDocument, LabelledQuestion], Sequence[Opinion]]
"""Returns predictions for the correct answer of a question, and then for each wrong one, given its text."""


class ClaimSystem(NamedTuple):
    """A system.

    Attributes:
        claims: How it checks claims; None if it does not.
        answers: How it weighs answers; None if it does not.
    """

    claims: CheckClaims | None
    answers: WeighAnswers | None


def open_system(name: str) -> ClaimSystem:
    """Return a system.

    Args:
        name: ``arcs``, which checks claims by arcs alone; ``overlap``, the share of telling words that are found;
            ``best-fact``, the score of the fact that is ranked first for an answer; or a judge as ``open_judge`` takes
            it, by which claims are checked and answers judged and explained.
    """
    if name == OVERLAP:
        return ClaimSystem(_overlapping_claims, _overlapping_answers)
    if name == ARCS:
        return ClaimSystem(partial(_claims_by_arcs, ArcChecker.open()), None)
    if name == BEST_FACT:
        return ClaimSystem(None, _answers_by_best_fact)
    judge = open_judge(name)
    return ClaimSystem(partial(_checked_claims, ClaimChecker.open(judge)), partial(_judged_answers, judge))


def sentences_of(text: LabelledDocument) -> tuple[str, ...]:
    """Return the sentences of a text."""
    lines = (" ".join(paragraph.split()) for paragraph in text.paragraphs)
    return tuple(line[start:end] for line in lines for start, end in sentence_spans(line))


def statements(question: LabelledQuestion) -> list[str]:
    """Return the statements that the right answer and the wrong ones make of a question."""
    found = [hypothesis(question.text, answer) for answer in (question.right, *question.wrong)]
    return [f"{statement[:1].upper()}{statement[1:]}." for statement in found]


def _checked_claims(checker: ClaimChecker, text: LabelledDocument) -> list[Opinion]:
    verdicts = checker.check_document("\n\n".join(text.paragraphs), [claim.text for claim in text.claims])
    return [Opinion(verdict.support, verdict.status) for verdict in verdicts]


def _judged_answers(judge: Judge, text: LabelledDocument, question: LabelledQuestion) -> list[Opinion]:
    answers = (question.right, *question.wrong)
    # In the order of their letters, so that nothing can be won by what is given first.
    choices = tuple(Choice(text, text) for text in sorted(answers))
    explainer = Explainer.open(sentences_of(text), judge=judge)
    found = Answerer(explainer).answer(Question("question", question.text, choices)).answers
    opinions = {
        item.answer: Opinion(item.verdict.support, item.verdict.status, place) for place, item in enumerate(found)
    }
    return [opinions[answer] for answer in answers]


def _claims_by_arcs(checker: ArcChecker, text: LabelledDocument) -> list[Opinion]:
    found = [checker.check(sentences_of(text), claim.text) for claim in text.claims]
    statuses = [Status.UNKNOWN if verdict.unsupported else Status.SUPPORTED for verdict in found]
    return [Opinion(verdict.score or 0.0, status) for verdict, status in zip(found, statuses, strict=True)]


def _overlapping_claims(text: LabelledDocument) -> list[Opinion]:
    held = informative_lemmas(" ".join(text.paragraphs))
    shares = [_share(informative_lemmas(claim.text), held) for claim in text.claims]
    return [Opinion(share, Status.SUPPORTED if share >= _HALF else Status.UNKNOWN) for share in shares]


def _overlapping_answers(text: LabelledDocument, question: LabelledQuestion) -> list[Opinion]:
    held = [informative_lemmas(sentence) for sentence in sentences_of(text)]
    said = [informative_lemmas(statement) for statement in statements(question)]
    return [Opinion(max(_share(words, sentence) for sentence in held)) for words in said]


def _answers_by_best_fact(text: LabelledDocument, question: LabelledQuestion) -> list[Opinion]:
    knowledge = open_knowledge(sentences_of(text))
    ranker = open_ranker(default_ranker(knowledge), knowledge)
    asked = [Question.asked(question.text, answer) for answer in (question.right, *question.wrong)]
    return [Opinion(score(ranker, knowledge, item).best(1)[0].score) for item in asked]


def _share(words: frozenset[str], held: frozenset[str]) -> float:
    return len(words & held) / len(words) if words else 1.0


class _Timed(NamedTuple):
    figures: Record
    seconds: float
    items: int


def bench_claims(split: str = "dev", systems: Sequence[str] = (), *, seed: int = 0) -> Benchmark:
    """Check the claims of the project's own set, and weigh the answers to its questions, by every system.

    Each system has ``claims``, see ``claim_measures.measure_claims``, and ``questions``, see
    ``claim_measures.measure_answers``, each with ``milliseconds`` a claim or an answer; null where it does not say
    such things, or nothing is asked. The benchmark has the numbers of ``texts``, ``claims``, ``questions`` and
    ``pairs`` of a right and a wrong answer.

    Args:
        systems: Names of systems, see ``open_system``; ``SYSTEMS`` if there are none.
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
        (name or "none", str(count), *(_percent_cell(item[groups][name][share]) for item in measured.values()))
        for name, count in sorted(counts.items(), key=lambda item: -item[1])
    ]
    yield Table((family.group, family.key, *measured), by_group, grouped)


def _claim_row(item: Record) -> Iterator[str]:
    yield f"{item['auc']:.3f}"
    yield "{:.3f}–{:.3f}".format(*item["interval"])
    for key in ("true_flagged", "false_caught", "contradicted_caught", "unknown_caught", "contradicted_named"):
        yield _percent_cell(item[key])
    yield from (_percent_cell(item["accuracy"]), _percent_cell(item["calibration_error"]))


def _answer_row(item: Record) -> Iterator[str]:
    for key in ("pairs", "first"):
        yield f"{item[key]:.1f}%"
        yield "{:.1f}–{:.1f}%".format(*item[f"{key}_interval"])
    for key in ("right_supported", "wrong_supported", "wrong_contradicted"):
        yield _percent_cell(item[key])


def _percent_cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}%"


_CLAIMS = _Family(
    "claims", _CLAIM_COLUMNS, _claim_row, "kind", ("accuracy", "Claims rightly taken as supported or not, by kind")
)
_ANSWERS = _Family(
    "questions", _ANSWER_COLUMNS, _answer_row, "form", ("pairs", "Right above wrong, by form of question")
)
