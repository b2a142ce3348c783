"""The kinds of writers: what each reads, and what it makes up."""

from enum import StrEnum


class Kind(StrEnum):
    """What a writer writes (Dalvi et al. 2021, sections 5 and 7)."""

    ALL_AT_ONCE = "all-at-once"
    """A whole tree over given premises."""
    ONE_STEP = "one-step"
    """One step to the hypothesis, from given premises and from new sentences, which it can be asked to show in turn."""
    NO_CONTEXT = "no-context"
    """A whole tree, leaves included, from question, answer and hypothesis alone."""

    @property
    def reads(self) -> bool:
        """Whether it is given premises."""
        return self is not Kind.NO_CONTEXT

    @property
    def prefix(self) -> str:
        """How the ids of the premises begin that it makes up; empty where it makes up none."""
        return {Kind.ALL_AT_ONCE: "", Kind.ONE_STEP: "int", Kind.NO_CONTEXT: "sent"}[self]

    @property
    def branches(self) -> bool:
        """Whether its trees have steps before the last."""
        return self is not Kind.ONE_STEP
