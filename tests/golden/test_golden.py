"""What the models of the package return for fixed inputs, and the JSON of two commands."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from explanans import ArcChecker, EntailmentTree, Fact, KnowledgeBase, Problem, Question
from explanans.entailment.steps.model import StepModel
from explanans.graphs.stance import StanceModel
from explanans.knowledge.sources import STARTER
from explanans.language.parser import open_parser
from explanans.pipeline.graphing import open_composer
from explanans.retrieval.ranker import open_ranker, order
from explanans.trees.conclusions.concluder import concluder
from explanans.trees.search import tree_search
from tests.commands import runner

from .comparison import compare, six
from .inputs import ARGUED, CLAIMS, QUESTIONS, SENTENCES, SOURCE

_FACTS = 12
"""Facts of a ranking that are recorded."""
_CONCLUSIONS = 3
"""Conclusions from premises that are recorded."""


@cache
def gold_trees() -> tuple[dict[str, Any], ...]:
    text = (STARTER / "trees/trees.dev.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines()[:22])


def problems() -> list[Problem]:
    """Return hypotheses with the leaves of their gold trees, and those of the next two trees as distractors."""
    records, found = gold_trees(), []
    for place, record in enumerate(records[:20]):
        given = {leaf["id"]: leaf["text"] for other in records[place : place + 3] for leaf in other["leaves"]}
        premises = tuple(Fact(*item) for item in sorted(given.items()))
        found.append(Problem(record["question"], record["hypothesis"], premises))
    return found


def gold_steps() -> list[tuple[list[str], str, str]]:
    """Return the premises, the conclusion and the hypothesis of steps."""
    found = []
    for record in gold_trees():
        texts = {item["id"]: item["text"] for item in record["leaves"]}
        texts |= {step["conclusion"]: step["text"] for step in record["steps"]}
        found += [
            ([texts[name] for name in step["premises"]], step["text"], record["hypothesis"]) for step in record["steps"]
        ]
    return found


def test_ranker() -> None:
    knowledge = KnowledgeBase.open("starter")
    ranker = open_ranker("stacked", knowledge)
    lines = []
    for question, answer in QUESTIONS:
        scores = ranker.scores(Question.asked(question, answer))
        best = [int(place) for place in order(knowledge, scores)[:_FACTS]]
        lines += [f"{question} {answer}", *(f"  {six(scores[place])} {knowledge.ids[place]}" for place in best)]
    compare("ranker.txt", lines)


def test_leaves() -> None:
    lines = []
    for problem in problems():
        choices = tree_search().choices(problem)
        beliefs = zip(choices.premises, choices.belief.tolist(), strict=True)
        likeliest = " ".join(fact.id for fact in next(iter(choices.leaves())))
        lines += [problem.hypothesis, *(f"  {six(score)} {fact.id}" for fact, score in beliefs), f"  {likeliest}"]
    compare("leaves.txt", lines)


def test_trees() -> None:
    lines = []
    for problem in problems():
        lines.append(problem.hypothesis)
        lines += [f"  {six(found.score)} {_proof(found.tree)}" for found in tree_search().trees(problem, 2)]
    compare("trees.txt", lines)


def _proof(tree: EntailmentTree) -> str:
    return "; ".join(f"{' & '.join(step.premises)} -> {step.conclusion}: {step.text}" for step in tree.steps)


def test_conclusions() -> None:
    lines = []
    for premises, _, hypothesis in gold_steps()[:30]:
        lines.append(" + ".join(premises))
        for asked in (hypothesis, ""):
            found = concluder().conclusions(premises, asked)
            lines += [f"  {six(item.score)} {item.text} ({item.inference})" for item in found[:_CONCLUSIONS]]
            lines.append(f"  {len(found)} conclusions {'for' if asked else 'without'} a hypothesis")
    compare("conclusions.txt", lines)


def test_steps() -> None:
    steps = [(premises, conclusion) for premises, conclusion, _ in gold_steps()]
    steps += [(premises, steps[place - 1][1]) for place, (premises, _) in enumerate(steps)]
    scores = map(float, StepModel.shipped().likeness(steps))
    told = (f"{' + '.join(premises)} -> {conclusion}" for premises, conclusion in steps)
    compare("steps.txt", [f"{six(score)} {text}" for score, text in zip(scores, told, strict=True)])


def test_stances() -> None:
    scores = map(float, StanceModel.shipped().supporting(ARGUED))
    compare("stances.txt", [f"{six(score)} {' / '.join(pair)}" for pair, score in zip(ARGUED, scores, strict=True)])


def test_graphs() -> None:
    composer, lines = open_composer(), []
    for belief, argument in ARGUED:
        lines.append(f"{belief} / {argument}")
        for graph in composer.compose(belief, argument, None, alternatives=2):
            edges = "".join(f"({'; '.join(edge)})" for edge in graph.edges)
            lines.append(f"  {graph.stance} {edges}")
    compare("graphs.txt", lines)


def test_parser() -> None:
    lines = []
    texts = (*SENTENCES, *CLAIMS)
    for text, parse in zip(texts, open_parser().parse(texts), strict=True):
        lines.append(text)
        for token, arc in zip(parse.tokens, parse.arcs, strict=True):
            lines.append(f"  {token.text} {token.lemma} {token.pos} {token.tag} {arc.label} {arc.head}")
    compare("parser.txt", lines)


def test_arcs() -> None:
    checker, lines = ArcChecker.open(), []
    pairs = [(SOURCE.replace("\n", " "), claim) for claim in CLAIMS]
    pairs += [(". ".join(premises), conclusion) for premises, conclusion, _ in gold_steps()[:10]]
    for source, claim in pairs:
        verdict = checker.check(source, claim)
        lines.append(f"{claim}: {'nothing' if verdict.score is None else six(verdict.score)}")
        lines += [f"  {six(arc.score)} {arc.head.text} → {arc.child.text} ({arc.label})" for arc in verdict.arcs]
    compare("arcs.txt", lines)


def test_json_of_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    run = runner(monkeypatch, capsys)
    lines = []
    checked = [part for claim in CLAIMS for part in ("--claim", claim)]
    for arguments in (
        *(("explain", question, "--answer", answer) for question, answer in QUESTIONS[:3]),
        ("check", "--source", SOURCE, *checked),
    ):
        status, output, errors = run(*arguments, "--json")
        assert (status, errors) == (0, "")
        lines += json.dumps(_kept(json.loads(output)), indent=1, ensure_ascii=False).splitlines()
    compare("commands.txt", lines)


def _kept(value: object) -> object:
    """Return JSON without times and signatures, with six significant digits."""
    if isinstance(value, Mapping):
        return {key: _kept(item) for key, item in value.items() if key not in ("milliseconds", "signature")}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_kept(item) for item in value]
    return float(six(value)) if isinstance(value, float) else value
