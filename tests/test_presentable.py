"""What is found can be shown and saved in several forms."""

import json
from pathlib import Path

import pytest

from explanans import CheckedClaims, Explanation, Fact, InputError, ScoredFact, check, graph, prove
from explanans.rendering import forms
from explanans.structures.graphs import ExplanationGraphs
from explanans.structures.presentable import Presentable
from explanans.structures.verdicts import RankedClaim

EXPLAINED = prove("a frog has moist skin", ["a frog is a kind of amphibian", "amphibians have moist skin"])
GRAPH = graph("Zoos should be banned.", "Animals suffer in narrow cages.")
VERDICT = check("The dog chased cats.", "The old dog chased two cats.", scorer="alignment")
SHOWN = (EXPLAINED, GRAPH, ExplanationGraphs((GRAPH,)), VERDICT, CheckedClaims((RankedClaim(1, VERDICT),), "v1"))


@pytest.mark.parametrize("noun", SHOWN, ids=lambda noun: type(noun).__name__)
def test_every_form(noun: Presentable, tmp_path: Path) -> None:
    assert json.loads(noun.to_json()) == noun.to_dict()
    assert noun._repr_html_().startswith("<iframe ")
    noun.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    noun.save(str(tmp_path / "record.JSON"))
    assert (tmp_path / "record.JSON").read_text() == f"{noun.to_json()}\n"
    with pytest.raises(InputError, match=r"page\.pdf: no form of that suffix; accepted: \.html, \.json, \.svg$"):
        noun.save(tmp_path / "page.pdf")


@pytest.mark.parametrize("noun", SHOWN[:3], ids=lambda noun: type(noun).__name__)
def test_drawings(noun: Presentable, tmp_path: Path) -> None:
    noun.save(tmp_path / "drawing.svg")
    assert (tmp_path / "drawing.svg").read_text().startswith("<svg")


def test_what_has_no_form(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^a drawing of ClaimVerdict; accepted: "):
        VERDICT.save(tmp_path / "claim.svg")
    with pytest.raises(InputError, match=r"^a record of Fact; accepted: "):
        forms.record(Fact("f1", "ice"))
    assert list(tmp_path.iterdir()) == []


def test_a_frame_escapes_its_page() -> None:
    quoted = Explanation('"><script>', "a", "h", (ScoredFact(Fact("f1", "x"), 1.0),), None, (), (), "v1")
    assert '"><script>' not in quoted._repr_html_().partition('srcdoc="')[2].rpartition('"')[0]


class Memo(Presentable):
    """A noun of the user."""


def test_a_noun_of_ones_own() -> None:
    forms.record.register(Memo, lambda noun: {"memo": True})
    assert Memo().to_json() == '{\n  "memo": true\n}'
