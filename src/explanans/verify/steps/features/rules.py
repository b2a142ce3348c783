"""Features of how near the conclusion comes to what simple rules of inference would conclude."""

from collections.abc import Sequence

from explanans.verify.steps.features.feature import Feature, Seen, share
from explanans.verify.steps.features.order import common_row
from explanans.verify.steps.patterns import RULES, drafts, tie

FEATURES = (
    *(
        Feature(f"like_{rule}", f"how like the conclusion by the rule {rule!r} it is (ROUGE-L of terms)")
        for rule in RULES
    ),
    Feature("like_rules", "how like the most alike of them it is"),
    Feature("like_rules_content", "how like the most alike of them it is, of content words only"),
    Feature("gain_on_premises", "that, less how like the most alike premise it is"),
    Feature("kinds", "number of premises that say what kind of thing something is"),
    Feature("parts", "number of premises that say what is part of something"),
    Feature("sames", "number of premises that say what means the same"),
    Feature("kind_turned", "whether it says that a class is a kind of its kind"),
)


def rules(seen: Seen) -> list[float]:
    """Return the features above.

    Args:
        seen: The step.
    """
    said = seen.conclusion.terms
    content = [name for name in said if name in seen.conclusion.telling]
    best = dict.fromkeys(RULES, 0.0)
    best_content = 0.0
    for draft in set(drafts(seen.premises)):
        best[draft.rule] = max(best[draft.rule], _alike(said, draft.terms))
        kept = [name for name in draft.terms if name in seen.known]
        best_content = max(best_content, _alike(content, kept))
    nearest = max(_alike(said, premise.terms) for premise in seen.premises)
    ties = [tie(premise) for premise in seen.premises]
    names = [found[0] for found in ties if found]
    own = tie(seen.conclusion)
    turned = own is not None and any(
        found and found[0] == own[0] and found[1][-1:] == own[2][-1:] and found[2][-1:] == own[1][-1:] for found in ties
    )
    return [
        *best.values(),
        max(best.values()),
        best_content,
        max(best.values()) - nearest,
        *(names.count(name) for name in ("kind", "part", "same")),
        float(turned),
    ]


def _alike(first: Sequence[str], second: Sequence[str]) -> float:
    return share(2 * common_row(first, second), len(first) + len(second))
