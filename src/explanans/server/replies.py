"""Schemas of replies, for the OpenAPI description; the bodies are the records of ``--json``."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

_Status = Literal["supported", "contradicted", "unknown"]


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Fact(_Reply):
    """A fact with its score and where it stands."""

    id: str
    text: str
    table: str
    source: str
    score: float


class Step(_Reply):
    """A step of a tree: what follows from what."""

    premises: list[str]
    conclusion: str
    text: str
    inference: str


class Tree(_Reply):
    """An entailment tree; premises are ids of facts or of conclusions before them."""

    hypothesis: str
    steps: list[Step]


class Place(_Reply):
    """Words, and where they stand, in characters."""

    text: str
    start: int
    end: int


class ArcEvidence(_Reply):
    """The sentence of the source that supports an arc most."""

    sentence: int
    text: str


class Arc(_Reply):
    """A grammatical relation between two words, and whether the source supports it."""

    head: Place
    child: Place
    label: str
    score: float
    supported: bool
    evidence: ArcEvidence | None


class StepVerdict(_Reply):
    """The verdict of the check on a step."""

    step: str
    supported: bool
    unsupported: list[str]
    follows: float = Field(default=0.0, description="How likely the conclusion follows; left out where not judged.")
    arcs: list[Arc] = Field(default=[], description="Left out where arcs were not checked.")


class Verdict(_Reply):
    """The verdict on the hypothesis, given the facts."""

    status: _Status
    support: float = Field(ge=0, le=1)
    because: list[str]


class Proof(_Reply):
    """Another tree with its verdicts."""

    tree: Tree
    verdicts: list[StepVerdict]


class Explanation(_Reply):
    """Why an answer is right."""

    question: str
    answer: str
    hypothesis: str
    facts: list[Fact]
    tree: Tree | None
    verdicts: list[StepVerdict]
    missing: list[str]
    verdict: Verdict | None
    contradicted_by: list[str]
    milliseconds: float | None
    signature: str = Field(description="What reproduces the explanation.")
    alternatives: list[Proof] = Field(default=[], description="Further trees; left out where there are none.")


class Candidate(_Reply):
    """An answer that was judged and explained."""

    key: str
    answer: str
    status: _Status
    support: float = Field(ge=0, le=1)
    because: list[str]
    falls: str = Field(description="Why it stands behind the first.")
    explanation: Explanation


class Candidates(_Reply):
    """The answers to a question, best first."""

    question: str
    answers: list[Candidate]
    signature: str


class Ranking(_Reply):
    """The facts that explain an answer best, best first."""

    question: str
    answer: str
    ranker: str
    facts: list[Fact]


class Mark(_Reply):
    """Words of a claim that are at fault, and why."""

    text: str
    start: int
    end: int
    why: str
    evidence: int | None = Field(description="The number, from 0, of the sentence among the evidence that says so.")


class Quote(_Reply):
    """A sentence of a source, and where it stands."""

    text: str
    start: int
    end: int
    source: str
    line: int


class Probabilities(_Reply):
    """Probabilities that the source supports, contradicts or does not mention the worst sentence of a claim."""

    supported: float
    contradicted: float
    unknown: float


class Claim(_Reply):
    """The verdict on a claim, given the sources."""

    place: int
    claim: str
    status: _Status
    support: float = Field(ge=0, le=1)
    probabilities: Probabilities | None
    unsupported: list[Mark]
    contradicted: list[Mark]
    evidence: list[Quote]
    sentences: list[Place]
    score: float | None
    minimum: float | None
    arcs: list[Arc]


class SetAside(_Reply):
    """A part of the claims that asserts nothing and is not judged."""

    text: str
    kind: Literal["heading", "lead-in", "courtesy", "reference", "question"]


class Claims(_Reply):
    """The claims in their order."""

    claims: list[Claim]
    set_aside: list[SetAside]
    signature: str


class Graph(_Reply):
    """An explanation graph: edges are source, relation and target."""

    belief: str
    argument: str
    stance: Literal["support", "counter"]
    edges: list[tuple[str, str, str]]
    id: str
    probability: float | None = Field(description="How probable the stance is; null where it was given.")
    lacking: str = Field(description="What the graph lacks to show the stance; empty if nothing.")


class Graphs(_Reply):
    """Explanation graphs, best first."""

    graphs: list[Graph]


class Health(_Reply):
    """Return whether the service works."""

    status: Literal["ok", "starting"]
    version: str
    workers: int = Field(description="How many workers there should be.")
    ready: int = Field(description="How many there are.")
    busy: int = Field(description="How many of them work.")
    waiting: int = Field(description="How many requests wait for one.")


class Error(_Reply):
    """Why a request was refused, in one sentence."""

    error: str
