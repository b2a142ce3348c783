"""Proofs of a chat model behind an address: what is taken of them, and what happens where they are none."""

import pytest

from explanans.errors import InputError
from explanans.structures.facts import Fact
from explanans.structures.trees import Problem
from explanans.trees.endpoint import EndpointProver
from explanans.trees.prover import PROVERS, show
from explanans.trees.search import tree_search
from tests.entailment.judge.service import QUICK, Reply, said, serving

TEXTS = "a rock is hard", "a frog is a kind of amphibian", "amphibians have moist skin", "moist skin loses water"
PROBLEM = Problem("", "a frog loses water", tuple(Fact(f"f{number}", text) for number, text in enumerate(TEXTS)))
PROOF = "```\nsent2 & sent3 -> int1: a frog has moist skin;\nsent4 & int1 -> hypothesis\n```"


def test_a_proof_is_a_tree_over_the_premises() -> None:
    with serving(said(f"Here it is:\n{PROOF}")) as service:
        proof = show(EndpointProver(f"{service.url}#tiny", QUICK), PROBLEM, 1)
    (tree,) = proof.trees
    assert [(step.premises, step.text) for step in tree.steps] == [
        (("f1", "f2"), "a frog has moist skin"),
        (("f3", "int1"), "a frog loses water"),
    ]
    assert [(item.fact.id, item.score) for item in proof.facts] == [("f1", 1), ("f2", 1), ("f3", 1), ("f0", 0)]
    asked = service.asked[0]["messages"][0]["content"]
    assert asked.endswith(
        f"hypothesis: {PROBLEM.hypothesis}\nsent1: {TEXTS[0]}\nsent2: {TEXTS[1]}\nsent3: {TEXTS[2]}\n"
        f"sent4: {TEXTS[3]}\nproof:\n"
    )


def test_a_conclusion_in_words_of_its_own_is_left_out() -> None:
    with serving(said(PROOF.replace("moist", "slimy"))) as service:
        (tree,) = EndpointProver(f"{service.url}#tiny", QUICK).prove(PROBLEM).trees
    assert [step.premises for step in tree.steps] == [("f3", "f1", "f2")]


def test_conclusions_are_not_called_as_premises_are() -> None:
    premises = tuple(Fact(f"int{number}", text) for number, text in enumerate(TEXTS))
    with serving(said(PROOF)) as service:
        (tree,) = EndpointProver(f"{service.url}#tiny", QUICK).prove(Problem("", PROBLEM.hypothesis, premises)).trees
    assert [(step.premises, step.conclusion) for step in tree.steps] == [
        (("int1", "int2"), "int1'"),
        (("int3", "int1'"), "hypothesis"),
    ]


def test_what_is_no_proof_is_asked_for_again() -> None:
    with serving(said("sent2 & sent9 -> hypothesis"), said(PROOF)) as service:
        proof = EndpointProver(f"{service.url}#tiny", QUICK).prove(PROBLEM)
    assert len(proof.trees[0].steps) == 2
    again = service.asked[1]["messages"][0]["content"]
    assert "That is no proof: " in again
    assert "sent9" in again


@pytest.mark.parametrize("answer", ["I cannot.", "sent2 -> int1: frogs; sent3 -> int2: skin", "-> -> ->"])
def test_the_search_finds_a_tree_where_the_model_finds_none(answer: str) -> None:
    with serving(said(answer)) as service:
        proof = EndpointProver(f"{service.url}#tiny", QUICK).prove(PROBLEM)
        assert len(service.asked) == 2
    assert proof.trees == tree_search().prove(PROBLEM).trees
    assert proof.unweighed == "The model wrote no proof that is a tree; the search found this one."


def test_further_trees_are_those_of_the_search() -> None:
    with serving(said("sent3 & sent4 -> hypothesis")) as service:
        trees = EndpointProver(f"{service.url}#tiny", QUICK).prove(PROBLEM, 2).trees
    assert [leaf.id for leaf in trees[0].leaves] == ["f2", "f3"]
    assert trees[1:] == tree_search().prove(PROBLEM, 2).trees[:1]


def test_too_few_premises_and_a_service_that_refuses() -> None:
    with serving(Reply('{"error": "wrong key"}', 401)) as service:
        prover = PROVERS.open(f"endpoint:{service.url}#tiny")
        assert prover.prove(Problem("", "ice floats", PROBLEM.premises[:1]), 1).trees == ()
        assert not service.asked
        with pytest.raises(InputError, match="401 wrong key"):
            prover.prove(PROBLEM, 1)
