"""Make enhanced arcs of a basic tree."""

from explanans.parse import Arc, Parse


def enhanced(parse: Parse) -> tuple[Arc, ...]:
    """Return the enhanced arcs of a sentence, sorted by child, head and label.

    Args:
        parse: A parse with its basic tree.
    """
    return tuple(sorted(parse.arcs, key=lambda arc: (arc.child, arc.head, arc.label)))
