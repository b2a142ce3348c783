"""Task 3 of EntailmentBank: leaves retrieved by our ranker from the sentences of its corpus."""

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from explanans.codecs.worldtree import UID_COLUMN
from explanans.datasets.locate import find
from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.files import read_lines, read_text
from explanans.knowledge.base import KnowledgeBase
from explanans.problem import Problem
from explanans.question import Choice, Question
from explanans.rank.ranker import Ranker, open_ranker, order
from explanans.tree import EntailmentTree

RETRIEVED = 25
"""As many as the authors' retriever gives."""

_CORPUS = "supporting_data/worldtree_corpus_sentences_extended.json"
_PLACEHOLDER = "DUMMY"
_ALTERNATIVES = re.compile(r"\s*[;/]\s*")


@dataclass(frozen=True, slots=True)
class Retriever:
    """Retrieves sentences for hypotheses.

    A training question does not profit from its own tree. Other questions are not known at all, though WorldTree would
    have their explanations.

    Attributes:
        knowledge: The sentences, and the questions that they explain.
        ranker: Orders them.
    """

    knowledge: KnowledgeBase
    ranker: Ranker

    @classmethod
    def of(cls, data: Path | None, train: Sequence[Problem]) -> "Retriever":
        """Return a retriever that has learnt from gold trees which sentences explain.

        Args:
            data: The folder of the data sets, of which EntailmentBank's sentences and WorldTree's questions are used;
                where None, see ``datasets.locate.data_folder``.
            train: Training problems with gold trees.

        Raises:
            InputError: The sentences or the questions are not there.
        """
        sentences = corpus(find("entailmentbank", data) / _CORPUS)
        questions = find("worldtree-v2.1", data) / "questions" / "questions.train.tsv"
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "tables").mkdir()
            (folder / "questions").mkdir()
            rows = (f"{uid}\t{text}\n" for text, uid in sentences.items())
            (folder / "tables" / "corpus.tsv").write_text(f"{UID_COLUMN}\ttext\n{''.join(rows)}", encoding="utf-8")
            lines = _with_leaves(list(read_lines(questions)), _leaves(train, sentences))
            (folder / "questions" / "questions.train.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
            knowledge = KnowledgeBase.open(folder)
            return cls(knowledge, open_ranker("unification", knowledge))

    def retrieved(self, problem: Problem, count: int = RETRIEVED) -> Problem:
        """Return a problem with the best sentences for it as premises, the best first.

        The leaves of its gold tree get the ids of the sentences that they are.

        Args:
            problem: The problem, with the question and the answer behind its hypothesis.
            count: How many sentences to retrieve.
        """
        asked = f"{problem.question} {problem.hypothesis}"
        question = Question(problem.id, asked, (Choice("A", problem.answer or problem.hypothesis),), "A")
        best = order(self.knowledge, self.ranker.scores(question), count)
        premises = tuple(self.knowledge.facts[number] for number in best.tolist())
        if problem.tree is None:
            return replace(problem, premises=premises)
        known = {premise.text: premise for premise in premises}
        leaves = tuple(known.get(plain(leaf.text), Fact("", plain(leaf.text))) for leaf in problem.tree.leaves)
        return replace(problem, premises=premises, tree=EntailmentTree(problem.hypothesis, leaves, ()))


def corpus(path: Path) -> Mapping[str, str]:
    """Return EntailmentBank's sentences, each once and as its trees write them, with the uid of the first of each.

    Args:
        path: The file of the sentences by uid.

    Raises:
        InputError: The file is not there or holds something else.
    """
    try:
        rows = msgspec.json.decode(read_text(path), type=dict[str, str])
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: {error}; accepted: one JSON object of sentences by uid") from None
    found: dict[str, str] = {}
    for uid, text in rows.items():
        if text != _PLACEHOLDER:
            found.setdefault(plain(text), uid)
    return found


def plain(text: str) -> str:
    """Return a sentence as EntailmentBank's trees write it: in lower case, with ``/`` between alternatives.

    Args:
        text: A sentence.

    Example:
        >>> plain("The sun rising; setting occurs once per day")
        'the sun rising / setting occurs once per day'
    """
    return " ".join(_ALTERNATIVES.sub(" / ", text).lower().split())


def _leaves(problems: Sequence[Problem], sentences: Mapping[str, str]) -> Mapping[str, set[str]]:
    """Return the uids of the gold leaves of each problem, as far as they are in the corpus."""
    found: dict[str, set[str]] = {}
    for problem in problems:
        texts = (plain(leaf.text) for leaf in (problem.tree.leaves if problem.tree else ()))
        found.setdefault(problem.id, set()).update(sentences[text] for text in texts if text in sentences)
    return found


def _with_leaves(lines: Sequence[str], leaves: Mapping[str, set[str]]) -> list[str]:
    """Return a question file of the questions with gold leaves, which are their explanations."""
    header = lines[0].split("\t")
    name, column = header.index("QuestionID"), header.index("explanation")
    found = [lines[0]]
    for line in filter(str.strip, lines[1:]):
        cells = line.split("\t")
        if leaves.get(cells[name]):
            explanation = " ".join(f"{uid}|CENTRAL" for uid in sorted(leaves[cells[name]]))
            found.append("\t".join([*cells[:column], explanation, *cells[column + 1 :]]))
    return found
