"""Synonyms: their forms, where they come from, and that all arcs stay supported."""

import pytest

from explanans.entailment.arcs.alignment import shipped_groups
from explanans.lab.recipes.alteration import Syntax, altered
from explanans.lab.recipes.rewording import (
    Synonym,
    Synonyms,
    passives,
    relative_clauses,
    reordered,
    rewording,
    table_groups,
)
from explanans.structures.facts import Cell, Fact
from tests.lab.recipes.reading import drafts, labelled, read

SYNONYMS = Synonyms([("NOUN", ("car", "automobile")), ("VERB", ("start", "begin")), ("VERB", ("end", "finish"))])
SENTENCE = "Cars=car/NOUN/NNS/2/nsubj started=start/VERB/VBD/0/root"


def test_forms() -> None:
    assert SYNONYMS.of("car", "NOUN", "NNS") == ("automobiles",)
    assert SYNONYMS.of("start", "VERB", "VBD") == ("began",)
    assert SYNONYMS.of("start", "VERB", "VBG") == ("beginning",)
    assert SYNONYMS.of("start", "VERB", "VBN") == ("begun",)
    assert SYNONYMS.of("start", "NOUN", "NN") == ()
    assert SYNONYMS.of("car", "NOUN", "NNPS") == ()


def test_all_arcs_are_supported() -> None:
    made = drafts(Synonym(SYNONYMS), SENTENCE)
    assert set(made) == {"Automobiles started", "Cars began", "Automobiles began"}
    parse = "Automobiles=automobile/NOUN/NNS/2/nsubj began=begin/VERB/VBD/0/root"
    _, labels = labelled(made["Automobiles began"], parse)
    assert labels == {("began", "nsubj", "Automobiles"): True}
    assert not drafts(Synonym(SYNONYMS), "Dogs=dog/NOUN/NNS/2/nsubj bark/VERB/VBP/0/root")


def test_tables_name_synonyms_where_single_nouns_stand_in_them() -> None:
    def fact(table: str, *texts: str) -> Fact:
        cells = tuple(Cell(f"{'[FILL] ' if text == 'is' else ''}C{number}", text) for number, text in enumerate(texts))
        return Fact("f", " ".join(texts), table, cells)

    facts = [
        fact("SYNONYMY", "a boat", "is", "a ship"),
        fact("SYNONYM", "an orbit", "is", "the path of one object"),
        fact("SYNONYMY", "a concern; a problem", "is", "an issue"),
        fact("KINDOF", "a cat", "is", "an animal"),
    ]
    assert table_groups(facts) == [("NOUN", ("boat", "ship"))]


def test_the_list_that_ships_is_sound() -> None:
    groups = shipped_groups()
    assert len(groups) > 400
    assert {pos for pos, _ in groups} == {"ADJ", "ADV", "NOUN", "VERB"}
    assert all(len(set(words)) == len(words) > 1 and all(words) for _, words in groups)


WHEN = (
    "When/SCONJ/WRB/3/mark he/PRON/PRP/3/nsubj came=come/VERB/VBD/6/advcl +,/PUNCT/,/6/punct "
    "Ann/PROPN/NNP/6/nsubj sang=sing/VERB/VBD/0/root +./PUNCT/./6/punct"
)


@pytest.mark.parametrize(
    ("sentence", "passive"),
    [
        (
            "He/PRON/PRP/2/nsubj took=take/VERB/VBD/0/root two/NUM/CD/4/nummod cars=car/NOUN/NNS/2/obj +./PUNCT/./2/x",
            "Two cars were taken by him.",
        ),
        ("Dogs/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root me=I/PRON/PRP/2/obj", "I am chased by dogs"),
        ("Ann/PROPN/NNP/2/nsubj likes=like/VERB/VBZ/0/root Bob/PROPN/NNP/2/obj", None),
        ("Ann/PROPN/NNP/3/nsubj can/AUX/MD/3/aux see/VERB/VB/0/root Bob/PROPN/NNP/3/obj", None),
    ],
)
def test_passives(sentence: str, passive: str | None) -> None:
    parse = read(sentence)
    assert [altered(parse, pieces).text for pieces in passives(Syntax(parse))] == ([passive] if passive else [])


@pytest.mark.parametrize(
    ("sentence", "moved"),
    [
        (
            "Ann/PROPN/NNP/2/nsubj sang=sing/VERB/VBD/0/root in/ADP/IN/4/case Rome/PROPN/NNP/2/obl +./PUNCT/./2/punct",
            ["In Rome, Ann sang."],
        ),
        (WHEN, ["Ann sang when he came."]),
        ("Ann/PROPN/NNP/2/nsubj sang=sing/VERB/VBD/0/root well/ADV/RB/2/advmod", []),
    ],
)
def test_adverbials_and_clauses_change_places(sentence: str, moved: list[str]) -> None:
    parse = read(sentence)
    assert [altered(parse, pieces).text for pieces in reordered(Syntax(parse))] == moved


def test_appositions_become_relative_clauses() -> None:
    parse = read(
        "Ann/PROPN/NNP/6/nsubj +,/PUNCT/,/4/punct a/DET/DT/4/det baker/NOUN/NN/1/appos +,/PUNCT/,/4/punct "
        "sang=sing/VERB/VBD/0/root"
    )
    assert [altered(parse, pieces).text for pieces in relative_clauses(Syntax(parse))] == ["Ann, who is a baker, sang"]


def test_whatever_a_rewording_says_is_supported() -> None:
    sentence = "Dogs/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root me=I/PRON/PRP/2/obj"
    made = drafts(rewording, sentence)
    assert list(made) == ["I am chased by dogs"]
    parse = (
        "I/PRON/PRP/3/nsubj:pass am=be/AUX/VBP/3/aux:pass chased=chase/VERB/VBN/0/root by/ADP/IN/5/case "
        "dogs=dog/NOUN/NNS/3/obl:agent"
    )
    _, labels = labelled(made["I am chased by dogs"], parse)
    assert labels == {("chased", "nsubj:pass", "I"): True, ("chased", "obl:agent", "dogs"): True}
