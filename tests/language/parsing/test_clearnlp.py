"""Trees of ClearNLP's scheme: each move by a sentence, and whole trees by chance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.parsing.enhanced import universal
from explanans.language.tokens import lemma
from explanans.structures.syntax import ROOT, Arc, Token

LABELS = "prep pobj pcomp conj cc attr acomp dobj nsubj expl agent aux advmod".split()


def converted(sentence: str) -> set[str]:
    """Return the arcs of a sentence, whose words are given as word/pos/tag/head/label, in words."""
    rows = [word.split("/") for word in sentence.split()]
    tokens = [Token(word, lemma(word), pos, tag, 0, 0) for word, pos, tag, *_ in rows]
    arcs = [Arc(int(head) - 1, child, label) for child, (*_, head, label) in enumerate(rows)]
    found = universal(tokens, arcs)
    assert [arc.child for arc in found] == list(range(len(rows)))
    return {
        f"{tokens[arc.head].text if arc.head >= 0 else 'ROOT'} {arc.label} {tokens[arc.child].text}" for arc in found
    }


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            """He/PRON/PRP/2/nsubj is/AUX/VBZ/0/root not/PART/RB/2/neg king/NOUN/NN/2/attr of/ADP/IN/4/prep
            France/PROPN/NNP/5/pobj""",
            {"king nsubj He", "king cop is", "king advmod not", "ROOT root king", "France case of", "king nmod France"},
        ),
        (
            "There/PRON/EX/2/expl is/AUX/VBZ/0/root ice/NOUN/NN/2/attr",
            {"is expl There", "ROOT root is", "is nsubj ice"},
        ),
        (
            "Cats/NOUN/NNS/2/nsubj are/AUX/VBP/0/root out/ADP/IN/2/prep of/ADP/IN/3/prep bed/NOUN/NN/4/pobj",
            {"bed nsubj Cats", "bed cop are", "bed case out", "bed case of", "ROOT root bed"},
        ),
        (
            """They/PRON/PRP/2/nsubj eat/VERB/VBP/0/root by/ADP/IN/2/prep day/NOUN/NN/3/pobj and/CCONJ/CC/3/cc
            at/ADP/IN/3/conj night/NOUN/NN/6/pobj""",
            {"eat nsubj They", "ROOT root eat", "day case by", "eat obl day", "night cc and", "night case at"}
            | {"day conj night"},
        ),
        (
            """It/PRON/PRP/3/nsubjpass was/AUX/VBD/3/auxpass eaten/VERB/VBN/0/root by/ADP/IN/3/agent
            cats/NOUN/NNS/4/pobj after/ADP/IN/3/prep sleeping/VERB/VBG/6/pcomp""",
            {"eaten nsubj:pass It", "eaten aux:pass was", "ROOT root eaten", "cats case by", "eaten obl:agent cats"}
            | {"sleeping mark after", "eaten advcl sleeping"},
        ),
        (
            "They/PRON/PRP/2/nsubj want/VERB/VBP/0/root to/PART/TO/4/aux look/VERB/VB/2/xcomp happy/ADJ/JJ/4/acomp",
            {"want nsubj They", "ROOT root want", "look mark to", "want xcomp look", "look xcomp happy"},
        ),
        (
            "red/ADJ/JJ/0/root ,/PUNCT/,/1/punct green/ADJ/JJ/1/conj and/CCONJ/CC/3/cc blue/ADJ/JJ/3/conj",
            {"ROOT root red", "red punct ,", "red conj green", "blue cc and", "red conj blue"},
        ),
    ],
)
def test_moves(sentence: str, expected: set[str]) -> None:
    assert converted(sentence) == expected


@given(st.data())
def test_a_tree_stays_a_tree(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 7))
    words = data.draw(st.lists(st.sampled_from(["be", "in", "ice"]), min_size=count, max_size=count))
    tokens = [Token(word, word, {"in": "ADP", "be": "AUX"}.get(word, "NOUN"), "", 0, 0) for word in words]
    order = data.draw(st.permutations(range(count)))
    arcs = [Arc(ROOT, order[0], "root")]
    labels = data.draw(st.lists(st.sampled_from(LABELS), min_size=count, max_size=count))
    above = [data.draw(st.integers(0, place - 1)) for place in range(1, count)]
    arcs += [Arc(order[head], order[place], labels[place]) for place, head in enumerate(above, 1)]
    found = universal(tokens, sorted(arcs, key=lambda arc: arc.child))
    assert [arc.child for arc in found] == list(range(count))
    for word in range(count):
        steps = 0
        while word != ROOT:
            word, steps = found[word].head, steps + 1  # noqa: PLW2901
            assert steps <= count
