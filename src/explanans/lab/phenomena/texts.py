"""The text files of the generator: frames of phenomena, and the lexicon that fills their slots."""

from importlib import resources


def frames_text(name: str) -> str:
    """Return the text of a file of frames."""
    return resources.files(__package__).joinpath("matrices", f"{name}.txt").read_text(encoding="utf-8")


def lines(name: str) -> list[str]:
    """Return the lines of a file of the lexicon."""
    return resources.files(__package__).joinpath("word-lists", f"{name}.txt").read_text(encoding="utf-8").splitlines()


def table(name: str) -> dict[str, list[str]]:
    """Return the fields of the lines of a file of the lexicon by the first one; the fields are separated by tabs."""
    return {key: fields for key, *fields in (line.split("\t") for line in lines(name))}
