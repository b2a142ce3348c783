"""Enhanced arcs: what each rule adds and takes away, and how they agree with the treebank's."""

from dataclasses import replace
from pathlib import Path

import pytest

from explanans.formats import conllu
from explanans.io.files import read_lines
from explanans.lab.benchmarks.attachment import attachment
from explanans.language.parsing.enhanced import enhanced
from explanans.structures.syntax import Parse
from tests.data_sets import present

from .trees import spelt, tree


def changes(parse: Parse) -> tuple[set[str], set[str]]:
    """Return the arcs that the rules add and those that they take away, in words."""
    before = {spelt(parse, arc) for arc in parse.arcs}
    after = {spelt(parse, arc) for arc in enhanced(parse)}
    return after - before, before - after


def test_labels_name_prepositions_and_conjunctions() -> None:
    parse = tree("""
        ice NN 2 nsubj
        melts VBZ 0 root
        because IN 5 case
        of IN 3 fixed
        heat NN 2 obl
        from IN 7 case
        fires NNS 5 nmod
        if IN 10 mark
        they PRP 10 nsubj
        burn VBP 2 advcl
    """)
    added, gone = changes(parse)
    assert added == {"melts obl:because_of heat", "heat nmod:from fires", "melts advcl:if burn"}
    assert gone == {"melts obl heat", "heat nmod fires", "melts advcl burn"}


def test_conjuncts_share_subject_and_object() -> None:
    parse = tree("""
        farmers NNS 2 nsubj
        grow VBP 0 root
        , , 4 punct
        dry VBP 2 conj
        and CC 6 cc
        sell VBP 2 conj
        corn NN 2 obj
    """)
    added, gone = changes(parse)
    assert gone == {"grow conj dry", "grow conj sell"}
    assert added == {
        *("grow conj:and dry", "grow conj:and sell"),
        *("dry nsubj farmers", "sell nsubj farmers", "dry obj corn", "sell obj corn"),
    }


def test_conjuncts_keep_their_own_subject_object_and_voice() -> None:
    parse = tree("""
        ice NN 2 nsubj
        melts VBZ 0 root
        and CC 6 cc
        is VBZ 6 aux:pass
        often RB 6 advmod
        drunk VBN 2 conj
        but CC 9 cc
        lakes NNS 9 nsubj
        freeze VBP 2 conj
    """)
    added, _ = changes(parse)
    assert added == {"melts conj:and drunk", "melts conj:but freeze", "drunk nsubj:pass ice"}


def test_conjuncts_share_their_head_with_prepositions_of_their_own() -> None:
    parse = tree("""
        fish NN 2 nsubj
        live VBP 0 root
        in IN 4 case
        lakes NNS 2 obl
        and CC 7 cc
        under IN 7 case
        ice NN 4 conj
        or CC 9 cc
        rivers NNS 4 conj
    """)
    added, _ = changes(parse)
    assert added == {
        *("live obl:in lakes", "live obl:under ice", "live obl:in rivers"),
        *("lakes conj:and ice", "lakes conj:or rivers"),
    }


def test_what_a_relative_clause_describes_takes_the_place_of_the_pronoun() -> None:
    parse = tree("""
        lakes NNS 0 root
        that WDT 3 nsubj
        freeze VBP 1 acl:relcl
        and CC 7 cc
        which WDT 7 obj
        we PRP 7 nsubj
        cross VBP 3 conj
    """)
    added, gone = changes(parse)
    assert gone == {"freeze nsubj that", "freeze conj cross", "cross obj which"}
    assert added == {
        *("freeze nsubj lakes", "lakes ref that", "cross obj lakes", "lakes ref which"),
        *("freeze conj:and cross", "lakes acl:relcl cross"),
    }


@pytest.mark.parametrize(
    ("sentence", "added"),
    [
        ("lakes NNS 0 root\n we PRP 3 nsubj\n see VBP 1 acl:relcl", "see obj lakes"),
        ("place NN 0 root\n we PRP 3 nsubj\n live VBP 1 acl:relcl", "live obl place"),
        ("lakes NNS 0 root\n we PRP 3 nsubj\n swim VBP 1 acl:relcl\n in IN 3 obl", "swim obl lakes"),
        ("place NN 0 root\n where WRB 4 advmod\n we PRP 4 nsubj\n live VBP 1 acl:relcl", "live obl place"),
    ],
)
def test_gaps_are_filled(sentence: str, added: str) -> None:
    assert added in changes(tree(sentence))[0]


def test_open_complements_have_the_nearest_controller() -> None:
    parse = tree("""
        they PRP 2 nsubj
        want VBP 0 root
        to TO 4 mark
        ask VB 2 xcomp
        us PRP 4 obj
        to TO 7 mark
        stay VB 4 xcomp
    """)
    assert changes(parse) == ({"ask nsubj:xsubj they", "stay nsubj:xsubj us"}, set())


def test_arcs_are_sorted_and_nothing_is_its_own_head() -> None:
    parse = tree("a DT 2 det\n cat NN 0 root\n and CC 4 cc\n dog NN 2 conj\n that WDT 6 nsubj\n barks VBZ 4 acl:relcl")
    arcs = enhanced(parse)
    assert list(arcs) == sorted(arcs, key=lambda arc: (arc.child, arc.head, arc.label))
    assert all(arc.head != arc.child for arc in arcs)
    assert enhanced(Parse("", (), ())) == ()


def test_rules_agree_with_the_treebank(data_folder: Path) -> None:
    path = present(data_folder / "ud-english-ewt" / "en_ewt-ud-dev.conllu")
    gold = list(conllu.decode(read_lines(path), str(path)))
    pairs = [(parse, replace(parse, enhanced=enhanced(parse))) for parse in gold]
    assert attachment(pairs, punctuation=True).enhanced.f1 > 0.99
    assert all(arc.head != arc.child for _, parse in pairs for arc in parse.enhanced or ())
