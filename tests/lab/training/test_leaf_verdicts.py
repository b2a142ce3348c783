"""Labelled leaves, and the weights that are fitted on what a judge makes of them."""

from collections import Counter

import numpy as np
import pytest

from explanans.entailment.judge.base import open_judge
from explanans.errors import FormatError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training import leaf_verdicts as module
from explanans.lab.training.leaf_verdicts import LeafVerdict, evidence_of, fit, labelled_leaves, leaf_verdicts
from explanans.learning.model import Origin
from explanans.pipeline.leaf_support import LeafSupport


def test_every_label_is_there_and_wrong_answers_are_never_supported() -> None:
    verdicts = leaf_verdicts()
    assert min(Counter(verdict.label for verdict in verdicts).values()) > 200
    assert {verdict.label for verdict in verdicts if verdict.choice} == {"no"}
    assert [LeafVerdict("q1", "", ("f1",), label).is_supported for label in ("yes", "partly")] == [True, False]


def test_a_damaged_row_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("damaged") / "leaf-verdicts.tsv"
    file.write_text("q1\t-\tf1 f2\tyes\nq1\t-\t \tyes\n", "utf-8")
    monkeypatch.setattr(module, "VERDICTS", file)
    with pytest.raises(FormatError, match=r"line 2.*accepted: a question, a choice, the ids of facts"):
        leaf_verdicts()


def test_leaves_of_the_starter_base_have_texts_and_a_statement() -> None:
    labelled = list(labelled_leaves([KnowledgeBase.open("starter")]))
    assert len(labelled) > 400
    assert all(item.facts and item.hypothesis for item in labelled)
    wrong = [item for item in labelled if not item.is_right]
    assert wrong
    assert not any(item.is_supported for item in wrong)


def test_weights_that_are_fitted_find_supported_leaves_more_probable() -> None:
    judge = open_judge("fast-judge")
    labelled = list(labelled_leaves([KnowledgeBase.open("starter")]))[::6]
    found = [(item, evidence) for item in labelled if (evidence := evidence_of(judge, item))]
    model = LeafSupport(fit(found), Origin({}, 0))
    supported = [model.probability(evidence) for item, evidence in found if item.is_supported]
    others = [model.probability(evidence) for item, evidence in found if not item.is_supported]
    assert np.mean(others) < np.mean(supported) - 0.1
