"""A dual encoder fine-tuned on gold explanations: questions are near to the facts that explain their answers."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from explanans.errors import InputError
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.embedder import WORDS, Embedder
from explanans.learning.model import again, read_manifest
from explanans.learning.onnx import GRAPH, digest_of, open_graph
from explanans.structures.questions import Question

BETWEEN = " [SEP] "
"""Separator between the fields of the encoder input."""


class DualEncoder(Embedder):
    """An encoder of questions and facts with the subword vocabulary of the shipped network.

    A query consists of a question, its answer and optional facts. A query with part of the explanation is near to the
    missing facts.
    """

    kind = "pointer"
    longest = 256

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Open the network of a folder.

        Args:
            folder: A folder that ``explanans lab train pointers`` has written.

        Raises:
            InputError: The folder holds no such network, a damaged one, or one with another vocabulary.
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


def format_query(question: Question, facts: Sequence[str] = ()) -> str:
    """Return the input of a dual encoder: question, answer, their statement, and facts.

    Raises:
        InputError: The question's key names no choice.

    Example:
        >>> format_query(Question.asked("What melts ice?", "heat"), ["ice is a solid"])
        'What melts ice? [SEP] heat [SEP] heat melts ice [SEP] ice is a solid'
    """
    answer = question.answer
    return BETWEEN.join((question.text, answer, hypothesis(question.text, answer), *facts))
