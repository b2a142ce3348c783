"""Answer questions: judge and explain every choice, or candidates that the knowledge base holds, side by side."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Unpack, overload

from explanans.entailment.answers.weighing import MANY, AskedChoice, Weighing, describe
from explanans.entailment.judge.trained import reader_of
from explanans.errors import InputError
from explanans.language.sentences import tidy
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.explaining import ExplainJob, Parts
from explanans.pipeline.parallel import map_items, split_options
from explanans.pipeline.proposals.proposer import Proposer
from explanans.runtime.job import OpenJob
from explanans.structures.explanations import Candidate, Candidates, Explanation
from explanans.structures.questions import Choice, Question, check_length, check_words, listed_choices
from explanans.structures.verdicts import BELOW_ENOUGH, Status, Verdict
from explanans.trees.model import Relevance

MOST = 5
"""Number of candidates without choices."""

_JUDGED = 0.5
"""Weight of the judge's log-odds against the phrase model's; chosen on questions about the judged training texts."""
_LEAST = 0.01
_LIKELY = 0.2
"""Minimum chance of a phrase that is shown as unknown where its statement is contradicted; see docs/lab/judging.md."""

_ORDER = (Status.SUPPORTED, Status.UNKNOWN, Status.CONTRADICTED)


class Answerer:
    """Answers questions from one knowledge base.

    Args:
        facts: How many facts each is explained by; see ``Explainer.explain``.
        most: The number of candidates to return if a question has no choices.

    Raises:
        InputError: The explainer does not judge, or fewer than one candidate is asked for.

    Example:
        >>> facts = ["Kit K7 is needed to connect the machine to the mains.", "The drip tray may go in the dishwasher."]
        >>> answerer = Answerer(Explainer.open(facts, "bm25"))
        >>> choices = (Choice("A", "a drip tray"), Choice("B", "kit K7"))
        >>> found = answerer.answer(Question("q1", "What is needed to connect the machine to the mains?", choices))
        >>> sorted(candidate.answer for candidate in found.answers)
        ['a drip tray', 'kit K7']
    """

    def __init__(self, explainer: Explainer, *, facts: int | None = None, most: int = MOST) -> None:
        if explainer.judge is None:
            raise InputError("nothing judges the answers; accepted: an explainer with a judge")
        if most < 1:
            raise InputError(f"{most} answers are asked for; accepted: 1 or more")
        self._explainer = explainer
        self._facts = facts
        self._most = most
        self._proposer = Proposer(explainer.knowledge, reader=reader_of(explainer.judge))

    def answer(self, question: Question) -> Candidates:
        """Judge and explain the choices of a question, or candidates found in the base where it has none.

        Args:
            question: The question; which choice is the right one is not looked at.

        Raises:
            InputError: The question is empty, two choices have one label, or a part returns what is of no use.
        """
        check_words("the question", question.text)
        check_length("the question", question.text)
        proposed = () if question.choices else self._proposer.propose(question.text)
        choices = question.choices or tuple(Choice(str(place), item.text) for place, item in enumerate(proposed, 1))
        labels = [choice.label for choice in choices]
        if len(set(labels)) < len(labels):
            raise InputError(f"question {question.id}: choices that share a label; accepted: each label once")
        for choice in question.choices:
            check_words(f"question {question.id}: the choice", choice.text)
        explained = [(choice, self._explained(question, choice)) for choice in choices]
        found = [
            Candidate(choice.label if question.choices else "", choice.text, verdict, explanation)
            for choice, explanation in explained
            if (verdict := explanation.verdict)
        ]
        found = _exclusive(found)
        if question.choices:
            found = sorted(self._scored(question.text, found), key=_place)
        else:
            chances = {item.text: item.chance for item in proposed}
            is_offered = len(proposed) > 1 and len(set(chances.values())) == 1
            if not is_offered:  # what the question offers itself is shown, whatever the verdict
                found = list(_not_contradicted(found, chances))
            found = sorted(found, key=lambda item: -_worth(chances[item.answer], item.verdict.support))
        shown = found if question.choices else found[: self._most]
        answers = tuple(
            replace(item, falls=_falls(item, shown[0])) if place else item for place, item in enumerate(shown)
        )
        signature = explained[0][1].signature if explained else ""
        return Candidates(question.text, answers, signature, question.id)

    def _scored(self, question: str, found: Sequence[Candidate]) -> list[Candidate]:
        """Return candidates with their chances, if there are several and the base holds many facts."""
        knowledge = self._explainer.knowledge
        if len(found) < 2 or len(knowledge.facts) < MANY:
            return list(found)
        state = self._explainer.statement
        asked = [AskedChoice(item.answer, state(question, item.answer).sentence, item.verdict) for item in found]
        known = Relevance.shipped().before.statements
        chances = Weighing.shipped().chances(describe(knowledge, question, asked, known))
        return [replace(item, chance=chance) for item, chance in zip(found, chances.tolist(), strict=True)]

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts and the explanations of candidates."""
        return self._explainer.signature(self._facts)

    def _explained(self, question: Question, choice: Choice) -> Explanation:
        asked = replace(question, choices=question.choices or (choice,), key=choice.label)
        return self._explainer.explain_question(asked, facts=self._facts)


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """Answers questions; see ``batch.job.Job``.

    Attributes:
        explaining: How each candidate is explained and judged.
        most: The number of candidates to return if a question has no choices.
        given_only: Whether a question without choices is refused.
    """

    explaining: ExplainJob = field(default_factory=ExplainJob)
    most: int = MOST
    given_only: bool = False

    label = "Answering"

    def answerer(self) -> Answerer:
        """Return the answerer.

        Raises:
            InputError: See ``ExplainJob.explainer`` and ``Answerer``.
        """
        return Answerer(self.explaining.explainer(), facts=self.explaining.facts, most=self.most)

    def open(self) -> OpenJob:
        """Open what answers one question.

        Raises:
            InputError: See ``answerer``.
        """
        answerer = self.answerer()

        def one(question: Question) -> Candidates:
            if self.given_only:
                check_choices(question)
            return answerer.answer(question)

        return OpenJob(one, answerer.signature + f"|most:{self.most}" * (not self.given_only))


def check_choices(question: Question) -> None:
    """Complain of a question without choices.

    Raises:
        InputError: It has none.
    """
    if not question.choices:
        raise InputError(f"question {question.id} has no choices; accepted: questions with one or more")


def _are_opposite(found: Sequence[Candidate]) -> bool:
    """Return whether candidates are *yes* and *no*."""
    return sorted(item.answer.strip(" .!").lower() for item in found) == ["no", "yes"]


def _exclusive(found: list[Candidate]) -> list[Candidate]:
    """Return candidates of which *yes* and *no* are not both supported: the one with less support is not known."""
    if not _are_opposite(found) or any(item.verdict.status is not Status.SUPPORTED for item in found):
        return found
    most = max(item.verdict.support for item in found)
    winners = [item for item in found if item.verdict.support == most]
    unknown = [item for item in found if item.verdict.support < most or len(winners) > 1]
    return [
        replace(item, verdict=Verdict(Status.UNKNOWN, min(item.verdict.support, BELOW_ENOUGH), ()))
        if item in unknown
        else item
        for item in found
    ]


def _not_contradicted(found: Iterable[Candidate], chances: Mapping[str, float]) -> Iterator[Candidate]:
    """Yield the candidates that are not contradicted, and as unknown the likely ones that are.

    A likely phrase says in the words of a fact what is asked for: then it is the wording of the question that the facts
    seem to contradict.
    """
    for item in found:
        if item.verdict.status is not Status.CONTRADICTED:
            yield item
        elif chances[item.answer] >= _LIKELY:
            verdict = Verdict(Status.UNKNOWN, min(item.verdict.support, BELOW_ENOUGH), ())
            explanation = replace(item.explanation, verdict=verdict, contradicted_by=())
            yield replace(item, verdict=verdict, explanation=explanation)


def _place(candidate: Candidate) -> tuple[float, float, int, float]:
    """Return the sort key of candidates: chance, support, status, score of the best fact."""
    verdict = candidate.verdict
    best = max((item.score for item in candidate.explanation.facts), default=0.0)
    return -(candidate.chance or 0.0), -verdict.support, _ORDER.index(verdict.status), -best


def _worth(chance: float, support: float) -> float:
    """Return the sort key of proposals: log-odds of the phrase plus `_JUDGED` times those of the judge."""
    return _odds(chance) + _JUDGED * _odds(support)


def _odds(share: float) -> float:
    """Return the logarithm of the odds of a probability, finite also for 0 and 1."""
    return log((share + _LEAST) / (1 + _LEAST - share))


def _falls(candidate: Candidate, first: Candidate) -> str:
    """Return why a candidate stands behind the first."""
    verdict, explanation = candidate.verdict, candidate.explanation
    texts = {item.fact.id: tidy(item.fact.text) for item in explanation.facts}
    against = next((texts[name] for name in verdict.because if name in texts), "")
    if verdict.status is Status.CONTRADICTED and against:
        return f"Contradicted: “{against}”."
    shares = f"{verdict.support:.0%}", f"{first.verdict.support:.0%}"
    is_supported = verdict.status is Status.SUPPORTED
    if verdict.support > first.verdict.support or (is_supported and shares[0] == shares[1]):
        return "The first answer fits the question and the facts better."
    if is_supported:
        return f"Supported less than the first answer: {shares[0]} against {shares[1]}."
    return "No fact found says that it is so."


@overload
def answer(
    question: str, choices: Sequence[str] = (), *, facts: int | None = None, most: int = MOST, **parts: Unpack[Parts]
) -> Candidates: ...
@overload
def answer(question: Question, *, facts: int | None = None, most: int = MOST, **parts: Unpack[Parts]) -> Candidates: ...
@overload
def answer(
    question: Iterable[Question], *, facts: int | None = None, most: int = MOST, **parts: Unpack[Parts]
) -> Iterator[Candidates]: ...
def answer(
    question: str | Question | Iterable[Question],
    choices: Sequence[str] = (),
    *,
    facts: int | None = None,
    most: int = MOST,
    **parts: Unpack[Parts],
) -> Candidates | Iterator[Candidates]:
    """Judge and explain every choice of a question, best first; without choices, candidates found in the base.

    Args:
        question: The question; or a ``Question`` with its choices; or many of these.
        choices: Its choices; none if candidates are to be found.
        facts: How many facts each is explained by; see ``Explainer.explain``.
        most: The number of candidates to return if there are no choices.
        parts: The knowledge and the parts that explain; see ``Explainer.open``.

    Returns:
        The candidates; for many questions an iterator of theirs.

    Raises:
        InputError: The question or a choice is empty, or a part is not there or of no use.

    Example:
        >>> notes = ["Kit K7 is needed to connect the machine to the mains.", "The drip tray may go in the dishwasher."]
        >>> found = answer("What may go in the dishwasher?", ["the drip tray", "kit K7"], knowledge=notes)
        >>> len(found.answers), found.answers[0].falls
        (2, '')
    """
    sharing = split_options(parts)
    job = AnswerJob(ExplainJob(sharing.parts, facts), most)
    if isinstance(question, str):
        return job.answerer().answer(asked(question, choices))
    if choices:
        raise InputError(
            "choices given with a question that is not a text; accepted: a text and its choices, a Question, or many"
        )
    return job.answerer().answer(question) if isinstance(question, Question) else map_items(question, job, sharing)


def asked(question: str, choices: Sequence[str] = ()) -> Question:
    """Return a question of the user with choices none of which is known to be right.

    Args:
        choices: Its choices; there may be none. Where there are none, the question may hold them, as in tests.

    Raises:
        InputError: The question or a choice is empty, or a choice is given twice.

    Example:
        >>> asked("What melts ice?", ["heat", "cold"]).choices
        (Choice(label='A', text='heat'), Choice(label='B', text='cold'))
        >>> asked("What melts ice? (A) heat (B) cold").choices
        (Choice(label='A', text='heat'), Choice(label='B', text='cold'))
        >>> asked("What melts ice? A) heat B) cold").choices
        (Choice(label='A', text='heat'), Choice(label='B', text='cold'))
    """
    texts = [choice.strip() for choice in choices]
    text, within = listed_choices(question)
    if within and texts:
        raise InputError("choices within the question and beside it; accepted: all of them in one place")
    question, texts = text, texts or [choice.text for choice in within]
    check_words("the question", question)
    for text in texts:
        check_words("the choice", text)
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise InputError(f"the choice {twice!r} is given twice; accepted: each once")
    return Question(
        "question", question.strip(), tuple(Choice(_label(place), text) for place, text in enumerate(texts))
    )


def _label(place: int) -> str:
    """Return A to Z for the first choices, and numbers for those after them."""
    return chr(ord("A") + place) if place < 26 else str(place + 1)
