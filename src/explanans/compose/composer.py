"""Build an entailment tree: join premises that share words until they arrive at the hypothesis."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from explanans.compose.conclusion import Conclusion, conclusions, joined
from explanans.compose.grounding import Lookup, ground
from explanans.compose.selection import select, sought_lemmas
from explanans.explanation import ScoredFact
from explanans.text.lemmas import telling_lemmas
from explanans.tree import ROOT, EntailmentTree, Inference, Step

_MOST_PREMISES = 3
"""Nearly all steps of EntailmentBank have two premises or three."""
_LONGEST_CONCLUSION = 30
_MOST_GROUNDED = 5
"""Leaves, those that only link a word to the others included."""
_LOSS_ALLOWED = 0.05
"""How much nearer to the hypothesis a premise may be than the conclusion drawn from it."""

Weight = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Composition:
    """A tree, where there is one, and the links that are missing.

    Attributes:
        tree: The tree; None where fewer than two facts bear on the hypothesis.
        leaves: The facts that the tree starts from, with their scores.
        missing: One sentence for each link that the facts do not supply.
    """

    tree: EntailmentTree | None
    leaves: tuple[ScoredFact, ...]
    missing: tuple[str, ...]


class _Join(NamedTuple):
    """Two open sentences and what they lead to."""

    gain: float
    premises: tuple[str, str]
    conclusion: Conclusion


def compose(
    hypothesis: str, facts: Sequence[ScoredFact], weight: Weight, about: Lookup, question: str = ""
) -> Composition:
    """Join the best facts into a tree whose root is the hypothesis.

    The facts worth joining are chosen first, then those that link further words of the hypothesis to them. Pairs that
    share a telling word are replaced by what follows from them, the pair whose conclusion comes nearest to the
    hypothesis first. Facts that this leaves idle are dropped; the at most three sentences that are left are the
    premises of the last step, which concludes the hypothesis.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        weight: How telling a lemma is.
        about: Finds the facts that hold all telling words of a phrase.
        question: The id of the question that the hypothesis answers.

    Example:
        >>> from explanans.fact import Fact
        >>> texts = ["a frog is a kind of amphibian", "an amphibian has moist skin"]
        >>> facts = [ScoredFact(Fact(f"f{i}", text), 1.0) for i, text in enumerate(texts)]
        >>> composition = compose("a frog has moist skin", facts, lambda lemma: 1.0, lambda phrase: ())
        >>> composition.tree.steps[0].premises, composition.missing
        (('f1', 'f0'), ())
    """
    chosen = _grounded(hypothesis, select(hypothesis, facts, weight), about)
    missing = _missing(hypothesis, chosen)
    if len(chosen) < 2:
        return Composition(None, (), missing)
    open_sentences = {item.fact.id: item.fact.text for item in chosen}
    steps: list[Step] = []

    def take(join: _Join) -> None:
        step = Step(join.premises, f"int{len(steps) + 1}", join.conclusion.text, join.conclusion.inference)
        steps.append(step)
        for premise in join.premises:
            del open_sentences[premise]
        open_sentences[step.conclusion] = step.text

    while len(open_sentences) > 2 and (join := _best_join(open_sentences, hypothesis, weight)):
        take(join)
    _leave_out_idle(open_sentences, chosen, sought_lemmas(hypothesis))
    while len(open_sentences) > _MOST_PREMISES:
        take(_plain_join(open_sentences, weight))
    steps.append(Step(tuple(open_sentences), ROOT, hypothesis, _last_inference(list(open_sentences.values()))))
    used = {premise for step in steps for premise in step.premises}
    leaves = tuple(item for item in chosen if item.fact.id in used)
    facts_used = tuple(leaf.fact for leaf in leaves)
    return Composition(EntailmentTree(hypothesis, facts_used, tuple(steps), question), leaves, missing)


def _best_join(open_sentences: dict[str, str], hypothesis: str, weight: Weight) -> _Join | None:
    """Return the inference that comes nearest to the hypothesis; None where no inference is worth its loss of words."""
    sought = sought_lemmas(hypothesis)
    joins = (
        _Join(_gain(conclusion.text, (first[1], second[1]), hypothesis, weight), (first[0], second[0]), conclusion)
        for first, second in combinations(open_sentences.items(), 2)
        if telling_lemmas(first[1]) & telling_lemmas(second[1])
        for conclusion in conclusions(first[1], second[1])
        if conclusion.text not in open_sentences.values()
        and len(conclusion.text.split()) <= _LONGEST_CONCLUSION
        and not _lost(conclusion.text, {first[0], second[0]}, open_sentences) & sought
    )
    worthy = [join for join in joins if join.gain >= -_LOSS_ALLOWED]
    return max(worthy, key=lambda join: join.gain, default=None)


def _lost(text: str, premises: set[str], open_sentences: dict[str, str]) -> frozenset[str]:
    """Return the lemmas that would be in no open sentence any more if a conclusion took its premises' place."""
    left = [text, *(other for uid, other in open_sentences.items() if uid not in premises)]
    before = frozenset[str]().union(*map(telling_lemmas, open_sentences.values()))
    return before.difference(*map(telling_lemmas, left))


def _leave_out_idle(open_sentences: dict[str, str], chosen: Sequence[ScoredFact], wanted: frozenset[str]) -> None:
    """Remove facts, the worst first, that bring no word of the hypothesis that the other sentences do not bring."""
    for item in sorted(chosen, key=lambda item: item.score)[:-1]:
        uid = item.fact.id
        others = frozenset[str]().union(*(telling_lemmas(text) for key, text in open_sentences.items() if key != uid))
        if uid in open_sentences and len(open_sentences) > 2 and telling_lemmas(item.fact.text) & wanted <= others:
            del open_sentences[uid]


def _plain_join(open_sentences: dict[str, str], weight: Weight) -> _Join:
    """Return the two sentences that share most, side by side."""
    joins = (
        _Join(_overlap(first[1], second[1], weight), (first[0], second[0]), joined(first[1], second[1]))
        for first, second in combinations(open_sentences.items(), 2)
    )
    return max(joins, key=lambda join: join.gain)


def _gain(text: str, premises: tuple[str, str], hypothesis: str, weight: Weight) -> float:
    """Return how much nearer a conclusion is to the hypothesis than the nearer of its premises."""
    before = max(_overlap(premise, hypothesis, weight) for premise in premises)
    return _overlap(text, hypothesis, weight) - before


def _overlap(one: str, other: str, weight: Weight) -> float:
    """Return the weighted F1 (Dice coefficient) of two sentences' telling lemmas, between 0 and 1."""
    first, second = telling_lemmas(one), telling_lemmas(other)
    total = sum(map(weight, sorted(first))) + sum(map(weight, sorted(second)))
    return 2 * sum(map(weight, sorted(first & second))) / total if total else 0.0


def _last_inference(premises: Sequence[str]) -> Inference:
    found = (conclusion.inference for pair in combinations(premises, 2) for conclusion in conclusions(*pair))
    return next(found, Inference.SPECIFICATION)


def _grounded(hypothesis: str, chosen: tuple[ScoredFact, ...], about: Lookup) -> tuple[ScoredFact, ...]:
    """Add the facts that link words of the hypothesis which no chosen fact mentions."""
    for word in _unmentioned(hypothesis, chosen):
        for lemma in sorted(telling_lemmas(word)):
            known = {item.fact.id for item in chosen}
            links = tuple(item for item in ground(lemma, hypothesis, chosen, about) if item.fact.id not in known)
            if len(chosen) + len(links) <= _MOST_GROUNDED:
                chosen += links
    return chosen


def _missing(hypothesis: str, chosen: Sequence[ScoredFact]) -> tuple[str, ...]:
    """Say which words of the hypothesis no chosen fact mentions."""
    words = _unmentioned(hypothesis, chosen)
    sentences = []
    if not chosen:
        sentences.append("No fact of the knowledge base bears on the hypothesis.")
    elif len(chosen) == 1:
        verb = "bears on" if words else "says as much as"
        sentences.append(f"Only one fact, and so no tree: {chosen[0].fact.text!r} alone {verb} the hypothesis.")
    if chosen and words:
        sentences.append(f"No fact found links the hypothesis to {_listed(words)}.")
    return tuple(sentences)


def _unmentioned(hypothesis: str, chosen: Sequence[ScoredFact]) -> list[str]:
    known = frozenset[str]().union(*(telling_lemmas(item.fact.text) for item in chosen))
    words = (word.strip(".,;:!?()\"'“”") for word in hypothesis.split())
    return [word for word in dict.fromkeys(words) if sought_lemmas(word) and not telling_lemmas(word) & known]


def _listed(words: list[str]) -> str:
    quoted = [f"‘{word}’" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
