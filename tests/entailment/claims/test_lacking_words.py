"""Which phrases of a claim are found to be lacking in its premises."""

from collections.abc import Sequence

import numpy as np
import pytest

from explanans.entailment.claims.lacking_words import NAMES, LackingWords, doubts_of_words, word_features
from explanans.entailment.claims.marks import Marker
from explanans.language.parser import shared_parser
from explanans.structures.verdicts import Status

LOCATE = doubts_of_words(LackingWords.shipped, shared_parser)


def phrases(premises: Sequence[str], claim: str) -> list[str]:
    return [claim[doubt.start : doubt.end] for doubt in LOCATE(premises, claim)]


@pytest.mark.parametrize(
    ("premises", "claim", "lacking"),
    [
        (["The ferry leaves at noon."], "The ferry leaves at noon in winter.", ["in winter"]),
        (["Ada painted the boat house."], "Ada painted the boat house with her brother.", ["with her brother"]),
        (["The choir sang two songs."], "The choir sang two sad songs.", ["sad"]),
    ],
)
def test_phrases_are_marked_with_their_function_words(premises: list[str], claim: str, lacking: list[str]) -> None:
    assert phrases(premises, claim) == lacking


def test_what_premises_say_is_not_marked() -> None:
    assert phrases(["The mill stands by the river.", "It was built in 1890."], "The mill stands by the river.") == []


def test_features_are_of_words_neighbours_and_heads() -> None:
    (parse,) = shared_parser().parse(["The choir sang sad songs."])
    features = word_features(["The choir sang songs."], parse)
    assert features.shape == (6, len(NAMES))
    sad = dict(zip(NAMES, features[3].tolist(), strict=True))
    assert (sad["function"], sad["absent_content"], sad["missing"]) == (0, 1, 1)
    assert (sad["absent_content_-1"], sad["function_-1"], sad["head_absent"]) == (0, 0, 0)
    assert features[4][NAMES.index("children_absent")] > 0
    assert np.isnan(features[0][NAMES.index("function_-2")])
    assert not np.isnan(features[:, : NAMES.index("function_-2")]).any()


def test_an_unknown_claim_has_marked_phrases_and_a_contradicted_one_its_conflict() -> None:
    marker = Marker(lacking=LOCATE)
    claim = "The ferry leaves at noon in winter."
    marked = marker.mark(Status.UNKNOWN, ["The ferry leaves at noon."], claim)
    assert [claim[doubt.start : doubt.end] for doubt in marked.unsupported] == ["in winter"]
    assert marked.contradicted == ()
