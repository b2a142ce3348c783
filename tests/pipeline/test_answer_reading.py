"""Answers beside notes, as a language model reads them."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.learning.language_model import ADAPTER, KIND
from explanans.learning.language_reader import ANSWERS, LanguageReader
from explanans.learning.model import read_manifest
from explanans.pipeline.answer_reading import AnswerEvidence, AnswerReader, AnswerWeights, notes_text
from explanans.pipeline.answering import Answerer
from explanans.pipeline.explainer import Explainer
from explanans.structures.facts import Fact
from explanans.structures.questions import Choice, Question
from explanans.structures.verdicts import NliScores, Status, Verdict

NOTES = ["The lifts are out of order on Mondays.", "Ada repairs the lifts.", "Ben has the keys to the cellar."]
FACTS = [Fact(f"n{number}", text) for number, text in enumerate(NOTES)]
OPEN = Verdict(Status.UNKNOWN, 0.3, ())
DENIED, GRANTED = Verdict(Status.CONTRADICTED, 0.1, ("n0",)), Verdict(Status.SUPPORTED, 0.7, ("n1",))


class Reader(LanguageReader):
    """Finds some answers right and all others wrong, more clearly beside *Ada*; it reads texts of few words whole."""

    def __init__(self, right: Sequence[str] = (), words: int = 100) -> None:
        self.name = "reader"
        self.right, self.words = right, words
        self.seen: list[tuple[str, str]] = []

    def fits(self, text: str) -> bool:
        return len(text.split()) <= self.words

    def fits_statement(self, statement: str) -> bool:
        return self.fits(statement)

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        self.seen.append((text, statement))
        clear = 0.97 if "Ada" in text else 0.9
        rest = (1 - clear) / 2
        is_right = any(f"Answer: {answer}." in statement for answer in self.right)
        return np.array([clear, rest, rest] if is_right else [rest, clear, rest])


def explainer(reader: Reader, notes: Sequence[str] = NOTES) -> Explainer:
    return Explainer(KnowledgeBase.of(notes), judge="fast-judge", answer_reader=AnswerReader(lambda: reader))


def asked(answer: str) -> Question:
    return Question.asked("Who repairs the lifts?", answer)


def refined(answer: str, judged: Verdict, whole: Verdict = OPEN, leaves: Sequence[Fact] = ()) -> Verdict:
    return AnswerReader(lambda: Reader(["Ada"])).refine(asked(answer), FACTS, judged, whole, leaves, FACTS)


def test_question_and_answer_are_read_beside_all_notes_in_their_order() -> None:
    reader = Reader()
    explainer(reader).explain("Who repairs the lifts?", "Ben")
    assert reader.seen[0] == (" ".join(NOTES), "Question: Who repairs the lifts? Answer: Ben.")


def test_what_the_language_model_finds_right_comes_first() -> None:
    choices = (Choice("A", "Ada"), Choice("B", "Ben"))
    for right, other in (("Ada", "Ben"), ("Ben", "Ada")):
        found = Answerer(explainer(Reader([right]))).answer(Question("q", "Who repairs the lifts?", choices))
        assert [item.answer for item in found.answers] == [right, other]


def test_a_wrong_answer_has_no_tree_and_is_contradicted_by_the_fact_that_says_so() -> None:
    found = explainer(Reader(["Ada"])).explain("Who repairs the lifts?", "Ben", alternatives=2)
    assert found.verdict is not None
    assert found.verdict.status is Status.CONTRADICTED
    named = {item.fact.id: item.fact.text for item in found.facts}
    assert [named[name] for name in found.contradicted_by] == ["Ada repairs the lifts"]
    assert (found.tree, found.alternatives) == (None, ())


def test_a_right_answer_has_a_tree_whose_leaves_the_verdict_names() -> None:
    found = explainer(Reader(["Ben"])).explain("Who repairs the lifts?", "Ben")
    assert found.verdict is not None
    assert found.tree is not None
    assert found.verdict.status is Status.SUPPORTED
    assert set(found.verdict.because) == {leaf.id for leaf in found.tree.leaves}
    assert not found.missing


def test_the_reading_alone_decides_what_the_judge_leaves_open() -> None:
    assert refined("Ada", OPEN).status is Status.SUPPORTED
    assert refined("Ada", OPEN).because == ("n1",)
    assert refined("Ben", OPEN).status is Status.CONTRADICTED
    undecided = AnswerReader(Reader, lambda _: NliScores(0.4, 0.3, 0.3))
    assert undecided.refine(asked("Ada"), FACTS, DENIED, OPEN, (), FACTS) == Verdict(Status.UNKNOWN, 0.4, ())


def test_facts_that_decide_already_are_kept_then_the_leaves_are_named() -> None:
    both = Verdict(Status.SUPPORTED, 0.8, ("n0", "n1"))
    assert refined("Ada", both).because == ("n0", "n1")
    assert refined("Ada", OPEN, both).because == ("n0", "n1")
    assert refined("Ada", OPEN, OPEN, FACTS[:1]).because == ("n0",)
    assert refined("Ben", OPEN, DENIED).because == ("n0",)
    assert refined("Ben", OPEN, Verdict(Status.CONTRADICTED, 0.1, ("hidden",))).because == ("n1",)


def test_without_a_fact_to_name_and_where_the_answer_is_too_long_nothing_changes() -> None:
    read = AnswerReader(lambda: Reader(["Ada"]))
    assert read.refine(asked("Ada"), FACTS, OPEN, OPEN, (), ()) == OPEN
    assert read.refine(asked("Ada " * 100), FACTS, OPEN, OPEN, (), FACTS) == OPEN


def test_of_many_notes_those_nearest_to_the_question_are_read() -> None:
    query = "Who has the keys to the cellar? Ben has the keys of the lifts on Mondays"
    assert notes_text(Reader(words=8), NOTES, query) == NOTES[2]
    assert notes_text(Reader(words=15), NOTES, query) == f"{NOTES[0]} {NOTES[2]}"
    assert notes_text(Reader(words=2), NOTES, query) == NOTES[2]


def test_removed_facts_are_not_read() -> None:
    knowledge = KnowledgeBase.of(NOTES)
    knowledge.removed = np.array([2])
    reader = Reader()
    Explainer(knowledge, judge="fast-judge", answer_reader=AnswerReader(lambda: reader)).explain("Who has keys?", "Ben")
    assert reader.seen[0][0] == " ".join(NOTES[:2])


def test_answers_are_read_only_if_all_facts_are() -> None:
    reader = Reader()
    large = explainer(reader, [f"Lift {number} goes to floor {number}." for number in range(300)])
    large.explain("Where does lift 7 go?", "to floor 7")
    explainer(reader).explain("Who repairs the lifts?", "Ben", facts=2)
    assert not reader.seen


def test_a_judge_without_a_language_model_and_none_read_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(LanguageReader, "shipped", opened.append)
    for judge in ("fast-judge", None):
        Explainer(KnowledgeBase.of(NOTES), judge=judge).explain("Who repairs the lifts?", "Ada")
    assert not opened


@pytest.mark.parametrize("judged", [OPEN, DENIED, GRANTED])
def test_scores_sum_to_one_and_follow_the_reading(judged: Verdict) -> None:
    scores = AnswerWeights.shipped().scores
    right, wrong = (scores(AnswerEvidence(judged, NliScores(*read))) for read in ((0.9, 0.05, 0.05), (0.05, 0.9, 0.05)))
    assert sum(right) == pytest.approx(1)
    assert right.supported > wrong.supported
    assert wrong.contradicted > right.contradicted


def test_a_verdict_that_agrees_with_the_reading_makes_it_surer() -> None:
    scores, reading = AnswerWeights.shipped().scores, NliScores(0.3, 0.3, 0.4)
    denied, undecided, granted = (scores(AnswerEvidence(verdict, reading)) for verdict in (DENIED, OPEN, GRANTED))
    assert denied.supported < undecided.supported < granted.supported
    assert denied.contradicted > granted.contradicted


def test_the_weights_were_fitted_for_the_language_model_that_ships() -> None:
    digest = read_manifest(ANSWERS, KIND).files[ADAPTER]
    assert digest[:8] in str(AnswerWeights.shipped().origin.data["reader"])
