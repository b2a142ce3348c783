"""Premises beside which claims are written, and what is not passed on."""

from pathlib import Path

import pytest

from explanans.lab.datasets.judged import decode
from explanans.lab.judge.premises import SCIENCE, TEXTS, Premise, Quotations, by_digest, premises
from explanans.lab.judge.written import digest
from explanans.structures.labels import MODEL
from tests.data_sets import present

LINES = """\
# Trams
Trams run until midnight. On Sundays they stop at ten. The depot lies in the north.

+: The last tram on a weekday runs at midnight.
""".splitlines()


def test_every_premise_can_be_found_again(data_folder: Path) -> None:
    present(data_folder / "inference")
    texts = list(decode(LINES, "trams.txt"))
    found, known = premises(data_folder, texts, 0), by_digest(data_folder, texts)
    assert {item.source for item in found} == {"snli", "conjnli", TEXTS, SCIENCE}
    assert all(known[digest(part)] == part for item in found for part in item.parts)
    assert [(item.text, item.claims) for item in found if item.source == TEXTS] == [
        ("Trams run until midnight. On Sundays they stop at ten. The depot lies in the north.", 8),
        ("Trams run until midnight.", 2),
        ("On Sundays they stop at ten.", 2),
        ("The depot lies in the north.", 2),
        ("Trams run until midnight. On Sundays they stop at ten.", 2),
    ]
    lengths = [len(item.parts) for item in found if item.source == SCIENCE]
    assert set(lengths) == {1, 2, 3}
    assert lengths.count(1) == pytest.approx(len(lengths) / 2, rel=0.1)
    assert found == premises(data_folder, texts, 0)
    assert found != premises(data_folder, texts, 1)


def test_what_only_repeats_a_data_set_is_told() -> None:
    quotations = Quotations(["A dog runs.", "ice floats"])
    public, own = Premise("snli", ("A cat sleeps.",), 1), Premise(MODEL, ("A cat sleeps.",), 1)
    assert quotations.among("a dog runs", public)
    assert quotations.among("A dog runs!", own)
    assert quotations.among("Today a cat sleeps outside.", public)
    assert not quotations.among("Today a cat sleeps outside.", own)
    assert not quotations.among("A dog is running.", public)
