"""Systems that say what a text says of claims, and which answer to a question a text gives."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from explanans.bench.evidence import chosen
from explanans.judged import JudgedQuestion, JudgedText
from explanans.knowledge.base import KnowledgeBase, open_knowledge
from explanans.question import Question
from explanans.rank.ranker import default_ranker, open_ranker, score
from explanans.text.hypothesis import hypothesis
from explanans.text.lemmas import telling_lemmas
from explanans.text.sentences import sentence_spans
from explanans.verdict import Status
from explanans.verify.arcs.checker import ArcChecker
from explanans.verify.judge.judge import DEFAULT, Judge, Pair, judged, open_judge

OVERLAP = "overlap"
ARCS = "arcs"
BEST_FACT = "best-fact"
SYSTEMS = (DEFAULT, ARCS, OVERLAP, BEST_FACT)
"""The systems that are measured where none is named."""

_HALF = 0.5


class Opinion(NamedTuple):
    """What a system says of a claim or of an answer.

    Attributes:
        support: How good it looks; a probability where a judge says so.
        status: What the text says of it; None where the system has no such word.
    """

    support: float
    status: Status | None = None


CheckClaims = Callable[[JudgedText], Sequence[Opinion]]
"""Says what a text says of each of its claims."""
WeighAnswers = Callable[[JudgedText, JudgedQuestion], Sequence[Opinion]]
"""Says how good the right answer of a question is, and then each wrong one, by its text."""


class System(NamedTuple):
    """A system.

    Attributes:
        claims: How it checks claims; None where it does not.
        answers: How it weighs answers; None where it does not.
    """

    claims: CheckClaims | None
    answers: WeighAnswers | None


def open_system(name: str) -> System:
    """Return a system.

    Args:
        name: ``arcs``, ``overlap``, ``best-fact``, or a judge as ``open_judge`` takes it.

    Raises:
        InputError: There is no such judge.
    """
    if name == OVERLAP:
        return System(_overlapping_claims, _overlapping_answers)
    if name == ARCS:
        return System(partial(_claims_by_arcs, ArcChecker.open()), None)
    if name == BEST_FACT:
        return System(None, _answers_by_best_fact)
    judge = open_judge(name)
    return System(partial(_judged_claims, judge), partial(_judged_answers, judge))


def sentences_of(text: JudgedText) -> tuple[str, ...]:
    """Return the sentences of a text.

    Args:
        text: The text.
    """
    lines = (" ".join(paragraph.split()) for paragraph in text.paragraphs)
    return tuple(line[start:end] for line in lines for start, end in sentence_spans(line))


def statements(question: JudgedQuestion) -> list[str]:
    """Return the statements that the right answer and the wrong ones make of a question.

    Args:
        question: The question.
    """
    found = [hypothesis(question.text, answer) for answer in (question.right, *question.wrong)]
    return [f"{statement[:1].upper()}{statement[1:]}." for statement in found]


def _judged_claims(judge: Judge, text: JudgedText) -> list[Opinion]:
    return _judged(judge, sentences_of(text), [claim.text for claim in text.claims])


def _judged_answers(judge: Judge, text: JudgedText, question: JudgedQuestion) -> list[Opinion]:
    return _judged(judge, sentences_of(text), statements(question))


def _judged(judge: Judge, sentences: tuple[str, ...], claims: Sequence[str]) -> list[Opinion]:
    found = judged(judge, [Pair(chosen(sentences, claim), claim) for claim in claims])
    return [Opinion(judgement.supported, judgement.status) for judgement in found]


def _claims_by_arcs(checker: ArcChecker, text: JudgedText) -> list[Opinion]:
    source = "\n\n".join(text.paragraphs)
    found = [checker.check(source, claim.text) for claim in text.claims]
    return [
        Opinion(verdict.score or 0.0, Status.UNKNOWN if verdict.unsupported else Status.SUPPORTED) for verdict in found
    ]


def _overlapping_claims(text: JudgedText) -> list[Opinion]:
    held = telling_lemmas(" ".join(text.paragraphs))
    shares = [_share(telling_lemmas(claim.text), held) for claim in text.claims]
    return [Opinion(share, Status.SUPPORTED if share >= _HALF else Status.UNKNOWN) for share in shares]


def _overlapping_answers(text: JudgedText, question: JudgedQuestion) -> list[Opinion]:
    held = [telling_lemmas(sentence) for sentence in sentences_of(text)]
    said = [telling_lemmas(statement) for statement in statements(question)]
    return [Opinion(max(_share(words, sentence) for sentence in held)) for words in said]


def _answers_by_best_fact(text: JudgedText, question: JudgedQuestion) -> list[Opinion]:
    knowledge: KnowledgeBase = open_knowledge(sentences_of(text))
    ranker = open_ranker(default_ranker(knowledge), knowledge)
    asked = [Question.asked(question.text, answer) for answer in (question.right, *question.wrong)]
    return [Opinion(score(ranker, knowledge, item).best(1)[0].score) for item in asked]


def _share(words: frozenset[str], held: frozenset[str]) -> float:
    return len(words & held) / len(words) if words else 1.0
