"""The notebooks of the documentation run from beginning to end, and show what they say."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import consoles

NOTEBOOKS = sorted((consoles.DOCS / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    nbclient: Any = pytest.importorskip("nbclient", reason="nbclient is not installed", exc_type=ImportError)
    nbformat: Any = pytest.importorskip("nbformat", reason="nbformat is not installed", exc_type=ImportError)
    pytest.importorskip("ipykernel", reason="ipykernel is not installed", exc_type=ImportError)
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=280, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [output.data for output in outputs if output.output_type == "execute_result"]
    assert any("text/html" in data and data["text/html"].startswith("<iframe") for data in shown)
    assert shown[-1]["text/plain"] == "True"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_listed(path: Path) -> None:
    assert path.name in (consoles.DOCS / "notebooks/index.md").read_text(encoding="utf-8")
