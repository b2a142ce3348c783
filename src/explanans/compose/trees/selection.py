"""Facts chosen for a tree: the few that it starts from, and the words that none of them mentions."""

import re
from collections.abc import Callable, Iterable, Sequence

from explanans.compose.conclusions.deduction import deductions
from explanans.compose.trees.contrast import contrasts
from explanans.compose.trees.naming import Naming, naming
from explanans.compose.trees.phrases import stands_whole
from explanans.explanation import ScoredFact
from explanans.fact import Fact
from explanans.text.lemmas import content_lemmas, telling_lemmas

_PROBABLE, _NAMING = 0.45, 0.45
"""From which probability on a fact is a leaf; and one that only names a thing."""
_COVERING = 0.45
"""The same of one that is the first to have words of the hypothesis, which have to come from somewhere."""
_SECOND, _SECOND_BESIDE_HALF = 0.3, 0.4
"""The same of a second leaf beside a single one, and beside one that holds half of the hypothesis."""
_NEWS = 0.2
"""What share of the hypothesis such words have to be."""
ENOUGH = 0.75
"""What share of the hypothesis's words a fact has to hold to be the only leaf."""
HALF = 0.5
"""What share it has to hold to be called half of what is to be shown."""
LONE = 0.4
"""What share it has to hold to be shown where there is no second."""

_SAME, _SAME_OF_ONE = 0.75, 0.5
"""From which share of common words on two facts say the same; and two of the same thing, one of which adds nothing."""

MOST_LEAVES = 4
"""More leaves make trees that nobody reads to the end."""

_POINTING = re.compile(r"\b(?:it|its|he|she|they|them|their|both|this|these|those)\b", re.IGNORECASE)
_CONDITIONAL = re.compile(r"(?:if|when|as) ", re.IGNORECASE)
_SAYING = 4
"""Of fewer words a hypothesis leaves open what is meant."""
_MET = 0.6
"""The share of a fact's words that such a hypothesis holds, or one that states the fact's condition, too."""

_OF_ANYTHING = re.compile(r"\bsomething\b.*\bsomething\b")
"""What is said of anything, as that a source of something produces that something, helps no reader."""

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


def share(hypothesis: str, text: str) -> float:
    """Return what share of the words that a hypothesis wants supplied a text holds.

    Args:
        hypothesis: The hypothesis.
        text: A fact.

    Example:
        >>> share("oil is used to make plastic", "plastic is made of oil"), share("ice floats", "ice melts")
        (1.0, 0.5)
    """
    wanted = sought_lemmas(hypothesis)
    return len(wanted & telling_lemmas(text)) / len(wanted) if wanted else 0.0


def stands_alone(hypothesis: str, text: str, least: float = ENOUGH) -> bool:
    """Tell whether a fact holds so much of a hypothesis that nobody asks for a second one.

    Where the hypothesis points to something, where it has so few words that they leave open what is meant, or where the
    fact is subject to a condition that the hypothesis does not state, the rest has to come from another fact.

    Args:
        hypothesis: The hypothesis.
        text: The fact.
        least: The share of the hypothesis's words that it has to hold.

    Example:
        >>> stands_alone("heat melts ice", "ice is melted by heat"), stands_alone("it melts ice", "heat melts ice")
        (True, False)
        >>> stands_alone("the rock has large crystals", "if melted rock cools slowly the rock has large crystals")
        False
    """
    if _POINTING.search(hypothesis) or share(hypothesis, text) < least:
        return False
    open_ = len(sought_lemmas(hypothesis)) < _SAYING or _CONDITIONAL.match(text)
    return not open_ or share(text, hypothesis) >= _MET


class _Choice:
    """Leaves that are being chosen."""

    def __init__(self, hypothesis: str, weight: Callable[[str], float], question: str = "") -> None:
        self.chosen: list[ScoredFact] = []
        self._general = False
        self._hypothesis = hypothesis
        self._wanted = sought_lemmas(hypothesis)
        self._stated = telling_lemmas(hypothesis)
        self._asked = self._stated
        self._question = telling_lemmas(question)
        self._weight = weight
        self._total = self._sum(self._wanted) or 1.0

    def _sum(self, lemmas: Iterable[str]) -> float:
        return sum(map(self._weight, sorted(lemmas)))

    def hear(self) -> None:
        """Let facts tie what only the question mentions, from now on."""
        self._asked |= self._question

    def known(self, *, but: Fact | None = None) -> frozenset[str]:
        """Return the telling lemmas of the chosen facts."""
        return frozenset[str]().union(*(telling_lemmas(fact.text) for fact, _ in self.chosen if fact is not but))

    def take(
        self, items: Iterable[ScoredFact], least: float, *, covering: bool = False, most: int = MOST_LEAVES
    ) -> None:
        """Choose facts that are probable enough, do not repeat a chosen one, and link something where they name it."""
        for item in items:
            if item.score < least or len(self.chosen) >= most or item in self.chosen:
                continue
            fact = item.fact
            wanted = self._covers(fact) if covering else self._concerns(fact)
            if wanted and not self._repeats(fact) and self._links(fact):
                self.chosen.append(item)

    def take_general(self, items: Iterable[ScoredFact], least: float) -> None:
        """Choose what is said of anything as a second leaf, where it has two words or more that are wanted still.

        As that a source of something increases the amount of it, where an amount is to be shown to increase.
        """
        self._general = True
        wanted = self._wanted - self.known()
        self.take((item for item in items if len(telling_lemmas(item.fact.text) & wanted) > 1), least, most=2)
        self._general = False

    def _concerns(self, fact: Fact) -> bool:
        return bool(telling_lemmas(fact.text) & (self._wanted | self.known()))

    def _repeats(self, fact: Fact) -> bool:
        lemmas, known = telling_lemmas(fact.text), self.known()
        news = (lemmas - known) & self._wanted
        asked = self._stated | self._question
        return any(
            contrasts(fact.text, other.text, asked)
            or (_again(fact.text, other.text, is_new=bool(news)) and not self._adds(fact, other))
            for other, _ in self.chosen
        )

    def _adds(self, fact: Fact, other: Fact) -> bool:
        """Tell whether a fact that has many words of another says something beside it that is needed.

        It says the same of another thing that is asked about; it ties the other to a third; or something follows from
        both, as from a rule and what meets its condition.
        """
        lemmas = telling_lemmas(fact.text)
        own, its = lemmas - telling_lemmas(other.text), telling_lemmas(other.text) - lemmas
        if own & self._wanted and its & self._wanted:
            return True
        third = frozenset[str]().union(*(telling_lemmas(one.text) for one, _ in self.chosen if one is not other))
        if its & self._stated and (own & third) - self._stated - telling_lemmas(other.text):
            return True
        return any(deductions((fact.text, other.text)))

    def _covers(self, fact: Fact) -> bool:
        news = telling_lemmas(fact.text) & self._wanted - self.known()
        return self._sum(news) >= _NEWS * self._total

    def _links(self, fact: Fact) -> bool:
        """Tell whether a fact that only names a thing links that name to what else is said."""
        if _OF_ANYTHING.search(fact.text):
            return self._general or share(self._hypothesis, fact.text) >= HALF
        named = naming(fact.text)
        if named is None:
            return True
        name, class_ = telling_lemmas(named.name), telling_lemmas(named.class_)
        said = self.known(but=fact)
        if named.opposite:
            return False  # what a thing is not explains nothing
        if named.synonym:
            return _bridges(named, name, class_, self._stated, said)
        if named.telling:
            return True  # as that rubber is a poor conductor of heat, which says more than a name
        return not class_ <= name and self._ties(named, name, class_, fact)

    def _ties(self, named: Naming, name: frozenset[str], class_: frozenset[str], fact: Fact) -> bool:
        """Tell whether a kind ties two facts, or one and the hypothesis; of both in the hypothesis it ties nothing."""
        others = [other.text for other, _ in self.chosen if other is not fact]
        if any(stands_whole(other, named.class_) and not self._is_alike(other, class_) for other in others):
            return bool(name & (self._asked | self.known(but=fact)))
        if not class_ <= self._stated:
            return False
        if name <= self._asked - self._stated:
            return True  # as that the beach of the question is a habitat, of which the hypothesis tells
        told = any(name <= telling_lemmas(other) for other in others)
        return told or share(self._hypothesis, fact.text) >= HALF

    def _is_alike(self, text: str, class_: frozenset[str]) -> bool:
        """Tell whether a fact only names another thing of a kind that nobody asks about."""
        named = naming(text)
        return named is not None and telling_lemmas(named.class_) == class_ and not class_ <= self._asked


def _bridges(
    named: Naming, name: frozenset[str], class_: frozenset[str], stated: frozenset[str], said: frozenset[str]
) -> bool:
    """Tell whether a synonym ties a word of the hypothesis that no fact has to one of a fact that it lacks."""
    if named.name.startswith("to ") or not name or not class_:
        return False  # that to cause means to result in helps no reader
    if len(class_) > 1 and name <= stated and not name <= said and class_ & said - stated:
        return True  # a definition, as that endangered means low in population
    ways = (name, class_), (class_, name)
    return any(one <= stated and not one <= said and other <= said and not other <= stated for one, other in ways)


def select(
    hypothesis: str, facts: Sequence[ScoredFact], weight: Callable[[str], float], question: str = ""
) -> tuple[ScoredFact, ...]:
    """Return the facts worth joining: the probable ones, as far as they add something and are linked to each other.

    A fact that only names a thing, such as a synonym or what it is a kind of, is taken where it links two others, or
    one of them and the hypothesis. A less probable fact is taken for words of the hypothesis that nothing else has,
    or as a second leaf.

    Args:
        hypothesis: The sentence to be explained.
        facts: Facts with the probability that each belongs to the explanation, the most probable first.
        weight: How telling a lemma is.
        question: The question, whose words a fact may be about too; empty where there is none.

    Example:
        >>> probable = {"a solid keeps its shape": 0.9, "ice is a kind of solid": 0.5, "a gas fills a room": 0.4,
        ...             "to keep means to hold": 0.6}
        >>> facts = [ScoredFact(Fact(text, text), value) for text, value in probable.items()]
        >>> [item.fact.text for item in select("ice keeps its shape", facts, lambda lemma: 1.0)]
        ['a solid keeps its shape', 'ice is a kind of solid']
    """
    choice = _Choice(hypothesis, weight, question)
    saying = [item for item in facts if (named := naming(item.fact.text)) is None or named.telling]
    choice.take(saying, _PROBABLE)
    choice.take(facts, _NAMING)
    if not choice.chosen:
        choice.take(facts, 0.0, most=1)
    choice.take(facts, _COVERING, covering=True)
    if not any(stands_alone(hypothesis, item.fact.text) for item in choice.chosen):
        half = any(share(hypothesis, item.fact.text) >= HALF for item in choice.chosen)
        least = _SECOND_BESIDE_HALF if half else _SECOND
        choice.take(facts, least, most=2)
        choice.take_general(facts, least)
    choice.hear()
    choice.take(facts, _NAMING)
    return tuple(choice.chosen)


def _again(text: str, other: str, *, is_new: bool) -> bool:
    """Tell whether a fact says what another one said: nearly the same words, or half of them, of the same thing.

    One that brings words of the hypothesis has to be the same but for a word or two.
    """
    one, two = telling_lemmas(text), telling_lemmas(other)
    alike = 2 * len(one & two) / (len(one) + len(two) or 1)
    if alike >= _SAME or is_new:
        return alike >= _SAME
    subjects = [next(iter(content_lemmas(said)), "") for said in (text, other)]
    return one <= two or (alike >= _SAME_OF_ONE and subjects[0] == subjects[1])


def missing_links(hypothesis: str, chosen: Sequence[Fact]) -> tuple[str, ...]:
    """Say which words of the hypothesis no chosen fact mentions, and where there are too few facts for a tree.

    Args:
        hypothesis: The hypothesis.
        chosen: The facts chosen to show it from.

    Example:
        >>> missing_links("ice floats in Lyon", [Fact("f1", "ice floats"), Fact("f2", "ice is a solid")])
        ('No fact found links the hypothesis to ‘Lyon’.',)
    """
    if not chosen:
        return ("No fact of the knowledge base bears on the hypothesis.",)
    alone = f"Only one fact, and so no tree: {chosen[0].text!r} alone bears on the hypothesis."
    return (*([alone] if len(chosen) == 1 else ()), *missing_words(hypothesis, chosen))


def missing_words(hypothesis: str, chosen: Sequence[Fact]) -> tuple[str, ...]:
    """Say which words of the hypothesis no chosen fact mentions; nothing where there are none.

    Args:
        hypothesis: The hypothesis.
        chosen: The facts chosen to show it from.

    Example:
        >>> missing_words("ice floats in Lyon", [Fact("f1", "ice floats")])
        ('No fact found links the hypothesis to ‘Lyon’.',)
    """
    words = unmentioned(hypothesis, chosen)
    return (f"No fact found links the hypothesis to {_listed(words)}.",) if words else ()


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
