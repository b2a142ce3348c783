"""Examples of stances and of facts that explain an answer, which a language reader learns beside claims.

Texts and statements are spelt as ``graphs.stance`` and ``trees.language_relevance`` spell them.
"""

import random
from collections.abc import Iterable, Iterator

from explanans.graphs.stance import spelt
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.training.relevance import is_learnt, lesson
from explanans.retrieval.ranker import default_ranker, open_ranker, score
from explanans.runtime.progress import track
from explanans.structures.facts import Role
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.verdicts import Status
from explanans.trees.language_relevance import spelt_fact, spelt_question

_REPEATED, _GRAPH_WEIGHT = 2, 0.7
"""How often a pair is seen for each time that its graph is seen beside it, and the weight of the latter."""
_RANKED, _NEAREST, _DRAWN = 40, 8, 8
"""Number of best facts of a question, and of those that are no gold fact: the best, and others drawn of them."""
_PARTS = frozenset((Role.CENTRAL, Role.GROUNDING))


def stance_examples(graphs: Iterable[ExplanationGraph]) -> Iterator[TrainingExample]:
    """Yield examples of stances, without and with the gold graph."""
    for graph in graphs:
        status = Status.SUPPORTED if graph.stance is Stance.SUPPORT else Status.CONTRADICTED
        for edges, weight in (((), 1.0),) * _REPEATED + ((graph.edges, _GRAPH_WEIGHT),):
            text, statement = spelt(graph.belief, graph.argument, edges)
            yield TrainingExample((text,), (TrainingClaim(statement, frozenset((status,))),), weight)


def leaf_examples(knowledge: KnowledgeBase, seed: int) -> Iterator[TrainingExample]:
    """Yield examples of facts that explain an answer, central or grounding ones, and of facts that do not.

    Facts of another role in the gold explanation are left out.

    Args:
        knowledge: A knowledge base with explained questions.
        seed: Seeds what is drawn.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    ranker = open_ranker(default_ranker(knowledge), knowledge)
    learnt = [question for number, question in enumerate(knowledge.questions) if is_learnt(number)]
    for question in track(learnt, "Ranking", len(learnt)):
        best = score(ranker, knowledge, question).best(_RANKED)
        if not best:
            continue
        seen = lesson(question, best)
        roles = {item.fact: item.role for item in question.explanation}
        rows = zip(seen.premises.texts, seen.gold.tolist(), best, strict=False)
        known = [(text, gold) for text, gold, item in rows if roles.get(item.fact.id, Role.CENTRAL) in _PARTS]
        gold = [text for text, is_gold in known if is_gold]
        others = [text for text, is_gold in known if not is_gold]
        others = [*others[:_NEAREST], *chance.sample(others[_NEAREST:], min(_DRAWN, max(0, len(others) - _NEAREST)))]
        if gold:
            claims = [_claim(text, Status.SUPPORTED) for text in gold] + [
                _claim(text, Status.UNKNOWN) for text in others
            ]
            yield TrainingExample((spelt_question(question.text, question.answer),), tuple(claims), 1.0)


def _claim(fact: str, status: Status) -> TrainingClaim:
    return TrainingClaim(spelt_fact(fact), frozenset((status,)))
