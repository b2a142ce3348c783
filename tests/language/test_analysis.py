from explanans.language.analysis import SyntaxTree
from explanans.structures.syntax import ROOT, Arc, Parse, Token

WORDS = "members elect a committee".split()
TREE = SyntaxTree(
    Parse(
        "members elect a committee",
        tuple(
            Token(word, word, pos, "", start, start + len(word))
            for word, pos, start in zip(WORDS, ("NOUN", "VERB", "DET", "NOUN"), (0, 8, 14, 16), strict=True)
        ),
        (Arc(1, 0, "nsubj:pass"), Arc(ROOT, 1, "root"), Arc(3, 2, "det"), Arc(1, 3, "obj")),
    )
)


def test_words_know_what_hangs_on_them() -> None:
    assert TREE.root == 1
    assert TREE.subtree(3) == (2, 3)
    assert TREE.subtree(1, ["obj"]) == (0, 1)
    assert (TREE.child(1, "obj"), TREE.child(1, "obl")) == (3, None)
    assert TREE.kind(0) == "nsubj"
    assert TREE.is_passive


def test_ways_are_counted_in_arcs() -> None:
    assert TREE.distance(0, 3) == 2
    assert TREE.distance(2, 0) == 3
    assert TREE.distance(1, 1) == 0
    assert list(TREE.ancestors(2)) == [3, 1]
