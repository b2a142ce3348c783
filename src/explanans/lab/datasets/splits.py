"""Readers of the splits of the public data sets: questions, problems, predictions, graphs, parses and pairs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from explanans.errors import InputError
from explanans.formats import conllu, entailmentbank, explagraphs
from explanans.formats.explagraphs import Refinement
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.lab.datasets import inference
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.inference import SummaryPair
from explanans.lab.datasets.labels import LabelledPair
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.questions import Question
from explanans.structures.syntax import Parse
from explanans.structures.trees import Prediction, Problem

TASKS = (1, 2, 3)
"""Tasks of EntailmentBank: 1 gives the leaves, 2 adds distractors, 3 gives what the authors' retriever found."""
_RELEASED = {1: "task1", 2: "task2", 3: "task3_v2"}
_MODELS = {"T5_11B": "T5-11B", "T5_large": "T5-large"}
SUMMARIES = ("samsum", "sales_email", "scitldr", "podcast")
"""The domains of SummEdits."""
_SENTENCE_PAIRS = (
    *("taxinli", "breaking-nli", "negation-nli", "scone", "megaveridicality", "folio", "ambient", "tracie"),
)
_PUBLIC, _MORE, _OWN = "inference", "more-inference", "check-pairs"


def worldtree_questions(data: Path | None, split: str) -> list[Question]:
    """Return the questions of a split of WorldTree.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    path = _file(find("worldtree-v2.1", data) / "questions", "questions.", split, ".tsv")
    return list(decode_questions(read_lines(path), str(path)))


def starter_questions(data: Path | None, split: str) -> list[Question]:
    """Return the questions of a split of the starter base; see ``worldtree_questions``."""
    path = _file(find("starter", data) / "questions", "questions.", split, ".tsv")
    return list(decode_questions(read_lines(path), str(path)))


def tree_problems(data: Path | None, task: int, split: str) -> list[Problem]:
    """Return the problems of a task of EntailmentBank, with their gold trees; those of task 3 are those of task 1.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    if task not in TASKS:
        raise InputError(f"task {task}: no such task; accepted: {', '.join(map(str, TASKS))}")
    path = _file(find("entailmentbank", data) / "dataset" / f"task_{task}", "", split, ".jsonl")
    problems = list(entailmentbank.decode(read_lines(path), str(path)))
    return list(entailmentbank.with_gold(problems, tree_problems(data, 1, split))) if task == 3 else problems


def released_trees(
    data: Path | None, task: int, split: str, problems: Sequence[Problem]
) -> list[tuple[str, list[Prediction]]]:
    """Return the predictions that EntailmentBank's authors released for a split, by model; none for most splits.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    folder = find("entailmentbank", data) / "predictions" / _RELEASED[task]
    return [
        (name, list(entailmentbank.read(path, read_lines, problems)))
        for model, name in _MODELS.items()
        for path in sorted((folder / model).glob(f"{split}.*.tsv"))
    ]


def graph_examples(data: Path | None, split: str) -> list[tuple[ExplanationGraph, ...]]:
    """Return the gold graphs of each belief and argument of a split of ExplaGraphs.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    path = _file(find("explagraphs", data), "", split, ".tsv")
    return list(explagraphs.decode(read_lines(path), str(path)))


def training_graphs(data: Path | None) -> list[ExplanationGraph]:
    """Return all graphs of ExplaGraphs' training split.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    return [graph for graphs in graph_examples(data, "train") for graph in graphs]


def graph_refinements(data: Path | None, *, missing_ok: bool = False) -> list[Refinement]:
    """Return the graphs of ExplaGraphs' training split that people refined, each with what became of it.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    path = find("explagraphs", data) / "refinement_graphs_train.tsv"
    if missing_ok and not path.exists():
        return []
    return list(explagraphs.decode_refinements(read_lines(path), str(path)))


def treebank_file(data: Path | None, split: str) -> Path:
    """Return the file of a split of the English Web Treebank.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    return _file(find("ud-english-ewt", data), "en_ewt-ud-", split, ".conllu")


def treebank_parses(data: Path | None, split: str) -> list[Parse]:
    """Return the sentences of a split of the English Web Treebank.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    path = treebank_file(data, split)
    return list(conllu.decode(read_lines(path), str(path)))


def pairs_of_summaries(data: Path | None) -> list[SummaryPair]:
    """Return the pairs of a right and a wrong summary of Falke et al. (2019).

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    path = find("factuality", data) / "summary_pairs.json"
    return inference.decode(read_lines(path), str(path))


def _file(folder: Path, before: str, split: str, after: str) -> Path:
    """Return the file of a split, or name the splits there are."""
    path = folder / f"{before}{split}{after}"
    if not path.is_file():
        names = (file.name.removeprefix(before).removesuffix(after) for file in folder.glob(f"{before}*{after}"))
        raise InputError(f"{path}: no such split; accepted: {', '.join(sorted(names)) or 'none is there'}")
    return path


Decode = Callable[[Iterable[str], str], Iterator[LabelledPair]]


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
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
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
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    home = find(_PUBLIC, data).parent
    return tuple(
        part
        for part, (folder, name, _) in PARTS.items()
        if ("{}" in name or split == "dev") and ((home / folder if folder else _PAIRS) / name.format(split)).is_file()
    )
