"""A knowledge base of ten facts, three explained questions, and a small network."""

from pathlib import Path

import pytest

from explanans.formats import worldtree
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question
from tests.neural.trees.conftest import make_t5, make_tokenizer, tiny_llama

__all__ = ["tiny_llama"]

TEXTS = (
    ("ice", "solid"),
    ("heat", "energy"),
    ("the sun", "star"),
    ("a frog", "animal"),
    ("a pond", "place"),
    ("air", "gas"),
    ("iron", "metal"),
    ("a pan", "tool"),
    ("iron", "element"),
)
TABLE = "\n".join(
    (
        "THING\t[FILL] is a kind of\tKIND\t[SKIP] DEP\t[SKIP] UID",
        "iron\tis a kind of\tmetal\told\tk0",
        *(f"{thing}\tis a kind of\t{kind}\t\tk{number}" for number, (thing, kind) in enumerate(TEXTS, 1)),
    )
)


def asked(name: str, text: str, answer: str, *facts: str) -> Question:
    explanation = tuple(GoldFact(fact, Role.CENTRAL) for fact in facts)
    return Question(name, text, (Choice("A", answer), Choice("B", "rocks")), "A", explanation)


QUESTIONS = (
    asked("q1", "What melts ice?", "the sun", "k1", "k2", "k3"),
    asked("q2", "Why does a frog leave a pond?", "air", "k4", "k5", "k6"),
    asked("q3", "What conducts heat?", "a pan", "k7", "k8"),
)


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """Return ten facts, of which the first is superseded by another with the same words."""
    folder = tmp_path_factory.mktemp("ten")
    for name, text in {
        "tables/KINDOF.tsv": TABLE + "\n",
        "questions/questions.train.tsv": "\n".join(worldtree.encode_questions(QUESTIONS)) + "\n",
    }.items():
        (folder / name).parent.mkdir()
        (folder / name).write_text(text)
    return KnowledgeBase.open(folder)


@pytest.fixture(scope="session")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a T5 with random weights, as a published checkpoint would be."""
    folder = tmp_path_factory.mktemp("tiny-t5")
    make_t5().save_pretrained(folder)
    make_tokenizer().save_pretrained(folder)
    return folder
