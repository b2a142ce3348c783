"""Saved files that were damaged: ``python -m tests.saved`` tries as many damages as it is told to.

Each is a sound file of an index, a model, vectors or a journal in which bytes were changed, cut, doubled, or replaced
by those of another. What opens it may take it or refuse it by an error of our own and by no other, and
must not take long.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import numpy as np

from explanans.errors import ExplanansError
from explanans.knowledge import index
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.batch import Batch
from explanans.knowledge.manifest import MANIFEST, Manifest, read_manifest, write_manifest
from explanans.knowledge.vectors import Vectors, read_vectors
from explanans.learning.model import TrainedModel
from explanans.retrieval.cut_off import CutOff
from explanans.runtime.job import Encoded
from explanans.runtime.journal import Journal
from explanans.runtime.local import read_results, write_results
from explanans.runtime.writing import ResumeState, write_file
from tests.fuzzing import SLOW
from tests.runtime.jobs import Doubling, items, line

_JOB = Encoded(Doubling(), line)
_COUNT = 12


class Saved(NamedTuple):
    """What is saved in a folder.

    Attributes:
        write: Writes it into an empty folder.
        read: Opens it and looks at all that it holds.
    """

    write: Callable[[Path], None]
    read: Callable[[Path], object]


def _write_index(folder: Path) -> None:
    source = folder.parent / f"{folder.name}.txt"
    source.write_text("Ice is a solid. Heat melts ice. Iron sinks. A newt is a kind of animal. Iron means Fe.")
    index.build([source], folder, vectors=False, shards=2)


def _read_index(folder: Path) -> None:
    knowledge = KnowledgeBase.open(folder)
    knowledge.search("ice melts", 3)
    list(knowledge.facts)


def _read_manifest(folder: Path) -> None:
    """Read a manifest whose seal is right, whatever it says."""
    path = folder / MANIFEST
    encoded = path.read_bytes()
    try:
        write_manifest(folder, msgspec.json.decode(encoded, type=Manifest))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        head = encoded.rpartition(b',"seal"')[0]
        path.write_bytes(head + b',"seal":%d}' % crc32(head + b"}"))
    read_manifest(folder)


def _write_vectors(folder: Path) -> None:
    np.save(folder / "vectors.npy", np.arange(40, dtype=np.int8).reshape(10, 4))


def _read_vectors(folder: Path) -> None:
    found = read_vectors([folder / "vectors.npy"], 10, 4) or Vectors(np.zeros((1, 4), dtype=np.int8))
    found.cosines(np.ones((1, 4), dtype=np.float32))


def _model(kind: type[TrainedModel[Any]]) -> Saved:
    return Saved(lambda folder: _copied(kind.home, folder), kind.load)


def _copied(home: Path, folder: Path) -> None:
    shutil.copytree(home, folder, dirs_exist_ok=True)


def _write_journal(folder: Path) -> None:
    with Journal(folder / "out", "doubling:1") as journal:
        journal.begin()
        for item in items(_COUNT // 2):
            journal.add(item.id, line(item.id, 2 * item.value[1], "doubling:1"))


def _read_journal(folder: Path) -> None:
    """Go on with a journal; whatever it says, each item is there once and in its place."""
    write_file(_JOB, items(_COUNT), folder / "out", ResumeState(resume=True))
    found = (folder / "out").read_bytes().split(b"\n")
    assert len(found) == _COUNT + 1, found


def _write_finished(folder: Path) -> None:
    write_file(_JOB, items(_COUNT), folder / "out")


def _write_parcel(folder: Path) -> None:
    write_results(folder / "1", ["ice", "heat melts ice"])


def _write_batch(folder: Path) -> None:
    Batch.of(b'{"id":"1","text":"heat melts ice"}\n').save(folder / "1.npz")


SAVED = {
    "index": Saved(_write_index, _read_index),
    "index manifest": Saved(_write_index, _read_manifest),
    "vectors": Saved(_write_vectors, _read_vectors),
    "model": _model(CutOff),
    "journal": Saved(_write_journal, _read_journal),
    "finished file": Saved(_write_finished, _read_journal),
    "batch": Saved(_write_batch, lambda folder: Batch.open(folder / "1.npz")),
    "parcel": Saved(_write_parcel, lambda folder: read_results(folder / "1")),
}
"""What is saved, by its name."""


def damaged(content: bytes, other: bytes, drawn: random.Random) -> bytes:
    """Return the content of a file with a damage.

    Args:
        content: The content.
        other: That of another file.
        drawn: Draws the damage.
    """
    first = drawn.randint(0, len(content))
    last = min(len(content), first + drawn.choice((1, 1, 2, 8, 100)))
    odd = drawn.choice((b"[" * 5000, b"9" * 40, b"\\u0000", b"-", b"\n", b"null"))
    middles = (
        b"",
        content[first:last] * drawn.choice((2, 50)),
        other[first : first + 20],
        odd,
        *(drawn.randbytes(last - first) for _ in range(2)),
    )
    kinds = (content[:first], other, *(content[:first] + middle + content[last:] for middle in middles))
    return drawn.choice(kinds)


def tried(name: str, sound: Path, place: Path, drawn: random.Random) -> bool:
    """Damage a file of what is saved and open it; decide whether it was taken.

    Args:
        name: What it is, in ``SAVED``.
        sound: A folder with what is sound.
        place: A folder that is not there yet, for what is damaged.
        drawn: Draws the damage.
    """
    shutil.copytree(sound, place)
    try:
        files = sorted(path for path in place.rglob("*") if path.is_file())
        if name.endswith("manifest"):
            files = [place / MANIFEST]
        for _ in range(drawn.randint(1, 2)):
            path, other = drawn.choice(files), drawn.choice(files)
            path.write_bytes(damaged(path.read_bytes(), other.read_bytes(), drawn))
        SAVED[name].read(place)
    except ExplanansError:
        return False
    finally:
        shutil.rmtree(place)
    return True


def main() -> None:
    """Try damages and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="; ".join(SAVED))
    parser.add_argument("--inputs", type=int, default=10_000, metavar="N", help="for each format")
    parser.add_argument("--seconds", type=float, metavar="N", help="processor time after which a format is left")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name in options.formats or SAVED:
            sound, begun = Path(folder, name), time.process_time()
            count, taken, slowest = 0, 0, 0.0
            sound.mkdir()
            SAVED[name].write(sound)
            for number in range(options.inputs):
                seed = f"{options.seed} {name} {number}"
                started = time.process_time()
                try:
                    taken += tried(name, sound, Path(folder, "damaged"), random.Random(seed))
                except Exception as error:  # whatever it is, it is none of ours
                    found[f"{name}: {type(error).__name__}"] += 1
                    print(f"{name}: {type(error).__name__}: {error}: Random({seed!r})", flush=True)
                ended = time.process_time()
                count += 1
                slowest = max(slowest, ended - started)
                if ended - started > SLOW:
                    found[f"{name}: slow"] += 1
                    print(f"{name}: {ended - started:.1f} s: Random({seed!r})", flush=True)
                if options.seconds and ended - begun > options.seconds:
                    break
            rate = count / (time.process_time() - begun)
            print(f"| `{name}` | {count:,} | {taken:,} | {slowest:.2f} s | {rate:,.0f} |", flush=True)
    print(", ".join(f"{what} {count} times" for what, count in found.items()) or "nothing found")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
