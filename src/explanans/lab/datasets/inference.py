"""Pairs of premises and claims for inference and fact-checking, data set by data set."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from explanans.errors import InputError
from explanans.formats import inference
from explanans.io.files import read_lines
from explanans.lab.datasets.locate import find
from explanans.structures.labelled import LabelledPair

Decode = Callable[[Iterable[str], str], Iterator[LabelledPair]]

SUMMARIES = ("samsum", "sales_email", "scitldr", "podcast")
"""The domains of SummEdits."""

PARTS: dict[str, tuple[str, Decode]] = {
    "snli": ("snli/{}.jsonl", inference.decode_inference),
    "conjnli": ("conjnli/{}.jsonl", inference.decode_inference),
    "med": ("med/{}.jsonl", inference.decode_inference),
    "help": ("help/{}.jsonl", inference.decode_inference),
    "fever-symmetric": ("fever-symmetric/{}.jsonl", inference.decode_labelled),
    "fm2": ("fm2/{}.jsonl", inference.decode_checked),
    "fm2-retrieved": ("fm2/{}.jsonl", inference.decode_retrieved),
    "wice": ("wice/claims.{}.jsonl", inference.decode_cited),
    "wice-words": ("wice/tokens.{}.jsonl", inference.decode_cited),
    "wice-pages": ("wice/claims.{}.jsonl", inference.decode_pages),
    "wice-pages-words": ("wice/tokens.{}.jsonl", inference.decode_pages),
    **{f"summedits-{domain}": (f"summedits/{domain}.jsonl", inference.decode_summaries) for domain in SUMMARIES},
}
"""The file of each data set, with a place for its split, and what reads it. SummEdits has no splits."""


def labelled_pairs(data: Path | None, part: str, split: str = "") -> list[LabelledPair]:
    """Return the pairs of a data set.

    Args:
        data: The folder of the data sets; where None, see ``locate.data_folder``.
        part: One of `PARTS`.
        split: The split, such as ``dev``; empty for SummEdits.

    Raises:
        InputError: There is no such data set or split.
        FormatError: A line of it is of another shape.
    """
    if part not in PARTS:
        raise InputError(f"the data set {part!r}; accepted: {', '.join(PARTS)}")
    name, decode = PARTS[part]
    path = find("inference", data) / name.format(split)
    if not path.is_file():
        raise InputError(f"{part}: no split {split!r} ({path}); accepted: those whose files are there")
    return list(decode(read_lines(path), str(path)))


def parts_of(data: Path | None, split: str) -> tuple[str, ...]:
    """Return the data sets that have a split; those without splits count as ``dev``.

    Args:
        data: The folder of the data sets; where None, see ``locate.data_folder``.
        split: The split.

    Raises:
        InputError: The data sets are not there.
    """
    folder = find("inference", data)
    return tuple(
        part
        for part, (name, _) in PARTS.items()
        if ("{}" in name or split == "dev") and (folder / name.format(split)).is_file()
    )
