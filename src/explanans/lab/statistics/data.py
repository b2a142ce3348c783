"""Statistics of a data set of the catalogue, or of any file in one of its formats, beside published ones."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import explanans.lab.statistics.rendering  # noqa: F401 - registers how statistics are shown
from explanans.errors import InputError
from explanans.formats import conllu, entailmentbank, explagraphs, iml, jsonl, ratings, worldtree
from explanans.io.files import read_lines, read_text
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets import inference
from explanans.lab.datasets.catalogue import catalogue, find
from explanans.lab.datasets.splits import labelled_pairs, parts_of
from explanans.lab.statistics.graphs import describe_graphs, describe_refinements
from explanans.lab.statistics.pairs import describe_claims, describe_parses, describe_summaries
from explanans.lab.statistics.patterns import describe_patterns, describe_solutions
from explanans.lab.statistics.structures import DataPart, DatasetStatistics, Published
from explanans.lab.statistics.trees import ACCURACY, describe_given, describe_trees
from explanans.lab.statistics.worldtree import describe_facts, describe_questions, describe_ratings, describe_reach
from explanans.runtime.version import __version__
from explanans.structures.facts import Fact
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.trees import Problem

_TREES = "Dalvi et al. 2021"
_RATINGS = "Jansen et al. 2021"
_TASK = "Jansen & Ustalov 2019"
_GRAPHS = "Saha et al. 2021"
_ARCS = "Goyal & Durrett 2020"
_FIRST_VERSION = "the paper describes version 1 of WorldTree, this is V2.1"
_ALL_SPLITS = "the paper counts all splits, with test"
_HALF = "the copy here may hold part of the official split"
PUBLISHED: dict[str, dict[str, dict[str, Published]]] = {
    "worldtree-v2.1": {
        "facts": {
            "facts": Published(4950, f"{_TASK}, section 4", _FIRST_VERSION),
            "tables": Published(62, f"{_TASK}, section 4", _FIRST_VERSION),
            "used": Published(3686, f"{_TASK}, section 4", _FIRST_VERSION),
            "reused": Published(1500, f"{_TASK}, section 4", _FIRST_VERSION),
            "most_used": Published(89, f"{_TASK}, section 4", _FIRST_VERSION),
        },
        "train": {
            "questions": Published(2210, f"{_RATINGS}, appendix A.1", "the file of the shared tasks has three fewer"),
            "length": Published(5.6, f"{_TREES}, table 1", _ALL_SPLITS),
            "edges": Published(9, f"{_TREES}, table 1", f"{_ALL_SPLITS}; how pairs were counted is not said"),
            "role_central": Published(61, f"{_TASK}, figure 5", _FIRST_VERSION),
            "role_grounding": Published(19, f"{_TASK}, figure 5", _FIRST_VERSION),
            "role_lexglue": Published(21, f"{_TASK}, figure 5", _FIRST_VERSION),
        },
        "dev": {"questions": Published(496, f"{_RATINGS}, appendix A.1")},
        "reach dev": {"one_hop": Published(76, f"{_TASK}, section 6", f"{_FIRST_VERSION}, and says of no split")},
    },
    "worldtree-ratings-2021": {
        split: {
            "shortlist": Published(28.9, f"{_RATINGS}, section 4", _ALL_SPLITS),
            "gold_relevant": Published(98.5, f"{_RATINGS}, section 4", _ALL_SPLITS),
            "gold_important": Published(85, f"{_RATINGS}, section 4", _ALL_SPLITS),
        }
        for split in ("train", "dev")
    },
    "entailmentbank": {
        "train": {
            "problems": Published(1313, f"{_TREES}, table 2"),
            "steps": Published(4175, f"{_TREES}, table 2"),
            "steps_in_tree": Published(3.2, f"{_TREES}, figure 4"),
            "nodes": Published(7.6, f"{_TREES}, figure 4"),
            "edges": Published(
                6, f"{_TREES}, table 1", f"{_ALL_SPLITS}; counted here from each premise to its conclusion"
            ),
            "short": Published(50, f"{_TREES}, section 3.3"),
            "longest": Published(17, f"{_TREES}, section 3.3"),
            "distractors_task_2": Published(
                20,
                f"{_TREES}, section 4",
                "the paper says 15 to 20, and 30 sentences elsewhere; the data have 25 sentences",
            ),
        },
        "dev": {
            "problems": Published(187, f"{_TREES}, table 2"),
            "steps": Published(597, f"{_TREES}, table 2"),
            "found_task_3": Published(66.1, f"{_TREES}, section 6.2", "the paper says so of test"),
        },
    },
    "explagraphs": {
        "train": {
            "examples": Published(2368, f"{_GRAPHS}, table 1"),
            "support": Published(1335, f"{_GRAPHS}, table 1"),
            "counter": Published(1033, f"{_GRAPHS}, table 1"),
            "nodes": Published(5.1, f"{_GRAPHS}, table 2"),
            "edges": Published(4.2, f"{_GRAPHS}, table 2"),
            "external_concepts": Published(1.3, f"{_GRAPHS}, table 2"),
            "depth": Published(3.3, f"{_GRAPHS}, table 2"),
            "non_linear": Published(
                58.8,
                f"{_GRAPHS}, table 2",
                "a chain is not defined there; each concept in one edge in and one out gives this",
            ),
            "with_external": Published(78.2, f"{_GRAPHS}, table 2"),
        },
        "dev": {
            "examples": Published(398, f"{_GRAPHS}, table 1", _HALF),
            "support": Published(199, f"{_GRAPHS}, table 1", _HALF),
            "counter": Published(199, f"{_GRAPHS}, table 1", _HALF),
            "nodes": Published(5.4, f"{_GRAPHS}, table 2", _HALF),
            "edges": Published(4.5, f"{_GRAPHS}, table 2", _HALF),
            "external_concepts": Published(1.6, f"{_GRAPHS}, table 2", _HALF),
            "depth": Published(3.8, f"{_GRAPHS}, table 2", _HALF),
            "non_linear": Published(47.0, f"{_GRAPHS}, table 2", _HALF),
            "with_external": Published(88.4, f"{_GRAPHS}, table 2", _HALF),
        },
        "refinements": {
            "right_after_1": Published(67, f"{_GRAPHS}, section 4.2", "the paper counts all splits"),
            "right_after_2": Published(81, f"{_GRAPHS}, section 4.2", "the paper counts all splits"),
        },
    },
    "cosata": {
        "patterns": {
            "patterns": Published(385, f"{_RATINGS}, section 6.1"),
            "rows_with_parts": Published(12, f"{_RATINGS}, section 6.1", "the paper may count the facts of solutions"),
        },
        "solutions": {
            "solutions": Published(593_000, f"{_RATINGS}, section 6.1", "the copy here may hold part of the files"),
            "facts": Published(12, f"{_RATINGS}, section 6.1", "the copy here may hold part of the files"),
        },
    },
    "factuality": {"pairs": {"pairs": Published(373, f"{_ARCS}, section 6.1", _HALF)}},
}
"""A figure is missing where the paper gives none."""
_ACCEPTED = (
    "the name of a data set (see 'lab data list'), a folder laid out as theirs, a WorldTree question file or table "
    "(.tsv), problems with trees (.jsonl), graphs (.tsv, .jsonl), patterns (.iml), expert ratings or pairs of "
    "summaries (.json), or parsed sentences (.conllu)"
)
_SPLITS = ("train", "dev", "test")
_INFERENCE_REMARK = (
    "Kinds of inference are estimated from the words of each step: right on {:.0f}% of 60 steps that a reader labelled."
)
_NO_ROUNDS = "The rounds of collection and the topics of beliefs are not in the released files."


Parts = Iterable[DataPart]


def describe_data(
    name: str, data: Path | None = None, splits: Sequence[str] = (), *, reach: bool = False
) -> DatasetStatistics:
    """Describe a data set.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        splits: The splits to describe; all that are there if none is named.
        reach: Whether to tell how often explanations of WorldTree lie within one hop, which takes seconds a split.

    Example:
        >>> described = describe_data("starter")
        >>> described["train"].figures["explained"].value == described["train"].figures["questions"].value
        True
    """
    known = {item.name for item in catalogue()}
    folder = find(name, data) if name in known else Path(name)
    if not folder.exists():
        raise InputError(f"{name}: no such data set, file or folder; accepted: {_ACCEPTED}")
    kind, described, remarks = _described(folder, name, data, splits, reach=reach)
    parts = [_beside(part, name) for part in described]
    signature = f"data:{name}|splits:{','.join(splits) or 'all'}|version:{__version__}"
    return DatasetStatistics(name, kind, tuple(parts), tuple(remarks), signature)


def _beside(part: DataPart, name: str) -> DataPart:
    """Return a part with the published values of its figures."""
    published = PUBLISHED.get(name, {}).get(part.name, {})
    figures = {key: replace(figure, published=published.get(key)) for key, figure in part.figures.items()}
    return replace(part, figures=figures)


def _described(
    path: Path, name: str, data: Path | None, splits: Sequence[str], *, reach: bool
) -> tuple[str, Parts, Sequence[str]]:
    if path.is_file():
        return _file(path, "", splits)
    if name == "inference":
        _check_splits(path, splits, _SPLITS)
        there = [(split, part) for split in splits or ("train", "dev") for part in parts_of(data, split)]
        pairs = {f"{part} {split}": labelled_pairs(data, part, split) for split, part in there}
        return "claims", describe_claims(pairs), ()
    tests: tuple[tuple[str, Callable[[], tuple[str, Parts, Sequence[str]]]], ...] = (
        ("questions/questions.*.tsv", lambda: ("facts", _worldtree(path, splits, reach=reach), ())),
        ("dataset/task_1/*.jsonl", lambda: ("trees", _trees(path, splits), [_INFERENCE_REMARK.format(ACCURACY)])),
        ("relations.txt", lambda: ("graphs", _graphs(path, splits), [_NO_ROUNDS])),
        ("wt-expert-ratings.*.json", lambda: ("ratings", _ratings(path, splits), ())),
        ("summary_pairs.json", lambda: _file(path / "summary_pairs.json", "pairs", splits)),
        ("patterns/*.iml", lambda: ("patterns", _patterns(path, splits), ())),
        ("*.iml", lambda: ("patterns", _patterns(path, splits), ())),
        ("*.conllu", lambda: ("sentences", _treebank(path, splits), ())),
    )
    for pattern, described in tests:
        if any(path.glob(pattern)):
            return described()
    raise InputError(f"{path}: a folder without any data that is known; accepted: {_ACCEPTED}")


def _found(path: Path, before: str, after: str, splits: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the splits that are wanted and there, those of the papers first."""
    names = {file.name.removeprefix(before).removesuffix(after): file for file in path.glob(f"{before}*{after}")}
    there = [*(split for split in _SPLITS if split in names), *sorted(names.keys() - set(_SPLITS))]
    _check_splits(path, splits, there)
    for split in there:
        if split in (splits or names):
            yield split, names[split]


def _check_splits(path: Path, splits: Sequence[str], there: Sequence[str]) -> None:
    for split in splits:
        if split not in there:
            raise InputError(f"{path}: no split {split!r}; accepted: {', '.join(there) or 'none, it has no splits'}")


def _worldtree(path: Path, splits: Sequence[str], *, reach: bool) -> Iterator[DataPart]:
    knowledge = KnowledgeBase.open(path if path.name != "starter" else "starter")
    facts = {fact.id.lower(): fact for fact in knowledge.facts}
    questions = {
        split: list(worldtree.decode_questions(read_lines(file), str(file)))
        for split, file in _found(path / "questions", "questions.", ".tsv", splits)
    }
    if not splits:
        yield describe_facts(knowledge.facts, list(chain.from_iterable(questions.values())))
    for split, asked in questions.items():
        yield describe_questions(split, asked, facts)
        if reach:
            yield describe_reach(f"reach {split}", asked, knowledge)


def _trees(path: Path, splits: Sequence[str]) -> Iterator[DataPart]:
    for split, file in _found(path / "dataset" / "task_1", "", ".jsonl", splits):
        problems = _problems(file)
        part = describe_trees(split, problems, given=False)
        figures = dict(part.figures)
        for task in ("2", "3"):
            given = path / "dataset" / f"task_{task}" / file.name
            if given.is_file():
                figures |= describe_given(list(entailmentbank.with_gold(_problems(given), problems)), task)
        yield replace(part, figures=figures)


def _problems(file: Path) -> list[Problem]:
    return list(entailmentbank.decode(read_lines(file), str(file)))


def _graphs(path: Path, splits: Sequence[str]) -> Iterator[DataPart]:
    files = {split: path / f"{split}.tsv" for split in _SPLITS if (path / f"{split}.tsv").is_file()}
    _check_splits(path, splits, list(files))
    for split, file in files.items():
        if split in (splits or files):
            yield describe_graphs(split, list(explagraphs.decode(read_lines(file), str(file))))
    history = path / "refinement_graphs_train.tsv"
    if history.is_file() and not splits:
        yield describe_refinements(list(explagraphs.decode_refinements(read_lines(history), str(history))))


def _ratings(path: Path, splits: Sequence[str]) -> Iterator[DataPart]:
    for split, file in _found(path, "wt-expert-ratings.", ".json", splits):
        yield describe_ratings(split, list(ratings.decode_rated(read_lines(file), str(file))))


def _patterns(path: Path, splits: Sequence[str]) -> Iterator[DataPart]:
    _check_splits(path, splits, ())
    folder = path / "patterns" if (path / "patterns").is_dir() else path
    files = sorted(folder.glob("*.iml"))
    yield describe_patterns(
        len(files), [pattern for file in files for pattern in iml.decode(read_text(file), str(file))]
    )
    if solved := sorted((path / "solutions").glob("*.json")):
        yield describe_solutions((str(file), read_text(file)) for file in solved)


def _treebank(path: Path, splits: Sequence[str]) -> Iterator[DataPart]:
    for split, file in _found(path, "en_ewt-ud-", ".conllu", splits):
        yield describe_parses(split, list(conllu.decode(read_lines(file), str(file))))


def _file(path: Path, name: str, splits: Sequence[str]) -> tuple[str, Parts, Sequence[str]]:
    """Describe one file; its suffix and its first line determine the format."""
    _check_splits(path, splits, ())
    first = next((line for line in read_lines(path) if line.strip()), "")
    lines, source, title = read_lines(path), str(path), name or path.name
    kind, part = "", DataPart(title, {})
    match path.suffix.lower():
        case ".iml":
            kind, part = "patterns", describe_patterns(1, iml.decode(read_text(path), source), title)
        case ".conllu":
            kind, part = "sentences", describe_parses(title, list(conllu.decode(lines, source)))
        case ".json" if first.lstrip().startswith("["):
            kind, part = "pairs", describe_summaries(title, inference.decode(lines, source))
        case ".json":
            kind, part = "ratings", describe_ratings(title, list(ratings.decode_rated(lines, source)))
        case ".jsonl" if '"belief"' in first:
            graphs = [(graph,) for graph in jsonl.decode(lines, ExplanationGraph, source)]
            kind, part = "graphs", describe_graphs(title, graphs)
        case ".jsonl" if '"proof"' in first:
            kind, part = "trees", describe_trees(title, _problems(path))
        case ".tsv":
            kind, part = _table(path, title, first.split("\t"))
    if not kind:
        raise InputError(f"{path}: a file of no format that is known; accepted: {_ACCEPTED}")
    return kind, [part], [_INFERENCE_REMARK.format(ACCURACY)] if kind == "trees" else ()


def _table(path: Path, title: str, columns: Sequence[str]) -> tuple[str, DataPart]:
    """Describe a table; its header or the columns of its first row determine the format."""
    lines, source = read_lines(path), str(path)
    if "QuestionID" in columns:
        questions = list(worldtree.decode_questions(lines, source))
        return "facts", describe_questions(title, questions, _facts_beside(path))
    if worldtree.UID_COLUMN in columns:
        return "facts", describe_facts(worldtree.decode_table(lines, path.stem, source).facts, ())
    if _is_graph(columns):
        return "graphs", describe_graphs(title, list(explagraphs.decode(lines, source)))
    return "", DataPart(title, {})


def _is_graph(columns: Sequence[str]) -> bool:
    return len(columns) > 3 and columns[3].strip().startswith("(")


def _facts_beside(path: Path) -> dict[str, Fact]:
    """Return the facts of the WorldTree folder in which a question file lies, by id in lower case."""
    home = path.resolve().parents[1] if len(path.resolve().parents) > 1 else path
    if path.resolve().parent.name != "questions" or not (home / "tables").is_dir():
        return {}
    return {fact.id.lower(): fact for fact in KnowledgeBase.open(home).facts}
