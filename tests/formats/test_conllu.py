"""CoNLL-U: round trips, contractions, empty nodes, and lines that break the format."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError, InputError
from explanans.formats import conllu
from explanans.io.files import read_lines
from explanans.structures.syntax import ROOT, Arc, Parse, Token
from tests.data_sets import present

NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=4)


@st.composite
def parses(draw: st.DrawFn) -> Parse:
    """Draw a sentence with contractions, spelt and unspelt, and any tree and enhanced arcs."""
    tokens: list[Token] = []
    text = ""
    for words in draw(st.lists(st.lists(NAMES, min_size=1, max_size=3), min_size=1, max_size=5)):
        start = len(text)
        spelt = draw(st.booleans())
        text += "".join(words) if spelt or len(words) == 1 else draw(NAMES)
        for word in words:
            own = spelt or len(words) == 1
            end = start + len(word) if own else len(text)
            tokens.append(Token(word, draw(NAMES), draw(st.sampled_from(["", "NOUN"])), draw(NAMES), start, end))
            start = end if own else start
        text += draw(st.sampled_from(["", " "])) if spelt or len(words) == 1 else " "
    count = len(tokens)
    heads = [draw(st.integers(ROOT, child - 1)) for child in range(count)]  # a head before its child makes no circle
    arcs = tuple(Arc(head, child, draw(NAMES)) for child, head in enumerate(heads))
    numbers = st.integers(0, count - 1)
    enhanced = draw(st.lists(st.builds(Arc, st.integers(ROOT, count - 1), numbers, NAMES), unique=True, max_size=6))
    kept = sorted((arc for arc in enhanced if arc.head != arc.child), key=lambda arc: (arc.child, arc.head, arc.label))
    return Parse(text.rstrip(), tuple(tokens), arcs, tuple(kept) or None)


@given(st.lists(parses(), max_size=3))
def test_round_trip(written: list[Parse]) -> None:
    lines = "".join(map(conllu.encode, written)).split("\n")
    assert list(conllu.decode(lines, "x.conllu")) == written


def row(*fields: str) -> str:
    return "\t".join(fields)


def cats(*lines: str) -> list[str]:
    return [
        row("1", "cats", "cat", "NOUN", "NNS", "_", "2", "nsubj", "2:nsubj", "_"),
        row("2", "purr", "purr", "VERB", "VBP", "_", "0", "root", "0:root", "_"),
        *lines,
    ]


def test_comments_and_empty_lines_are_passed_over() -> None:
    lines = ["# newdoc", "", "# sent_id = 1", "# text = cats purr ", *cats("", "", "")]
    (parse,) = conllu.decode(lines, "x.conllu")
    assert parse.text == "cats purr"
    assert parse.tokens[1] == Token("purr", "purr", "VERB", "VBP", 5, 9)
    assert parse.arcs == (Arc(1, 0, "nsubj"), Arc(ROOT, 1, "root")) == parse.enhanced


def contraction(misc: str) -> list[str]:
    return [
        row("1-2", "don't", "_", "_", "_", "_", "_", "_", "_", misc),
        row("1", "do", "do", "AUX", "VB", "_", "3", "aux", "_", "_"),
        row("2", "n't", "not", "PART", "RB", "_", "3", "advmod", "_", "_"),
        row("3", "go", "go", "VERB", "VB", "_", "0", "root", "_", "SpaceAfter=No"),
    ]


def test_words_that_spell_a_contraction_have_their_own_places() -> None:
    (parse,) = conllu.decode(contraction("_"), "x.conllu")
    assert parse.text == "don't go"
    assert [(token.start, token.end) for token in parse.tokens] == [(0, 2), (2, 5), (6, 8)]
    assert parse.enhanced is None


def test_words_that_do_not_share_its_place() -> None:
    lines = [line.replace("don't", "dont") for line in contraction("SpaceAfter=No")]
    (parse,) = conllu.decode(lines, "x.conllu")
    assert parse.text == "dontgo"
    assert [(token.start, token.end) for token in parse.tokens] == [(0, 4), (0, 4), (4, 6)]
    assert "1-2\tdont\t" in conllu.encode(parse)


def test_paths_through_empty_nodes_become_arcs() -> None:
    lines = [
        row("1", "tea", "tea", "NOUN", "NN", "_", "2", "obj", "2:obj|2.1:obj", "_"),
        row("2", "like", "like", "VERB", "VB", "_", "0", "root", "0:root", "_"),
        row("2.1", "like", "like", "VERB", "VB", "_", "_", "_", "2:conj|2.2:dep", "_"),
        row("2.2", "like", "like", "VERB", "VB", "_", "_", "_", "2.1:dep", "_"),
    ]
    (parse,) = conllu.decode(lines, "x.conllu")
    assert parse.enhanced == (Arc(1, 0, "conj>obj"), Arc(1, 0, "obj"), Arc(ROOT, 1, "root"))


BAD = row("1", "cats", "_", "_", "_", "_", "0", "root", "_", "_")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (
            ["1 cats"],
            "line 1: 1 column; accepted: the ten columns ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC, ",
        ),
        ([BAD.replace("cats", "")], "line 1, column 2: an empty FORM"),
        ([BAD.replace("1", "2", 1)], "line 1, column 1: the ID '2'; accepted: 1"),
        ([BAD, BAD], "line 2, column 1: the ID '1'; accepted: 2, or an empty line before 1"),
        ([BAD.replace("0", "_")], "line 1, column 7: the HEAD '_'; accepted: 0 or the ID of another word"),
        ([BAD.replace("0", "1")], "line 1, column 7: the HEAD '1'"),
        (["", BAD.replace("0", "2")], "line 2, column 7: the HEAD 2; accepted: 0 to 1"),
        ([BAD.replace("root", "_")], "line 1, column 8: no DEPREL"),
        ([BAD.replace("root\t_", "root\t3")], "line 1, column 9: the DEPS '3'"),
        ([BAD.replace("root\t_", "root\t3:x")], "line 1, column 9: the head 3; accepted: 0 or the id of a word"),
        ([BAD.replace("root\t_", "root\t1:x")], "line 1, column 9: the DEPS '1:x'"),
        (
            cats(BAD.replace("1", "3", 1).replace("0", "4"), BAD.replace("1", "4", 1).replace("0", "3")),
            "line 3, column 7",
        ),
        (["# text = cat", BAD], "line 2, column 2: the word 'cats', where the text goes on with 'cat'"),
        (["# text = a cats", BAD], "line 2, column 2: the word 'cats', where the text goes on with 'a cats'"),
        (["# text = cats purr", BAD], "line 2, column 2: no word for 'purr' at the end of the text"),
        ([row("1-2", "x", *["_"] * 8), BAD], "line 2, column 1: the end of a sentence within a contraction"),
        ([row("2-3", "x", *["_"] * 8), BAD], "line 1, column 1: the ID 2-3; accepted: a range from 1"),
    ],
)
def test_bad_lines(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(conllu.decode(lines, "x.conllu"))
    assert str(caught.value).startswith(f"x.conllu, {complaint}")


@pytest.mark.parametrize("word", ["", "a\tb", "a\nb"])
def test_words_that_would_not_be_read_back(word: str) -> None:
    with pytest.raises(InputError, match="CoNLL-U takes fields of one line without tabs"):
        conllu.encode(Parse("ab", (Token(word, "", "", "", 0, 2),), (Arc(ROOT, 0, "root"),)))


def test_no_words() -> None:
    assert list(conllu.decode(["# text = cats", ""], "x.conllu")) == []
    with pytest.raises(InputError, match="has no words"):
        conllu.encode(Parse("", (), ()))


def test_the_treebank_comes_back_as_it_was(data_folder: Path) -> None:
    path = present(data_folder / "ud-english-ewt" / "en_ewt-ud-dev.conllu")
    read = list(conllu.decode(read_lines(path), str(path)))
    assert (len(read), sum(len(parse.tokens) for parse in read)) == (2001, 25147)
    assert all(parse.text[token.start : token.end] == token.text for parse in read for token in parse.tokens)
    assert list(conllu.decode("".join(map(conllu.encode, read)).split("\n"), "again")) == read
