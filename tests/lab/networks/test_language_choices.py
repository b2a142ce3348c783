"""A language model goes on from a reader of claims to learn stances, graphs and facts to show."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.language_choices import (
    ChoiceLessons,
    fact_examples,
    take_up,
    train_further,
)
from explanans.lab.networks.language_reader import (
    ReaderTraining,
    trainable_reader,
)
from explanans.lab.training.relevance import QuestionRelevance, lesson
from explanans.lab.training.shown import ShownFacts
from explanans.lab.training.written import graded_statements, written_graphs, written_stances, written_statements
from explanans.learning.language_model import ADAPTER
from explanans.structures.explanations import ScoredFact
from explanans.structures.verdicts import Status


def lessons() -> ChoiceLessons:
    graphs = written_graphs()[:6]
    starter = KnowledgeBase.open("starter")
    question = next(iter(starter.questions))
    facts = [ScoredFact(fact, 1.0) for fact in list(starter.facts)[:4]]
    chosen = {question.id: ShownFacts((facts[0].fact.id,), (facts[1].fact.id,), "show")}
    belief = np.array([0.99, 0.6, 0.1, 0.001])
    shown = list(
        fact_examples([QuestionRelevance(question, lesson(question, facts, chosen=chosen), belief, is_learnt=True)], 0)
    )
    return ChoiceLessons(
        written_stances()[:8],
        graphs,
        graphs[:3],
        shown,
        written_statements()[:5],
        graded_statements()[:6],
    )


def test_facts_are_shown_harmless_or_neither() -> None:
    example, *others = lessons().facts
    assert example.premises[0].startswith("Question: ")
    statuses = [claim.statuses for claim in example.claims]
    assert statuses == [{Status.SUPPORTED}, {Status.SUPPORTED, Status.UNKNOWN}, {Status.UNKNOWN}, {Status.UNKNOWN}]
    assert [claim.shares is not None for claim in example.claims] == [False, True, False, False]
    assert len(others) == 2
    assert all({*other.claims} == {*example.claims} for other in others)


def test_facts_are_read_in_turn_and_statements_each_by_itself() -> None:
    *_, facts, graded = lessons().pools()
    assert {example.is_sequence for example in facts.examples} == {True}
    assert {example.is_sequence for example in graded.examples} == {False}
    assert all(claim.text.startswith("Statement: ") for example in graded.examples for claim in example.claims)


def test_it_goes_on_from_the_matrices_of_a_reader(training: ReaderTraining, started: Path) -> None:
    reader = trainable_reader(training)
    take_up(reader, started)
    with np.load(started / ADAPTER, allow_pickle=False) as arrays:
        wanted = arrays["1.down.b"] * arrays["1.down.b.scale"]
        head = arrays["head.2.weight"].astype(np.float32)
    taken = dict(reader.model.named_parameters())["layers.1.mlp.down_proj.b"].detach().numpy()
    assert taken == pytest.approx(wanted)
    assert dict(reader.whole.named_parameters())["2.weight"].detach().numpy() == pytest.approx(head)


def test_what_is_learnt_is_written_and_can_be_repeated(training: ReaderTraining, started: Path, tmp_path: Path) -> None:
    data = train_further(training, lessons(), tmp_path / "one", started)
    train_further(training, lessons(), tmp_path / "other", started)
    counts = {"stances": 11, "graphs": 6, "questions": 1, "statements": 5, "grades": 6}
    assert data == {**counts, "tokens": 4000}
    assert (tmp_path / "one" / ADAPTER).read_bytes() == (tmp_path / "other" / ADAPTER).read_bytes()
    assert (tmp_path / "one" / ADAPTER).read_bytes() != (started / ADAPTER).read_bytes()


def test_a_reader_of_another_size_is_refused(training: ReaderTraining, started: Path) -> None:
    with pytest.raises(InputError, match="matrices of another size"):
        take_up(trainable_reader(replace(training, rank=8)), started)
