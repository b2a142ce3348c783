"""Features of the order of the conclusion's words, beside the premises and beside conclusions by simple rules.

The last of them ask what simple rules of inference make of the premises, too.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import TypeVar

from explanans.entailment.steps.step import StepView, share
from explanans.language.tokens import SentenceTerms
from explanans.learning.boosted_trees import Feature

_LINKS = (
    *(("be", "kind", "of"), ("be", "type", "of"), ("be", "form", "of"), ("be", "exampl", "of")),
    *(("be", "part", "of"), ("be", "make", "of"), ("contain",), ("be", "make", "up", "of")),
    *(("mean",), ("be", "same", "as"), ("be", "similar", "to"), ("be", "call"), ("be", "when")),
    ("be",),
)
"""The ways in which a premise ties two phrases, the most telling first; by terms."""

_VARIABLES = frozenset("someth object it that thing organ live materi substanc".split())
_MOST_WORDS = 8
_MOST_PREMISES = 6
"""Maximum premises that are combined; of more, only the first ones."""


Terms = tuple[str, ...]


def drafts(premises: Sequence[SentenceTerms]) -> Iterator[Terms]:
    """Yield the conclusions of rules from any two premises, as terms.

    A kind takes the place of its class, or the class that of the kind; a condition is applied; what stands around a
    shared phrase is joined; or both premises are said, with what they share at their start once.
    """
    for place, first in enumerate(premises[:_MOST_PREMISES]):
        for other_place, second in enumerate(premises[:_MOST_PREMISES]):
            if place != other_place:
                yield from _substituted(first, second)
                yield from _instances(first, second)
                yield from _bridged(first, second)
                yield _both(first.terms, second.terms)


def tie(premise: SentenceTerms) -> tuple[Terms, Terms] | None:
    """Return the two phrases that a premise ties; None if it ties none in a way that is known.

    Example:
        >>> from explanans.entailment.steps.step import read
        >>> tie(read("a frog is a kind of amphibian"))
        (('frog',), ('amphibian',))
    """
    terms = premise.terms
    for sign in _LINKS:
        for start in range(1, len(terms) - len(sign)):
            if terms[start : start + len(sign)] == sign:
                return terms[:start], terms[start + len(sign) :]
    return None


def _substituted(fact: SentenceTerms, other: SentenceTerms) -> Iterator[Terms]:
    found = tie(fact)
    if found is None or len(found[0]) > _MOST_WORDS:
        return
    narrow, wide = found
    for old, new in ((wide, narrow), (narrow, wide)):
        place = _find(other.terms, old)
        if place:
            yield (*other.terms[: place[0]], *new, *other.terms[place[1] :])


def _find(terms: Terms, phrase: Terms) -> tuple[int, int] | None:
    """Return where the longest start or end of a phrase stands in terms; None if none does."""
    for size in range(min(len(phrase), 4), 0, -1):
        for part in (phrase[:size], phrase[-size:]):
            for start in range(len(terms) - size + 1):
                if terms[start : start + size] == part:
                    return start, start + size
    return None


def _instances(rule: SentenceTerms, fact: SentenceTerms) -> Iterator[Terms]:
    if not rule.condition or not fact.subject:
        return
    start = rule.terms.index("then") + 1 if "then" in rule.terms else 0
    start = start or next((place for place, name in enumerate(rule.terms) if name in rule.subject and place > 2), 0)
    result = rule.terms[start:]
    subject = fact.terms[: fact.division.relation]
    place = next((place for place, name in enumerate(result) if name in _VARIABLES or name in rule.condition), None)
    if place is not None:
        yield (*result[:place], *subject, *result[place + 1 :])
    yield result


def _bridged(first: SentenceTerms, second: SentenceTerms) -> Iterator[Terms]:
    """Yield the words before a shared phrase in one premise with those after it in the other."""
    size, start, other = _longest_run(first.terms, second.terms, frozenset(first.telling))
    if size:
        yield (*first.terms[:start], *second.terms[other + size :])
        yield (*second.terms[:other], *first.terms[:start], *second.terms[other + size :])


def _longest_run(first: Sequence[str], second: Sequence[str], telling: frozenset[str]) -> tuple[int, int, int]:
    """Return how long the longest run with a telling term is that two rows share, and where it starts in each."""
    best = (0, 0, 0)
    for start in range(len(first)):
        for other in range(len(second)):
            size = 0
            while (
                start + size < len(first) and other + size < len(second) and first[start + size] == second[other + size]
            ):
                size += 1
            if size > best[0] and telling.intersection(first[start : start + size]):
                best = (size, start, other)
    return best


def _both(first: Terms, second: Terms) -> Terms:
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return (*first, "and", *second[shared:])


ORDER = (
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
"""Maximum premises of which all orders are tried; of more, only the given order and its reverse."""


def order_values(step: StepView) -> list[float]:
    """Return the features ``ORDER`` of a step."""
    said = step.conclusion
    length = len(said.terms)
    pairs = set(pairwise(said.terms))
    known = set[tuple[str, str]]().union(*(pairwise(premise.terms) for premise in step.premises))
    pieces, loose = _pieces(said.terms, [premise.terms for premise in step.premises])
    return [
        share(len(pairs & known), len(pairs)),
        *_content_pairs(step),
        max(share(_common_row(said.terms, premise.terms), length) for premise in step.premises),
        share(max(_common_row(said.terms, joined) for joined in _joined(step.premises)), length),
        max(share(_run(said.terms, premise.terms), length) for premise in step.premises),
        *(pieces - len(step.premises), share(pieces, length), loose),
        max(_dice(Counter(pairwise(said.terms)), Counter(pairwise(premise.terms))) for premise in step.premises),
        _dice(Counter(said.terms), sum((Counter(premise.terms) for premise in step.premises), Counter[str]())),
        *_roles(step),
        float(any(said.terms[:1] == premise.terms[:1] for premise in step.premises)),
        float(any(said.terms[-1:] == premise.terms[-1:] for premise in step.premises)),
        _verb(step),
        *_conditions(step),
    ]


def _verb(step: StepView) -> float:
    """Return whether a premise has the verb of the conclusion; -1 if that has none."""
    said = step.conclusion
    if said.division.relation == said.division.condition:
        return -1.0
    return float(any(said.terms[said.division.relation] in premise.terms for premise in step.premises))


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


def _joined(premises: Sequence[SentenceTerms]) -> list[tuple[str, ...]]:
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


def _content_pairs(step: StepView) -> list[float]:
    places = [_places(premise.telling) for premise in step.premises]
    neighbours = set[tuple[str, str]]().union(*(pairwise(premise.telling) for premise in step.premises))
    near = list(pairwise(step.conclusion.telling))
    joints = apart = turned_near = 0
    for first, second in near:
        together = [found for found in places if first in found and second in found]
        if (first, second) in neighbours:
            continue
        apart += bool(together)
        turned_near += bool(together) and all(_is_turned(found, first, second) for found in together)
        joints += not together and all(any(name in found for found in places) for name in (first, second))
    turned = compared = 0
    for first, second in combinations(dict.fromkeys(step.conclusion.telling), 2):
        together = [found for found in places if first in found and second in found]
        compared += bool(together)
        turned += bool(together) and all(_is_turned(found, first, second) for found in together)
    known = share(sum(pair in neighbours for pair in near), len(near))
    return [known, *_usual(step), joints, apart, share(turned, compared), turned_near]


def _usual(step: StepView) -> list[float]:
    held = set[tuple[str, str]]().union(*(pairwise(premise.terms) for premise in step.premises))
    usual = [
        math.log1p(step.words.pairs.get(" ".join(pair), 0))
        for pair in pairwise(step.conclusion.terms)
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


def _roles(step: StepView) -> list[float]:
    said = step.conclusion

    def held(part: frozenset[str], by: frozenset[str]) -> float:
        return share(step.mass(part & by), step.mass(part))

    both = [(premise.subject | premise.condition, premise.predicate) for premise in step.premises]
    return [
        max(held(said.subject, subject) for subject, _ in both),
        max(held(said.subject, predicate) for _, predicate in both),
        max(held(said.predicate, predicate) for _, predicate in both),
        max(held(said.predicate, subject) for subject, _ in both),
        max(min(held(said.subject, predicate), held(said.predicate, subject)) for subject, predicate in both),
        max(min(held(said.subject, subject), held(said.predicate, predicate)) for subject, predicate in both),
    ]


def _conditions(step: StepView) -> list[float]:
    said = step.conclusion
    rules = [premise for premise in step.premises if premise.condition]
    result = said.subject | said.predicate
    consequences = [rule.subject | rule.predicate for rule in rules]
    return [
        len(rules),
        float(bool(said.condition)),
        max((share(len(said.condition & rule.condition), len(said.condition)) for rule in rules), default=-1.0),
        max((share(step.mass(found & result), step.mass(found)) for found in consequences), default=-1.0),
        max((share(step.mass(rule.condition & result), step.mass(rule.condition)) for rule in rules), default=-1.0),
    ]


NEIGHBOURS = (
    Feature("drafted", "share of its neighbouring words that are neighbours in a premise or by a rule, ends included"),
    Feature("undrafted", "number of its neighbouring words that are not"),
    Feature("swap_gain", "how many more would be, if the best two of its telling words changed places"),
    Feature("swap_gain_premises", "the same where neighbours in premises alone count"),
    Feature("swaps", "number of such changes that would gain"),
)

_START, _END = "<", ">"
_NO_SWAP = -9
_MOST_ORDERED_WORDS = 12
"""Maximum content words that are swapped pairwise; of more, only the first ones."""


def neighbour_values(step: StepView) -> list[float]:
    """Return the features ``NEIGHBOURS`` of a step."""
    said = step.conclusion.terms
    in_premises = _pairs(premise.terms for premise in step.premises)
    drafted = in_premises | _pairs(drafts(step.premises))
    found = _count(said, drafted)
    swapped = list(_swapped(said, step.said))
    gains = [_count(terms, drafted) - found for terms in swapped]
    before = _count(said, in_premises)
    return [
        share(found, len(said) + 1),
        len(said) + 1 - found,
        max(gains, default=_NO_SWAP),
        max((_count(terms, in_premises) - before for terms in swapped), default=_NO_SWAP),
        sum(gain > 0 for gain in gains),
    ]


def _pairs(rows: Iterable[Sequence[str]]) -> frozenset[tuple[str, str]]:
    return frozenset(pair for terms in rows for pair in pairwise((_START, *terms, _END)))


def _count(terms: Sequence[str], known: Collection[tuple[str, str]]) -> int:
    return sum(pair in known for pair in pairwise((_START, *terms, _END)))


def _swapped(terms: Sequence[str], telling: frozenset[str]) -> Iterator[Sequence[str]]:
    """Yield terms with two telling ones in each other's places."""
    places = [place for place, name in enumerate(terms) if name in telling][:_MOST_ORDERED_WORDS]
    for first, second in combinations(places, 2):
        if terms[first] != terms[second]:
            swapped = list(terms)
            swapped[first], swapped[second] = terms[second], terms[first]
            yield swapped
