"""Records of the models that the training commands make of the first lines of the data sets."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from .commands import run_command
from .records import Record, digest_bytes, is_volatile, make_record

_LINES = {
    "worldtree-v2.1/questions/questions.train.tsv": 31,
    "worldtree-v2.1/questions/questions.dev.tsv": 11,
    "entailmentbank/dataset/task_1/train.jsonl": 40,
    "entailmentbank/dataset/task_2/train.jsonl": 40,
    "explagraphs/train.tsv": 150,
    "explagraphs/refinement_graphs_train.tsv": 5,
    "ud-english-ewt/en_ewt-ud-train.conllu": 2000,
}
"""How many lines of each file are learned from."""
_QUESTIONS = "worldtree-v2.1/questions"
_TABLES = "worldtree-v2.1/tables"
_ROWS = 12
"""How many rows of each table are kept beside the facts of the questions."""

SAMPLE: dict[str, tuple[str, ...]] = {
    "stance": ("stance",),
    "graphs": ("graphs",),
}
MORE: dict[str, tuple[str, ...]] = {
    "arcs": ("arcs", "--examples", "8"),
    "steps": ("steps", "--judge", "none"),
    "trees": ("trees",),
    "ranker": ("ranker",),
    "ranker-cold": ("ranker", "--cold", "--no-vectors"),
    "answers": ("answers",),
    "cut-off": ("cut-off",),
    "relevance": ("relevance",),
}


def trainings(data: Path, *, whole: bool) -> Iterator[Record]:
    """Yield a record per trained model: the digest of each of its files."""
    with TemporaryDirectory(prefix="explanans-trainings-") as name:
        folder = Path(name)
        _write_few_lines(data, folder / "data")
        for item, arguments in (SAMPLE | MORE if whole else SAMPLE).items():
            out = folder / item
            named = ("train", *arguments, "--data", str(folder / "data"), "--out", str(out))
            done = run_command(*named, "--seed", "7", "--json", "--quiet")
            digests = {str(path.relative_to(out)): _digest(path) for path in sorted(out.rglob("*")) if path.is_file()}
            content = {"status": done.status, "errors": done.errors, "files": digests}
            yield make_record(f"trainings/{item}", content, f"exit status {done.status}, {len(digests)} files")


def _write_few_lines(data: Path, folder: Path) -> None:
    for name, count in _LINES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with (data / name).open(encoding="utf-8") as lines:
            path.write_text("".join(islice(lines, count)), encoding="utf-8")
    questions = "".join(path.read_text(encoding="utf-8") for path in sorted((folder / _QUESTIONS).iterdir()))
    (folder / _TABLES).mkdir()
    for table in sorted((data / _TABLES).glob("*.tsv")):
        header, *rows = table.read_text(encoding="utf-8").splitlines()
        uid = header.split("\t").index("[SKIP] UID")
        kept = [row for place, row in enumerate(rows) if place < _ROWS or row.split("\t")[uid] in questions]
        text = "".join(f"{row}\n" for row in (header, *kept))
        (folder / _TABLES / table.name).write_text(text, encoding="utf-8")


def _digest(path: Path) -> str:
    """Return the digest of a file; of a manifest without the version of the package."""
    content = path.read_bytes()
    if path.suffix == ".json":
        loaded = json.loads(content)
        if isinstance(loaded, dict):
            kept = {key: value for key, value in loaded.items() if not is_volatile(key)}
            content = json.dumps(kept, sort_keys=True).encode()
    return digest_bytes(content)
