"""Folders of networks: what is wrong with one is told in one sentence."""

import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.learning import embedder
from explanans.learning import nli as reader
from explanans.learning.model import FORMAT, MANIFEST, read_manifest, write_manifest
from explanans.learning.onnx import GRAPH, TOKENIZER, Network

AGAIN = "train it again with `explanans lab train judge`"


def refused(folder: Path, kind: str = reader.KIND) -> str:
    """Return why a folder cannot be opened."""
    with pytest.raises(InputError) as error:
        Network.open(folder, kind)
    assert "\n" not in str(error.value)
    return str(error.value)


def forged(folder: Path, name: str, content: bytes) -> None:
    """Write another file, and its digest into the manifest."""
    (folder / name).write_bytes(content)
    manifest = read_manifest(folder, reader.KIND)
    write_manifest(folder, replace(manifest, files={**manifest.files, name: sha256(content).hexdigest()}))


def test_a_damaged_graph(pairs: Path) -> None:
    graph = (pairs / GRAPH).read_bytes()
    (pairs / GRAPH).write_bytes(graph[:-1])
    assert refused(pairs) == f"{pairs / GRAPH}: damaged or cut short; {AGAIN}"
    forged(pairs, GRAPH, b"no graph")
    assert refused(pairs).startswith(f"{pairs}: no network that can be opened (")
    assert refused(pairs).endswith(f"); {AGAIN}")


def test_a_missing_or_damaged_tokenizer(pairs: Path) -> None:
    (pairs / TOKENIZER).unlink()
    assert refused(pairs) == f"{pairs / TOKENIZER}: missing; {AGAIN}"
    forged(pairs, TOKENIZER, b"{}")
    assert refused(pairs).startswith(f"{pairs}: no network that can be opened (")


def test_another_version_and_another_kind(pairs: Path) -> None:
    manifest = read_manifest(pairs, reader.KIND)
    assert refused(pairs, embedder.KIND) == (
        f"{pairs}: a model of pairs in format {FORMAT}; accepted: sentences, format {FORMAT}; {AGAIN}"
    )
    write_manifest(pairs, replace(manifest, format=FORMAT + 1))
    assert refused(pairs).startswith(f"{pairs}: a model of pairs in format {FORMAT + 1}; accepted: ")
    (pairs / MANIFEST).write_text("{")
    assert f"{MANIFEST}: damaged or missing (" in refused(pairs)


def test_no_folder(tmp_path: Path) -> None:
    assert f"{tmp_path / 'none' / MANIFEST}: damaged or missing (" in refused(tmp_path / "none")


def test_a_mark_that_the_tokenizer_lacks() -> None:
    network = Network.open(reader.HOME, reader.KIND)
    assert network.mark("[CLS]") != network.mark("[SEP]")
    with pytest.raises(InputError, match=r"^a tokenizer without <s>; accepted: one of a network that reads English"):
        network.mark("<s>")


def test_nobody_is_told_that_a_network_runs(tmp_path: Path) -> None:
    """ONNX Runtime keeps a session in the temporary folder where it tells its makers of a process."""
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    code = "import explanans; from explanans.learning.embedder import Embedder; Embedder.shipped().embed(['ice'])"
    subprocess.run([sys.executable, "-c", code], env=environment | {"TMPDIR": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []
