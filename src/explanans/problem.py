"""Problems: a hypothesis to be shown from premises, as EntailmentBank poses them."""

from dataclasses import dataclass

from explanans.fact import Fact
from explanans.tree import EntailmentTree


@dataclass(frozen=True, slots=True)
class Problem:
    """A hypothesis and the sentences that it is to be shown from (Dalvi et al. 2021, section 3).

    Attributes:
        id: Names the problem within its data set.
        hypothesis: The sentence to be shown.
        premises: The sentences at hand; their ids are those that proofs use. In task 1 all are leaves of the gold
            tree, in task 2 some only distract, in task 3 there are none until facts are retrieved.
        tree: The gold tree; None where it is not known.
        question: The question whose answer the hypothesis states; empty where there is none.
        answer: Its answer; empty where there is none.
        all_leaves: Whether every premise is known to be a leaf, as in task 1; a prover may heed it.
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
    """A proof that somebody wrote for a problem, as it was written.

    Attributes:
        problem: The id of the problem.
        proof: The proof in the proof language; empty where there is none.
        premises: The sentences that the proof may name.
        line: The line of its file, counted from 1; 0 where it is of no file.
        source: The name of its file, for complaints.
    """

    problem: str
    proof: str
    premises: tuple[Fact, ...]
    line: int = 0
    source: str = "prediction"
