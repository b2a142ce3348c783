"""What a network writes explains alone or in an ensemble, from the command line too."""

import json
import sys
from pathlib import Path

import pytest

from explanans.cli import main
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.generator import GeneratorTraining, gather_examples, train_generator
from explanans.neural.core.checkpoint import Schedule
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.fact_sets import FactSets
from explanans.structures.explanations import Method

from .conftest import QUESTIONS


@pytest.fixture(scope="module")
def generator(knowledge: KnowledgeBase, tiny_t5: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of a network that knows the explanations by heart."""
    folder = tmp_path_factory.mktemp("heart") / "generator"
    training = GeneratorTraining(str(tiny_t5), Schedule(epochs=60, batch=8, rate=5e-3), pretraining=2, permutations=2)
    train_generator(training, Split(gather_examples(knowledge, QUESTIONS)), folder)
    return str(folder)


def test_a_network_explains_with_what_it_writes(knowledge: KnowledgeBase, generator: str) -> None:
    question = QUESTIONS[1]
    sets = FactSets(Method.GENERATOR, generator=generator)
    explanation = Explainer(knowledge, "bm25", method=sets).explain_question(question)
    assert {gold.fact for gold in question.explanation} <= {fact.id for fact, _ in explanation.facts}
    assert explanation.method is Method.GENERATOR
    assert "|generator:generator|with:generator|" in explanation.signature


def test_the_command_explains_by_a_network(
    knowledge: KnowledgeBase, generator: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["explain", QUESTIONS[1].text, "--answer", QUESTIONS[1].answer, "--kb", knowledge.name, "--json"]
    monkeypatch.setattr(sys, "argv", ["explanans", *asked, "--with", "generator", "--generator", generator])
    with pytest.raises(SystemExit) as caught:
        main()
    record = json.loads(capsys.readouterr().out)
    assert caught.value.code == 0
    assert record["with"] == "generator"
    assert {"k4", "k5", "k6"} <= {fact["id"] for fact in record["facts"]}


def test_a_generator_is_named_just_where_it_is_used() -> None:
    with pytest.raises(InputError, match="ranking with the generator my-generator; accepted: one with generator or"):
        FactSets(Method.RANKING, generator="my-generator")
    with pytest.raises(InputError, match="--generator is missing; accepted: --method generator with --generator FOL"):
        FactSets(Method.GENERATOR)
