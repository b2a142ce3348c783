"""Out-of-fold scores: what each row may have learnt from, a planted leak among them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.rank.neural.conftest import QUESTIONS, make_knowledge

from explanans.cli import main
from explanans.codecs import worldtree
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.checkpoint import Schedule, read_manifest
from explanans.learn.neural.encoder import Encoder
from explanans.question import Question
from explanans.train.networks import fold_scores
from explanans.train.networks.fold_scores import FoldScores, score_folds
from explanans.train.networks.retrieval import train_bi_encoder

SCHEDULE = Schedule(epochs=30, batch=3, rate=5e-3, seed=1)
OTHERS = (
    replace(QUESTIONS[1], id="copy", text="WHAT JUMPS"),
    replace(QUESTIONS[2], text="What is heavy?"),
    Question.asked("What melts?", "snow"),
)


@pytest.fixture(scope="module")
def scores(knowledge: KnowledgeBase, tiny: Path) -> FoldScores:
    return score_folds(knowledge, OTHERS, tiny, SCHEDULE)


def best(row: np.ndarray) -> int:
    return int(row.argmax())


def test_rows_and_columns(scores: FoldScores) -> None:
    assert scores.questions == ("q1", "q2", "q3", "q4", "q5", "q6", "copy", "q3", "question")
    assert scores.frozen.shape == scores.tuned.shape == (9, 6)
    assert scores.frozen.dtype == scores.tuned.dtype == np.float16


def test_frozen_scores_are_cosines(knowledge: KnowledgeBase, tiny: Path, scores: FoldScores) -> None:
    encoder = Encoder.open(tiny)
    expected = encoder.encode(["What is cold? snow"]) @ encoder.encode([fact.text for fact in knowledge.facts]).T
    assert scores.frozen[:1] == pytest.approx(expected, abs=1e-3)


def test_a_leak_would_show(knowledge: KnowledgeBase, scores: FoldScores) -> None:
    """The gold facts share no word with their questions: only who has seen the pair puts them first."""
    leaked = BestFacts(knowledge, scores.encoder)
    assert [leaked.of(question) for question in QUESTIONS] == list(range(6))
    assert sum(best(row) == number for number, row in enumerate(scores.tuned[:6])) <= 2


class BestFacts:
    def __init__(self, knowledge: KnowledgeBase, encoder: Encoder) -> None:
        self._encoder = encoder
        self._facts = encoder.encode([fact.text for fact in knowledge.facts])

    def of(self, question: Question) -> int:
        return best(self._facts @ self._encoder.encode([f"{question.text} {question.answer}"])[0])


class Watcher:
    """An encoder that fails where it is asked about a question that it was trained on."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    @classmethod
    def open(cls, _: object) -> "Watcher":
        return cls()

    def train(self, _: object, questions: list[Question], __: object) -> None:
        self.seen = {bare(f"{question.text} {question.answer}") for question in questions}

    def encode(self, texts: list[str]) -> np.ndarray:
        assert not self.seen & {bare(text) for text in texts}
        return np.zeros((len(texts), 2))


def bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def test_no_encoder_scores_what_it_has_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth question repeats the first, and the fifth the second, each in another fold."""
    twins = (replace(QUESTIONS[0], id="q4", text="WHAT IS COLD"), replace(QUESTIONS[1], id="q5", text="What jumps"))
    knowledge = make_knowledge(tmp_path, (*QUESTIONS[:3], *twins, QUESTIONS[5]))
    monkeypatch.setattr(fold_scores, "Encoder", Watcher)
    monkeypatch.setattr(fold_scores, "train_bi_encoder", Watcher.train)
    scores = score_folds(knowledge, (replace(QUESTIONS[2], id="q9"), Question.asked("What melts?", "snow")))
    assert len(scores.questions) == 8
    assert len(scores.encoder.seen) == 4  # type: ignore[attr-defined] # two of the six are the same as two others


def test_a_row_is_what_an_encoder_without_its_fold_says(
    knowledge: KnowledgeBase, tiny: Path, scores: FoldScores
) -> None:
    encoder = Encoder.open(tiny)
    train_bi_encoder(encoder, knowledge, [QUESTIONS[number] for number in (0, 3, 4, 5)], SCHEDULE)  # not folds 1 and 2
    facts = encoder.encode([fact.text for fact in knowledge.facts])
    for row, question in ((1, QUESTIONS[1]), (6, OTHERS[0])):  # the copy has learnt as little as the original
        expected = facts @ encoder.encode([f"{question.text} {question.answer}"])[0]
        assert scores.tuned[row] == pytest.approx(expected, abs=1e-3)


def test_a_new_question_is_scored_by_the_encoder_that_saw_all(knowledge: KnowledgeBase, scores: FoldScores) -> None:
    encoder = scores.encoder
    expected = encoder.encode(["What melts? snow"]) @ encoder.encode([fact.text for fact in knowledge.facts]).T
    assert scores.tuned[8:] == pytest.approx(expected, abs=1e-3)


def test_the_command_writes_all_of_it(
    knowledge: KnowledgeBase, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explanans.progress._wanted", False)  # so that it is put back afterwards
    (tmp_path / "dev.tsv").write_text("\n".join(worldtree.encode_questions([replace(QUESTIONS[0], id="d1")])) + "\n")
    for name in ("one", "two"):
        arguments = ("--kb", knowledge.name, "--questions", tmp_path / "dev.tsv", "--encoder", tiny, "--quiet")
        monkeypatch.setattr(
            "sys.argv", ["explanans", "train", "fold-scores", *map(str, arguments), "--out", str(tmp_path / name)]
        )
        with pytest.raises(SystemExit, match="0"):
            main()
        assert (tmp_path / name / "questions.txt").read_text().split() == ["q1", "q2", "q3", "q4", "q5", "q6", "d1"]
        assert np.load(tmp_path / name / "frozen.npy").shape == (7, 6)
        assert read_manifest(tmp_path / name / "encoder").examples == 6
    tuned = [(tmp_path / name / "fine-tuned.npy").read_bytes() for name in ("one", "two")]
    assert tuned[0] == tuned[1]
