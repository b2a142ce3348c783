"""Features of which of the premises' words stand in the conclusion, and of small words that turn what it says."""

import math
from collections import Counter

from explanans.entailment.steps.marks import CLASSES, denied, is_denial, is_number, opposite_terms
from explanans.entailment.steps.step import StepView, share
from explanans.language.terms import Sentence
from explanans.learning.features import Feature

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


def _signs(sentence: Sentence) -> dict[str, set[bool]]:
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


def _near(sentence: Sentence) -> set[tuple[str, str]]:
    """Return the terms that tell something with the words of direction that stand up to three words away."""
    table = opposite_terms()
    return {
        (name, other)
        for place, name in enumerate(sentence.terms)
        if name in sentence.telling and name not in table
        for other in sentence.terms[max(0, place - 3) : place + 4]
        if other in table
    }
