"""Features of arcs have the values that their definitions promise."""

import math

import pytest

from explanans.entailment.arcs.alignment import FARTHEST
from explanans.entailment.arcs.arcs import checked_arcs
from explanans.entailment.arcs.features import FEATURES, NAMES, columns
from explanans.structures.syntax import Parse

from .conftest import parsed


def values(source: Parse | list[Parse], claim: Parse, child: str) -> dict[str, float]:
    """Return the features of the first checked arc to a child."""
    arcs = [arc for arc in checked_arcs(claim) if claim.tokens[arc.child].text == child]
    sources = source if isinstance(source, list) else [source]
    (row,) = columns(sources, claim, arcs[:1])
    return dict(zip(NAMES, row.tolist(), strict=True))


def test_names_are_unique_and_trends_are_signs() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert {feature.trend for feature in FEATURES} == {-1, 0, 1}
    assert all(feature.definition for feature in FEATURES)


def test_no_arcs_no_rows(chase: Parse) -> None:
    assert columns([chase], chase, ()).shape == (0, len(NAMES))


def test_an_arc_that_the_source_has(chase: Parse) -> None:
    found = values(chase, chase, "dog")
    wanted = {"distance": 1, "down": 1, "up": 0, "same_role": 1, "head_alike": 1, "child_alike": 1, "child_text": 1}
    assert {name: found[name] for name in wanted} == wanted
    assert (found["head_taken"], found["child_taken"], found["is_agent"], found["head_is_verb"]) == (0, 0, 1, 1)


def test_an_arc_the_other_way_round(chase: Parse, claim: Parse) -> None:
    found = values(chase, claim, "cat")
    assert (found["down"], found["same_role"], found["other_role"]) == (1, 0, 1)
    # The chaser is another in the source, and the cat is chased there.
    assert (found["head_taken"], found["child_has_role"], found["head_text"]) == (1, 0, 0)
    assert found["same_order"] == 0


def test_a_word_that_is_nowhere(chase: Parse) -> None:
    claim = parsed("The/DET/3/det red/ADJ/3/amod dog/NOUN/0/root")
    found = values(chase, claim, "red")
    assert (found["child_found"], found["child_alike"], found["both_alike"], found["child_times"]) == (0, 0, 0, 0)
    assert (found["distance"], found["apart"], found["head_found"]) == (FARTHEST, 40, 1)
    assert found["head_new_modifiers"] == 1


def test_what_is_lost_between_two_words() -> None:
    source = parsed("Ann/PROPN/2/nsubj said/VERB/0/root Bob/PROPN/5/nsubj never/ADV/5/advmod sang/VERB/2/ccomp")
    found = values(source, parsed("Ann/PROPN/2/nsubj sang/VERB/0/root"), "Ann")
    assert (found["distance"], found["ups"], found["downs"], found["clauses"]) == (2, 1, 1, 1)
    assert (found["lost_verbs"], found["lost_nouns"], found["lost_negations"], found["apart"]) == (1, 1, 1, 4)
    assert (found["head_taken"], found["child_taken"]) == (1, 1)
    assert found["head_negation_differs"] == 1


def test_case_markers() -> None:
    source = parsed("ships/NOUN/2/nsubj sail/VERB/0/root from/ADP/4/case France/PROPN/2/obl:from")
    same = values(source, parsed("ships/NOUN/0/root from/ADP/3/case France/PROPN/1/nmod:from"), "France")
    other = values(source, parsed("sail/VERB/0/root to/ADP/3/case France/PROPN/1/obl:to"), "France")
    assert (same["case_same"], same["case_differs"]) == (1, 0)
    assert (other["case_same"], other["case_differs"]) == (0, 1)


def test_numbers_and_modals() -> None:
    source = parsed("300/NUM/2/nummod men/NOUN/4/nsubj may/AUX/4/aux march/VERB/0/root")
    claim = parsed("500/NUM/2/nummod men/NOUN/3/nsubj march/VERB/0/root")
    found = values(source, claim, "men")
    assert (found["child_quantity_differs"], found["head_quantity_differs"]) == (1, 0)
    assert (found["head_modal_differs"], found["child_modal_differs"]) == (1, 0)


def test_company_tells_which_occurrence_is_meant() -> None:
    source = [
        parsed("Ann/PROPN/2/nsubj sold/VERB/0/root the/DET/4/det house/NOUN/2/obj"),
        parsed("Bob/PROPN/2/nsubj sold/VERB/0/root a/DET/4/det car/NOUN/2/obj"),
    ]
    right = parsed("Bob/PROPN/2/nsubj sold/VERB/0/root car/NOUN/2/obj")
    wrong = parsed("Ann/PROPN/2/nsubj sold/VERB/0/root car/NOUN/2/obj")
    assert values(source, right, "Bob")["head_company"] == pytest.approx(0.6)
    # The car lies two arcs from Ann's sale: one to the other sale, and one from there.
    assert values(source, wrong, "Ann")["head_company"] == pytest.approx(0.36)
    assert values(source, wrong, "Ann")["head_better"] == pytest.approx(0.24)


def test_sentences_that_must_be_joined() -> None:
    source = [
        parsed("cats/NOUN/2/nsubj eat/VERB/0/root mice/NOUN/2/obj"),
        parsed("mice/NOUN/2/nsubj eat/VERB/0/root corn/NOUN/2/obj"),
    ]
    found = values(source, parsed("cats/NOUN/2/nsubj need/VERB/0/root corn/NOUN/1/nmod:of"), "corn")
    assert (found["crossings"], found["same_sentence"]) == (1, 0)
    assert math.isclose(found["head_times"], 0.5)
