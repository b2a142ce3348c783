"""Proof problems of EntailmentBank: a hypothesis and its premises."""

from dataclasses import dataclass

from explanans.structures.facts import Fact
from explanans.structures.trees import EntailmentTree


@dataclass(frozen=True, slots=True)
class Problem:
    """A hypothesis and the premises of its proof (Dalvi et al. 2021, section 3).

    Attributes:
        id: Names the problem within its data set.
        hypothesis: The sentence to be proved.
        premises: The available sentences; proofs use their ids. In task 1 all are leaves of the gold tree, in task 2
            some are distractors, in task 3 there are none until facts are retrieved.
        tree: The gold tree; None if it is not known.
        question: The question whose answer the hypothesis states; empty if there is none.
        answer: Its answer; empty if there is none.
        all_leaves: Whether every premise is known to be a leaf, as in task 1; provers may use it.
    """

    id: str
    hypothesis: str
    premises: tuple[Fact, ...]
    tree: EntailmentTree | None = None
    question: str = ""
    answer: str = ""
    all_leaves: bool = False


@dataclass(frozen=True, slots=True)
class Prediction:
    """The unparsed proof of a problem by any system.

    Attributes:
        problem: The id of the problem.
        proof: The proof in the proof language; empty if there is none.
        premises: The sentences that the proof may name.
        line: The line of its file, counted from 1; 0 if there is no file.
        source: The name of its file, for error messages.
    """

    problem: str
    proof: str
    premises: tuple[Fact, ...]
    line: int = 0
    source: str = "prediction"
