"""spaCy pipelines: the one that ships, those of other people, and those that are none."""

import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language

from explanans.errors import InputError
from explanans.formats import conllu
from explanans.io.files import read_lines
from explanans.lab.benchmarks.attachment import attachment
from explanans.language.parser import DEFAULT, PARSERS, Parser, open_parser
from explanans.language.parsing.english import ENGLISH
from explanans.language.parsing.spacy_pipeline import SpacyPipeline
from explanans.structures.syntax import ROOT, Parse
from tests.data_sets import present

from .trees import spelt


@pytest.fixture(scope="module")
def english() -> Parser:
    return open_parser()


def in_words(parse: Parse) -> set[str]:
    return {spelt(parse, arc) for arc in parse.arcs}


def test_the_parser_that_ships_is_the_default(english: Parser) -> None:
    assert DEFAULT in PARSERS.names()
    assert english.name.startswith("english (en_ud_ewt ")
    assert english.name.endswith(f", spaCy {spacy.about.__version__})")


def test_a_sentence(english: Parser) -> None:
    (parse,) = english.parse(["The children were eating apples in the garden."])
    assert {"eating nsubj children", "eating obj apples", "ROOT root eating"} <= in_words(parse)
    lemmas = {token.text: (token.lemma, token.pos, token.tag) for token in parse.tokens}
    assert lemmas["children"] == ("child", "NOUN", "NNS")
    assert lemmas["eating"] == ("eat", "VERB", "VBG")


def test_repeated_signs_are_one_word(english: Parser) -> None:
    (parse,) = english.parse(["<<Ice>> melts!!!"])
    assert [token.text for token in parse.tokens] == ["<<", "Ice", ">>", "melts", "!!!"]


def test_lower_case_is_parsed_too(english: Parser) -> None:
    (parse,) = english.parse(["a glacier is made of ice"])
    assert {"made nsubj:pass glacier", "made aux:pass is", "ice case of", "made obl ice"} <= in_words(parse)


@given(st.lists(st.text(st.sampled_from("aI'.n \n\t\u00a0-5é"), max_size=20), max_size=4))
def test_any_text_has_one_arc_a_word_and_every_word_its_place(texts: list[str]) -> None:
    parses = list(SHIPPED.parse(texts))
    assert [parse.text for parse in parses] == texts
    for parse in parses:
        assert [arc.child for arc in parse.arcs] == list(range(len(parse.tokens)))
        assert "".join(token.text for token in parse.tokens) == "".join(parse.text.split())
        assert all(parse.text[token.start : token.end] == token.text for token in parse.tokens)
        assert not parse.tokens or any(arc.head == ROOT for arc in parse.arcs)


SHIPPED = open_parser()


def test_a_parse_does_not_depend_on_the_batch(english: Parser) -> None:
    texts = ["Ice melts.", "The dog that barked at the cat ran away, and nobody saw it again.", "", "Why?"] * 70
    together = list(english.parse(texts))
    assert together[:4] == [next(iter(english.parse([text]))) for text in texts[:4]]
    assert together == together[:4] * 70


def test_sentences_are_read_as_they_are_asked_for(english: Parser) -> None:
    asked = 0

    def endless() -> "object":
        nonlocal asked
        while True:
            asked += 1
            yield "Ice melts."

    parses = english.parse(endless())  # type: ignore[arg-type]
    assert len(next(parses).tokens) == 3
    assert asked < 1000


def test_unseen_words_are_forgotten() -> None:
    parser = open_parser(f"spacy:{ENGLISH}")
    assert isinstance(parser, SpacyPipeline)
    next(iter(parser.parse(["Ice melts."])))
    before = len(parser.pipeline.vocab.strings)
    list(parser.parse(f"word{number} melts." for number in range(300)))
    assert len(parser.pipeline.vocab.strings) == before


def test_attachment_on_the_treebank(english: Parser, data_folder: Path) -> None:
    path = present(data_folder / "ud-english-ewt" / "en_ewt-ud-dev.conllu")
    gold = [parse for number, parse in enumerate(conllu.decode(read_lines(path), str(path))) if number % 8 == 0]
    scores = attachment(zip(gold, english.parse(parse.text for parse in gold), strict=True), punctuation=False)
    assert scores.labelled.f1 > 0.75


def pipeline(*names: str) -> Language:
    made = spacy.blank("en")
    for name in names:
        made.add_pipe(name)
    return made


def test_a_folder_is_opened_as_what_is_installed(english: Parser) -> None:
    other = open_parser(f"spacy:{ENGLISH}")
    assert list(other.parse(["Ice melts."])) == list(english.parse(["Ice melts."]))


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (
            "english:small",
            "the parser 'english' takes nothing after a colon, as 'english:small' has it; acc",
        ),
        ("spacy:", "the parser spacy: names no pipeline; accepted: a pipeline "),
        ("spacy:en_core_web_none", "'en_core_web_none'; install it with: python -m spacy download en_core_web_none"),
        ("nobody", "no parser is called 'nobody'; accepted: conllu, english, spacy, stanza"),
    ],
)
def test_parsers_that_are_not_there(name: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        open_parser(name)
    assert complaint in str(caught.value)


def test_a_pipeline_without_a_parser(tmp_path: Path) -> None:
    pipeline("sentencizer").to_disk(tmp_path / "made")
    with pytest.raises(InputError, match=r"for want of a parser \(it has sentencizer\); install one that"):
        open_parser(f"spacy:{tmp_path / 'made'}")


def test_a_pipeline_that_is_damaged(tmp_path: Path) -> None:
    pipeline().to_disk(tmp_path / "made")
    (tmp_path / "made" / "meta.json").write_text("{")
    with pytest.raises(InputError, match="made: no spaCy pipeline that can be read"):
        open_parser(f"spacy:{tmp_path / 'made'}")


def test_no_pickle_is_read() -> None:
    """Opening the pipeline calls nothing that unpickles; an audit hook would see it."""
    script = """
import sys
def hook(event, arguments):
    if event == "pickle.find_class":
        raise SystemExit(f"unpickles {arguments}")
from explanans.language.parser import open_parser
sys.addaudithook(hook)
print(len(next(open_parser().parse(["Ice melts."])).tokens))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3\n", "")


def scheme(tmp_path: Path, *labels: str) -> str:
    """Return the name of a pipeline whose parser, which has learnt nothing, has some labels."""
    made = spacy.blank("en")
    parser = made.add_pipe("parser")
    for label in labels:
        parser.add_label(label)  # type: ignore[attr-defined]
    made.initialize()
    made.to_disk(tmp_path / "made")
    return f"spacy:{tmp_path / 'made'}"


def test_the_scheme_of_spacys_own_pipelines_becomes_that_of_universal_dependencies(tmp_path: Path) -> None:
    parser = open_parser(scheme(tmp_path, "nsubj", "dobj", "prep", "pobj"))
    (parse,) = parser.parse(["The cat in the garden is asleep by the door of the house."])
    assert len(parse.arcs) == len(parse.tokens)
    assert {arc.label for arc in parse.arcs}.isdisjoint({"dobj", "prep", "pobj"})


def test_other_schemes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no label nsubj; accepted: pipelines with the labels of Universal Depend"):
        open_parser(scheme(tmp_path, "sb", "oa"))
