"""Claims read beside premises: each by itself, and nothing is cut."""

from itertools import pairwise

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.learning.nli import LONGEST_CLAIM, LONGEST_PREMISE, NliClassifier

PREMISES = "The ferry leaves at nine. It carries cars, but no lorries."
CLAIMS = ("The ferry carries lorries.", "The ferry leaves at nine.", "Tickets are cheap.", "x", "")


def test_what_is_read_does_not_depend_on_what_was_read_before() -> None:
    first, second = NliClassifier.open(), NliClassifier.open()
    forth = {claim: first.read(PREMISES, claim) for claim in CLAIMS}
    for number in range(70):  # more premises than are remembered
        second.read(f"Room {number} is empty.", CLAIMS[0])
    back = {claim: second.read(PREMISES, claim) for claim in reversed(CLAIMS)}
    for claim in CLAIMS:
        assert (forth[claim].logits == back[claim].logits).all()
        assert len(forth[claim].pieces) == len(back[claim].pieces)
    assert first.name == second.name


def test_pieces_cover_the_claim_in_order() -> None:
    claim = "Zürich's 3.5-km tram-line isn’t unbelievably long!"
    pieces = NliClassifier.shipped().read(PREMISES, claim).pieces
    said = "".join(claim[piece.start : piece.end] for piece in pieces)
    assert said == claim.replace(" ", "")
    assert all(one.end <= other.start for one, other in pairwise(pieces))
    assert all(piece.logits.shape == (3,) and np.isfinite(piece.logits).all() for piece in pieces)


def test_an_empty_claim_has_no_pieces() -> None:
    reading = NliClassifier.shipped().read(PREMISES, "")
    assert reading.pieces == ()
    assert np.isfinite(reading.logits).all()


def test_what_is_too_long_is_refused_and_not_cut() -> None:
    reader = NliClassifier.shipped()
    premise, claim = "ice " * LONGEST_PREMISE, "ice " * LONGEST_CLAIM
    assert reader.length(premise) == LONGEST_PREMISE
    reader.read(premise.strip(), claim.strip())
    with pytest.raises(InputError, match=r"^the premise 'ice .*' … has 321 tokens; accepted: at most 320"):
        reader.read(premise + "ice", "ice")
    with pytest.raises(InputError, match=rf"^the claim 'ice .*' … has 161 tokens; accepted: at most {LONGEST_CLAIM}"):
        reader.read("ice", claim + "ice")
