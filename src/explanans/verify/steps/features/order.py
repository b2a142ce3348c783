"""Features of the order of the conclusion's words, and of the parts that they play, beside those in the premises."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations
from typing import TypeVar

from explanans.verify.steps.features.feature import Feature, Seen, share
from explanans.verify.steps.sentence import Sentence

FEATURES = (
    Feature("pairs_known", "share of the conclusion's neighbouring words that are neighbours in a premise"),
    Feature("content_pairs_known", "share of its neighbouring content words that are neighbours in a premise"),
    Feature(
        "pairs_strange", "number of its neighbouring words that are neighbours in no premise and in no known sentence"
    ),
    Feature(
        "pairs_usual_least", "how usual the least usual of those that are neighbours in no premise are, in logarithms"
    ),
    Feature("pairs_usual_mean", "how usual they are on average"),
    Feature("joints", "number of its neighbouring content words that stand in premises but in none together"),
    Feature("apart", "number of its neighbouring content words that stand in one premise but are no neighbours there"),
    Feature("turned", "share of its pairs of content words in one premise whose order is the other way round there"),
    Feature("turned_near", "number of its neighbouring content words whose order is the other way round in a premise"),
    Feature("in_order", "longest row of its words in order in one premise, as a share of its words"),
    Feature("in_order_all", "the same in the premises side by side, in the best order of them"),
    Feature("run", "longest run of its words in one premise, as a share of its words"),
    Feature("pieces", "number of runs of premises that it can be cut into, less the premises"),
    Feature("pieces_share", "number of these runs to its words"),
    Feature("loose", "number of its words that stand in no premise"),
    Feature("like_premise", "how like the most alike premise it is (Dice coefficient of neighbouring words)"),
    Feature("like_joined", "how nearly it is its premises side by side (Dice coefficient of words)"),
    Feature("subject_as_subject", "share of its subject that is the subject of one premise"),
    Feature("subject_as_predicate", "share of its subject that is the predicate of one premise"),
    Feature("predicate_as_predicate", "share of its predicate that is the predicate of one premise"),
    Feature("predicate_as_subject", "share of its predicate that is the subject of one premise"),
    Feature("crossed", "share of its subject and predicate that stand the other way round in one premise"),
    Feature("straight", "share of its subject and predicate that stand this way round in one premise"),
    Feature("same_opening", "whether it starts with the word that a premise starts with"),
    Feature("same_end", "whether it ends with the word that a premise ends with"),
    Feature("verb_known", "whether its verb stands in a premise"),
    Feature("conditions", "number of premises with a condition"),
    Feature("conditional", "whether it has a condition itself"),
    Feature("condition_known", "share of its condition that is the condition of one premise"),
    Feature("consequence_kept", "share of the consequence of a premise with a condition that it keeps"),
    Feature("condition_kept", "share of the condition of a premise that it keeps in its consequence"),
)

_Key = TypeVar("_Key")
_MOST_ORDERS = 3
"""Of more premises, only the given order and its reverse are looked at."""


def order(seen: Seen) -> list[float]:
    """Return the features above.

    Args:
        seen: The step.
    """
    said = seen.conclusion
    length = len(said.terms)
    pairs = set(pairwise(said.terms))
    known = set[tuple[str, str]]().union(*(pairwise(premise.terms) for premise in seen.premises))
    pieces, loose = _pieces(said.terms, [premise.terms for premise in seen.premises])
    return [
        share(len(pairs & known), len(pairs)),
        *_content_pairs(seen),
        max(share(_common_row(said.terms, premise.terms), length) for premise in seen.premises),
        share(max(_common_row(said.terms, joined) for joined in _joined(seen.premises)), length),
        max(share(_run(said.terms, premise.terms), length) for premise in seen.premises),
        *(pieces - len(seen.premises), share(pieces, length), loose),
        max(_dice(Counter(pairwise(said.terms)), Counter(pairwise(premise.terms))) for premise in seen.premises),
        _dice(Counter(said.terms), sum((Counter(premise.terms) for premise in seen.premises), Counter[str]())),
        *_roles(seen),
        float(any(said.terms[:1] == premise.terms[:1] for premise in seen.premises)),
        float(any(said.terms[-1:] == premise.terms[-1:] for premise in seen.premises)),
        float(any(said.terms[said.verb] in premise.terms for premise in seen.premises)) if said.verb < length else -1.0,
        *_conditions(seen),
    ]


def _common_row(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest row of words that two sequences have in common, gaps allowed (Lin 2004)."""
    lengths = [0] * (len(second) + 1)
    for word in first:
        before = 0
        for place, other in enumerate(second, 1):
            before, lengths[place] = (
                lengths[place],
                before + 1 if word == other else max(lengths[place], lengths[place - 1]),
            )
    return lengths[-1]


def _joined(premises: Sequence[Sentence]) -> list[tuple[str, ...]]:
    orders = permutations(premises) if len(premises) <= _MOST_ORDERS else [tuple(premises), tuple(reversed(premises))]
    return [tuple(name for premise in one for name in premise.terms) for one in orders]


def _run(first: Sequence[str], second: Sequence[str]) -> int:
    best = 0
    lengths = [0] * (len(second) + 1)
    for word in first:
        lengths = [0, *(lengths[place] + 1 if word == other else 0 for place, other in enumerate(second))]
        best = max(best, *lengths)
    return best


def _pieces(said: Sequence[str], premises: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return how many runs of premises a conclusion can be cut into, and how many of its words stand in none."""
    joined = [f" {' '.join(premise)} " for premise in premises]
    pieces = loose = start = 0
    while start < len(said):
        end = start
        while end < len(said) and any(f" {' '.join(said[start : end + 1])} " in text for text in joined):
            end += 1
        pieces += end > start
        loose += end == start
        start = max(end, start + 1)
    return pieces, loose


def _content_pairs(seen: Seen) -> list[float]:
    places = [_places(premise.content) for premise in seen.premises]
    neighbours = set[tuple[str, str]]().union(*(pairwise(premise.content) for premise in seen.premises))
    near = list(pairwise(seen.conclusion.content))
    joints = apart = turned_near = 0
    for first, second in near:
        together = [found for found in places if first in found and second in found]
        if (first, second) in neighbours:
            continue
        apart += bool(together)
        turned_near += bool(together) and all(_is_turned(found, first, second) for found in together)
        joints += not together and all(any(name in found for found in places) for name in (first, second))
    turned = compared = 0
    for first, second in combinations(dict.fromkeys(seen.conclusion.content), 2):
        together = [found for found in places if first in found and second in found]
        compared += bool(together)
        turned += bool(together) and all(_is_turned(found, first, second) for found in together)
    known = share(sum(pair in neighbours for pair in near), len(near))
    return [known, *_usual(seen), joints, apart, share(turned, compared), turned_near]


def _usual(seen: Seen) -> list[float]:
    held = set[tuple[str, str]]().union(*(pairwise(premise.terms) for premise in seen.premises))
    usual = [
        math.log1p(seen.words.pairs.get(" ".join(pair), 0))
        for pair in pairwise(seen.conclusion.terms)
        if pair not in held
    ]
    return [usual.count(0.0), min(usual, default=10.0), share(sum(usual), len(usual)) if usual else 10.0]


def _places(content: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return where each term stands first and last."""
    found: dict[str, tuple[int, int]] = {}
    for place, name in enumerate(content):
        found[name] = (found.get(name, (place, place))[0], place)
    return found


def _is_turned(places: dict[str, tuple[int, int]], first: str, second: str) -> bool:
    return places[first][0] > places[second][1]


def _dice(one: "Counter[_Key]", other: "Counter[_Key]") -> float:
    return share(2 * (one & other).total(), one.total() + other.total())


def _roles(seen: Seen) -> list[float]:
    said = seen.conclusion

    def held(part: frozenset[str], by: frozenset[str]) -> float:
        return share(seen.mass(part & by), seen.mass(part))

    both = [(premise.subject | premise.condition, premise.predicate) for premise in seen.premises]
    return [
        max(held(said.subject, subject) for subject, _ in both),
        max(held(said.subject, predicate) for _, predicate in both),
        max(held(said.predicate, predicate) for _, predicate in both),
        max(held(said.predicate, subject) for subject, _ in both),
        max(min(held(said.subject, predicate), held(said.predicate, subject)) for subject, predicate in both),
        max(min(held(said.subject, subject), held(said.predicate, predicate)) for subject, predicate in both),
    ]


def _conditions(seen: Seen) -> list[float]:
    said = seen.conclusion
    rules = [premise for premise in seen.premises if premise.condition]
    result = said.subject | said.predicate
    consequences = [rule.subject | rule.predicate for rule in rules]
    return [
        len(rules),
        float(bool(said.condition)),
        max((share(len(said.condition & rule.condition), len(said.condition)) for rule in rules), default=-1.0),
        max((share(seen.mass(found & result), seen.mass(found)) for found in consequences), default=-1.0),
        max((share(seen.mass(rule.condition & result), seen.mass(rule.condition)) for rule in rules), default=-1.0),
    ]
