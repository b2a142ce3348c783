"""The parts of the how-tos, installed as a package beside ours in an environment where nothing else is installed."""

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests import consoles


def pip(*arguments: str) -> None:
    """Run the pip of the tests, without the network."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, cwd=consoles.CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def wheel(project: Path, folder: Path) -> str:
    """Build the wheel of a project and return its path."""
    pip("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder), str(project))
    (built,) = folder.glob("*.whl")
    return str(built)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment that has our wheel, that of the parts, and what ours depends on."""
    folder = tmp_path_factory.mktemp("installed")
    parts = folder / "parts"
    shutil.copytree(consoles.PACKAGE.parent, parts)
    wheels = [wheel(consoles.CHECKOUT, folder / "ours"), wheel(parts, folder / "theirs")]
    venv.create(folder / "venv")
    python = folder / "venv/bin/python"
    pip("--python", str(python), "install", "--no-deps", "--no-index", *wheels)
    # What ours depends on is borrowed from the environment of the tests, whose editable installs are not followed.
    (packages,) = (folder / "venv/lib").glob("python*/site-packages")
    others = {sysconfig.get_path("purelib"), *(path for path in sys.path if path.endswith("site-packages"))}
    (packages / "others.pth").write_text("\n".join(sorted(others)))
    return python.parent


def test_parts_are_found_by_name(installed: Path, tmp_path: Path) -> None:
    for name, path in consoles.files().items():
        shutil.copy(path, tmp_path / name)
    environment = consoles.environment(tmp_path)
    del environment["PYTHONPATH"]
    environment["PATH"] = f"{installed}{os.pathsep}{environment['PATH']}"

    def prints(command: str, words: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert words in done.stdout + done.stderr

    prints("python -c 'import explanans; print(explanans.__file__)'", str(installed.parent))
    prints(
        "explanans rank --questions questions.tsv --kb bicycle.txt --model shared-words --out -",
        "pedal\tbicycle.txt#27",
    )
    run = "explanans rank --questions questions.tsv --kb bicycle.txt --model bm25 --out bm25.run"
    prints(f"{run} && explanans evaluate ranking questions.tsv bm25.run --measure reading-depth", "reading depth")
    prove = "explanans prove 'A chain with worn teeth skips on old sprockets.' --premises bicycle.txt --json"
    prints(f"{prove} --prover pairs", "trees:pairs")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    hypothesis = "Grease on an inner tube keeps a patch from sticking and is removed by sandpaper."
    prints(f"explanans prove '{hypothesis}' --premises bicycle.txt --writer joiner --json", "search(joiner(and))")
    # The service is asked for one conclusion.
    service = f"python service.py {port} explanans prove '{hypothesis}' --premises bicycle.txt"
    prints(f"{service} --writer http://127.0.0.1:{port}#tiny", "removes grease from an inner tube")
    check = "explanans check --source bicycle.txt --claim 'Sandpaper removes grease.' --json"
    prints(f"{check} --judge words", "supported")
    prints("explanans kb info tools.terms", "4 facts")
    prints("python fill.py && explanans kb info sqlite:workshop.db", "3 facts")
