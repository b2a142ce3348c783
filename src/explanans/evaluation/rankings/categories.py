"""The kind of knowledge that a table holds: what is looked up, what supports an inference, what is one.

WorldTree sorts its tables into these three (Jansen & Ustalov 2019, table 4, "knowledge category"). Which table of V2.1
belongs to which is not in its files: the lists here are our own, by what a table's rows say.
"""

RETRIEVAL = "retrieval"
"""Descriptions of things: kinds, synonyms, parts, properties, places, measures."""
SUPPORTING = "inference-supporting"
"""Functions of things: actions, uses, requirements, sources, examples, durations."""
COMPLEX = "complex inference"
"""Causal relations: causes, changes, conditions, coupled quantities, processes, transfers."""

CATEGORIES = (RETRIEVAL, SUPPORTING, COMPLEX)

_SUPPORTING = frozenset(
    (
        "ABILITY ACTION ADAPTATION AFFORDANCES AVOID CONSUMERS-EATING CONVERSIONS CONVERSION DURATION DURATIONS "
        "DURING EATS EXAMPLE EXAMPLES FORMEDBY FREQUENCY HISTORY PERCEPTIONS PREDATOR-PREY PROTECT REQUIRES RESOURCE "
        "SENSE SOURCEOF USEDFOR VEHICLE XIVORE"
    ).split()
)
_COMPLEX = frozenset(
    (
        "AFFECT CAUSE CHANGE CHANGE-VEC COMPARISON CONDUCTION COUPLED COUPLEDRELATIONSHIP IFTHEN PROCESSROLES "
        "PROCESSSTAGES PROCESSSTAGES-ORDERS STAGE STAGE-IN-PROCESS TRANSFER"
    ).split()
)


def category(table: str) -> str | None:
    """Return the kind of knowledge that a table holds; None for a fact of no table.

    A table that is in neither of the other lists is one to look something up in.

    Args:
        table: The name of the table, in any case.

    Example:
        >>> category("KINDOF"), category("UsedFor"), category("CAUSE"), category("")
        ('retrieval', 'inference-supporting', 'complex inference', None)
    """
    name = table.upper()
    if not name:
        return None
    return SUPPORTING if name in _SUPPORTING else COMPLEX if name in _COMPLEX else RETRIEVAL
