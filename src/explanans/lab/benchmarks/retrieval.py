"""Task 3 of EntailmentBank: leaves retrieved by our ranker from the sentences of its corpus."""

import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from explanans.errors import InputError
from explanans.formats.worldtree import UID_COLUMN
from explanans.io.files import read_lines, read_text
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Record, percent
from explanans.lab.datasets.catalogue import find
from explanans.language.tokens import informative_lemmas
from explanans.retrieval.ranker import Ranker, open_ranker, order
from explanans.structures.facts import Fact
from explanans.structures.questions import Choice, Question
from explanans.structures.trees import EntailmentTree, Problem

RETRIEVED = 25
"""As many as the authors' retriever gives."""
SIMILAR = 0.75
"""The least share of telling lemmas that a sentence and a leaf have in common (Jaccard index), for the two to be alike.

Dalvi et al. 2021 do not say when they are. Of 30 pairs drawn from 0.75 to 0.8 about seven in ten say the same but for a
word, of 30 from 0.7 to 0.75 about half. One or two sentences a question are left out then.
"""
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
    """

    knowledge: KnowledgeBase
    ranker: Ranker
    likenesses: "Likenesses"

    @classmethod
    def of(cls, data: Path | None, train: Sequence[Problem]) -> "Retriever":
        """Return a retriever that has learnt from gold trees which sentences explain.

        Args:
            data: The folder of the data sets, of which EntailmentBank's sentences and WorldTree's questions are used;
                if None, see ``datasets.catalogue.data_folder``.
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
            texts = [fact.text for fact in knowledge.facts]
            return cls(knowledge, open_ranker("unification", knowledge), Likenesses(texts))

    def retrieved(self, problem: Problem, count: int = RETRIEVED, gold: Sequence[str] = ()) -> Problem:
        """Return a problem with the best sentences for it as premises, the best first.

        The leaves of its gold tree get the ids of the sentences that they are.

        Args:
            gold: The leaves of its gold tree, where nothing that is like one of them is to be retrieved, so that no
                other tree is as good (Dalvi et al. 2021, section 4); see ``Likenesses``.
        """
        asked = f"{problem.question} {problem.hypothesis}"
        question = Question(problem.id, asked, (Choice("A", problem.answer or problem.hypothesis),), "A")
        left_out = self.likenesses.of(gold)
        best = order(self.knowledge, self.ranker.scores(question), count + len(left_out)).tolist()
        premises = tuple(self.knowledge.facts[number] for number in best if number not in left_out)[:count]
        if problem.tree is None:
            return replace(problem, premises=premises)
        known = {premise.text: premise for premise in premises}
        leaves = tuple(known.get(plain(leaf.text), Fact("", plain(leaf.text))) for leaf in problem.tree.leaves)
        return replace(problem, premises=premises, tree=EntailmentTree(problem.hypothesis, leaves, ()))


class Likenesses:
    """Finds near-duplicates of leaves in a corpus, without the leaves themselves.

    Example:
        >>> found = Likenesses(["a star is a kind of celestial body", "stars are celestial bodies", "ice is cold"])
        >>> found.of(["a star is a kind of celestial body"])
        frozenset({1})
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        self._sentences = tuple(map(plain, sentences))
        self._lemmas = tuple(map(informative_lemmas, self._sentences))
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, lemmas in enumerate(self._lemmas):
            for lemma in lemmas:
                self._places[lemma].append(number)

    def of(self, leaves: Sequence[str]) -> frozenset[int]:
        """Return the numbers of the sentences whose likeness to a leaf is ``SIMILAR`` or more.

        A leaf that the corpus spells otherwise (*earth's* for *earth 's*) is there in that spelling alone, which is
        kept.
        """
        wanted = set(map(plain, leaves))
        spelt = {_letters(leaf) for leaf in wanted.difference(self._sentences)}
        alike = {number for leaf in wanted for number in self._alike(informative_lemmas(leaf))}
        return frozenset(
            number
            for number in alike
            if self._sentences[number] not in wanted and _letters(self._sentences[number]) not in spelt
        )

    def _alike(self, lemmas: frozenset[str]) -> list[int]:
        shared = Counter(number for lemma in lemmas for number in self._places.get(lemma, ()))
        return [number for number, count in shared.items() if count >= SIMILAR * len(lemmas | self._lemmas[number])]


def similar_sentences(data: Path | None, problems: Sequence[Problem]) -> Record:
    """Measure how much of the corpus resembles gold leaves of problems, and how much of that was released with them.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        problems: Problems of task 3: with gold trees, and what the authors' retriever found as premises.

    Returns:
        How many ``sentences`` are like a gold leaf of a problem and none of its leaves; how many that is
        ``per_problem``; what share of them was ``released`` as premises, in percent, 0 if there are none.
    """
    texts = tuple(corpus(find("entailmentbank", data) / _CORPUS))
    likenesses = Likenesses(texts)
    count = released = 0
    for problem in problems:
        given = {plain(premise.text) for premise in problem.premises}
        alike = likenesses.of([leaf.text for leaf in problem.tree.leaves] if problem.tree else [])
        count += len(alike)
        released += sum(texts[number] in given for number in alike)
    return {
        "sentences": count,
        "per_problem": count / len(problems),
        "released": percent(released / max(1, count)),
    }


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def corpus(path: Path) -> Mapping[str, str]:
    """Return EntailmentBank's sentences, each once and as its trees write them, with the uid of the first of each."""
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

    Example:
        >>> plain("The sun rising; setting occurs once per day")
        'the sun rising / setting occurs once per day'
    """
    return " ".join(_ALTERNATIVES.sub(" / ", text).lower().split())


def _leaves(problems: Sequence[Problem], sentences: Mapping[str, str]) -> Mapping[str, set[str]]:
    """Return the uids of the gold leaves of each problem that are in the corpus."""
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
