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

_SENTENCE_PAIRS = (
    *("taxinli", "breaking-nli", "negation-nli", "scone", "megaveridicality", "folio", "ambient", "tracie"),
)
_PUBLIC, _MORE, _OWN = "inference", "more-inference", "check-pairs"

_PAIRS = Path(__file__).parents[1] / "benchmarks" / "pairs"
"""The folder of the pairs that come with the package."""

PARTS: dict[str, tuple[str, str, Decode]] = {
    "snli": (_PUBLIC, "snli/{}.jsonl", inference.decode_inference),
    "conjnli": (_PUBLIC, "conjnli/{}.jsonl", inference.decode_inference),
    "med": (_PUBLIC, "med/{}.jsonl", inference.decode_inference),
    "help": (_PUBLIC, "help/{}.jsonl", inference.decode_inference),
    "fever-symmetric": (_PUBLIC, "fever-symmetric/{}.jsonl", inference.decode_labelled),
    "fm2": (_PUBLIC, "fm2/{}.jsonl", inference.decode_checked),
    "fm2-retrieved": (_PUBLIC, "fm2/{}.jsonl", inference.decode_retrieved),
    "wice": (_PUBLIC, "wice/claims.{}.jsonl", inference.decode_cited),
    "wice-words": (_PUBLIC, "wice/tokens.{}.jsonl", inference.decode_cited),
    "wice-pages": (_PUBLIC, "wice/claims.{}.jsonl", inference.decode_pages),
    "wice-pages-words": (_PUBLIC, "wice/tokens.{}.jsonl", inference.decode_pages),
    **{
        f"summedits-{domain}": (_PUBLIC, f"summedits/{domain}.jsonl", inference.decode_summaries)
        for domain in SUMMARIES
    },
    **{part: (_MORE, f"{part}/{{}}.jsonl", inference.decode_inference) for part in _SENTENCE_PAIRS},
    "fever": (_MORE, "fever/{}.jsonl", inference.decode_labelled),
    "scifact": (_MORE, "scifact/{}.jsonl", inference.decode_labelled),
    "creak": (_MORE, "creak/{}.jsonl", inference.decode_summaries),
    "begin": (_MORE, "begin/{}.jsonl", inference.decode_summaries),
    "comve": (_MORE, "comve/{}.jsonl", inference.decode_reasons),
    "check-pairs": (_OWN, "pairs.jsonl", inference.decode_kinds),
    "own-pairs": ("", "own-pairs.jsonl", inference.decode_kinds),
}
"""The folder and the file of each data set, with a place for its split, and its decoder.

SummEdits and the pairs by kind have no splits.
"""


def labelled_pairs(data: Path | None, part: str, split: str = "") -> list[LabelledPair]:
    """Return the pairs of a data set.

    Args:
        data: The folder of the data sets; if None, see ``locate.data_folder``.
        part: One of `PARTS`.
        split: The split, such as ``dev``; empty for SummEdits.

    Raises:
        InputError: There is no such data set or split.
        FormatError: A line of it is of another shape.
    """
    if part not in PARTS:
        raise InputError(f"the data set {part!r}; accepted: {', '.join(PARTS)}")
    folder, name, decode = PARTS[part]
    path = (find(folder, data) if folder else _PAIRS) / name.format(split)
    if not path.is_file():
        raise InputError(f"{part}: no split {split!r} ({path}); accepted: those whose files are there")
    return list(decode(read_lines(path), str(path)))


def parts_of(data: Path | None, split: str) -> tuple[str, ...]:
    """Return the data sets that have a split; those without splits count as ``dev``.

    Args:
        data: The folder of the data sets; if None, see ``locate.data_folder``.

    Raises:
        InputError: The data sets are not there.
    """
    home = find(_PUBLIC, data).parent
    return tuple(
        part
        for part, (folder, name, _) in PARTS.items()
        if ("{}" in name or split == "dev") and ((home / folder if folder else _PAIRS) / name.format(split)).is_file()
    )
