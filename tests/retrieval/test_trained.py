"""Training and ranking in stages: the protection against leaks, determinism, and how well the shipped models rank."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.formats import worldtree
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.sources import STARTER
from explanans.lab.training.ranker import (
    FIRST,
    FOLDS,
    WHOLE,
    Pointers,
    TrainingQuestion,
    advanced,
    examples,
    fold_name,
    folds,
    lessons,
    train,
)
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.nearness import Space
from explanans.retrieval.ranker import open_ranker
from explanans.retrieval.trained import Shortlist
from explanans.structures.facts import Role
from explanans.structures.questions import GoldFact, Question
from tests.frozen_pointers import frozen_pointer, frozen_pointers

Make = Callable[..., KnowledgeBase]
SMALL = replace(FIRST, trees=5)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """A corner of the starter base with 60 questions."""
    folder = tmp_path_factory.mktemp("small")
    for name in ("KINDOF", "CAUSE", "IFTHEN", "MADEOF", "SYNONYM", "PROPERTY"):
        write(folder / "tables" / f"{name}.tsv", list(read_lines(STARTER / "tables" / f"{name}.tsv")))
    rows = list(islice(read_lines(STARTER / "questions" / "questions.train.tsv"), 61))
    write(folder / "questions" / "questions.train.tsv", rows)
    return KnowledgeBase.open(folder)


@pytest.fixture(scope="module")
def smaller(small: KnowledgeBase) -> KnowledgeBase:
    """Twenty questions, two of which come twice, the second time in capitals, and a hundred facts or so."""
    ids = set(small.ids)
    explained = [item for item in small.questions if any(gold.fact in ids for gold in item.explanation)][:20]
    wanted = {gold.fact for item in explained for gold in item.explanation}
    facts = [fact for number, fact in enumerate(small.facts) if fact.id in wanted or not number % 9]
    twins = [replace(item, id=f"{item.id}-twin", text=item.text.upper()) for item in explained[:2]]
    return KnowledgeBase.of(facts, questions=[*explained, *twins])


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def gold(*facts: str) -> tuple[GoldFact, ...]:
    return tuple(GoldFact(fact, Role.CENTRAL) for fact in facts)


def planted(knowledge: KnowledgeBase, folder: Path, number: int) -> KnowledgeBase:
    """Return the same base, but with other facts as the explanation of one question."""
    questions = list(knowledge.questions)
    others = [uid for uid in knowledge.ids if uid not in {item.fact for item in questions[number].explanation}]
    questions[number] = replace(questions[number], explanation=gold(*others[::40]))
    for table in Path(knowledge.manifest.source).glob("tables/*.tsv"):
        write(folder / "tables" / table.name, list(read_lines(table)))
    write(folder / "questions" / "questions.train.tsv", list(worldtree.encode_questions(questions)))
    return KnowledgeBase.open(folder)


def test_a_planted_explanation_is_seen_without_protection_and_not_with_it(small: KnowledgeBase, tmp_path: Path) -> None:
    question = small.questions[7]
    before, after = (
        Extractor(knowledge, with_explanations=True) for knowledge in (small, planted(small, tmp_path / "leak", 7))
    )
    # Under another name, and with every pool visible, a question sees its own explanation: the leak is real.
    stranger = replace(question, id="stranger", text=f"{question.text} Qwertz?")
    assert unprotected(before, stranger) != unprotected(after, stranger)
    plain, leaked = (find(lessons([extractor] * FOLDS, 0), question) for extractor in (before, after))
    assert plain.shortlist.numbers.tolist() == leaked.shortlist.numbers.tolist()
    assert features(before, plain) == features(after, leaked)


def features(extractor: Extractor, lesson: TrainingQuestion) -> list[list[float]]:
    (example,) = examples([extractor] * FOLDS, [lesson], extractor.names)
    columns: list[list[float]] = example.columns.tolist()
    return columns


def unprotected(extractor: Extractor, question: Question) -> list[list[float]]:
    query, evidence = extractor.evidence(question)
    shortlist = Shortlist.of(extractor, query, evidence)
    columns: list[list[float]] = shortlist.columns(extractor, query, extractor.names).tolist()
    return columns


def find(taught: list[TrainingQuestion], question: Question) -> TrainingQuestion:
    return next(lesson for lesson in taught if lesson.question.id == question.id)


def test_stage_scores_come_from_trees_that_were_grown_without_the_question(small: KnowledgeBase) -> None:
    """Another gold explanation of a question changes no score of its own fold."""
    extractor = Extractor(small, with_explanations=False)
    by_fold = [extractor] * FOLDS
    taught = lessons(by_fold, 0)
    mine = taught[11]
    other = [replace(lesson, gold=lesson.shortlist.numbers[::9]) if lesson is mine else lesson for lesson in taught]
    first, second = (advanced(by_fold, items, extractor.names, 0, SMALL) for items in (taught, other))
    same = [a.shortlist.scores.tolist() == b.shortlist.scores.tolist() for a, b in zip(first, second, strict=True)]
    folds = [lesson.fold for lesson in taught]
    assert all(equal for equal, fold in zip(same, folds, strict=True) if fold == mine.fold)
    assert not all(equal for equal, fold in zip(same, folds, strict=True) if fold != mine.fold)


def test_pools_and_folds_keep_the_same_words_together(small: KnowledgeBase, tmp_path: Path) -> None:
    questions = list(small.questions)
    copy = replace(questions[3], id="copy", explanation=questions[9].explanation)
    for table in Path(small.manifest.source).glob("tables/*.tsv"):
        write(tmp_path / "kb" / "tables" / table.name, list(read_lines(table)))
    rows = list(worldtree.encode_questions([*questions, copy]))
    write(tmp_path / "kb" / "questions" / "questions.train.tsv", rows)
    taught = lessons([Extractor(KnowledgeBase.open(tmp_path / "kb"), with_explanations=True)] * FOLDS, 0)
    pair = [lesson for lesson in taught if lesson.question.id in {"copy", questions[3].id}]
    assert len(pair) == 2
    assert pair[0].fold == pair[1].fold
    assert pair[0].shortlist.own.tolist() == pair[1].shortlist.own.tolist()
    assert {lesson.fold for lesson in taught} == set(range(FOLDS))


def test_too_few_explanations(make_base: Make) -> None:
    with pytest.raises(InputError, match="0 questions with an explanation; accepted: 10 or more"):
        train(Extractor(make_base(["a frog hops"]), with_explanations=True), seed=0)


class ByHeart(DualEncoder):
    """A pointer that has learnt by heart what explains some questions: it gives each the vector of its first fact."""

    learnt: Mapping[str, str]

    @classmethod
    def taught(cls, folder: Path, knowledge: KnowledgeBase, questions: Iterable[Question]) -> "ByHeart":
        pointer = cls.open(folder)
        pointer.learnt = {bare(format_query(question)): first_fact(knowledge, question) for question in questions}
        return pointer

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return Embedder.shipped().embed([self._told(text) for text in texts])

    def _told(self, text: str) -> str:
        read = bare(text)
        return next((fact for start, fact in self.learnt.items() if read.startswith(start)), text)


def bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def first_fact(knowledge: KnowledgeBase, question: Question) -> str:
    return next(fact.text for gold in question.explanation if (fact := knowledge.fact(gold.fact)))


def known_by_heart(lesson: TrainingQuestion, extractor: Extractor) -> bool:
    """Return whether the pointer of an extractor has pointed to the first fact of a question, alone or onward."""
    fact = first_fact(extractor.knowledge, lesson.question)
    (place,) = np.flatnonzero(lesson.shortlist.numbers == [item.text for item in extractor.knowledge.facts].index(fact))
    (example,) = examples([extractor] * FOLDS, [lesson], extractor.later_names)
    columns = [extractor.later_names.index(name) for name in ("meaning", "onward")]
    return bool(example.columns[place, columns].max() > 0.99)


def test_no_question_is_read_by_a_pointer_that_has_seen_it(smaller: KnowledgeBase, tmp_path: Path) -> None:
    questions, of = smaller.questions, folds(smaller, 5)
    extractor = Extractor(smaller, with_explanations=True)

    def pointed(name: str, seen: Iterable[Question]) -> Extractor:
        pointer = ByHeart.taught(frozen_pointer(tmp_path / name, note=name), smaller, seen)
        return extractor.within(Space.of(smaller, pointer))

    by_fold = [
        pointed(fold_name(fold), [item for item, other in zip(questions, of, strict=True) if other != fold])
        for fold in range(FOLDS)
    ]
    taught = lessons(by_fold, 5)
    assert [lesson.fold for lesson in taught] == [of[questions.index(lesson.question)] for lesson in taught]
    assert not any(known_by_heart(lesson, by_fold[lesson.fold]) for lesson in taught)
    # What the pointer of all questions would have told, and what that of another fold would.
    leaky = [pointed(WHOLE, questions)] * FOLDS
    assert all(known_by_heart(lesson, leaky[0]) for lesson in lessons(leaky, 5))
    turned = [*by_fold[1:], by_fold[0]]
    assert all(known_by_heart(lesson, turned[lesson.fold]) for lesson in lessons(turned, 5))


def test_training_on_pointers(smaller: KnowledgeBase, tmp_path: Path) -> None:
    pointers = Pointers.open(frozen_pointers(tmp_path / "pointers", seed=3))
    assert len({pointer.name for pointer in pointers.folds}) == FOLDS
    extractor = Extractor(smaller, with_explanations=True)
    model = train(extractor, seed=3, pointers=pointers, growths=[SMALL, SMALL])
    assert (model.with_vectors, model.pointer) == (True, tmp_path / "pointers" / WHOLE)
    first, second = (set(stage.features) for stage in model.stages)
    assert second - first == {"onward", "onward_rank", "onward_gain"}
    assert {"meaning", "near_held", "near_power_2"} <= first <= second
    model.save(tmp_path / "model")
    assert open_ranker(str(tmp_path / "model"), smaller).scores(smaller.questions[0]).max() > 0
    with pytest.raises(InputError, match="pointers of the seed 3 and a ranker of the seed 4; accepted: the same one, "):
        train(extractor, seed=4, pointers=pointers)


def test_pointers_that_do_not_belong_together(tmp_path: Path) -> None:
    folder = frozen_pointers(tmp_path / "pointers")
    shutil.rmtree(folder / WHOLE)
    with pytest.raises(InputError, match=r"whole/manifest\.json: damaged or missing"):
        Pointers.open(folder)
    frozen_pointer(folder / WHOLE, seed=1)
    with pytest.raises(InputError, match="pointers of several seeds; train it again with"):
        Pointers.open(folder)


TRAINING = """
import sys
from pathlib import Path
from explanans.knowledge.base import KnowledgeBase
from dataclasses import replace
from explanans.learning.embedder import Embedder
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.nearness import Space
from explanans.lab.training.ranker import FIRST, train
growths = [replace(FIRST, trees=4)] * 2
knowledge = KnowledgeBase.open(sys.argv[1])
extractor = Extractor(knowledge, with_explanations=True, space=Space.of(knowledge, Embedder.shipped()))
model = train(extractor, seed=3, growths=growths)
model.save(Path(sys.argv[2]))
"""


def test_training_does_not_depend_on_the_hash_seed(small: KnowledgeBase, tmp_path: Path) -> None:
    for seed in ("0", "1"):
        arguments = [sys.executable, "-c", TRAINING, small.name, str(tmp_path / seed)]
        subprocess.run(arguments, env=os.environ | {"PYTHONHASHSEED": seed}, check=True)
    first, second = ({file.name: file.read_bytes() for file in (tmp_path / seed).iterdir()} for seed in ("0", "1"))
    assert first == second
    assert set(first) == {"known.json", "manifest.json", "stage1.txt", "stage2.txt"}
    question = small.questions[0]
    scores = open_ranker(str(tmp_path / "0"), small).scores(question)
    assert scores.shape == (len(small.facts),)
    assert 0 <= scores.min() < scores.max() <= 1
