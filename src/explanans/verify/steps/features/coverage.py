"""Features of whose words stand in the conclusion, and which of the premises' words are gone from it."""

import math

from explanans.verify.steps.features.feature import Feature, Seen, share

FEATURES = (
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


def coverage(seen: Seen) -> list[float]:
    """Return the features above.

    Args:
        seen: The step.
    """
    said, mass = seen.conclusion.telling, seen.mass
    total = mass(said)
    kept = [share(mass(premise.telling & said), mass(premise.telling)) for premise in seen.premises]
    apart = [premise.telling - seen.shared for premise in seen.premises]
    unshared = [share(mass(terms & said), mass(terms)) if terms else 1.0 for terms in apart]
    own = [mass(terms & said) for terms in apart]
    tied = [mass(premise.telling & seen.shared) for premise in seen.premises]
    tied_share = [share(part, mass(premise.telling)) for part, premise in zip(tied, seen.premises, strict=True)]
    gone = frozenset[str]().union(*apart) - said
    subjects = frozenset[str]().union(*(premise.subject for premise in seen.premises))
    lengths = [len(premise.words) for premise in seen.premises]
    return [
        *(_covered(seen, part) for part in (said, seen.conclusion.subject, seen.conclusion.predicate)),
        *_new(seen),
        share(mass(seen.known & said), mass(seen.known)),
        *(min(kept), max(kept)),
        *(mass(seen.shared), share(mass(seen.shared & said), mass(seen.shared))),
        share(mass((seen.known - seen.shared) & said), mass(seen.known - seen.shared)),
        *(min(unshared), min(own), share(min(own), total), share(max(own), total)),
        *(min(tied), min(tied_share), mass(gone), share(mass(gone & subjects), mass(subjects))),
        len(seen.premises),
        *(share(len(seen.conclusion.words), length) for length in (max(lengths), sum(lengths))),
    ]


def _covered(seen: Seen, terms: frozenset[str]) -> float:
    return share(seen.mass(terms - seen.new), seen.mass(terms)) if terms else 1.0


def _new(seen: Seen) -> list[float]:
    starts = {name[:4] for name in seen.known if len(name) >= 4}
    usual = [math.log1p(seen.words.added.get(name, 0)) for name in seen.new]
    framing = frozenset(seen.conclusion.content) | frozenset(seen.conclusion.terms)
    frames = framing.difference(seen.conclusion.telling, *(premise.terms for premise in seen.premises))
    return [
        len(seen.new),
        seen.mass(seen.new),
        max((seen.mass([name]) for name in seen.new), default=0.0),
        sum(name[:4] in starts for name in seen.new),
        min(usual, default=10.0),
        len(frames),
    ]
