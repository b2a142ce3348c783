import numpy as np

from explanans.pipeline.proposals.features import CATEGORICAL, NAMES, describe
from explanans.pipeline.proposals.phrases import phrases

from .test_seen import seen


def test_each_phrase_has_a_number_for_each_feature() -> None:
    beside = seen("How many chickens may be kept?", "No more than six chickens may be kept on a plot")
    found = phrases(beside.tree)
    columns = describe(beside, found)
    assert columns.shape == (len(found), len(NAMES))
    assert np.isfinite(columns).all()
    assert set(CATEGORICAL) < set(NAMES)


def test_no_phrase_has_no_rows() -> None:
    beside = seen("How many chickens may be kept?", "Never")
    assert describe(beside, []).shape == (0, len(NAMES))


def test_numbers_names_and_overlap_are_told() -> None:
    beside = seen("How many chickens may Mrs Pym keep?", "Mrs Pym may keep six chickens")
    found = phrases(beside.tree)
    rows = {
        phrase.text: dict(zip(NAMES, row, strict=True))
        for phrase, row in zip(found, describe(beside, found), strict=True)
    }
    assert (rows["six"]["number"], rows["six"]["name"], rows["six"]["overlap"]) == (1, 0, 0)
    assert (rows["Mrs Pym"]["number"], rows["Mrs Pym"]["name"], rows["Mrs Pym"]["title"]) == (0, 1, 1)
    assert rows["six chickens"]["overlap"] == 0.5
