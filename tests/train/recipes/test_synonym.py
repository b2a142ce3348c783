"""Synonyms: their forms, where they come from, and that all arcs stay supported."""

from tests.train.recipes.reading import drafts, labelled

from explanans.fact import Cell, Fact
from explanans.train.recipes.synonym import Synonym
from explanans.train.recipes.synonyms import Synonyms, table_groups
from explanans.verify.arcs.likeness import shipped_groups

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
