"""Sets of facts that explain: chosen by a ranking, by patterns, by a network or by all of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.patterns.cache import Cache, choose, fact_scores
from explanans.patterns.files import SHIPPED, open_solutions
from explanans.pipeline.assessment import Composition
from explanans.registry import name_of, refusal
from explanans.retrieval.cut_off import CutOff, by_gain, curve, cut, union
from explanans.retrieval.ranker import RankedFacts
from explanans.structures.explanations import Method, Schema, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.trees.missing_links import unmentioned

SCHEMAS = 3
"""Maximum number of combined solutions of patterns (Jansen et al. 2021, section 5.3)."""

BAR = 0.1
"""A fact of a pattern counts, and is shown, from this probability on. Reasoned, not tuned."""

TOGETHER = 0.2
"""Minimum probability of a fact of a pattern that is added to the likeliest ones.

Chosen on 552 training questions of WorldTree, every fourth, with the ranking ``unification`` and CoSaTa's patterns,
among .1 to .4: F1 .489 and 20.1% complete explanations, where the likeliest facts alone have .492 and 17.9%, and with
one more fact each .471 and 21.4%.
"""


Generate = Callable[[Question], tuple[ScoredFact, ...]]
"""Explains by facts that a network has written, the heaviest first."""


@dataclass(frozen=True, slots=True)
class FactSets:
    """Methods of explanation by a set of facts.

    Attributes:
        method: Which kind of set; any but ``Method.TREE``.
        schemas: For ``schema`` and ``ensemble``: a cache of solutions, or a file or folder of patterns; the patterns
            that come with the package if None, which are over the tables of the starter base.
        generator: For ``generator`` and ``ensemble``: a network that ``explanans lab train generator`` has made, see
            ``Generator.open``, or what generates.
    """

    method: Method
    schemas: Path | None = None
    generator: str | Generate | None = None

    def __post_init__(self) -> None:
        """Raise if the parts do not go together.

        Raises:
            InputError: It is no set, or a part is missing or has nothing to do.
        """
        if self.method is Method.TREE:
            raise InputError("a set of facts is no tree; accepted: schema, ranking, generator or ensemble")
        if self.method is Method.GENERATOR and not self.generator:
            raise InputError("--generator is missing; accepted: --method generator with --generator FOLDER")
        if self.generator and self.method not in {Method.GENERATOR, Method.ENSEMBLE}:
            found = f"{self.method} with the generator {self.generator}"
            raise InputError(f"{found}; accepted: one with generator or with ensemble")
        if self.schemas and self.method not in {Method.SCHEMA, Method.ENSEMBLE}:
            found = f"{self.method} with the patterns {self.schemas}"
            raise InputError(f"{found}; accepted: patterns with schema or with ensemble")


class FactSetComposer:
    """Chooses a set of facts.

    The best facts of a ranking get the probability that they belong to the explanation. The ranking explains by as
    many of them as promise the highest F1; patterns by those solutions that have most of them; a generator by what it
    writes; the ensemble by all that there are, see ``combine_facts``.

    Raises:
        InputError: There are no such patterns, no fact of theirs is in the knowledge base, or the generator cannot be
            used.
        MissingExtraError: A generator is named, and the extra ``neural`` is not installed.
    """

    facts = None

    def __init__(self, knowledge: KnowledgeBase, sets: FactSets) -> None:
        method, schemas, generator = sets.method, sets.schemas, sets.generator
        self.method = method
        named = [f"with:{method}"]
        self._solutions: Cache | None = None
        if method in {Method.SCHEMA, Method.ENSEMBLE}:
            self._solutions = _opened(schemas or SHIPPED, knowledge)
            named.append(f"schemas:{(schemas or SHIPPED).name}({self._solutions.manifest.solutions})")
        self._generate = open_generator(generator, knowledge) if isinstance(generator, str) else generator
        if generator:
            named.insert(0, f"generator:{_generator_label(generator)}")
        self.name = "|".join(named)

    def compose(
        self, question: Question, hypothesis: str, ranked: RankedFacts, facts: int | None, alternatives: int
    ) -> Composition:
        """Return a set of facts; see ``Composer``."""
        if alternatives > 1:
            raise InputError(f"{alternatives} sets of facts are asked for; accepted: 1, or trees")
        probable = CutOff.shipped().probable(curve(ranked, question), ranked.weight)
        weights = {item.fact.id: item.score for item in probable}
        solutions = best_matches(self._solutions, weights) if self._solutions else []
        written = self._generated_facts(question, ranked.knowledge)
        generated = {item.fact.id: item.score for item in written}
        if self.method is Method.RANKING:
            chosen = likeliest(weights)
        elif self.method is Method.GENERATOR:
            chosen = generated
        elif self.method is Method.SCHEMA:
            chosen = union([solution.facts for solution in solutions])
        else:
            chosen = combine_facts(weights, [solution.facts for solution in solutions], generated)
        kept = dict(list(chosen.items())[:facts])
        known = {item.fact.id: item.fact for item in (*probable, *written)}
        shown = tuple(ScoredFact(known[uid], weight) for uid, weight in kept.items())
        schemas = [
            Schema(item.pattern, tuple(uid for uid in kept if uid in item.facts), _facts(ranked.knowledge, item))
            for item in solutions
        ]
        return Composition(shown, (), self._missing(hypothesis, shown), tuple(item for item in schemas if item.facts))

    def _generated_facts(self, question: Question, knowledge: KnowledgeBase) -> tuple[ScoredFact, ...]:
        written = tuple(self._generate(question)) if self._generate else ()
        for fact, weight in written:
            if knowledge.fact(fact.id) is None or not isfinite(weight):
                found, accepted = f"{fact.id!r} with the weight {weight}", "facts of the knowledge base, finite weights"
                raise refusal("generator", self._generate, found, accepted)
        return written

    def _missing(self, hypothesis: str, shown: tuple[ScoredFact, ...]) -> tuple[str, ...]:
        if not shown:
            by = "pattern" if self.method is Method.SCHEMA else "fact of the knowledge base"
            return (f"No {by} bears on the hypothesis.",)
        words = unmentioned(hypothesis, [item.fact for item in shown])
        return tuple(f"No fact says anything about ‘{word}’." for word in words)


def _facts(knowledge: KnowledgeBase, solution: "PatternMatch") -> tuple[Fact, ...]:
    """Return the facts that were filtered out of a solution."""
    found = map(knowledge.fact, solution.filtered)
    return tuple(fact for fact in found if fact)


def _opened(schemas: Path, knowledge: KnowledgeBase) -> Cache:
    solutions = open_solutions(schemas, knowledge.name)
    if not any(knowledge.fact(uid) for uid in solutions.manifest.facts):
        raise InputError(
            f"{schemas}: solutions without any fact of {knowledge.name}; accepted: patterns over its tables"
        )
    return solutions


def _generator_label(generator: "str | Generate") -> str:
    """Return the name of a generator in signatures."""
    if isinstance(generator, str):
        return Path(generator).name
    return name_of(generator)


def open_generator(name: str, knowledge: KnowledgeBase) -> Generate:
    """Return a generator of facts by a network.

    Args:
        name: The folder of a generator; see ``Generator.open``.

    Raises:
        InputError: The folder holds no generator that can be used.
        MissingExtraError: The extra ``neural`` is not installed.
    """
    from explanans.neural.generator import Generator  # noqa: PLC0415 - torch is slow, and an extra

    return Generator.open(name, knowledge)


def combine_facts(
    weights: Mapping[str, float], solutions: Sequence[Mapping[str, float]], written: Collection[str] = ()
) -> dict[str, float]:
    """Return the facts that ranking, patterns and a network explain by together, the likeliest first.

    These are the likeliest ones, what the solutions of patterns have beside them from the probability ``TOGETHER`` on,
    and the facts that a network wrote if they raise the expected F1.

    Args:
        written: Facts that a network wrote; those without a weight are ignored.

    Example:
        >>> combine_facts({"a": 0.9, "b": 0.3, "c": 0.25, "d": 0.1}, [{"c": 0.25, "d": 0.1}])
        {'a': 0.9, 'c': 0.25}
    """
    taken = by_gain([likeliest(weights), {uid: weights[uid] for uid in written if uid in weights}], weights)
    beside = {uid: weight for facts in solutions for uid, weight in facts.items() if weight >= TOGETHER}
    return union([taken, beside])


def likeliest(weights: Mapping[str, float]) -> dict[str, float]:
    """Return as many of the most probable facts as promise the highest F1.

    Args:
        weights: The probability of each fact, falling.
    """
    return dict(list(weights.items())[: cut(list(weights.values()))])


class PatternMatch(NamedTuple):
    """A solution of a pattern.

    Attributes:
        facts: The weights of those of its facts that count.
    """

    pattern: str
    facts: dict[str, float]
    filtered: tuple[str, ...] = ()


def best_matches(
    cache: Cache, weights: Mapping[str, float], most: int = SCHEMAS, bar: float = BAR
) -> list[PatternMatch]:
    """Return the solutions of patterns that have most of the probable facts.

    Args:
        weights: The probability of each fact.
        most: The maximum number of solutions to choose.
        bar: The probability from which on a fact counts.
    """
    over = {fact: weight - bar for fact, weight in weights.items() if weight > bar}
    found = []
    for choice in choose(cache, fact_scores(cache, over), most):
        facts = cache.facts(choice.solution)
        counting = {fact: weights[fact] for fact in facts if fact in over}
        left_out = tuple(dict.fromkeys(fact for fact in facts if fact not in over))
        found.append(PatternMatch(cache.pattern(choice.solution), counting, left_out))
    return found
