"""The functions as they are offered to others, and their settings."""

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel

from explanans.server import replies, requests


@dataclass(frozen=True, slots=True)
class Parts:
    """Settings of the functions; pickled for the workers.

    Attributes:
        knowledge: ``starter`` or the paths of knowledge bases.
        ranker: The name or folder of the ranker; that of ``default_ranker`` if None.
        judge: The name or folder of the judge; the one that comes with the package if None.
    """

    knowledge: tuple[str, ...] = ("starter",)
    ranker: str | None = None
    judge: str | None = None


class Offer(NamedTuple):
    """A function that is offered.

    Attributes:
        name: Its name; ``Functions`` has a method of that name.
    """

    name: str
    request: type[BaseModel]
    reply: type[BaseModel]
    title: str
    description: str


OFFERS = (
    Offer(
        "explain",
        requests.Explain,
        replies.Explanation,
        "Explain why an answer is right",
        "Finds the facts of the knowledge base that explain an answer to a question, joins them into an entailment "
        "tree, and judges whether they support or contradict the answer. Every fact has an id and says where it "
        "stands, for citing.",
    ),
    Offer(
        "answer",
        requests.Answer,
        replies.Candidates,
        "Judge and explain the answers to a question",
        "Judges every choice of a question by the facts of the knowledge base, best first, each with its explanation; "
        "without choices, the knowledge base proposes answers.",
    ),
    Offer(
        "rank",
        requests.Rank,
        replies.Ranking,
        "Rank facts for a question and its answer",
        "Returns the facts of the knowledge base that explain an answer best, with their scores.",
    ),
    Offer(
        "check",
        requests.Check,
        replies.Claims,
        "Check claims against sources",
        "Tells of each claim whether the given sources support it, contradict it or leave it open, by which sentences, "
        "and which words of it are at fault. Use it to check a text before it is passed on.",
    ),
    Offer(
        "graph",
        requests.Graph,
        replies.Graphs,
        "Explain the stance of an argument by a graph",
        "Predicts if an argument supports or counters a belief, and returns the commonsense graph that explains why.",
    ),
)
"""The functions, in the order in which they are listed."""
