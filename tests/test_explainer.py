"""From question and answer to explanation: the starter base, notes of one's own, and the same bytes every time."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import explanans
from explanans import ArcChecker, Choice, EntailmentTree, Explainer, Explanation, InputError, KnowledgeBase, Question
from explanans.formats import worldtree
from explanans.formats.records import explanation_record
from explanans.io.files import read_lines
from explanans.knowledge.base import open_knowledge
from explanans.knowledge.sources import STARTER
from explanans.pipeline.proving import prove
from explanans.registry import register, unregister
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, Problem, Step
from explanans.structures.verdicts import StepVerdict
from explanans.trees.conclusions.conclusion import Conclusion
from explanans.trees.prover import Proof
from explanans.trees.search import TreeSearch

ELECTRICIAN = ("Why does an electrician wear rubber safety gloves?", "Electricity does not flow easily through rubber.")

NOTES = """\
A public library lends books to its readers.
A reader needs a library card to borrow a book.
A library card is free for children.
A librarian is a person who works in a library.
Librarians put returned books back on the shelves.
Novels stand on the shelves by the name of their author.
Cookbooks stand on the shelves by their subject.
An atlas is a kind of reference book.
A dictionary is a kind of reference book.
A reference book must stay in the reading room.
The reading room is on the second floor.
Newspapers lie in the reading room.
A late book costs a fee of ten cents a day.
A lost book must be paid for by its borrower.
A book that is damp grows mould.
Mould damages paper.
The book drop at the door is open at night.
Readers return books at night through the book drop.
Story time for children is on Saturday morning.
The library buys new books with the money from fees.
"""


@pytest.fixture(scope="module")
def starter() -> Explainer:
    return Explainer.open("starter", judge=None)


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Explainer:
    path = tmp_path_factory.mktemp("library") / "notes.txt"
    path.write_text(NOTES)
    return Explainer.open(path, judge=None)


def starter_questions() -> list[Question]:
    path = STARTER / "questions/questions.dev.tsv"
    return list(worldtree.decode_questions(read_lines(path), path.name))


def check(explanation: Explanation) -> EntailmentTree | None:
    """Check what holds for every explanation, and return its tree."""
    scores = [score for _, score in explanation.facts]
    assert scores == sorted(scores, reverse=True)
    assert explanation.milliseconds is not None
    assert explanation.milliseconds > 0
    tree = explanation.tree
    if tree is None:
        assert explanation.verdicts == ()
        assert explanation.missing
        return None
    assert tree.faults(single=True) == ()
    assert tree.hypothesis == explanation.hypothesis == tree.steps[-1].text
    assert tree.steps[-1].conclusion == ROOT
    listed = {fact.id: fact for fact, _ in explanation.facts}
    assert all(listed[leaf.id] == leaf for leaf in tree.leaves)
    assert [verdict.step for verdict in explanation.verdicts] == [step.conclusion for step in tree.steps]
    assert all(verdict.supported == (not verdict.unsupported) for verdict in explanation.verdicts)
    return tree


def test_the_public_way(starter: Explainer) -> None:
    explanation = explanans.Explainer.open("starter", judge=None).explain(*ELECTRICIAN)
    assert (explanation.question, explanation.answer) == ELECTRICIAN
    assert "because electricity does not flow easily through rubber" in explanation.hypothesis
    tree = check(explanation)
    assert tree
    assert "rubber is a poor conductor of electricity" in {leaf.text for leaf in tree.leaves}
    assert starter.explain(*ELECTRICIAN).tree == tree


def test_spaces_around_question_and_answer_make_no_difference(starter: Explainer) -> None:
    spaced = starter.explain("  What is ice made of? ", "\twater\n")
    plain = starter.explain("What is ice made of?", "water")
    assert (spaced.question, spaced.answer, spaced.facts, spaced.tree) == (
        plain.question,
        plain.answer,
        plain.facts,
        plain.tree,
    )


def test_the_signature_reproduces(starter: Explainer) -> None:
    count = len(starter.knowledge.facts)
    explanation = Explainer.open("starter", "bm25", judge=None).explain(*ELECTRICIAN, facts=7)
    parts = f"knowledge:starter({count})|ranker:bm25|facts:7|version:{explanans.__version__}|judge:none"
    assert explanation.signature == parts


def test_the_signature_names_a_folder_however_it_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library/notes.txt").write_text(NOTES)
    monkeypatch.chdir(tmp_path / "library")
    signatures = {
        Explainer.open(path).explain("What is an atlas?", "a reference book").signature
        for path in (".", "../library", tmp_path / "library")
    }
    (signature,) = signatures
    assert signature.startswith("knowledge:library(20)|")


@pytest.mark.parametrize("ranker", ["bm25", "unification"])
def test_every_starter_question_gets_a_valid_explanation(ranker: str) -> None:
    explainer = Explainer.open("starter", ranker, judge=None)
    trees = [check(explainer.explain_question(question)) for question in starter_questions()]
    assert sum(tree is not None for tree in trees) > 0.5 * len(trees)
    ids = [question.id for question in starter_questions()]
    assert all(tree is None or tree.question == name for tree, name in zip(trees, ids, strict=True))


def test_every_fact_names_its_place(starter: Explainer) -> None:
    for fact, _ in starter.explain(*ELECTRICIAN).facts:
        name, _, line = fact.source.rpartition(":")
        text = (STARTER / name).read_text(encoding="utf-8").split("\n")[int(line) - 1]
        assert fact.id in text.split("\t")


@pytest.mark.parametrize("facts", [1, 2, 3, 100])
def test_so_many_facts(starter: Explainer, facts: int) -> None:
    explanation = starter.explain(*ELECTRICIAN, facts=facts)
    tree = check(explanation)
    # A leaf that is found on the way may come on top.
    assert facts <= len(explanation.facts) <= facts + (len(tree.leaves) if tree else 0)
    assert [fact.id for fact, _ in explanation.facts][:facts] == [
        fact.id for fact, _ in starter.explain(*ELECTRICIAN, facts=200).facts
    ][:facts]


def test_more_facts_than_there_are(notes: Explainer) -> None:
    explanation = notes.explain("Where must an atlas stay?", "in the reading room", facts=10**9)
    assert len(explanation.facts) <= 20
    check(explanation)


@pytest.mark.parametrize("facts", [0, -1])
def test_too_few_facts(starter: Explainer, facts: int) -> None:
    with pytest.raises(InputError, match=f"^{facts} facts are asked for; accepted: 1 or more$"):
        starter.explain(*ELECTRICIAN, facts=facts)


@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u2003"])
def test_nothing_to_explain(starter: Explainer, blank: str) -> None:
    with pytest.raises(InputError, match=r"^the question is empty; give a sentence, a phrase or a word$"):
        starter.explain(blank, "heat")
    with pytest.raises(InputError, match=r"^the answer is empty"):
        starter.explain("What melts ice?", blank)


def test_what_is_too_long_is_no_question(starter: Explainer) -> None:
    with pytest.raises(InputError, match=r"^the question with its answer has 1001 words; accepted: at most 1000$"):
        starter.explain("why " * 1000, "heat")
    with pytest.raises(InputError, match=r"^the hypothesis has 20000 words; accepted: at most 1000$"):
        prove("ice melts " * 10000, [Fact("f1", "ice melts")])


def test_a_key_that_names_no_choice(starter: Explainer) -> None:
    question = Question("q1", "What melts ice?", (Choice("A", "heat"), Choice("B", "cold")), "E")
    with pytest.raises(InputError, match=r"^question q1: the answer key 'E' names no choice; the choices are: A, B$"):
        starter.explain_question(question)


def test_what_is_not_there() -> None:
    with pytest.raises(InputError, match=r"^nowhere: no such knowledge base; accepted: "):
        Explainer.open("nowhere")
    with pytest.raises(InputError, match=r"^no ranker is called 'telepathy'; accepted: .*bm25.*unification$"):
        Explainer.open("starter", "telepathy")
    with pytest.raises(InputError, match=r"^no ranker is called 'telepathy'"):
        Explainer(KnowledgeBase.open("starter"), "telepathy")


@pytest.mark.parametrize(
    "words",
    ["?!", "the of and", "Zxqv wvut?", "—", "ça va", "冰", "a" * 5000, "ice " * 500, "<b>&amp;</b>", "\x1b[31m"],
)
def test_odd_words_are_explained_as_far_as_they_can_be(starter: Explainer, words: str) -> None:
    check(starter.explain(words, "heat"))
    check(starter.explain("What melts ice?", words))


def test_the_record_keeps_the_contract(starter: Explainer) -> None:
    explanation = starter.explain(*ELECTRICIAN)
    record = explanation_record(explanation)
    assert list(record) == [
        *("question", "answer", "hypothesis", "facts", "tree", "verdicts", "missing", "verdict", "contradicted_by"),
        *("milliseconds", "signature"),
    ]
    assert record["question"] == ELECTRICIAN[0]
    assert record["answer"] == ELECTRICIAN[1]
    assert isinstance(record["milliseconds"], float)
    assert len(record["facts"]) == len(explanation.facts)  # type: ignore[arg-type]


def test_notes_of_ones_own(notes: Explainer) -> None:
    explanation = notes.explain("Where must an atlas stay?", "in the reading room")
    tree = check(explanation)
    assert tree
    assert {leaf.text: leaf.source for leaf in tree.leaves} == {
        "An atlas is a kind of reference book": "notes.txt:8",
        "A reference book must stay in the reading room": "notes.txt:10",
    }
    lines = NOTES.split("\n")
    for fact, _ in explanation.facts:
        match = re.fullmatch(r"notes\.txt:(\d+)", fact.source)
        assert match
        assert lines[int(match[1]) - 1] == f"{fact.text}."


def test_what_the_notes_do_not_say(notes: Explainer) -> None:
    explanation = notes.explain("Why does a submarine dive?", "Its tanks fill with seawater.")
    check(explanation)
    missing = " ".join(explanation.missing)
    assert "seawater" in missing or missing == "No fact of the knowledge base bears on the hypothesis."
    partly = notes.explain("Why do readers pay a fee in Portugal?", "A late book costs a fee.")
    check(partly)
    assert "Portugal" in " ".join(partly.missing)


RECORDS = """
import dataclasses, json
from explanans.formats import worldtree
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER
from explanans.pipeline.explainer import Explainer
from explanans.formats.records import explanation_record
explainer = Explainer.open("starter")
path = STARTER / "questions/questions.dev.tsv"
for question in list(worldtree.decode_questions(read_lines(path), path.name))[:5]:
    explanation = dataclasses.replace(explainer.explain_question(question), milliseconds=None)
    print(json.dumps(explanation_record(explanation)))
"""


def test_explanations_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    """Each process builds an index of its own."""

    def records(seed: str) -> bytes:
        environment = os.environ | {"PYTHONHASHSEED": seed, "EXPLANANS_CACHE": str(tmp_path / seed)}
        return subprocess.run([sys.executable, "-c", RECORDS], env=environment, capture_output=True, check=True).stdout

    first = records("0")
    assert first.count(b"\n") == 5
    assert first == records("1")


def test_facts_for_which_nothing_speaks_are_left_out(notes: Explainer) -> None:
    scores = -np.arange(len(notes.knowledge.facts), dtype=np.float64)
    scores[3] = 1e-9
    explanation = Explainer(notes.knowledge, Fixed(scores)).explain("Where do whales sleep?", "nowhere")
    assert explanation.facts == ((notes.knowledge.facts[3], 1e-9),)
    assert "|ranker:Fixed|" in explanation.signature


@pytest.fixture(scope="module")
def checker() -> ArcChecker:
    return ArcChecker.open("alignment")


def test_steps_may_be_checked_arc_by_arc(starter: Explainer, checker: ArcChecker) -> None:
    by_words = starter.explain(*ELECTRICIAN, alternatives=2)
    by_arcs = Explainer(starter.knowledge, checker=checker, judge=None).explain(*ELECTRICIAN, alternatives=2)
    assert by_arcs.tree == by_words.tree
    assert len(by_arcs.alternatives) == len(by_words.alternatives) == 1
    for verdicts, tree in ((by_arcs.verdicts, by_arcs.tree), by_arcs.alternatives[0][::-1]):
        assert tree
        assert [verdict.step for verdict in verdicts] == [step.conclusion for step in tree.steps]
        assert all(verdict.arcs for verdict in verdicts)
        for verdict in verdicts:
            assert verdict.supported == all(arc.supported for arc in verdict.arcs or ())
    assert [verdict.follows for verdict in by_arcs.verdicts] == [verdict.follows for verdict in by_words.verdicts]
    assert by_arcs.signature == by_words.signature.replace("|judge:none", f"|{checker.name}|judge:none")


class Fixed:
    """A ranker whose scores are known."""

    def __init__(self, scores: object) -> None:
        self._scores = scores

    def scores(self, question: Question) -> NDArray[np.float64]:
        return self._scores  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        (np.zeros(3), r"ndarray of float64 and the shape \(3,\)"),
        (np.zeros((20, 1)), r"ndarray of float64 and the shape \(20, 1\)"),
        (None, r"NoneType of object and the shape \(\)"),
        (np.array(["0.5"] * 20), "ndarray of <U3 and the shape"),
        (np.where(np.arange(20) == 2, np.nan, 0.5), r"nan for the fact 'notes\.txt#3'"),
        (np.full(20, np.inf), r"inf for the fact 'notes\.txt#1'"),
    ],
)
def test_a_ranker_that_returns_no_scores(notes: Explainer, scores: object, found: str) -> None:
    accepted = r"one finite number a fact, float64 of the shape \(20,\)"
    with pytest.raises(InputError, match=f"^the ranker 'Fixed' returned {found}.*; accepted: {accepted}$"):
        Explainer(notes.knowledge, Fixed(scores)).explain("What is an atlas?", "a book")


ICE = [Fact("f1", "ice is a kind of solid"), Fact("f2", "heat melts a solid")]
MELTS = EntailmentTree("heat melts ice", tuple(ICE), (Step(("f1", "f2"), ROOT, "heat melts ice"),))


class Told:
    """A prover that returns what it was told to."""

    name = "told"

    def __init__(self, *trees: object, facts: object = ()) -> None:
        self.proof: object = Proof(trees, facts)  # type: ignore[arg-type]

    def prove(self, problem: Problem, count: int) -> Proof:
        return self.proof  # type: ignore[return-value]


def test_a_prover_of_ones_own() -> None:
    explanation = prove("heat melts ice", ICE, prover=Told(MELTS, MELTS), judge=None)
    assert (explanation.tree, explanation.alternatives) == (MELTS, ())
    assert explanation.signature.startswith("premises:2|trees:told|")
    knowledge = KnowledgeBase.of(ICE)
    explained = Explainer(knowledge, "bm25", Told(MELTS), judge=None).explain("What melts ice?", "heat")
    assert (explained.tree, "|trees:told|" in explained.signature) == (replace(MELTS, question="question"), True)


@pytest.mark.parametrize(
    ("prover", "found"),
    [
        (Told("a tree"), "str as tree 1; accepted: valid trees"),
        (Told(replace(MELTS, hypothesis="so")), "a tree of 'so'; accepted: "),
        (Told(MELTS, replace(MELTS, leaves=(ICE[0],))), "as tree 2 what is none: hypothesis rests on f2, which is no"),
        (Told(facts=[(Fact("f3", ""), 1.0)]), "a score of 'f3', which is no premise; accepted: "),
        (Told(facts=[(ICE[0], np.nan)]), "a score of nan for 'f1'; accepted: "),
    ],
)
def test_a_prover_that_returns_no_proof(prover: Told, found: str) -> None:
    with pytest.raises(InputError, match=f"^the prover 'told' returned {found}"):
        prove("heat melts ice", ICE, alternatives=3, prover=prover, judge=None)


def test_a_prover_that_returns_something_else() -> None:
    prover = Told()
    prover.proof = None
    with pytest.raises(InputError, match=r"^the prover 'told' returned NoneType of no use; accepted: a Proof"):
        prove("heat melts ice", ICE, prover=prover, judge=None)


class Generous:
    """A checker that finds everything supported."""

    name = "generous"

    def __init__(self, *verdicts: object) -> None:
        self.verdicts = verdicts

    def check_tree(self, tree: EntailmentTree) -> tuple[StepVerdict, ...]:
        return self.verdicts or tuple(StepVerdict(step.conclusion, supported=True) for step in tree.steps)  # type: ignore[return-value]


def test_a_checker_of_ones_own() -> None:
    explanation = prove("frogs melt ice", ICE, checker=Generous(), judge=None)
    assert [verdict.supported for verdict in explanation.verdicts] == [True]
    assert explanation.signature.endswith("|generous|judge:none")
    for verdicts in ([StepVerdict("int1", supported=True)], ["yes"], [StepVerdict(ROOT, supported=True)] * 2):
        with pytest.raises(InputError, match=r"^the checker 'generous' returned .*; accepted: one StepVerdict a step"):
            prove("frogs melt ice", ICE, checker=Generous(*verdicts), judge=None)


class Service:
    """A writer of conclusions that says the same to everybody."""

    def __init__(self, *conclusion: object) -> None:
        self.conclusion = conclusion

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        return self.conclusion  # type: ignore[return-value]


def test_a_writer_of_conclusions_of_ones_own() -> None:
    premises = [*ICE, Fact("f3", "the sun gives heat")]
    register("writers", "service", lambda: Service("the sun melts", "rule"))
    try:
        explanation = prove("the sun melts ice", premises, prover="worded:service", judge=None)
    finally:
        unregister("writers", "service")
    assert explanation.tree
    assert [step.text for step in explanation.tree.steps] == ["the sun melts", "the sun melts ice"]
    assert "|trees:search(Service)|" in explanation.signature
    for conclusion in (("", "rule"), ("so", "magic"), ("a\nb", "rule"), ("so",)):
        with pytest.raises(
            InputError, match=r"^the writer of conclusions 'Service' returned .*; accepted: a Conclusion"
        ):
            prove("the sun melts ice", premises, prover=TreeSearch(concluder=Service(*conclusion)), judge=None)


def test_parts_that_have_nothing_to_do() -> None:
    knowledge = KnowledgeBase.of(ICE)
    with pytest.raises(InputError, match=r"^the method 'guess'; accepted: tree, schema, ranking, generator, ensemble$"):
        Explainer(knowledge, method="guess")
    with pytest.raises(InputError, match=r"no tree to prove; accepted: a prover with the method tree$"):
        Explainer(knowledge, prover="search", method="ranking")
    with pytest.raises(InputError, match=r"^no checker is called 'feelings'; accepted: arcs, words$"):
        Explainer(knowledge, checker="feelings")
    with pytest.raises(
        InputError, match=r"^no prover is called 'oracle'; accepted: a model's folder, endpoint, search, worded, wr"
    ):
        Explainer(knowledge, prover="oracle")


def test_facts_without_a_file() -> None:
    for given in ([fact.text for fact in ICE], ICE, KnowledgeBase.of(ICE)):
        explanation = Explainer.open(given, "bm25", judge=None).explain("What melts ice?", "heat")
        assert explanation.tree
        assert {leaf.text for leaf in explanation.tree.leaves} == {fact.text for fact in ICE}


def test_what_is_no_knowledge(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^the knowledge is of several kinds; accepted: paths only, or facts and"):
        open_knowledge(["ice melts", tmp_path])
    with pytest.raises(InputError, match=r"^'starter' in a list is taken for a fact; accepted: Path\('starter'\)"):
        open_knowledge(["starter"])
