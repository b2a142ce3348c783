"""Judgments of people on facts and explanations: ratings, and the shortlists that they rate."""

from typing import NamedTuple


class Annotation(NamedTuple):
    """One person's rating of a fact, or of a whole explanation.

    Attributes:
        question: The question's id.
        fact: The fact's id; empty if the whole explanation was rated.
        rater: The rater.
        rating: For a fact, how relevant it is, where 0 is irrelevant; for an explanation, 1 if it is complete, else 0.
            It has one decimal place at most.
    """

    question: str
    fact: str
    rater: str
    rating: float


class Candidate(NamedTuple):
    """A fact that is to be rated for a question, with what a rater has to read.

    Attributes:
        question: The question's id.
        fact: The fact's id.
        question_text: The question.
        answer: Its right answer.
        text: The fact.
    """

    question: str
    fact: str
    question_text: str
    answer: str
    text: str
