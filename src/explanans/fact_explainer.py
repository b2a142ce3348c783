"""Explain by sets of facts instead of trees: the best facts, rows of patterns, what a network wrote, or all of them."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from explanans import __version__
from explanans.compose.trees.selection import unmentioned
from explanans.exceptions import InputError
from explanans.explanation import Explanation, Schema, ScoredFact, Way
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.cut_off import CutOff, curve, cut
from explanans.rank.ensemble import by_gain, union
from explanans.rank.ranker import default_ranker, open_ranker
from explanans.schema.cache import Cache, choose, fact_scores
from explanans.schema.files import SHIPPED, open_solutions

SCHEMAS = 3
"""How many solutions of patterns are put together at most (Jansen et al. 2021, section 5.3)."""

BAR = 0.1
"""A fact of a pattern counts, and is shown, from this probability on. Reasoned, not tuned."""


Generate = Callable[[Question], tuple[ScoredFact, ...]]
"""Explains by facts that a network has written, the heaviest first."""


class _Met(NamedTuple):
    """A solution of a pattern: the pattern's name and the weights of those of its facts that count."""

    pattern: str
    facts: dict[str, float]


class FactExplainer:
    """Explains answers by sets of facts of one knowledge base.

    The best facts of a ranking get the probability that they belong to the explanation. The ranking explains by as
    many of them as promise the highest F1; patterns by those solutions that have most of them; a generator by what it
    writes; the ensemble by all that there are, as far as each adds to the F1 to be expected.

    Args:
        knowledge: The knowledge base.
        way: How to explain; any but ``Way.TREE``.
        model: The name of the ranker that finds facts; that of ``default_ranker`` where None.
        schemas: A cache of solutions, or a file or folder of patterns; the patterns that come with the package where
            None, which are over the tables of the starter base.
        generator: A network that ``explanans train generator`` has made; see ``Generator.open``.

    Raises:
        InputError: No ranker has that name, there are no such patterns, no fact of theirs is in the knowledge base, or
            the generator cannot be used.
        MissingExtraError: A generator is named, and the extra ``neural`` is not installed.

    Example:
        >>> explainer = FactExplainer(KnowledgeBase.open("starter"), Way.SCHEMA)
        >>> question = Question.asked("Which energy does a solar panel make?", "electrical energy")
        >>> explainer.explain_question(question).schemas[0].pattern
        'converts'
    """

    def __init__(
        self,
        knowledge: KnowledgeBase,
        way: Way,
        model: str | None = None,
        schemas: Path | None = None,
        generator: str | None = None,
    ) -> None:
        if way is Way.TREE:
            raise InputError("a set of facts is no tree; accepted: schema, ranking, generator or ensemble")
        if (generator is None) is (way is Way.GENERATOR) or (generator and way not in {Way.GENERATOR, Way.ENSEMBLE}):
            raise InputError(f"{way} with the generator {generator}; accepted: one with generator or with ensemble")
        self.knowledge = knowledge
        self.way = way
        self.model = model or default_ranker(knowledge)
        self._ranker = open_ranker(self.model, knowledge)
        self._schemas = schemas or SHIPPED
        self._cache = self._opened(self._schemas) if way in {Way.SCHEMA, Way.ENSEMBLE} else None
        self._generator = generator
        self._generate = open_generator(generator, knowledge) if generator else None

    def explain_question(self, question: Question, *, facts: int | None = None) -> Explanation:
        """Explain why the right choice of a question is right.

        Args:
            question: The question.
            facts: How many facts to show at most; as many as are chosen where None.

        Raises:
            InputError: The question's key names no choice, or fewer than one fact is asked for.
        """
        if facts is not None and facts < 1:
            raise InputError(f"{facts} facts are asked for; accepted: 1 or more")
        started = time.perf_counter()
        best = curve(self.knowledge, self._ranker, question)
        probable = CutOff.shipped().probable(best, self.knowledge.vocabulary.weight)
        weights = {item.fact.id: item.score for item in probable}
        solutions = met(self._cache, weights) if self._cache else []
        written = self._generate(question) if self._generate else ()
        generated = {item.fact.id: item.score for item in written}
        if self.way is Way.RANKING:
            chosen = ranked(weights)
        elif self.way is Way.GENERATOR:
            chosen = generated
        elif self.way is Way.SCHEMA:
            chosen = union([solution.facts for solution in solutions])
        else:
            # What a network wrote counts as far as the ranking finds it probable.
            probably = {uid: weights[uid] for uid in generated if uid in weights}
            chosen = by_gain([ranked(weights), *(solution.facts for solution in solutions), probably], weights)
        kept = dict(list(chosen.items())[:facts])
        known = {item.fact.id: item.fact for item in (*probable, *written)}
        shown = tuple(ScoredFact(known[uid], weight) for uid, weight in kept.items())
        explanation = Explanation(
            question=question.text,
            answer=question.answer,
            hypothesis=best.hypothesis,
            facts=shown,
            tree=None,
            verdicts=(),
            missing=self._missing(best.hypothesis, shown),
            signature=self._signature(facts),
            way=self.way,
            schemas=tuple(
                Schema(solution.pattern, tuple(uid for uid in kept if uid in solution.facts))
                for solution in solutions
                if not solution.facts.keys().isdisjoint(kept)
            ),
        )
        return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)

    def _opened(self, schemas: Path) -> Cache:
        cache = open_solutions(schemas, self.knowledge.name)
        if not any(self.knowledge.fact(uid) for uid in cache.manifest.facts):
            raise InputError(
                f"{schemas}: solutions without any fact of {self.knowledge.name}; accepted: patterns over its tables"
            )
        return cache

    def _missing(self, hypothesis: str, shown: tuple[ScoredFact, ...]) -> tuple[str, ...]:
        if not shown:
            by = "pattern" if self.way is Way.SCHEMA else "fact of the knowledge base"
            return (f"No {by} bears on the hypothesis.",)
        words = unmentioned(hypothesis, [item.fact for item in shown])
        return tuple(f"No fact found links the hypothesis to ‘{word}’." for word in words)

    def _signature(self, facts: int | None) -> str:
        knowledge = f"{Path(self.knowledge.name).resolve().name}({len(self.knowledge.facts)})"
        schemas = [] if self._cache is None else [f"schemas:{self._schemas.name}({self._cache.manifest.solutions})"]
        most = [] if facts is None else [f"facts:{facts}"]
        with_whom = (f"with:{self.way}", *schemas, *most, f"version:{__version__}")
        writer = [f"generator:{Path(self._generator).name}"] if self._generator else []
        return "|".join((f"knowledge:{knowledge}", f"ranker:{self.model}", *writer, *with_whom))


def open_generator(name: str, knowledge: KnowledgeBase) -> Generate:
    """Return what explains by facts that a network writes.

    Args:
        name: The folder of a generator; see ``Generator.open``.
        knowledge: The knowledge base whose facts explain.

    Raises:
        InputError: The folder holds no generator that can be used.
        MissingExtraError: The extra ``neural`` is not installed.
    """
    from explanans.compose.facts.generator import Generator  # noqa: PLC0415 - torch is slow, and an extra

    return Generator.open(name, knowledge)


def ranked(weights: Mapping[str, float]) -> dict[str, float]:
    """Return as many of the most probable facts as promise the highest F1.

    Args:
        weights: How probable each fact is, falling.
    """
    return dict(list(weights.items())[: cut(list(weights.values()))])


def met(cache: Cache, weights: Mapping[str, float], most: int = SCHEMAS, bar: float = BAR) -> list[_Met]:
    """Return the solutions of patterns that have most of the probable facts.

    Args:
        cache: The solutions.
        weights: How probable each fact is.
        most: How many solutions to choose at most.
        bar: The probability from which on a fact counts.
    """
    over = {fact: weight - bar for fact, weight in weights.items() if weight > bar}
    return [
        _Met(
            cache.pattern(choice.solution),
            {fact: weights[fact] for fact in cache.facts(choice.solution) if fact in over},
        )
        for choice in choose(cache, fact_scores(cache, over), most)
    ]
