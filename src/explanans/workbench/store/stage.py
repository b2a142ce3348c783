"""Stages: an item passes through one or more of them, each done by people of one role."""

from dataclasses import dataclass

from explanans.workbench.store.tables import Role


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the work on an item: its task, its role and its number of people.

    Attributes:
        name: Its name in the database, such as ``rate``.
        title: Its name on pages.
        role: The role of those who do it; administrators of the project may not stand in.
        people: How many people do it for each item, blind to one another; 0 if all of the role work together.
        after: The stages that have to be finished before.
        others: Whether those who did one of the stages of ``after`` for the item may not do this one.
        apart: Further stages whose people may not do this one, whether they come before it or not.
        complete: Whether as many people as are wanted have to be done with each stage before; else one is enough.
    """

    name: str
    title: str
    role: Role
    people: int = 1
    after: tuple[str, ...] = ()
    others: bool = False
    apart: tuple[str, ...] = ()
    complete: bool = False
