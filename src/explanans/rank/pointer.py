"""A network that gold explanations have taught: it puts a question near to the facts that explain its answer."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from explanans.exceptions import InputError
from explanans.manifest import again, read_manifest
from explanans.meaning.embedder import WORDS, Embedder
from explanans.meaning.network import GRAPH, digest_of, open_graph
from explanans.question import Question
from explanans.text.hypothesis import hypothesis

BETWEEN = " [SEP] "
"""What parts what is read together."""


class Pointer(Embedder):
    """A network that makes vectors of questions and of facts, on the pieces of words of the one that ships.

    Questions are spelt out with their answers, and facts may stand beside them: so a question with facts that explain
    it in part points to those that are lacking.
    """

    kind = "pointer"
    longest = 256

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Open the network of a folder.

        Args:
            folder: A folder that ``explanans train pointers`` has written.

        Raises:
            InputError: The folder holds no such network, a damaged one, or one that stands on other pieces of words.
        """
        if folder is None:
            raise InputError("no pointer is named; accepted: the folder of one")
        manifest = read_manifest(folder, cls.kind)
        below = Embedder.shipped()
        if manifest.data.get(WORDS) != below.network.manifest.files[WORDS]:
            raise InputError(f"{folder}: stands on other pieces of words than the package has; {again(cls.kind)}")
        session = open_graph(folder, GRAPH, manifest)
        network = replace(below.network, session=session, manifest=manifest, digest=digest_of(folder))
        return cls(network, below.words)


def spelled(question: Question, facts: Sequence[str] = ()) -> str:
    """Return what a pointer reads of a question: question, answer, the statement made of both, and facts beside them.

    Args:
        question: A question with its right answer.
        facts: The texts of facts.

    Raises:
        InputError: The question's key names no choice.

    Example:
        >>> spelled(Question.asked("What melts ice?", "heat"), ["ice is a solid"])
        'What melts ice? [SEP] heat [SEP] heat melts ice [SEP] ice is a solid'
    """
    answer = question.answer
    return BETWEEN.join((question.text, answer, hypothesis(question.text, answer), *facts))
