"""Selection of facts for manual rating (Jansen et al. 2021, section 4)."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

import numpy as np

from explanans.errors import InputError
from explanans.structures.annotations import Candidate
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking

TOP = 20


@dataclass(frozen=True, slots=True)
class Shortlister:
    """Selects the facts to rate.

    Attributes:
        facts: The facts of the knowledge base, by id in lower case.
        top: Number of facts to take of each ranking, excluded ones not counted.
        excluded: Tables whose facts are excluded; the paper excludes synonyms.
        seed: Random seed of the order of the facts.
    """

    facts: Mapping[str, Fact]
    top: int = TOP
    excluded: Set[str] = frozenset()
    seed: int = 0

    def choose(self, question: Question, rankings: Sequence[Ranking]) -> Iterator[Candidate]:
        """Yield the first facts of rankings and the gold facts, each once, in random order.

        The order of a question does not depend on other questions.

        Args:
            question: The question, with its gold facts, if any.
            rankings: Rankings of facts for the question, best first.

        Raises:
            InputError: A fact is not in the knowledge base.

        Example:
            >>> shortlister = Shortlister({uid: Fact(uid, f"the text of {uid}") for uid in ("f1", "f2", "f3")}, top=1)
            >>> rankings = Ranking("question", ("f1", "f2")), Ranking("question", ("f3", "f1"))
            >>> chosen = shortlister.choose(Question.asked("What melts ice?", "heat"), rankings)
            >>> sorted(candidate.fact for candidate in chosen)
            ['f1', 'f3']
        """
        chosen = {fact.id.lower(): fact for ranking in rankings for fact in self._first(ranking)}
        for uid, _ in question.explanation:
            fact = self._known(question.id, uid)
            if fact.table not in self.excluded:
                chosen[fact.id.lower()] = fact
        order = sorted(chosen)
        generator = np.random.default_rng([self.seed, *question.id.encode()])
        for place in generator.permutation(len(order)):
            fact = chosen[order[place]]
            yield Candidate(question.id, fact.id, question.text, question.answer, fact.text)

    def _first(self, ranking: Ranking) -> Iterator[Fact]:
        facts = (self._known(ranking.question, uid) for uid in dict.fromkeys(map(str.lower, ranking.facts)))
        return islice((fact for fact in facts if fact.table not in self.excluded), self.top)

    def _known(self, question: str, uid: str) -> Fact:
        fact = self.facts.get(uid.lower())
        if fact is None:
            raise InputError(
                f"question {question}: the fact {uid!r} is not in the knowledge base; accepted: rankings and gold "
                "facts of the base that --kb names"
            )
        return fact
