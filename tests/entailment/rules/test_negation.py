from collections.abc import Callable

import pytest

from explanans.entailment.rules.pair import denied
from explanans.language.analysis import AnalyzedSentence


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("The warranty covers damage.", "covers", False),
        ("The warranty does not cover damage.", "cover", True),
        ("She never went home.", "went", True),
        ("Nobody had seen her.", "seen", True),
        ("No fungus was found on the frogs.", "found", True),
        ("He refused to sell the mill.", "sell", True),
        ("He did not fail to sell the mill.", "sell", False),
        ("They no longer make cakes.", "make", True),
        ("The pump works without oil.", "oil", True),
        ("Not all loaves are shaped by hand.", "shaped", False),
        ("No fewer than ten people came.", "came", False),
        ("Drones have no sting and do not collect nectar.", "sting", True),
        ("Jumping from the side is forbidden.", "Jumping", True),
        ("Jumping from the side is not allowed.", "Jumping", True),
        ("Jumping from the side is not dangerous.", "Jumping", False),
    ],
)
def test_what_is_denied(read: Callable[[str], AnalyzedSentence], text: str, word: str, expected: bool) -> None:
    sentence = read(text)
    (number,) = (found.number for found in sentence.words if found.text == word)
    assert denied(sentence)[number] is expected
