"""Our metric in the released Ragas and DeepEval, on twenty records each."""

import re
import sys
from typing import Any

import pytest

from explanans import MissingExtraError
from explanans.integrations import measure_support

THINGS = ("lamp", "table", "door", "bowl", "chain")
STUFFS = ("brass", "oak")
RECORDS = [
    {
        "question": f"What is the {thing} made of?",
        "answer": f"The {thing} is made of {stuff if right else 'glass'}.",
        "contexts": [f"The {thing} is made of {stuff}.", "Rain falls in May."],
        "share": float(right),
    }
    for thing in THINGS
    for stuff in STUFFS
    for right in (True, False)
]


def test_the_share_and_its_reason() -> None:
    share, reason = measure_support("The lamp is red. It is made of brass.", ["The brass lamp is green."], {})
    assert share == 0.5
    assert "^^^" in reason
    assert measure_support("", ["Ice melts."], {}) == (1.0, "The answer claims nothing.")


@pytest.mark.parametrize("name", ["ragas", "deepeval"])
def test_the_extra_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delitem(sys.modules, f"explanans.integrations.{name}", raising=False)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'explanans\[{name}\]'"):
        __import__(f"explanans.integrations.{name}")


@pytest.mark.filterwarnings("default")
def test_ragas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGAS_DO_NOT_TRACK", "true")
    ragas: Any = pytest.importorskip("ragas", reason="Ragas is not installed", exc_type=ImportError)
    from explanans.integrations.ragas import Support

    records = [
        {"user_input": it["question"], "response": it["answer"], "retrieved_contexts": it["contexts"]} for it in RECORDS
    ]
    found = ragas.evaluate(ragas.EvaluationDataset.from_list(records), metrics=[Support()], show_progress=False)
    assert found["explanans_support"] == [it["share"] for it in RECORDS]


@pytest.mark.filterwarnings("default")
def test_deepeval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    pytest.importorskip("deepeval", reason="DeepEval is not installed", exc_type=ImportError)
    from deepeval import assert_test
    from deepeval.test_case import LLMTestCase

    from explanans.integrations.deepeval import SupportMetric

    for it in RECORDS:
        case = LLMTestCase(input=it["question"], actual_output=it["answer"], retrieval_context=it["contexts"])
        metric = SupportMetric()
        assert metric.measure(case) == it["share"]
        if it["share"] == 1.0:
            assert_test(case, [metric], run_async=False)
        else:
            assert re.search(r"(\^{5}|~{5})", str(metric.reason))
            with pytest.raises(AssertionError, match="Explanans support"):
                assert_test(case, [metric], run_async=False)
