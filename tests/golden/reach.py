"""Where the models that come with the package are reached, one function a model; only here are deep imports."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans import EntailmentTree, ExplanationGraph, KnowledgeBase, Problem, Question, Stance
from explanans.entailment.steps.model import StepModel
from explanans.graphs.candidates import find_candidates
from explanans.graphs.composer import GraphModel
from explanans.graphs.stance import StanceModel
from explanans.knowledge.sources import STARTER
from explanans.lab.training.graphs import verdicts
from explanans.language.parser import open_parser
from explanans.pipeline.graphing import open_composer
from explanans.retrieval.cut_off import CutOff, curve, cut
from explanans.retrieval.ranker import open_ranker, order, score
from explanans.trees.conclusions.concluder import concluder
from explanans.trees.search import tree_search


class Scored(NamedTuple):
    """Something with a score."""

    name: str
    score: float


def starter_folder() -> Path:
    """Return the folder of the starter base, with its trees and graphs."""
    return STARTER


def ranking(ranker: str, knowledge: KnowledgeBase, questions: Sequence[Question]) -> list[list[Scored]]:
    """Return all facts with their scores, best first, for each question."""
    opened = open_ranker(ranker, knowledge)
    found = []
    for question in questions:
        scores = opened.scores(question)
        found.append([Scored(knowledge.ids[place], float(scores[place])) for place in order(knowledge, scores)])
    return found


def cut_off(ranker: str, knowledge: KnowledgeBase, questions: Sequence[Question]) -> list[tuple[list[Scored], int]]:
    """Return how probable it is that each of the best facts explains, and how many to take, for each question."""
    opened = open_ranker(ranker, knowledge)
    found = []
    for question in questions:
        probable = CutOff.shipped().probable(
            curve(score(opened, knowledge, question), question), knowledge.vocabulary.weight
        )
        likely = [Scored(item.fact.id, item.score) for item in probable]
        found.append((likely, cut([item.score for item in likely])))
    return found


def leaves(problem: Problem) -> tuple[list[Scored], list[tuple[str, ...]]]:
    """Return how probable a leaf each premise is, and the likeliest sets of leaves."""
    choices = tree_search().choices(problem)
    beliefs = zip(choices.premises, choices.belief.tolist(), strict=True)
    likeliest = [tuple(fact.id for fact in chosen) for chosen in islice(choices.leaves(), 3)]
    return [Scored(fact.id, score) for fact, score in beliefs], likeliest


def trees(problem: Problem, count: int = 1, *, all_leaves: bool = False) -> list[tuple[EntailmentTree, float]]:
    """Return the best trees with their scores."""
    found = tree_search().trees(replace(problem, all_leaves=all_leaves), count)
    return [(item.tree, item.score) for item in found]


def conclusions(premises: Sequence[str], hypothesis: str) -> list[Scored]:
    """Return what may follow from premises, best first, each with its inference and what proposed it."""
    return [
        Scored(f"{found.text} ({found.inference}, {found.proposer})", found.score)
        for found in concluder().conclusions(premises, hypothesis)
    ]


def steps_follow(steps: Sequence[tuple[Sequence[str], str]]) -> list[float]:
    """Return how probable it is that the conclusion of each step follows."""
    return [float(score) for score in StepModel.shipped().likeness(steps)]


def stances(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return how probable it is that each argument supports its belief."""
    return [float(score) for score in StanceModel.shipped().supporting(pairs)]


def stances_by_graph(graphs: Sequence[ExplanationGraph]) -> list[float]:
    """Return how probable it is that each argument supports its belief, given a graph."""
    return [float(score) for score in StanceModel.shipped().supporting_by_graph(graphs)]


def graph_verdicts(graphs: Sequence[ExplanationGraph]) -> list[list[float]]:
    """Return how probable it is that each graph supports, counters or is incorrect."""
    return [[float(score) for score in row] for row in verdicts(graphs, GraphModel.shipped())]


def graph_parts(belief: str, argument: str, supporting: float) -> tuple[list[Scored], list[Scored]]:
    """Return how probable concepts are in a graph, own and external ones, and how probable edges are, by relation."""
    found = find_candidates((belief, argument), supporting, GraphModel.shipped())
    concepts = [Scored(*item) for item in zip(found.concepts, found.present.tolist(), strict=True)]
    edges = []
    for source, target in np.argwhere(found.linked > 0):
        relation = int(np.argmax(found.relations[source, target]))
        told = f"{found.concepts[source]} → {found.concepts[target]} (relation {relation})"
        edges.append(Scored(told, float(found.linked[source, target])))
        edges.append(Scored(f"{told}, the relation", float(found.relations[source, target, relation])))
    return concepts, edges


def graphs(belief: str, argument: str, stance: Stance | None = None, alternatives: int = 1) -> list[ExplanationGraph]:
    """Return the best graphs."""
    return open_composer().compose(belief, argument, stance, alternatives=alternatives)


def parses(sentences: Sequence[str]) -> list[list[str]]:
    """Return a line for each word: its text, lemma, parts of speech, and its head with what it is to it."""
    found = []
    for parse in open_parser().parse(sentences):
        words = [token.text for token in parse.tokens]
        found.append(
            [
                " ".join((token.text, token.lemma, token.pos, token.tag, arc.label, words[arc.head], str(arc.head)))
                if arc.head >= 0
                else " ".join((token.text, token.lemma, token.pos, token.tag, arc.label))
                for token, arc in zip(parse.tokens, parse.arcs, strict=True)
            ]
        )
    return found
