"""The cosines of sentence encoders that have not seen a question's own explanation, from files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.knowledge.arrays import mapped_array
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.feature import Column
from explanans.question import Question

_MADE_BY = "accepted: a folder that `explanans train fold-scores` has written for this knowledge base"


@dataclass(frozen=True, slots=True)
class FoldCosines:
    """The cosine of every fact with each training question.

    Attributes:
        encoder: The folder of the encoder that scores questions which it has not been trained on.
        rows: The row of each question by its id.
        cosines: Each row by an encoder that has not seen the question's explanation; shape (questions, facts).
    """

    encoder: Path
    rows: Mapping[str, int]
    cosines: NDArray[np.float16]

    def of(self, question: Question) -> Column:
        """Return the cosine of every fact with a question; shape (facts,).

        Args:
            question: A training question.
        """
        return np.asarray(self.cosines[self.rows[question.id]], dtype=np.float64)

    @classmethod
    def read(cls, folder: Path, knowledge: KnowledgeBase) -> "FoldCosines":
        """Open the cosines that ``explanans train fold-scores`` has written.

        Args:
            folder: The folder.
            knowledge: The knowledge base that they were written for.

        Raises:
            InputError: Something is missing, or belongs to another knowledge base.
        """
        encoder, file = folder / "encoder", folder / "fine-tuned.npy"
        rows = {name: row for row, name in enumerate(read_lines(folder / "questions.txt"))}
        try:
            cosines = mapped_array(file)
        except (OSError, ValueError) as error:
            raise InputError(f"{file}: not the cosines of an encoder ({error}); {_MADE_BY}") from None
        if cosines.shape != (len(rows), len(knowledge.facts)) or cosines.dtype != np.float16:
            raise InputError(
                f"{file}: {cosines.dtype} of shape {cosines.shape}, where {len(rows)} questions and "
                f"{len(knowledge.facts)} facts belong; {_MADE_BY}"
            )
        unknown = next((question.id for question in knowledge.questions if question.id not in rows), None)
        if unknown is not None:
            raise InputError(f"{folder / 'questions.txt'}: lacks the training question {unknown}; {_MADE_BY}")
        if not encoder.is_dir():
            raise InputError(f"{encoder}: missing; {_MADE_BY}")
        return cls(encoder, rows, cosines)
