"""What the models that come with the package say of inputs that stay the same."""

import json
from functools import cache
from itertools import islice
from typing import Any

import pytest

from explanans import (
    ArcChecker,
    Edge,
    EntailmentTree,
    ExplanationGraph,
    Fact,
    KnowledgeBase,
    Problem,
    Question,
    Relation,
    Stance,
)

from . import reach
from .comparison import compare, digest, nine
from .inputs import ARGUED, ASKED, CLAIMS, SENTENCES, SOURCE
from .reach import Scored

_BEST = 30
_EVERY = 100


@pytest.fixture(scope="module")
def starter() -> KnowledgeBase:
    return KnowledgeBase.open("starter")


@cache
def questions() -> tuple[Question, ...]:
    """Return questions of our own, and some that the starter base knows."""
    own = [Question.asked(*asked) for asked in ASKED]
    return (*own, *islice(KnowledgeBase.open("starter").questions, 0, 240, 15))


@cache
def gold_trees() -> tuple[dict[str, Any], ...]:
    return _records("trees/trees.dev.jsonl")


def _records(name: str) -> tuple[dict[str, Any], ...]:
    text = (reach.starter_folder() / name).read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def problems() -> list[Problem]:
    """Return hypotheses with the leaves of their gold trees, and those of the next two trees as distractors."""
    records = gold_trees()[:32]
    found = []
    for place, record in enumerate(records[:-2]):
        given = {leaf["id"]: leaf["text"] for other in records[place : place + 3] for leaf in other["leaves"]}
        premises = tuple(Fact(*item) for item in sorted(given.items()))
        found.append(Problem(record["question"], record["hypothesis"], premises))
    return found


def gold_steps() -> list[tuple[list[str], str, str]]:
    """Return the premises, the conclusion and the hypothesis of steps."""
    found = []
    for record in gold_trees()[:40]:
        texts = {item["id"]: item["text"] for item in record["leaves"]}
        texts |= {step["conclusion"]: step["text"] for step in record["steps"]}
        found += [
            ([texts[name] for name in step["premises"]], step["text"], record["hypothesis"]) for step in record["steps"]
        ]
    return found


def gold_graphs() -> list[ExplanationGraph]:
    return [
        ExplanationGraph(
            record["belief"],
            record["argument"],
            Stance(record["stance"]),
            tuple(Edge(source, Relation(relation), target) for source, relation, target in record["edges"]),
        )
        for record in (*_records("graphs/graphs.dev.jsonl"), *_records("graphs/graphs.train.jsonl")[:24])
    ]


def told(scored: list[Scored]) -> str:
    return "\n".join(f"  {nine(item.score)} {item.name}" for item in scored)


def proof(tree: EntailmentTree) -> str:
    return "; ".join(f"{' & '.join(step.premises)} -> {step.conclusion}: {step.text}" for step in tree.steps)


def test_ranker(starter: KnowledgeBase) -> None:
    parts = []
    for question, ranked in zip(questions(), reach.ranking("stacked", starter, questions()), strict=True):
        rest = ranked[_BEST::_EVERY]
        order = digest(" ".join(item.name for item in ranked))
        parts += [f"{question.id} {question.text}", told(ranked[:_BEST]), "  …", told(rest), f"  {order}"]
    compare("models/ranker-stacked.txt", "\n".join(parts))


def test_cut_off(starter: KnowledgeBase) -> None:
    parts = []
    for question, (likely, count) in zip(questions(), reach.cut_off("stacked", starter, questions()), strict=True):
        parts += [f"{question.id} {question.text}: {count} facts", told(likely)]
    compare("models/cut-off.txt", "\n".join(parts))


def test_leaves() -> None:
    parts = []
    for problem in problems():
        beliefs, sets = reach.leaves(problem)
        parts += [problem.hypothesis, told(beliefs), *(f"  likely: {' '.join(chosen)}" for chosen in sets)]
    compare("models/leaves.txt", "\n".join(parts))


def test_search() -> None:
    parts = []
    for problem in problems():
        parts.append(problem.hypothesis)
        parts += [f"  {nine(score)} {proof(tree)}" for tree, score in reach.trees(problem, 3)]
    compare("models/search.txt", "\n".join(parts))


@pytest.mark.parametrize("informed", [True, False], ids=["with-hypothesis", "without-hypothesis"])
def test_conclusions(informed: bool) -> None:
    parts = []
    for premises, _, hypothesis in gold_steps()[:45]:
        found = reach.conclusions(premises, hypothesis if informed else "")
        rest = digest(told(found))
        parts += [" + ".join(premises), told(found[:5]), f"  {len(found)} in all, {rest}"]
    compare(f"models/conclusions-{'with' if informed else 'without'}-hypothesis.txt", "\n".join(parts))


def test_steps() -> None:
    right = [(premises, conclusion) for premises, conclusion, _ in gold_steps()]
    wrong = [(premises, right[place - 1][1]) for place, (premises, _) in enumerate(right)]
    parts = [
        f"{nine(score)} {' + '.join(premises)} -> {conclusion}"
        for steps in (right, wrong)
        for (premises, conclusion), score in zip(steps, reach.steps_follow(steps), strict=True)
    ]
    compare("models/steps.txt", "\n".join(parts))


def test_stances() -> None:
    graphs = gold_graphs()
    pairs = [*ARGUED, *((graph.belief, graph.argument) for graph in graphs)]
    by_words = [f"{nine(score)} {' / '.join(pair)}" for pair, score in zip(pairs, reach.stances(pairs), strict=True)]
    by_graph = [
        f"{nine(score)} {graph.belief} / {graph.argument} / {graph.edges[0].source}"
        for graph, score in zip(graphs, reach.stances_by_graph(graphs), strict=True)
    ]
    compare("models/stance.txt", "\n".join(["by words", *by_words, "by a graph beside them", *by_graph]))


def test_verdicts_of_graphs() -> None:
    graphs = gold_graphs()
    parts = [
        f"{' '.join(map(nine, chances))} {graph.belief} / {graph.argument}"
        for graph, chances in zip(graphs, reach.graph_verdicts(graphs), strict=True)
    ]
    compare("models/graphs-verdicts.txt", "\n".join(parts))


def test_parts_of_graphs() -> None:
    parts = []
    for belief, argument in ARGUED:
        for supporting in (1.0, 0.0, 0.5):
            concepts, edges = reach.graph_parts(belief, argument, supporting)
            parts.append(f"{belief} / {argument} / {supporting}")
            parts += [told(concepts), told(edges[:8]), f"  {len(edges)} in all, {digest(told(edges))}"]
    compare("models/graphs-parts.txt", "\n".join(parts))


def test_graphs() -> None:
    parts = []
    for belief, argument in ARGUED:
        for stance in (None, *Stance):
            for graph in reach.graphs(belief, argument, stance, alternatives=2):
                edges = "".join(f"({'; '.join(edge)})" for edge in graph.edges)
                parts.append(f"{belief} / {argument} / {stance or 'any'}: {graph.stance} {edges}")
    compare("models/graphs.txt", "\n".join(parts))


def test_parser() -> None:
    texts = (*SENTENCES, *CLAIMS)
    parts = [line for text, words in zip(texts, reach.parses(texts), strict=True) for line in (text, *_in(words))]
    compare("models/parser.txt", "\n".join(parts))


def _in(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def test_arcs() -> None:
    checker = ArcChecker.open()
    parts = []
    pairs = [(SOURCE.replace("\n", " "), claim) for claim in (*CLAIMS, *SENTENCES)]
    pairs += [(". ".join(premises), conclusion) for premises, conclusion, _ in gold_steps()[:25]]
    for source, claim in pairs:
        verdict = checker.check(source, claim)
        parts.append(f"{claim}: {'nothing' if verdict.score is None else nine(verdict.score)}")
        parts += [f"  {nine(arc.score)} {arc.head.text} → {arc.child.text} ({arc.label})" for arc in verdict.arcs]
    compare("models/arcs.txt", "\n".join(parts))
