"""Features of denials, quantities, directions and likelihoods in the conclusion that the premises lack, and back."""

from collections import Counter

from explanans.verify.steps.features.feature import Feature, Seen
from explanans.verify.steps.marks import CLASSES, denied, is_denial, is_number, opposite_terms
from explanans.verify.steps.sentence import Sentence

FEATURES = (
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


def turns(seen: Seen) -> list[float]:
    """Return the features above.

    Args:
        seen: The step.
    """
    said = Counter(seen.conclusion.words)
    held = Counter(word for premise in seen.premises for word in premise.words)
    denials, before = (sum(count for word, count in words.items() if is_denial(word)) for words in (said, held))
    downs, downs_before = (sum(words[word] for word in _DOWN) for words in (said, held))
    return [
        *(sum(word not in held for word in words & said.keys()) for words in CLASSES.values()),
        *(sum(word not in said for word in words & held.keys()) for words in CLASSES.values()),
        denials - before,
        (denials + before) % 2,
        _turned(seen),
        sum(is_number(word) and word not in held for word in said),
        sum(is_number(word) and word not in said for word in held),
        *_opposites(seen),
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


def _turned(seen: Seen) -> int:
    held: dict[str, set[bool]] = {}
    for premise in seen.premises:
        for name, signs in _signs(premise).items():
            held.setdefault(name, set()).update(signs)
    return sum(name in held and not signs & held[name] for name, signs in _signs(seen.conclusion).items())


def _opposites(seen: Seen) -> list[float]:
    said = set(seen.conclusion.terms)
    held = set[str]().union(*(premise.terms for premise in seen.premises))
    table = opposite_terms()
    faced = [name for name in said if table.get(name, frozenset()) & held]
    directed = {(name, near) for premise in seen.premises for name, near in _near(premise)}
    turned = sum(
        any((name, other) in directed for other in table[near]) and (name, near) not in directed
        for name, near in _near(seen.conclusion)
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
