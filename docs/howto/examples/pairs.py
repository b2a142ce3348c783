"""A prover: one step, from the two premises that share most words with the hypothesis."""

import re

from explanans import EntailmentTree, Problem, ScoredFact, Step
from explanans.trees.prover import Proof


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text.lower()))


class Pairs:
    name = "pairs"

    def prove(self, problem: Problem, count: int) -> Proof:
        wanted = words(problem.hypothesis)
        scored = [ScoredFact(fact, len(words(fact.text) & wanted) / len(wanted)) for fact in problem.premises]
        scored.sort(key=lambda item: -item.score)
        trees = []
        for second in scored[1 : count + 1]:
            leaves = (scored[0].fact, second.fact)
            step = Step(tuple(leaf.id for leaf in leaves), "hypothesis", problem.hypothesis)
            trees.append(EntailmentTree(problem.hypothesis, leaves, (step,)))
        return Proof(tuple(trees), tuple(scored))
