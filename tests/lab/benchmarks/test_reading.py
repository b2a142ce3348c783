"""The sheet of explanations to be read, over the starter base."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats.annotations import decode_marks
from explanans.lab.benchmarks.reading import Sample, bench_reading, lines, tables
from explanans.structures.grading import GRADES, Part


@pytest.fixture(scope="module")
def drawn() -> Sample:
    return bench_reading(None, systems=["starter"], questions=3, seed=1)


def test_every_part_is_to_be_graded(drawn: Sample) -> None:
    measures = drawn.benchmark.systems["starter"].measures
    assert measures["explanations"] == 3
    parts = [mark.part for mark in drawn.marks]
    assert parts.count(Part.HYPOTHESIS) == parts.count(Part.WHOLE) == 3
    assert parts.count(Part.LEAF) == measures["leaves"]
    assert parts.count(Part.STEP) == measures["steps_on_the_way"]
    assert {mark.item.partition(":")[0] for mark in drawn.marks} == {"starter"}
    assert not any(mark.grade or mark.grader for mark in drawn.marks)
    (table,) = tables(drawn.benchmark)
    assert [len(row) for row in table.rows] == [len(table.columns)]


def test_the_sheet_comes_back_when_it_is_graded(drawn: Sample) -> None:
    header, *rows = lines(drawn.marks, Path("sheet.tsv"))
    assert header.startswith("item\tpart")
    filled = []
    for mark, row in zip(drawn.marks, rows, strict=True):
        *first, _, _, _ = row.split("\t")
        filled.append("\t".join([*first, "ann", next(iter(GRADES[mark.part])), ""]))
    assert len(list(decode_marks([header, *filled], "sheet.tsv"))) == len(drawn.marks)


def test_programs_speak_of_the_same_parts(drawn: Sample) -> None:
    graded = {(mark.item, mark.part, mark.name) for mark in drawn.marks}
    assert {(told.item, told.part, told.name) for told in drawn.stand_ins} <= graded
    wholes = [told.values for told in drawn.stand_ins if told.part is Part.WHOLE]
    assert all(0 <= value <= 1 for values in wholes for value in values.values())


def test_what_cannot_be_drawn_is_told() -> None:
    with pytest.raises(InputError, match="the system 'moon'; accepted: worldtree, starter"):
        bench_reading(None, systems=["moon"])
    with pytest.raises(InputError, match="no such split"):
        bench_reading(None, "test", ["starter"])
    with pytest.raises(InputError, match="0 questions"):
        bench_reading(None, systems=["starter"], questions=0)
