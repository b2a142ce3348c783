"""Knowledge bases: facts by number and id, votes of questions, and searching."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import content_lemmas, informative_lemmas
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question

TABLE = """THING\t[FILL] is a\tKIND\t[SKIP] DEP\t[SKIP] UID
ice\tis a\tsolid\t\tk1
snow\tis a kind of\tice\t\tk2
ice\tis a kind of\tthing\tk1\tk3
heat\tmelts\tice\t\tk4
"""
QUESTIONS = """QuestionID\tAnswerKey\texplanation\tquestion
q1\tA\tk1|CENTRAL k2|GROUNDING k1|LEXGLUE\tWhat is snow? (A) a solid (B) a gas
q2\tB\t\tWhat is steam? (A) a solid (B) a gas
q3\tB\tk4|CENTRAL gone|CENTRAL\tWhat melts snow? (A) night (B) heat
q4\tA\tgone|CENTRAL\tWhat is gone? (A) water (B) heat
"""


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("base")
    for name, text in (("tables/KINDOF.tsv", TABLE), ("questions/questions.train.tsv", QUESTIONS)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    return KnowledgeBase.open(folder)


def test_what_it_holds(knowledge: KnowledgeBase) -> None:
    assert knowledge.ids == ("k1", "k2", "k3", "k4")
    assert [fact.text for fact in knowledge.facts] == [
        "ice is a solid",
        "snow is a kind of ice",
        "ice is a kind of thing",
        "heat melts ice",
    ]
    assert [question.id for question in knowledge.questions] == ["q1", "q3", "q4"]
    assert knowledge.deprecated.tolist() == [False, False, True, False]
    assert knowledge.manifest.tables == {"KINDOF": 4}


def test_facts_by_id(knowledge: KnowledgeBase) -> None:
    fact = knowledge.fact("k4")
    assert fact is not None
    assert (fact.text, fact.source) == ("heat melts ice", "tables/KINDOF.tsv:5")
    assert knowledge.fact("K4") is None
    assert knowledge.fact("") is None


def test_votes_by_hand(knowledge: KnowledgeBase) -> None:
    # A question votes once for a fact that it names twice, and for no fact that the base lacks.
    assert knowledge.votes(np.array([0.5, 0.25, 8.0])).tolist() == [0.5, 0.5, 0.0, 0.25]


@given(st.lists(st.floats(-4, 4), min_size=3, max_size=3))
def test_votes_are_sums_of_weights(knowledge: KnowledgeBase, weights: list[float]) -> None:
    naive = dict.fromkeys(knowledge.ids, 0.0)
    for question, weight in zip(knowledge.questions, weights, strict=True):
        for uid in {gold.fact for gold in question.explanation} & naive.keys():
            naive[uid] += weight
    assert knowledge.votes(np.array(weights)).tolist() == pytest.approx(list(naive.values()))


def test_questions_are_indexed_with_their_answers(knowledge: KnowledgeBase) -> None:
    cosines = knowledge.question_lexicon.similarities(*knowledge.vocabulary.vector(["heat"]))
    assert [cosine > 0 for cosine in cosines.tolist()] == [False, True, False]
    assert "gas" not in knowledge.vocabulary.numbers, "wrong choices are not indexed"


def test_a_base_without_questions(tmp_path: Path) -> None:
    (tmp_path / "facts.txt").write_text("Ice is cold. Snow is ice.", encoding="utf-8")
    knowledge = KnowledgeBase.open(tmp_path / "facts.txt")
    votes = knowledge.votes(np.array([]))
    assert votes.tolist() == [0.0, 0.0]
    assert votes.dtype == np.float64
    assert list(knowledge.questions) == []
    assert knowledge.question_lexicon.similarities(*knowledge.vocabulary.vector(["ice"])).shape == (0,)


def test_a_base_of_function_words(tmp_path: Path) -> None:
    (tmp_path / "facts.csv").write_text("text\nit is what it is\n", encoding="utf-8")
    knowledge = KnowledgeBase.open(tmp_path / "facts.csv")
    assert knowledge.fact_lexicon.similarities(*knowledge.vocabulary.vector(["ice"])).tolist() == [0.0]
    assert knowledge.facts[0] == Fact("facts.csv#1", "it is what it is", source="facts.csv:2")


def test_searching(knowledge: KnowledgeBase) -> None:
    found = knowledge.search("What melts snow?", 10)
    # Both share one word with the query; "melt" occurs in fewer facts and questions than "snow".
    assert [fact.id for fact, _ in found] == ["k4", "k2"]
    assert 1 > found[0].score > found[1].score > 0
    assert knowledge.search("What melts snow?", 1) == found[:1]
    assert knowledge.search("What is it?", 10) == ()
    assert knowledge.search("steam", 10) == ()
    assert knowledge.search("", 10) == ()


def test_equal_scores_keep_the_order_of_the_files(knowledge: KnowledgeBase) -> None:
    found = knowledge.search("ice", 10)
    assert {fact.id for fact, _ in found} == set(knowledge.ids)
    assert [(-score, knowledge.ids.index(fact.id)) for fact, score in found] == sorted(
        (-score, knowledge.ids.index(fact.id)) for fact, score in found
    )


@pytest.mark.parametrize(
    ("phrase", "ids"),
    [
        ("ice", ["k1", "k2", "k3", "k4"]),
        ("a kind of ice", ["k1", "k2", "k3", "k4"]),
        ("melting ice", ["k4"]),
        ("ice that melts by heat", ["k4"]),
        ("snow heat", []),
        ("steam", []),
        # A word of the questions only.
        ("night", []),
        ("it is a kind of", []),
        ("", []),
    ],
)
def test_facts_about_a_phrase(phrase: str, ids: list[str], knowledge: KnowledgeBase) -> None:
    assert [knowledge.ids[number] for number in knowledge.about(phrase).tolist()] == ids


phrases = st.lists(st.sampled_from(["ice", "snow", "solid", "heat", "melts", "kind", "of", "steam"])).map(" ".join)


@given(phrases)
def test_facts_about_any_phrase_hold_all_its_telling_words(knowledge: KnowledgeBase, phrase: str) -> None:
    wanted = informative_lemmas(phrase)
    holding = [number for number, fact in enumerate(knowledge.facts) if wanted <= set(content_lemmas(fact.text))]
    assert knowledge.about(phrase).tolist() == (holding if wanted else [])


def test_every_lemma_is_known(knowledge: KnowledgeBase) -> None:
    terms = {term for fact in knowledge.facts for term in content_lemmas(fact.text)}
    assert terms <= knowledge.vocabulary.numbers.keys()
    assert sorted(knowledge.vocabulary.numbers.values()) == list(range(len(knowledge.vocabulary.idf)))


def test_opening_nothing(tmp_path: Path) -> None:
    for name in (str(tmp_path / "nowhere"), tmp_path / "nowhere"):
        with pytest.raises(InputError, match="no such knowledge base"):
            KnowledgeBase.open(name)


def test_opening_the_starter_base_by_default(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        knowledge = KnowledgeBase.open()
    assert knowledge.name == "starter"
    assert len(knowledge.facts) >= 800
    assert caplog.messages == []


def test_several_bases_are_put_together(tmp_path: Path) -> None:
    (tmp_path / "ice.txt").write_text("Ice is cold.", encoding="utf-8")
    (tmp_path / "snow.txt").write_text("Snow is white.", encoding="utf-8")
    both = KnowledgeBase.open(tmp_path / "ice.txt", tmp_path / "snow.txt")
    assert both.ids == ("ice.txt#1", "snow.txt#1")
    assert both.name == f"{tmp_path / 'ice.txt'}, {tmp_path / 'snow.txt'}"


def test_a_base_of_facts_in_memory(caplog: pytest.LogCaptureFixture) -> None:
    melting = Fact("k1", "heat melts ice", "CHANGE")
    asked = Question("q1", "What melts ice?", (Choice("A", "heat"),), "A", (GoldFact("k1", Role.CENTRAL),))
    knowledge = KnowledgeBase.of([" Ice is\na solid. ", "", melting, "Snow is ice", melting], "notes", [asked])
    assert knowledge.ids == ("notes#1", "k1", "notes#4")
    assert knowledge.facts[0] == Fact("notes#1", "Ice is a solid")
    assert knowledge.fact("k1") == melting
    assert knowledge.name == knowledge.manifest.source == "notes"
    assert list(knowledge.questions) == [asked]
    assert knowledge.votes(np.array([1.0])).tolist() == [0.0, 1.0, 0.0]
    assert "notes: ids that occur twice, the first kept: k1" in caplog.text


@pytest.mark.parametrize("facts", [[], ["", " "]])
def test_a_base_of_nothing(facts: list[str]) -> None:
    with pytest.raises(InputError, match="facts: holds no facts; accepted"):
        KnowledgeBase.of(facts)


def test_an_open_base_survives_its_source_and_its_index(tmp_path: Path) -> None:
    # Another process may rebuild the index of a changed source, and so remove this one.
    cache, source = tmp_path / "cache", tmp_path / "facts.csv"
    source.write_text("id,text\n1,ice is cold\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLANANS_CACHE", str(cache))
        knowledge = KnowledgeBase.open(source)
    source.write_text("id,text\n1,snow is white\n", encoding="utf-8")
    script = f"from explanans import KnowledgeBase; print(KnowledgeBase.open({str(source)!r}).facts[0].text)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command,
        env=os.environ | {"EXPLANANS_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "snow is white\n"
    assert [fact.text for fact in knowledge.facts] == ["ice is cold"]
    assert knowledge.fact_lexicon.similarities(*knowledge.vocabulary.vector(["ice", "cold"])).tolist() == pytest.approx(
        [1.0]
    )
