"""Systems that predict the status of claims given a text, and the answer to a question given a text."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from explanans.entailment.arcs.checker import ArcChecker
from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.judge.base import DEFAULT, Judge, open_judge
from explanans.knowledge.base import open_knowledge
from explanans.language.sentences import sentence_spans
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.tokens import informative_lemmas
from explanans.pipeline.answering import Answerer
from explanans.pipeline.explainer import Explainer
from explanans.retrieval.ranker import default_ranker, open_ranker, score
from explanans.structures.labelled import LabelledDocument, LabelledQuestion
from explanans.structures.questions import Choice, Question
from explanans.structures.verdicts import Status

OVERLAP = "overlap"
ARCS = "arcs"
BEST_FACT = "best-fact"
SYSTEMS = (DEFAULT, ARCS, OVERLAP, BEST_FACT)
"""The systems that are measured if none is named."""

_HALF = 0.5


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


class System(NamedTuple):
    """A system.

    Attributes:
        claims: How it checks claims; None if it does not.
        answers: How it weighs answers; None if it does not.
    """

    claims: CheckClaims | None
    answers: WeighAnswers | None


def open_system(name: str) -> System:
    """Return a system.

    Args:
        name: ``arcs``, which checks claims by arcs alone; ``overlap``, the share of telling words that are found;
            ``best-fact``, the score of the fact that is ranked first for an answer; or a judge as ``open_judge`` takes
            it, by which claims are checked and answers judged and explained.

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
    return System(partial(_checked_claims, ClaimChecker.open(judge)), partial(_judged_answers, judge))


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
