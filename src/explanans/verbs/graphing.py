"""Tell how arguments stand to beliefs, and draw the graphs that explain it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict, Unpack, overload

from explanans.compose.graphs.opening import open_composer
from explanans.exceptions import InputError
from explanans.graph import ExplanationGraph, Stance
from explanans.verbs.many import each


class By(TypedDict, total=False):
    """By what graphs are drawn; see ``open_composer``."""

    stances: Path | None
    model: Path | None


@overload
def graph(belief: str, argument: str, *, stance: Stance | str | None = None, **by: Unpack[By]) -> ExplanationGraph: ...
@overload
def graph(
    belief: Iterable[tuple[str, str]], *, stance: Stance | str | None = None, **by: Unpack[By]
) -> Iterator[ExplanationGraph]: ...
def graph(
    belief: str | Iterable[tuple[str, str]],
    argument: str = "",
    *,
    stance: Stance | str | None = None,
    **by: Unpack[By],
) -> ExplanationGraph | Iterator[ExplanationGraph]:
    """Tell whether an argument supports or counters a belief, and draw the graph that explains it.

    Args:
        belief: A sentence that somebody holds true; or many, as pairs with their arguments.
        argument: A sentence about the belief.
        stance: The stance to explain, where it is known: ``support`` or ``counter``.
        by: The models; those that come with the package where none are named.

    Returns:
        The best graph; for many beliefs an iterator of theirs.

    Raises:
        InputError: A sentence is empty, or a folder holds no such model.

    Example:
        >>> found = graph("Zoos should be banned.", "Animals suffer in narrow cages.")
        >>> found.stance.value, len(found.edges) >= 3
        ('support', True)
    """
    composer = open_composer(**by)
    if stance is not None and stance not in list(Stance):
        raise InputError(f"the stance {stance!r}; accepted: {', '.join(Stance)}")
    known = None if stance is None else Stance(stance)

    def one(pair: tuple[str, str]) -> ExplanationGraph:
        return composer.compose(*pair, known)[0]

    return one((belief, argument)) if isinstance(belief, str) else each(belief, one, "Drawing")
