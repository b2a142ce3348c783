"""Settings of the functions of the service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parts:
    """Settings of the functions; pickled for the workers.

    Attributes:
        knowledge: ``starter`` or the paths of knowledge bases.
        ranker: The name or folder of the ranker; that of ``default_ranker`` if None.
        judge: The name or folder of the judge; the one that comes with the package if None.
    """

    knowledge: tuple[str, ...] = ("starter",)
    ranker: str | None = None
    judge: str | None = None
