"""What writers read and write, by known values."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats import entailmentbank, proof
from explanans.io.files import read_lines
from explanans.lab.networks.tree_writer import gather_examples
from explanans.neural.trees.language import Part, Piece, proof_pieces, read_line
from explanans.neural.trees.partial_proof import Kind
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

from .conftest import PROBLEMS


def line_of(pieces: Iterable[Piece]) -> str:
    """Return the pieces of a proof as one line of text."""
    return "".join(piece.text if piece.part is Part.GLUED else f" {piece.text}" for piece in pieces).strip()


def written(problem: Problem, kind: Kind) -> list[tuple[str, str]]:
    """Return what a writer reads and writes of each example."""
    return [
        (read_line(example.problem, kind), line_of(proof_pieces(example.problem, example.tree, kind)))
        for example in gather_examples([problem], kind)
    ]


ASKED = "$proof$ ; $question$ = What is shown by proof 1? ; $answer$ = heat melts ice ; $hypothesis$ = "
CONTEXT = " ; $context$ = " + " ".join(f"{fact.id}: {fact.text}" for fact in PROBLEMS[0].premises)


def test_all_at_once() -> None:
    assert written(PROBLEMS[0], Kind.ALL_AT_ONCE) == [
        (
            f"{ASKED}the sun melts ice{CONTEXT}",
            "$proof$ = sent2 & sent4 -> int1: heat melts ice; int1 & sent1 -> hypothesis;",
        )
    ]


def test_one_step_with_and_without_premises_at_hand() -> None:
    assert written(PROBLEMS[0], Kind.ONE_STEP) == [
        (f"{ASKED}heat melts ice{CONTEXT}", "$proof$ = sent2 & sent4 -> hypothesis;"),
        (f"{ASKED}heat melts ice", "$proof$ = int1: ice is a solid & int2: heat melts a solid -> hypothesis;"),
        (f"{ASKED}the sun melts ice{CONTEXT}", "$proof$ = int1: heat melts ice & sent1 -> hypothesis;"),
        (f"{ASKED}the sun melts ice", "$proof$ = int1: heat melts ice & int2: the sun gives heat -> hypothesis;"),
    ]


def test_no_context() -> None:
    assert written(PROBLEMS[0], Kind.NO_CONTEXT) == [
        (
            f"{ASKED}the sun melts ice",
            (
                "$proof$ = sent1: ice is a solid & sent2: heat melts a solid -> int1: heat melts ice; "
                "int1 & sent3: the sun gives heat -> hypothesis;"
            ),
        )
    ]


def test_empty_slots_are_left_out() -> None:
    bare = Problem("q1", "heat melts ice", ())
    assert read_line(bare, Kind.ALL_AT_ONCE) == "$proof$ ; $hypothesis$ = heat melts ice"


def test_premises_are_numbered_whatever_their_ids() -> None:
    facts = Fact("k7#2", "ice is a solid"), Fact("a b", "heat melts a solid")
    tree = EntailmentTree("heat melts ice", facts, (Step(("a b", "k7#2"), ROOT, "heat melts ice"),))
    ((read, line),) = written(Problem("q1", "heat melts ice", facts, tree), Kind.ALL_AT_ONCE)
    assert read.endswith("sent1: ice is a solid sent2: heat melts a solid")
    assert line == "$proof$ = sent2 & sent1 -> hypothesis;"


def test_leaves_are_found_by_their_words() -> None:
    """Task 3 numbers its premises otherwise than its gold trees."""
    problem = PROBLEMS[0]
    turned = tuple(replace(fact, id=f"sent{4 - place}") for place, fact in enumerate(problem.premises))
    ((_, line),) = written(replace(problem, premises=turned[::-1]), Kind.ALL_AT_ONCE)
    assert line == "$proof$ = sent3 & sent1 -> int1: heat melts ice; int1 & sent4 -> hypothesis;"


def test_marks_do_not_get_into_sentences() -> None:
    facts = Fact("f1", "salt; and > sugar"), Fact("f2", "R&D")
    tree = EntailmentTree("h", facts, (Step(("f1", "f2"), ROOT, "h"),))
    ((_, line),) = written(Problem("q1", "h", facts, tree), Kind.NO_CONTEXT)
    assert line == "$proof$ = sent1: salt, and sugar & sent2: R and D -> hypothesis;"


def test_trees_that_are_none_are_not_learnt(caplog: pytest.LogCaptureFixture) -> None:
    tree = PROBLEMS[0].tree
    assert tree is not None
    broken = replace(PROBLEMS[0], tree=replace(tree, steps=tree.steps[1:]))
    elsewhere = replace(PROBLEMS[0], premises=PROBLEMS[1].premises)
    assert len(gather_examples([broken, PROBLEMS[1], elsewhere], Kind.ALL_AT_ONCE)) == 1
    assert "2 of 3 problems are not learnt: no valid tree" in caplog.text
    with pytest.raises(InputError, match="none of the problems has a tree over its premises; accepted: problems with"):
        gather_examples([broken, replace(PROBLEMS[1], tree=None)], Kind.ALL_AT_ONCE)


def test_real_trees_are_written_as_the_data_set_writes_them(data_folder: Path) -> None:
    path = data_folder / "entailmentbank/dataset/task_2/dev.jsonl"
    problems = list(entailmentbank.decode(read_lines(path), str(path)))
    for example in gather_examples(problems, Kind.ALL_AT_ONCE):
        line = line_of(proof_pieces(example.problem, example.tree, Kind.ALL_AT_ONCE))
        # Only blanks in twos are not kept.
        assert line == " ".join(f"$proof$ = {proof.encode(example.tree.steps)}".split())
