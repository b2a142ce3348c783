"""The sheet of an author, its checks and its export."""

import json
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.formats import entailmentbank
from explanans.structures.trees import ROOT
from explanans.workbench.kinds import trees_checks
from explanans.workbench.kinds.tasks import DoneItem, PreviousAnnotation
from explanans.workbench.kinds.trees import TreeAuthoring
from explanans.workbench.kinds.trees_page import drawing
from explanans.workbench.kinds.trees_sheet import Part, Question, Sheet

FACTS = ("a frog is a kind of amphibian", "amphibians have moist skin", "moist skin loses water")
HYPOTHESIS = "a frog loses water through its skin"


def sheet() -> Sheet:
    made = Sheet(HYPOTHESIS)
    for number, fact in enumerate(FACTS):
        made = made.add(fact, uid=f"u{number}")
    return made


def whole() -> Sheet:
    return sheet().join(("F1", "F2"), "a frog has moist skin").join(("C1", "F3")).rooted("C2")


def test_a_whole_tree_has_no_faults() -> None:
    tree = whole().tree()
    assert tree.faults() == ()
    assert [step.conclusion for step in tree.steps] == ["C1", ROOT]
    assert trees_checks.structure(whole()) == ()


def test_faults_are_named_while_it_grows() -> None:
    assert trees_checks.structure(Sheet(HYPOTHESIS)) == ("There is no step yet: join two facts.",)
    half = sheet().join(("F1", "F2"))
    assert trees_checks.structure(half) == (
        "C1 has no words yet",
        "No conclusion is the hypothesis yet: mark the last one.",
        "F3 is not used",
    )
    assert trees_checks.structure(half.put("F3", Part.OTHER).reword("C1", "x").rooted("C1")) == ()
    assert any("a cycle" in fault for fault in trees_checks.structure(whole().attach("C1", "C2")))


def test_remarks_name_words_and_premises() -> None:
    made = sheet().add("rocks are hard").join(("F1", "F4"), "a frog is green")
    assert trees_checks.quick(made) == (
        trees_checks.Remark("C1", "F4 shares no word with the other premises or the conclusion"),
        trees_checks.Remark("C1", "no premise says: green"),
    )
    assert trees_checks.prose(whole()).startswith(
        "Since a frog is a kind of amphibian, and amphibians have moist skin,"
    )


def test_ids_are_never_given_twice() -> None:
    made = whole().drop("F3").drop("C2")
    assert made.root == ""
    assert made.add("new").facts[-1].id == "F4"
    assert made.join(("F1", "F2")).conclusions[-1].id == "C3"


def test_what_cannot_be_done_is_said() -> None:
    refused: tuple[tuple[Callable[[], Sheet], str], ...] = (
        (lambda: sheet().join(("F1",)), "two premises or more"),
        (lambda: sheet().add(" "), "a sentence of 0 characters"),
        (lambda: sheet().add("x" * 3000), "a sentence of 3000 characters"),
        (lambda: whole().inferred("C1", "magic"), "accepted: substitution, rule"),
    )
    for change, said in refused:
        with pytest.raises(InputError, match=said):
            change()


def test_words_of_others_are_marked_until_they_are_changed() -> None:
    made = sheet().join(("F1", "F2"), "a frog has moist skin", suggested=True)
    assert made.conclusions[0].suggested
    assert not made.reword("C1", "frogs have moist skin").conclusions[0].suggested
    assert made.reword("F1", "frogs are amphibians").facts[0].origin == "own"


def test_facts_move_within_their_part_and_between_parts() -> None:
    made = sheet().shift("F3", -1).put("F1", Part.GROUNDING)
    assert [fact.id for fact in made.facts] == ["F3", "F2", "F1"]
    assert [it.id for it in whole().shift("C2", -5).conclusions] == ["C2", "C1"]
    assert whole().shift("C2", -5).tree().faults() == ()


@given(st.lists(st.sampled_from(("F1", "F2", "F3", "C1", "C2", "C3")), min_size=2, max_size=14))
def test_any_steps_can_be_checked_drawn_and_read_out(names: list[str]) -> None:
    made = sheet()
    for left, right in pairwise(names):
        if left.startswith("C") and made.conclusion(left):
            made = made.attach(left, right)
        elif left != right and {left, right} <= set(made.texts()):
            made = made.join((left, right), f"{left} and {right}")
    trees_checks.structure(made)
    trees_checks.quick(made)
    trees_checks.prose(made)
    assert all("</svg>" in svg for svg in drawing(made))
    assert TreeAuthoring().read_made(json.loads(json.dumps(as_json(made)))) == made


def as_json(made: Sheet) -> object:
    import msgspec

    return msgspec.to_builtins(made)


@pytest.mark.parametrize("words", ["a frog has moist skin", "skin; moist -> frog: & so on", "moist\tskin"])
def test_a_tree_is_exported_as_entailmentbank_has_it(words: str) -> None:
    made = whole().reword("C1", words)
    works = (PreviousAnnotation("author", "ann", made, "done"), PreviousAnnotation("author", "bob", made, "open"))
    item = DoneItem("q1", Question("What does a frog lose?", "water", HYPOTHESIS), works)
    (line,) = TreeAuthoring().export("entailmentbank", [item])
    (problem,) = entailmentbank.decode([line], "export")
    assert problem.tree is not None
    assert problem.tree.faults() == ()
    assert [leaf.text for leaf in problem.tree.leaves] == list(FACTS)
