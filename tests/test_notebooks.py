"""The notebooks of the documentation; the site, which test_pages.py builds, runs them from beginning to end."""

import json
from pathlib import Path
from typing import Any

import pytest
from tools import notebooks

from tests import consoles

NOTEBOOKS = sorted((consoles.DOCS / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("default")
def test_a_notebook_shows_progress_of_long_work(tmp_path: Path) -> None:
    nbclient: Any = pytest.importorskip("nbclient", reason="nbclient is not installed", exc_type=ImportError)
    nbformat: Any = pytest.importorskip("nbformat", reason="nbformat is not installed", exc_type=ImportError)
    pytest.importorskip("ipykernel", reason="ipykernel is not installed", exc_type=ImportError)
    begin = "import time\nfrom explanans.runtime import progress\nprogress._PATIENCE = progress._PAUSE = 0.01\n"
    work = "print(sum(number for number in progress.track(range(4), 'Adding', 4) if not time.sleep(0.02)))"
    cells = [begin + work, f"progress.show(False)\n{work}"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=280, resources={"metadata": {"path": str(tmp_path)}}).execute()
    loud, silent = (
        [output for output in cell.outputs if output.output_type == "display_data"] for cell in notebook.cells
    )
    assert [output.data["text/html"].partition(", ")[0] for output in loud] == [
        '<div>Adding <progress value="4" max="4"></progress> 4 of 4'
    ]
    assert silent == []


def test_the_site_shows_what_cells_print() -> None:
    page = notebooks.markdown(NOTEBOOKS[0])
    places = page.count('<div class="notebook-output"')
    assert page.count("```python") == places > 1
    assert f"({NOTEBOOKS[0].name})" in page


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_listed(path: Path) -> None:
    assert path.name in (consoles.DOCS / "notebooks/index.md").read_text(encoding="utf-8")
