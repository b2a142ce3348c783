"""Error classes of missed gold facts and of the facts ranked instead, by shared words.

Jansen & Ustalov 2019 (section 6) report that one of the four systems gained most from rules for the common classes of
its errors, and hold that facts which share no word with the question are what multi-hop methods must find.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from explanans.evaluation.rankings.placement import Placement
from explanans.language.tokens import content_lemmas
from explanans.structures.facts import Fact

MISSED = ("several words", "one word", "bridge", "unreachable")
"""Gold facts that do not stand among the first R, R being how many there are: by the content words that they share with
question and answer; those without any are a bridge where they share one with another gold fact."""

INSTEAD = ("twin", "beside gold", "question only", "neither")
"""Other facts among the first R, five at most: the words of a gold fact; a content word in common with a gold fact that
the question lacks; content words of the question alone; none of these."""


def ranking_errors(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, dict[str, int]]:
    """Return how many facts are missed, and how many stand in their place, by class; nothing without facts.

    Args:
        placements: Where the gold facts stand; those of questions without words are left out.
        facts: The facts by id in lower case.

    Example:
        >>> from explanans.evaluation.rankings.gold import Gold
        >>> from explanans.evaluation.rankings.placement import place
        >>> from explanans.structures.rankings import RelevanceJudgment, Ranking
        >>> known = {"f1": Fact("f1", "heat melts ice"), "f2": Fact("f2", "the sun has heat"), "f3": Fact("f3", "cats")}
        >>> judgments = (
        ...     RelevanceJudgment("q1", "f1"),
        ...     RelevanceJudgment("q1", "f2"),
        ... )
        >>> gold = Gold("q1", judgments, text="What melts ice?", answer="fire")
        >>> found = ranking_errors([place(gold, Ranking("q1", ("f1", "f3", "f2")))], known)
        >>> found["missed"]["bridge"], found["instead"]["neither"]
        (1, 1)
    """

    @cache
    def words(text: str) -> frozenset[str]:
        return frozenset(content_lemmas(text))

    missed, instead = Counter[str](), Counter[str]()
    for placement in placements:
        gold = {fact: facts[fact] for fact in placement.gold.relevant_ids if fact in facts}
        asked = words(placement.gold.words)
        if not asked or not placement.ranked:
            continue
        for uid, fact in gold.items():
            if placement.ranks.get(uid, len(gold) + 1) > len(gold):
                shared = len(words(fact.text) & asked)
                linked = any(words(fact.text) & words(other.text) for name, other in gold.items() if name != uid)
                missed[MISSED[0 if shared > 1 else 1 if shared else 2 if linked else 3]] += 1
        explained = frozenset[str]().union(*(words(fact.text) for fact in gold.values()))
        for uid, rank in placement.instead.items():
            if rank <= len(gold) and uid in facts:
                own = words(facts[uid].text)
                twin = any(own == words(fact.text) for fact in gold.values())
                beside = bool(own & explained - asked)
                kind = 0 if twin else 1 if beside else 2 if own & asked else 3
                instead[INSTEAD[kind]] += 1
    if not facts:
        return {}
    return {
        "missed": {name: missed[name] for name in MISSED},
        "instead": {name: instead[name] for name in INSTEAD},
    }
