"""Events as subjects: what a rule says of doing something holds of a thing that does it."""

from collections.abc import Iterator

from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import head
from explanans.compose.conclusions.reading import clause
from explanans.compose.conclusions.replacement import replace
from explanans.compose.conclusions.wording import tidied
from explanans.text.grammar import AUXILIARIES, bare, is_gerund
from explanans.text.inflection import base_form, gerund
from explanans.tree import Inference


def events(rule: str, case: str) -> Iterator[Candidate]:
    """Yield what a rule about an event says of an event that a case states.

    Args:
        rule: What follows from an event, named by a gerund.
        case: Who does it, and to what.

    Example:
        >>> rule = "protecting a living thing has a positive impact on that living thing"
        >>> next(events(rule, "ants protect the acacia")).text
        'ants protecting the acacia has a positive impact on the acacia'
    """
    said, told = clause(rule), clause(case)
    if said is None or told is None or not is_gerund(bare(said.subject[0])) or len(said.subject) < 2:
        return
    verb = base_form(bare(told.verb[-1]))
    if bare(told.verb[-1]) in AUXILIARIES or gerund(verb) != bare(said.subject[0]) or not told.rest:
        return
    general, special = head(said.subject[1:]), head(told.rest)
    consequence = " ".join(said.predicate)
    found = replace(consequence, general, special)
    predicate = found.text if found else consequence
    yield Candidate(tidied([*told.subject, gerund(verb), *special, *predicate.split()]), Inference.RULE, "event")
