"""Features of steps: which words of the premises the conclusion has, and how it is worded."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.steps import order_features as order
from explanans.entailment.steps.step import (
    CLASSES,
    StepView,
    TermStatistics,
    denied,
    is_denial,
    is_number,
    opposite_terms,
    share,
)
from explanans.language.grammar import AUXILIARIES, BE, DETERMINERS, PREPOSITIONS, PRONOUNS, RELATIVES
from explanans.language.tokens import SentenceTerms
from explanans.learning.boosted_trees import Feature
from explanans.structures.verdicts import NliScores

COVERAGE = (
    Feature("covered", "share of the weight of the conclusion's terms that stand in a premise"),
    Feature("subject_covered", "the same of its subject"),
    Feature("predicate_covered", "the same of its predicate"),
    Feature("new", "number of the conclusion's terms that stand in no premise"),
    Feature("new_weight", "their weight"),
    Feature("new_most", "the weight of the most telling of them"),
    Feature("new_alike", "number of them that start like a term of a premise"),
    Feature("new_usual", "how usual it is that a conclusion adds the least usual of them, in logarithms"),
    Feature("new_frames", "number of words that only frame what is said and stand in no premise"),
    Feature("kept", "share of the weight of all premises' terms that stand in the conclusion"),
    Feature("kept_least", "the same of the premise that keeps least"),
    Feature("kept_most", "the same of the premise that keeps most"),
    Feature("shared", "weight of the terms that premises share"),
    Feature("shared_kept", "share of it that stands in the conclusion"),
    Feature("unshared_kept", "share of the weight of the premises' other terms that stands in the conclusion"),
    Feature("unshared_kept_least", "the same of the premise that keeps least"),
    Feature("own_least", "weight of the conclusion's terms that one premise alone has, of the premise with least"),
    Feature("own_least_share", "that as a share of the conclusion's weight"),
    Feature("own_most_share", "the same of the premise with most"),
    Feature("tied_least", "weight that the least tied premise shares with another"),
    Feature("tied_least_share", "that as a share of its weight"),
    Feature("gone_unshared", "weight of the premises' terms that are neither shared nor in the conclusion"),
    Feature("gone_subjects", "share of the premises' subjects' weight that is neither shared nor in the conclusion"),
    Feature("premises", "number of premises"),
    Feature("length_to_longest", "words of the conclusion to words of the longest premise"),
    Feature("length_to_all", "words of the conclusion to words of all premises"),
)


def coverage_values(step: StepView) -> list[float]:
    """Return the features ``COVERAGE`` of a step."""
    said, mass = step.said, step.mass
    total = mass(said)
    kept = [share(mass(held & said), mass(held)) for held in step.held]
    apart = [held - step.shared for held in step.held]
    unshared = [share(mass(terms & said), mass(terms)) if terms else 1.0 for terms in apart]
    own = [mass(terms & said) for terms in apart]
    tied = [mass(held & step.shared) for held in step.held]
    tied_share = [share(part, mass(held)) for part, held in zip(tied, step.held, strict=True)]
    gone = frozenset[str]().union(*apart) - said
    subjects = frozenset[str]().union(*(premise.subject for premise in step.premises))
    lengths = [len(premise.words) for premise in step.premises]
    return [
        *(_covered(step, part) for part in (said, step.conclusion.subject, step.conclusion.predicate)),
        *_new(step),
        share(mass(step.known & said), mass(step.known)),
        *(min(kept), max(kept)),
        *(mass(step.shared), share(mass(step.shared & said), mass(step.shared))),
        share(mass((step.known - step.shared) & said), mass(step.known - step.shared)),
        *(min(unshared), min(own), share(min(own), total), share(max(own), total)),
        *(min(tied), min(tied_share), mass(gone), share(mass(gone & subjects), mass(subjects))),
        len(step.premises),
        *(share(len(step.conclusion.words), length) for length in (max(lengths), sum(lengths))),
    ]


def _covered(step: StepView, terms: frozenset[str]) -> float:
    return share(step.mass(terms - step.new), step.mass(terms)) if terms else 1.0


def _new(step: StepView) -> list[float]:
    starts = {name[:4] for name in step.known if len(name) >= 4}
    usual = [math.log1p(step.words.added.get(name, 0)) for name in step.new]
    frames = frozenset(step.conclusion.terms).difference(step.said, *(premise.terms for premise in step.premises))
    return [
        len(step.new),
        step.mass(step.new),
        max((step.mass([name]) for name in step.new), default=0.0),
        sum(name[:4] in starts for name in step.new),
        min(usual, default=10.0),
        len(frames),
    ]


POLARITY = (
    *(Feature(f"{name}_new", f"number of words of the class {name!r} that no premise has") for name in CLASSES),
    *(
        Feature(f"{name}_gone", f"number of words of this class that the conclusion lacks: {name!r}")
        for name in CLASSES
    ),
    Feature("denials", "denials in the conclusion, less those in the premises"),
    Feature("denials_odd", "whether conclusion and premises together have an odd number of denials"),
    Feature(
        "turned_denial", "terms that are denied in the conclusion and in no premise that has them, or the opposite"
    ),
    Feature("numbers_new", "numbers in the conclusion that no premise has"),
    Feature("numbers_gone", "numbers in the premises that the conclusion lacks"),
    Feature("opposite_new", "terms that no premise has, though one has the opposite"),
    Feature("opposite_added", "terms whose opposite a premise has, whether a premise has them too or not"),
    Feature("opposite_turned", "pairs of a term and its direction in the conclusion whose opposite a premise has"),
    Feature("opposites_both", "opposites that stand in the conclusion together"),
    Feature("ups_less_downs", "words of increase less those of decrease, in the conclusion"),
    Feature("downs_differ", "words of decrease in the conclusion, less those in the premises"),
    Feature("downs_odd", "whether conclusion and premises together have an odd number of words of decrease"),
    Feature("joining_new", "words that join that no premise has, such as *because*"),
)

_UP = frozenset("increase increases increasing increased more greater higher larger faster".split())
_DOWN = frozenset("decrease decreases decreasing decreased less lower smaller fewer slower".split())
_JOINING = frozenset("because if then so when while but or than by from to".split())


def polarity_values(step: StepView) -> list[float]:
    """Return the features ``POLARITY`` of a step."""
    said = Counter(step.conclusion.words)
    held = Counter(word for premise in step.premises for word in premise.words)
    denials, before = (sum(count for word, count in words.items() if is_denial(word)) for words in (said, held))
    downs, downs_before = (sum(words[word] for word in _DOWN) for words in (said, held))
    return [
        *(sum(word not in held for word in words & said.keys()) for words in CLASSES.values()),
        *(sum(word not in said for word in words & held.keys()) for words in CLASSES.values()),
        denials - before,
        (denials + before) % 2,
        _turned(step),
        sum(is_number(word) and word not in held for word in said),
        sum(is_number(word) and word not in said for word in held),
        *_opposites(step),
        sum(said[word] for word in _UP) - downs,
        downs - downs_before,
        (downs + downs_before) % 2,
        sum(word not in held for word in _JOINING & said.keys()),
    ]


def _signs(sentence: SentenceTerms) -> dict[str, set[bool]]:
    found: dict[str, set[bool]] = {}
    for name, is_denied in zip(sentence.terms, denied(sentence.words), strict=True):
        if name in sentence.telling:
            found.setdefault(name, set()).add(is_denied)
    return found


def _turned(step: StepView) -> int:
    held: dict[str, set[bool]] = {}
    for premise in step.premises:
        for name, signs in _signs(premise).items():
            held.setdefault(name, set()).update(signs)
    return sum(name in held and not signs & held[name] for name, signs in _signs(step.conclusion).items())


def _opposites(step: StepView) -> list[float]:
    said = set(step.conclusion.terms)
    held = set[str]().union(*(premise.terms for premise in step.premises))
    table = opposite_terms()
    faced = [name for name in said if table.get(name, frozenset()) & held]
    directed = {(name, near) for premise in step.premises for name, near in _near(premise)}
    turned = sum(
        any((name, other) in directed for other in table[near]) and (name, near) not in directed
        for name, near in _near(step.conclusion)
    )
    both = sum(len(table.get(name, frozenset()) & said) for name in said) // 2
    return [sum(name not in held for name in faced), len(faced), turned, both]


def _near(sentence: SentenceTerms) -> set[tuple[str, str]]:
    """Return the terms that tell something with the words of direction that stand up to three words away."""
    table = opposite_terms()
    return {
        (name, other)
        for place, name in enumerate(sentence.terms)
        if name in sentence.telling and name not in table
        for other in sentence.terms[max(0, place - 3) : place + 4]
        if other in table
    }


WORDING = (
    Feature("part_of_premise", "whether its words stand in a premise in a row"),
    Feature("cut_before", "words of that premise before them; -1 where none has them in a row"),
    Feature("cut_after", "words of that premise after them; -1 where none has them in a row"),
    Feature("two_runs", "share of its words in the longest rows that it has in common with two premises"),
    Feature("seams", "number of its neighbouring words that are neighbours in no premise, but for those of an *and*"),
    Feature("conjunctions", "number of its *and*s, less those of the premises"),
    Feature("strange", "share of its neighbouring terms that people's sentences do not have"),
    Feature("strange_new", "number of those that are neighbours in no premise"),
    Feature("strange_premise", "share of such neighbours in the premise with most"),
    Feature("strange_premises", "share of such neighbours in all premises"),
    Feature("dangling", "whether it ends in a word that wants another"),
    Feature("collisions", "neighbouring words that both want a noun and are no neighbours in a premise"),
    Feature("repeated", "how often it has its most frequent telling term, less that of the premises"),
    Feature("copulas", "number of its forms of *be*, less those of the premise with most"),
    Feature("relatives", "number of its *that*s and *which*s, less those of the premise with most"),
    Feature("vague", "number of its words that only point or stand for something"),
    Feature("pointing_start", "whether it starts with a pronoun"),
    Feature("defined", "number of premises that say what a word means"),
    Feature("defines", "whether it says what a word means"),
    Feature("condition_lost", "number of premises whose condition it lacks, though it has most of their consequence"),
    Feature("words", "number of its words"),
)

_WANTING = PREPOSITIONS | DETERMINERS | AUXILIARIES | RELATIVES | frozenset(("and", "or", "by", "if", "than"))
_POINTING = frozenset("something that those this these it they thing things else itself such".split())
_MEANING = frozenset(("mean", "means", "meaning", "synonymous"))
_MOST = 0.5


def wording_values(step: StepView) -> list[float]:
    """Return the features ``WORDING`` of a step."""
    said = step.conclusion
    held = [premise.words for premise in step.premises]
    known = set[tuple[str, str]]().union(*map(pairwise, held))
    new = [pair for pair in pairwise(said.words) if pair not in known]
    strange = [_strange(step.words, premise.terms) for premise in step.premises]
    pairs = [len(premise.terms) - 1 for premise in step.premises]
    return [
        *_part(said.words, held),
        share(sum(sorted(_runs(said.words, held))[-2:]), len(said.words)),
        sum("and" not in pair for pair in new),
        said.words.count("and") - sum(words.count("and") for words in held),
        share(_strange(step.words, said.terms), len(said.terms) - 1),
        _strange_new(step),
        max((share(count, size) for count, size in zip(strange, pairs, strict=True)), default=0.0),
        share(sum(strange), sum(pairs)),
        float(said.words[-1:] != () and said.words[-1] in _WANTING - BE),
        sum(first in PREPOSITIONS | DETERMINERS and second in PREPOSITIONS | RELATIVES for first, second in new),
        _most(said.telling) - max(map(_most, (premise.telling for premise in step.premises))),
        _more(said, step.premises, BE),
        _more(said, step.premises, RELATIVES),
        sum(word in _POINTING for word in said.words),
        float(said.words[:1] != () and said.words[0] in PRONOUNS),
        sum(not _MEANING.isdisjoint(words) for words in held),
        float(not _MEANING.isdisjoint(said.words)),
        _conditions_lost(step),
        len(said.words),
    ]


def _part(said: Sequence[str], held: Iterable[Sequence[str]]) -> tuple[float, float, float]:
    for words in held:
        for start in range(len(words) - len(said) + 1):
            if said and words[start : start + len(said)] == said:
                return 1.0, start, len(words) - start - len(said)
    return 0.0, -1.0, -1.0


def _runs(said: Sequence[str], held: Iterable[Sequence[str]]) -> list[int]:
    """Return the length of the longest row of words that each premise has in common with a conclusion."""
    found = []
    for words in held:
        lengths, best = [0] * (len(words) + 1), 0
        for word in said:
            lengths = [0, *(lengths[place] + 1 if word == other else 0 for place, other in enumerate(words))]
            best = max(best, *lengths)
        found.append(best)
    return found


def _strange(known: TermStatistics, terms: Sequence[str]) -> int:
    return sum(" ".join(pair) not in known.pairs for pair in pairwise(terms))


def _strange_new(step: StepView) -> int:
    held = set[tuple[str, str]]().union(*(pairwise(premise.terms) for premise in step.premises))
    new = set(pairwise(step.conclusion.terms)) - held
    return sum(" ".join(pair) not in step.words.pairs for pair in new)


def _most(telling: Sequence[str]) -> int:
    return max(Counter(telling).values(), default=0)


def _more(said: SentenceTerms, premises: Iterable[SentenceTerms], words: frozenset[str]) -> int:
    counts = [sum(word in words for word in sentence.words) for sentence in (said, *premises)]
    return counts[0] - max(counts[1:])


def _conditions_lost(step: StepView) -> int:
    said = step.said
    return sum(
        bool(premise.condition)
        and not step.conclusion.condition
        and share(len(premise.condition & said), len(premise.condition)) < _MOST
        and share(len((premise.subject | premise.predicate) & said), len(premise.subject | premise.predicate)) >= _MOST
        for premise in step.premises
    )


GROUPS: dict[str, tuple[Feature, ...]] = {
    "coverage": COVERAGE,
    "order": order.ORDER,
    "polarity": POLARITY,
    "neighbours": order.NEIGHBOURS,
}
"""The features by what they look at, in the order of their columns."""

NAMES: tuple[str, ...] = tuple(feature.name for group in GROUPS.values() for feature in group)

LOOKS = (
    *WORDING,
    Feature("likeness", "how much it looks like a step that people drew, as log-odds"),
    Feature("supported", "probability that the premises support the conclusion, by the judge, as a logarithm"),
    Feature("contradicted", "probability that they contradict it, by the judge, as a logarithm"),
    Feature("unknown", "probability that they say neither, by the judge, as a logarithm"),
)
"""Additional features of the model of graded steps, besides `NAMES`."""

GRADED_NAMES: tuple[str, ...] = (*NAMES, *(feature.name for feature in LOOKS))

Step = tuple[Sequence[str], str]
"""The premises, one or more, and the conclusion."""

_LEAST = 1e-4

_VALUES = (coverage_values, order.order_values, polarity_values, order.neighbour_values)


def columns(steps: Sequence[Step], words: TermStatistics) -> NDArray[np.float32]:
    """Return the features of steps; shape (steps, features).

    Args:
        steps: The premises of each, one or more, and its conclusion.
    """
    views = [StepView.of(premises, conclusion, words) for premises, conclusion in steps]
    rows = [[value for values in _VALUES for value in values(view)] for view in views]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))


def graded_columns(
    steps: Sequence[Step],
    words: TermStatistics,
    likeness: NDArray[np.float64],
    judgements: Sequence[NliScores | None],
) -> NDArray[np.float32]:
    """Return all features of steps, with scores of other models; shape (steps, features), NaN without a score.

    Args:
        steps: The premises of each, one or more, and its conclusion.
        likeness: How much each looks like a step that people drew, from 0 to 1; shape (steps,).
        judgements: A judge's scores of each conclusion, given its premises; None without a judge.
    """
    worded = [wording_values(StepView.of(premises, conclusion, words)) for premises, conclusion in steps]
    said = [judgement or (np.nan, np.nan, np.nan) for judgement in judgements]
    likely = np.clip(likeness, _LEAST, 1 - _LEAST)
    parts = (
        columns(steps, words),
        np.array(worded, dtype=np.float32).reshape(len(steps), len(WORDING)),
        np.log(likely / (1 - likely)).reshape(-1, 1),
        np.log(np.clip(np.array(said, dtype=np.float64).reshape(len(steps), 3), _LEAST, 1)),
    )
    return np.concatenate(parts, axis=1, dtype=np.float32)
