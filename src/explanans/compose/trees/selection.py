"""Facts chosen for a tree: the few of all ranked ones that it starts from, and the words that none of them mentions."""

from collections.abc import Callable, Sequence

from explanans.explanation import ScoredFact
from explanans.fact import Fact
from explanans.text.lemmas import telling_lemmas

_COVERAGE = 0.6
_BRIDGE = 0.2
_ENOUGH = 0.5
"""Worth of the hypothesis's words, price of a fact that only bridges others, and least worth of a fact: chosen on
WorldTree's training questions, each without its own explanation, by F1 with the gold explanation."""

_SAME = 0.8
"""Copper's two facts, a good conductor of heat and of electricity, are just below it."""

MOST_LEAVES = 4
"""More leaves gain hardly any F1 and make trees that nobody reads to the end."""

_LIGHT_VERBS = frozenset("cause give make take use".split())


def sought_lemmas(hypothesis: str) -> frozenset[str]:
    """Return the lemmas of a hypothesis that facts have to supply, without those it needs for its grammar only.

    Args:
        hypothesis: The hypothesis, or a word of it.

    Example:
        >>> sorted(sought_lemmas("oil is used to make plastic"))
        ['oil', 'plastic']
    """
    return telling_lemmas(hypothesis) - _LIGHT_VERBS


def select(hypothesis: str, facts: Sequence[ScoredFact], weight: Callable[[str], float]) -> tuple[ScoredFact, ...]:
    """Return the facts worth joining, the most valuable first.

    A fact is worth its score, relative to the best one, plus the share of the hypothesis's words that it is the first
    to cover. One that covers no new word must bridge: share a word with a chosen fact that the hypothesis lacks. The
    second fact need only share a word with the first, since one fact is no tree. A fact that says nearly the same as a
    chosen one is passed over.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        weight: How telling a lemma is.

    Example:
        >>> from explanans.fact import Fact
        >>> texts = ["ice is a kind of solid", "a solid keeps its shape", "a gas fills a room"]
        >>> facts = [ScoredFact(Fact(text, text), 1.0) for text in texts]
        >>> [item.fact.text for item in select("ice keeps its shape", facts, lambda lemma: 1.0)]
        ['a solid keeps its shape', 'ice is a kind of solid']
    """
    wanted = sought_lemmas(hypothesis)
    total = sum(map(weight, sorted(wanted))) or 1.0
    covered: set[str] = set()
    known: set[str] = set()
    chosen: list[ScoredFact] = []

    def worth(item: ScoredFact) -> float:
        lemmas = telling_lemmas(item.fact.text)
        news = lemmas & wanted - covered
        repeats = any(_alike(lemmas, telling_lemmas(other.fact.text)) for other in chosen)
        adds = lemmas & known if len(chosen) == 1 else lemmas & known - wanted
        if repeats or not (news or adds):
            return 0.0
        value = item.score / facts[0].score + _COVERAGE * sum(map(weight, sorted(news))) / total
        return value if news else value - _BRIDGE

    left = [item for item in facts if item.score > 0]
    while left and len(chosen) < MOST_LEAVES and worth(best := max(left, key=worth)) >= _ENOUGH:
        left.remove(best)
        chosen.append(best)
        known |= telling_lemmas(best.fact.text)
        covered |= known & wanted
    return tuple(chosen)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two facts share nearly all their telling lemmas (by the Dice coefficient)."""
    return 2 * len(one & other) >= _SAME * (len(one) + len(other))


def missing_links(hypothesis: str, chosen: Sequence[Fact]) -> tuple[str, ...]:
    """Say which words of the hypothesis no chosen fact mentions, and where there are too few facts for a tree.

    Args:
        hypothesis: The hypothesis.
        chosen: The facts chosen to show it from.

    Example:
        >>> missing_links("ice floats in Lyon", [Fact("f1", "ice floats"), Fact("f2", "ice is a solid")])
        ('No fact found links the hypothesis to ‘Lyon’.',)
    """
    words = unmentioned(hypothesis, chosen)
    sentences = []
    if not chosen:
        sentences.append("No fact of the knowledge base bears on the hypothesis.")
    elif len(chosen) == 1:
        sentences.append(f"Only one fact, and so no tree: {chosen[0].text!r} alone bears on the hypothesis.")
    if chosen and words:
        sentences.append(f"No fact found links the hypothesis to {_listed(words)}.")
    return tuple(sentences)


def unmentioned(hypothesis: str, chosen: Sequence[Fact]) -> list[str]:
    """Return the words of a hypothesis that no chosen fact mentions, in order.

    Args:
        hypothesis: The hypothesis.
        chosen: The facts.
    """
    known = frozenset[str]().union(*(telling_lemmas(fact.text) for fact in chosen))
    words = (word.strip(".,;:!?()\"'“”") for word in hypothesis.split())
    return [word for word in dict.fromkeys(words) if sought_lemmas(word) and not telling_lemmas(word) & known]


def _listed(words: list[str]) -> str:
    quoted = [f"‘{word}’" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
