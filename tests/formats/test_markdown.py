"""Markdown as a browser renders it: tables with their headers, struck-out text, task lists, footnotes, HTML."""

from pathlib import Path

import pytest

from explanans.formats.claims import read_source, source_of
from explanans.formats.markdown import PassageKind, read_passages
from explanans.structures.facts import Document
from tests.data_sets import present

ROOMS = """
| Room  | Seats | Projector | Floor |
|-------|------:|-----------|-------|
| Birch |    30 | no        | 2     |
| Cedar |     8 |           | 2     |
"""
OVEN = "| Property | Value |\n|--|--|\n| Power | 2,300 W |\n| *Weight* | 31 kg |"
FERRIES = "| # | Ferry | Deck | Bar |\n|--|--|--|--|\n| 1 | Iris | 3 | **yes** |"
SENTENCES = "| thing | | kind |\n|--|--|--|\n| a frog | is an | amphibian |"


def read(text: str) -> list[str]:
    return [quote.text for quote in source_of([Document("notes.md", f"Ice melts.\n\n{text}")]).sentences[1:]]


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (ROOMS, ["Birch: seats 30, has no projector, floor 2", "Cedar: seats 8, floor 2"]),
        (OVEN, ["Power: 2,300 W", "Weight: 31 kg"]),
        (FERRIES, ["Iris: deck 3, has bar"]),
        (SENTENCES, ["a frog is an amphibian"]),
    ],
)
def test_row_of_a_table_is_read_with_its_header(table: str, rows: list[str]) -> None:
    assert read(table) == rows


def test_row_stands_where_it_is_written() -> None:
    source = source_of([Document("rooms.md", ROOMS)])
    quote = source.sentences[0]
    assert quote.line == 4
    assert ROOMS[quote.start : quote.end] == "| Birch |    30 | no        | 2     |"


@pytest.mark.parametrize(
    ("text", "asserted"),
    [
        ("~~Otters fly.~~ Otters dive.", ["Otters dive."]),
        ("The bar ~~opens at noon~~ is closed.", ["The bar is closed."]),
        ("<del>Seals bark.</del> Seals sing.", ["Seals sing."]),
        ("- [x] The gate is painted.\n- [ ] The fence is painted.", ["The gate is painted."]),
        (
            "- [X] Tickets are printed\n- [ ] Posters are printed\n- Ushers are paid",
            ["Tickets are printed", "Ushers are paid"],
        ),
        ("* [ ] buy paint", []),
    ],
)
def test_struck_out_text_and_open_tasks_are_not_asserted(text: str, asserted: list[str]) -> None:
    assert read(text) == asserted


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("Otters eat urchins.[^1]\n\n[^1]: Mostly in winter.", ["Otters eat urchins.", "Mostly in winter."]),
        (
            "The fee is 5 euros[^fee].\n\n[^fee]: Children pay nothing.",
            ["The fee is 5 euros.", "Children pay nothing."],
        ),
        ("The path is closed.[^a][^b]\n\n[^a]: Rain.\n[^b]: Snow.", ["The path is closed.", "Rain.", "Snow."]),
    ],
)
def test_footnotes_are_read_at_their_end(text: str, rendered: list[str]) -> None:
    assert read(text) == rendered


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("<div>Html otters <b>swim</b>.</div> &amp; otters dive.", ["Html otters swim.", "& otters dive."]),
        ("The <em>old</em> mill<br>is a museum.", ["The old mill is a museum."]),
        ("<p>Tea is hot.</p>\n<script>let x = 1;</script>\n<p>Ice is cold.</p>", ["Tea is hot.", "Ice is cold."]),
        (
            "<details><summary>Opening hours</summary>\n\nWe open at 9.\n\n</details>",
            ["Opening hours", "We open at 9."],
        ),
        ("Water is H~2~O.", ["Water is H2O."]),
        ("Kelp\n: It is an alga.", ["It is an alga."]),
        ("- Cedar is closed on Mondays\n  - except in May", ["Cedar is closed on Mondays, except in May"]),
    ],
)
def test_html_and_other_markup_are_rendered(text: str, rendered: list[str]) -> None:
    assert read(text) == rendered


@pytest.mark.parametrize(
    ("text", "asserted"),
    [
        ("Is the sauna free? Yes.", ["The sauna is free."]),
        ("## Do you rent skis?\n\nNo, we only sell them.\n", ["We do not rent skis, we only sell them."]),
        ("**Are towels included?**\nNo. Towels cost 2 euros.", ["Towels are not included.", "Towels cost 2 euros."]),
        ("Why is it warm?\n\nThe sun shines.", ["The sun shines."]),
        ("Ready? Steady?", []),
    ],
)
def test_question_is_read_with_its_answer(text: str, asserted: list[str]) -> None:
    assert read(text) == asserted


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("14.src.md", ["Birch: seats 30, has no projector, floor 2", "Cedar is closed on Mondays, except in May"]),
        ("40.src.md", ["Water tank: 1.25 l", "Weight: 2.4 kg"]),
        (
            "66.faq.txt",
            [
                "Dogs are not allowed in the park.",
                "You cannot return a worn item.",
                "Worn items stay with the buyer.",
                "The ticket includes breakfast for two persons.",
            ],
        ),
        (
            "27.md",
            ["Otters hold hands", "Html otters swim.", "H2O is water.", "A note on otters.", "Otters do not fly."],
        ),
    ],
)
def test_sources_of_reported_faults_are_read(name: str, sentences: list[str], data_folder: Path) -> None:
    source = read_source(present(data_folder / "bug-inputs" / name))
    found = [quote.text for quote in source.sentences]
    assert set(sentences) <= set(found)
    assert not any(mark in text for text in found for mark in ("?", "Seals sleep", "otters eat code", "[^1]", "~~"))


def test_front_matter_is_left_out() -> None:
    passages = list(read_passages("---\ntitle: Shore life\n---\n\n# Kelp\n\nIt grows.", "kelp.md"))
    assert [(passage.kind, passage.lines) for passage in passages] == [
        (PassageKind.HEADING, ((5, "Kelp"),)),
        (PassageKind.PARAGRAPH, ((7, "It grows."),)),
    ]


def test_the_rows_of_a_long_table_are_read_with_their_header() -> None:
    table = "|plant|height|\n|-|-|\n" + "|oak|tall|\n" * 5000
    rows = list(read_passages(table, "plants.md"))
    assert len(rows) == 5000
    assert {row.lines[0][1] for row in rows[:1]} == {row.lines[0][1] for row in rows}
    assert "height" in rows[-1].lines[0][1]
