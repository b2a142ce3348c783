"""Similarities by name, and what they need."""

import sys
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.evaluation.trees.scored import DEFAULT, NAMES, similarity

PAIRS = [("ice melts", "ice melts"), ("ice melts", "frogs jump"), ("ice melts", ""), ("", "")]


@pytest.mark.parametrize("name", DEFAULT)
def test_what_passes(name: str) -> None:
    assert similarity(name).passes(PAIRS) == [True, False, False, False]
    assert similarity(name).passes([]) == []


def test_thresholds() -> None:
    assert {name: similarity(name).threshold for name in DEFAULT} == {"chrf++": 0.52, "rouge-l": 0.5, "token-f1": 0.58}
    with pytest.raises(InputError, match=f"no such similarity; accepted: {', '.join(NAMES)}".replace("+", r"\+")):
        similarity("bleu")


def test_the_threshold_itself_passes() -> None:
    assert similarity("rouge-l").passes([("ice melts", "ice floats")]) == [True]


def test_cosine() -> None:
    pytest.importorskip("torch")
    assert similarity("cosine").passes([("ice melts", "the ice is melting"), ("ice melts", "frogs are green")]) == [
        True,
        False,
    ]


def test_bleurt_needs_its_package_and_its_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="the package bleurt is not installed"):
        similarity("bleurt", tmp_path)
    # A package of the same interface, so that at least the call is what it takes.
    (tmp_path / "bleurt").mkdir()
    (tmp_path / "bleurt/__init__.py").write_text("")
    (tmp_path / "bleurt/score.py").write_text(
        "class BleurtScorer:\n"
        "    def __init__(self, checkpoint): self.checkpoint = checkpoint\n"
        "    def score(self, *, references, candidates, batch_size):\n"
        "        return [0.28 if a == b else 0.27 for a, b in zip(references, candidates)]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    try:
        with pytest.raises(InputError, match=r"no bleurt_config\.json; accepted: the folder of BLEURT's weights"):
            similarity("bleurt", tmp_path)
        (tmp_path / "bleurt_config.json").write_text("{}")
        assert similarity("bleurt", tmp_path).passes(PAIRS) == [True, False, False, False]
    finally:
        for name in ("bleurt", "bleurt.score"):
            sys.modules.pop(name, None)
