"""Lessons: premises, and claims beside them of which it is known what the premises say."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.lab.recipes.perturbations import Substitutes, negated
from explanans.language.sentences import sentences
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.tokens import content_lemmas
from explanans.language.values import canonical, canonical_beside
from explanans.structures.facts import Role
from explanans.structures.labels import LabelledDocument
from explanans.structures.questions import Question
from explanans.structures.trees import Problem
from explanans.structures.verdicts import Status

_SUPPORTED = frozenset((Status.SUPPORTED,))
_UNKNOWN = frozenset((Status.UNKNOWN,))
_NEAR = 0.62
"""How alike a contradicted and a supported claim are at least, so that what differs is what is contradicted."""
_WORD = re.compile(r"\w+")
_FACTS = 6
"""Facts of a gold explanation that stand beside the answers of its question: the central ones first."""
_DENIED = 0.6
"""The share of claims that are denied where they can be."""
_GONE = 2
"""Sentences that a shortened text lacks."""
_UNDENIABLE = frozenset("quantifier cause condition modality part unmentioned".split())
"""Kinds of claims whose denial does not turn them round."""
_FAR_REACHING = frozenset("inference pronoun coreference".split())
"""Kinds of claims that rest on several sentences."""
_DENIAL = re.compile(
    r"\b(?:not|no|never|none|neither|nor|nobody|nothing|without|cannot|only|all|every|both)\b|n't", re.IGNORECASE
)
_MISSHAPEN = re.compile(
    r"\b(?:does|do|did) not (?:have [a-z]+(?:ed|en|ne|ut|ld|de|ot)\b|have been|be\b|do\b|better)|that has did"
)
_ORDER = {Role.CENTRAL: 0, Role.GROUNDING: 1, Role.LEXGLUE: 2}


class Mark(NamedTuple):
    """A part of a claim, and what the premises say of it.

    Attributes:
        start: Where it starts, in characters.
        end: Where it ends.
        status: What the premises say of it.
    """

    start: int
    end: int
    status: Status


class TrainingClaim(NamedTuple):
    """A claim of a lesson.

    Attributes:
        statuses: What it may be; see ``LabelledPair``.
        marks: What of it is not supported, none for a claim all of which is; None if that is not known.
        shares: How probable it is supported, contradicted and unknown, where a network said so and not people.
    """

    text: str
    statuses: frozenset[Status]
    marks: tuple[Mark, ...] | None = None
    shares: tuple[float, float, float] | None = None


class TrainingExample(NamedTuple):
    """Premises and claims beside them.

    Attributes:
        premises: The premises: sentences or passages, in order.
        weight: What each of them counts for.
        is_sequence: Whether each claim is read after those before it, and not beside the premises alone.
    """

    premises: tuple[str, ...]
    claims: tuple[TrainingClaim, ...]
    weight: float = 1.0
    is_sequence: bool = False


class Pool(NamedTuple):
    """Training examples with their share of the tokens of a training.

    Attributes:
        share: Their share of all tokens, between 0 and 1.
    """

    examples: Sequence[TrainingExample]
    share: float


def respelt(example: TrainingExample, *, is_related: bool = False) -> TrainingExample:
    """Return an example whose values are spelt in their canonical form, as a judge reads them.

    Marks of a claim that changes are dropped, unless all of the claim is supported.

    Args:
        is_related: Whether claims have notes on how their values lie to the ranges and bounds of the premises, as the
            language model reads them.

    Example:
        >>> claim = TrainingClaim("It takes one year.", frozenset((Status.SUPPORTED,)))
        >>> respelt(TrainingExample(("It takes 12 months.",), (claim,))).claims[0].text
        'It takes 1 year.'
    """
    premises = " ".join(example.premises)
    spelling = canonical(premises)
    claims = []
    for claim in example.claims:
        text = canonical_beside(claim.text, spelling) if is_related else canonical(claim.text, beside=spelling)
        marks = claim.marks if text == claim.text or not claim.marks else None
        claims.append(claim._replace(text=text, marks=marks))
    kept = example.premises if spelling == premises else (spelling,)
    return example._replace(premises=kept, claims=tuple(claims))


def of_texts(texts: Iterable[LabelledDocument]) -> Iterator[TrainingExample]:
    """Yield a lesson a judged text: its claims, and the answers of its questions as statements.

    A wrong answer is only known to be unsupported. What of a contradicted claim is contradicted is what tells it from
    the supported claim that is most like it, where one is near.

    Example:
        >>> from explanans.lab.datasets.judged import decode
        >>> lines = "# Ice", "Ice floats.", "+: Ice floats on water.", "-: Ice sinks on water."
        >>> (lesson,) = of_texts(decode(lines, "ice.txt"))
        >>> [(claim.text, claim.marks) for claim in lesson.claims][1:]  # doctest: +NORMALIZE_WHITESPACE
        [('Ice sinks on water.', (Mark(start=4, end=9, status=<Status.CONTRADICTED: 'contradicted'>),))]
    """
    for text in texts:
        supported = [claim.text for claim in text.claims if claim.status is Status.SUPPORTED]
        claims = [
            TrainingClaim(claim.text, frozenset((claim.status,)), _marks(claim.text, claim.status, supported))
            for claim in text.claims
        ]
        for question in text.questions:
            claims.append(TrainingClaim(hypothesis(question.text, question.right), _SUPPORTED, ()))
            claims += [TrainingClaim(hypothesis(question.text, wrong), UNSUPPORTED) for wrong in question.wrong]
        yield TrainingExample(text.paragraphs, tuple(claims))


def negated_examples(texts: Iterable[LabelledDocument], weight: float, seed: int) -> Iterator[TrainingExample]:
    """Yield lessons in which claims of judged texts turn out otherwise, so that no claim tells its label by itself.

    People write denials where something holds, and specious numbers where it does not. So each text gives three more
    lessons: claims denied, so that what held is contradicted and the reverse; the text without some of its sentences,
    so that what rests on these is no longer supported; and contradicted claims as premises, which contradict the
    supported claims that are most like them.

    Args:
        weight: What each claim counts for.
        seed: Seeds what is drawn.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    for text in texts:
        for premises, claims in (
            (text.paragraphs, _denied(text, chance)),
            _shortened(text, chance),
            _turned(text),
        ):
            if premises and claims:
                yield TrainingExample(tuple(premises), tuple(claims), weight)


def of_sentences(texts: Iterable[LabelledDocument], weight: float) -> Iterator[TrainingExample]:
    """Yield lessons of one or two sentences: what facts of a knowledge base are like.

    Claims stand beside the sentences of their text that share most words with them, and beside one that shares hardly
    any and says nothing of them; a contradicted claim and the supported claim that is most like it beside each other.

    Args:
        weight: What each claim counts for.
    """
    for text in texts:
        found = [sentence.text for sentence in sentences(text.paragraphs)]
        supported = [claim.text for claim in text.claims if claim.status is Status.SUPPORTED]
        for claim in text.claims:
            near, far = _holding(claim.text, found)
            if claim.kind not in _FAR_REACHING:
                yield TrainingExample(near, (TrainingClaim(claim.text, frozenset((claim.status,))),), weight)
            yield TrainingExample(far, (TrainingClaim(claim.text, _UNKNOWN),), weight)
            other = _nearest(claim.text, supported) if claim.status is Status.CONTRADICTED else None
            if other is not None:
                for premise, denied in ((claim.text, other), (other, claim.text)):
                    claims = (
                        TrainingClaim(denied, frozenset((Status.CONTRADICTED,))),
                        TrainingClaim(premise, _SUPPORTED),
                    )
                    yield TrainingExample((premise,), claims, weight)


def _holding(claim: str, found: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the two sentences that share most words with a claim, in their order, and one that shares hardly any."""
    wanted = set(content_lemmas(claim))
    order = sorted(range(len(found)), key=lambda number: -len(wanted.intersection(content_lemmas(found[number]))))
    near = tuple(f"{found[number]}." for number in sorted(order[:2]))
    return near, (f"{found[order[-1]]}.",)


def of_pairs(pairs: Iterable[LabelledPair], weight: float = 1.0) -> Iterator[TrainingExample]:
    """Yield a lesson for all pairs of the same premises, in the order of the first of each.

    Args:
        weight: What each counts for.
    """
    grouped: dict[tuple[str, ...], list[TrainingClaim]] = {}
    for pair in pairs:
        marks: tuple[Mark, ...] | None = () if pair.supported else None
        if pair.marks is not None:
            marks = tuple(Mark(start, end, Status.UNKNOWN) for start, end in pair.marks)
        grouped.setdefault(pair.premises, []).append(TrainingClaim(pair.claim, pair.statuses, marks))
    for premises, claims in grouped.items():
        yield TrainingExample(premises, tuple(claims), weight)


def of_trees(problems: Iterable[Problem], weight: float, seed: int) -> Iterator[TrainingExample]:
    """Yield a lesson a step of gold trees: its conclusion, a premise of its own, and the conclusion of another step.

    Args:
        weight: What each claim counts for.
        seed: Seeds the choice of premises and other conclusions.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    for problem in problems:
        if problem.tree is None:
            continue
        texts = problem.tree.texts()
        for step in problem.tree.steps:
            premises = tuple(f"{texts[name]}." for name in step.premises)
            claims = [TrainingClaim(step.text, _SUPPORTED, ()), TrainingClaim(chance.choice(premises), _SUPPORTED, ())]
            others = [other.text for other in problem.tree.steps if other.text != step.text]
            if others:
                claims.append(TrainingClaim(chance.choice(others), UNSUPPORTED))
            yield TrainingExample(premises, tuple(claims), weight)


def of_questions(
    questions: Sequence[Question], knowledge: KnowledgeBase, weight: float, most: int, seed: int
) -> Iterator[TrainingExample]:
    """Yield a lesson a multiple-choice question: its choices as statements beside facts of its gold explanation.

    Args:
        weight: What each claim counts for.
        most: How many questions to draw at most.
        seed: Seeds the draw, and the order of facts.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    able = [question for question in questions if question.explanation and len(question.choices) > 1]
    for question in chance.sample(able, min(most, len(able))):
        gold = sorted(question.explanation, key=lambda item: _ORDER.get(item.role, len(_ORDER)))
        known = [fact.text for item in gold if (fact := knowledge.fact(item.fact))][:_FACTS]
        chance.shuffle(known)
        claims = (
            TrainingClaim(
                hypothesis(question.text, choice.text), _SUPPORTED if choice.label == question.key else UNSUPPORTED
            )
            for choice in question.choices
        )
        if known:
            yield TrainingExample(tuple(f"{text}." for text in known), tuple(claims), weight)


def _denied(text: LabelledDocument, chance: random.Random) -> list[TrainingClaim]:
    """Return claims with a denial put in: contradicted where they held, supported where they were contradicted."""
    found = []
    for claim in text.claims:
        if claim.status is Status.UNKNOWN or claim.kind in _UNDENIABLE or _DENIAL.search(claim.text):
            continue
        denied = negated(claim.text, Substitutes({}), chance) if chance.random() < _DENIED else None
        if denied and not _MISSHAPEN.search(denied):
            status = Status.CONTRADICTED if claim.status is Status.SUPPORTED else Status.SUPPORTED
            found.append(TrainingClaim(denied, frozenset((status,)), () if status is Status.SUPPORTED else None))
    return found


def _shortened(text: LabelledDocument, chance: random.Random) -> tuple[list[str], list[TrainingClaim]]:
    """Return a text without some sentences, and claims: those that rest on what is gone, and some of the others."""
    found = [sentence.text for sentence in sentences(text.paragraphs)]
    if len(found) <= _GONE:
        return [], []
    gone = set(chance.sample(range(len(found)), _GONE))
    lemmas_of = [frozenset(content_lemmas(sentence)) for sentence in found]
    bereft, others = [], []
    for claim in text.claims:
        wanted = frozenset(content_lemmas(claim.text))
        shared = [len(wanted & lemmas) for lemmas in lemmas_of]
        best, kept = max(shared), max(value for number, value in enumerate(shared) if number not in gone)
        if best > kept:
            bereft.append(TrainingClaim(claim.text, UNSUPPORTED))
        elif claim.kind not in _FAR_REACHING and kept > max(shared[number] for number in gone):
            others.append(TrainingClaim(claim.text, frozenset((claim.status,)), _marks(claim.text, claim.status, ())))
    rest = [f"{sentence}." for number, sentence in enumerate(found) if number not in gone]
    return rest, [*bereft, *others[: len(bereft)]]


def _turned(text: LabelledDocument) -> tuple[list[str], list[TrainingClaim]]:
    """Return contradicted claims as premises, and the supported claims that are most like them, now contradicted."""
    supported = [claim.text for claim in text.claims if claim.status is Status.SUPPORTED]
    premises, claims = [], []
    for claim in text.claims:
        near = _nearest(claim.text, supported) if claim.status is Status.CONTRADICTED else None
        if near is not None:
            premises.append(claim.text)
            claims.append(TrainingClaim(claim.text, _SUPPORTED, ()))
            contradicted = frozenset((Status.CONTRADICTED,))
            claims.append(TrainingClaim(near, contradicted, _marks(near, Status.CONTRADICTED, [claim.text])))
    return premises, claims


def _nearest(claim: str, others: Sequence[str]) -> str | None:
    """Return the claim that is most like another, where one is near."""
    words = _WORD.findall(claim.lower())
    likeness = {
        other: SequenceMatcher(None, _WORD.findall(other.lower()), words, autojunk=False).ratio() for other in others
    }
    best = max(likeness, key=likeness.__getitem__, default=None)
    return best if best is not None and likeness[best] >= _NEAR else None


def _marks(claim: str, status: Status, supported: Sequence[str]) -> tuple[Mark, ...] | None:
    """Return the unsupported spans of a claim, if they are known."""
    if status is Status.SUPPORTED:
        return ()
    if status is Status.UNKNOWN:
        return None
    spans = [found.span() for found in _WORD.finditer(claim)]
    words = _WORD.findall(claim.lower())
    near = _nearest(claim, supported)
    if near is None:
        return None
    best = SequenceMatcher(None, _WORD.findall(near.lower()), words, autojunk=False)
    changed = [(j1, j2) for kind, _, _, j1, j2 in best.get_opcodes() if kind in {"replace", "insert"}]
    return tuple(Mark(spans[first][0], spans[last - 1][1], Status.CONTRADICTED) for first, last in changed) or None
