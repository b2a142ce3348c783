"""The scorers that learn nothing say what they are documented to say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.entailment.arcs.checker import open_scorer
from explanans.errors import InputError
from explanans.structures.syntax import Arc, Parse

from .conftest import parsed

UNTRAINED = ("alignment", "arc-overlap", "lexical-match", "majority")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("majority", [1, 1, 1]),
        ("lexical-match", [0, 1, 0]),  # cat ← chases by another label and form, old ← dog, dog ← chases
        ("arc-overlap", [1, 1, 1]),
        ("alignment", [0.85, 1, 0.85]),
    ],
)
def test_an_exchange_of_roles(chase: Parse, claim: Parse, name: str, expected: list[float]) -> None:
    arcs = checked_arcs(claim)
    assert [claim.tokens[arc.child].text for arc in arcs] == ["cat", "old", "dog"]
    assert open_scorer(name).scores([chase], claim, arcs) == pytest.approx(np.array(expected))


def test_alignment_sees_through_the_passive(chase: Parse) -> None:
    claim = parsed("cat/NOUN/3/nsubj:pass was/AUX/3/aux:pass chased/VERB/0/root by/ADP/5/case dog/NOUN/3/obl:by")
    assert open_scorer("alignment").scores([chase], claim, checked_arcs(claim)).tolist() == [1, 1]
    assert open_scorer("lexical-match").scores([chase], claim, checked_arcs(claim)).tolist() == [0, 0]


def test_alignment_falls_with_distance(chase: Parse) -> None:
    claim = parsed("old/ADJ/2/amod cat/NOUN/0/root")
    (score,) = open_scorer("alignment").scores([chase], claim, checked_arcs(claim))
    assert score == pytest.approx(0.55**2)  # old ← dog ← chased → cat


def test_alignment_joins_sentences_by_what_both_speak_of() -> None:
    source = [
        parsed("dogs/NOUN/2/nsubj chase/VERB/0/root cats/NOUN/2/obj"),
        parsed("cats/NOUN/2/nsubj eat/VERB/0/root birds/NOUN/2/obj"),
    ]
    claim = parsed("dogs/NOUN/2/nsubj eat/VERB/0/root horses/NOUN/2/obj")
    scores = open_scorer("alignment").scores(source, claim, checked_arcs(claim))
    assert scores == pytest.approx(np.array([0.55**3, 0]))  # dogs ← chase → cats = cats ← eat


@pytest.mark.parametrize("name", UNTRAINED)
def test_no_arcs_no_scores(chase: Parse, name: str) -> None:
    assert open_scorer(name).scores([chase], chase, ()).shape == (0,)


@pytest.mark.parametrize("name", UNTRAINED)
def test_a_model_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=rf"'{name}' takes nothing after a colon, as '{name}:mine' has it; "):
        open_scorer(f"{name}:mine")


WORDS = st.sampled_from("dog cat chase see old young 1989".split())
LABELS = st.sampled_from("nsubj obj obl:in nmod:of amod conj:and".split())


@st.composite
def parses(draw: st.DrawFn) -> Parse:
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    heads = [draw(st.integers(0, number)) for number in range(len(words))]
    return parsed(" ".join(f"{word}/X/{head}/{draw(LABELS)}" for word, head in zip(words, heads, strict=True)))


@given(st.lists(parses(), min_size=1, max_size=3), parses())
def test_scores_lie_between_0_and_1(source: list[Parse], claim: Parse) -> None:
    arcs = checked_arcs(claim)
    for name in UNTRAINED:
        scores = open_scorer(name).scores(source, claim, arcs)
        assert scores.shape == (len(arcs),)
        assert ((scores >= 0) & (scores <= 1)).all()


@given(parses())
def test_a_sentence_supports_itself(claim: Parse) -> None:
    arcs: tuple[Arc, ...] = checked_arcs(claim)
    for name in UNTRAINED:
        assert (open_scorer(name).scores([claim], claim, arcs) == 1).all()
