"""Claims some of whose arcs are known to be supported or not."""

from collections.abc import Mapping
from dataclasses import dataclass

from explanans.parse import Arc, Parse


@dataclass(frozen=True, slots=True)
class ArcExample:
    """A source, a claim and what is known of the claim's arcs.

    Attributes:
        source: The sentences of the source.
        claim: The claim.
        labels: For each arc of which it is known whether the source supports it; arcs that are not named are ignored in
            training (Goyal & Durrett 2020, section 4).
        recipe: How the example was made.
        origin: What keeps examples together that share a sentence: examples of one origin are never split between
            training and testing.
    """

    source: tuple[Parse, ...]
    claim: Parse
    labels: Mapping[Arc, bool]
    recipe: str
    origin: str
