"""Schemas of requests: one model a function, with the limits of all callers."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

_SENTENCE = 2_000
_TEXT = 200_000
"""The characters that a sentence and a source may have."""

Sentence = Annotated[str, Field(min_length=1, max_length=_SENTENCE, pattern=r"\S")]
Text = Annotated[str, Field(min_length=1, max_length=_TEXT, pattern=r"\S")]
Facts = Annotated[int, Field(ge=1, le=100, description="How many facts to explain by.")]
Alternatives = Annotated[int, Field(ge=1, le=10, description="How many distinct explanations to look for.")]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Explain(_Request):
    """A question with its answer, which is to be explained."""

    question: Sentence = Field(examples=["What is ice made of?"])
    answer: Sentence = Field(examples=["water"])
    facts: Facts = 12
    alternatives: Alternatives = 1


class Answer(_Request):
    """A question with its choices, or without, where answers are to be found in the knowledge base."""

    question: Sentence = Field(examples=["What is ice made of?"])
    choices: list[Sentence] = Field(
        default=[],
        max_length=20,
        examples=[["water", "sand"]],
        description="The answers to judge, each once; if empty, candidates are proposed from the knowledge base.",
    )
    facts: Facts = 12
    most: int = Field(default=5, ge=1, le=20, description="Without choices, how many answers to return.")


class Rank(_Request):
    """A question with its answer, for which facts are to be ranked."""

    question: Sentence = Field(examples=["What is ice made of?"])
    answer: Sentence = Field(examples=["water"])
    limit: int = Field(default=100, ge=1, le=1000, description="How many of the best facts to return.")


class Named(_Request):
    """A source with the name by which evidence refers to it; names that end in .md are read as Markdown."""

    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
    text: Text


class Check(_Request):
    """Claims, and the sources against which to check them; a source is always the text itself, never a file."""

    claims: Annotated[list[Sentence], Field(min_length=1, max_length=100)] | Sentence = Field(
        examples=[["The shop closes at six."], "The shop closes at six."], description="One claim, or a list of them."
    )
    sources: Annotated[list[Text | Named], Field(min_length=1, max_length=50)] | Text | Named = Field(
        examples=[["The shop closes at six. On Sundays it stays shut."]],
        description="Text to check against: one text, or a list; with names or without.",
    )
    arcs: bool = Field(default=False, description="Whether to check grammatical arcs beside.")


class Graph(_Request):
    """A belief and an argument about it, whose stance is predicted and explained."""

    belief: Sentence = Field(examples=["Zoos should be banned."])
    argument: Sentence = Field(examples=["Animals suffer in narrow cages."])
    stance: Literal["support", "counter"] | None = Field(default=None, description="The stance, where it is known.")
    alternatives: Alternatives = 1
