"""Pages of the documentation that show its notebooks with what their cells print, run each time the site is built."""

import json
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_NOTEBOOK = ".ipynb"
_SECONDS = 280
_PLACE = '<div class="notebook-output" data-output="{}"></div>'


def on_files(files: Any, config: Any) -> Any:
    """Add a page for each notebook."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only the site needs it

    for file in list(files):
        if file.src_uri.endswith(_NOTEBOOK):
            name = file.src_uri.replace(_NOTEBOOK, ".md")
            files.append(File.generated(config, name, content=markdown(Path(file.abs_src_path))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Link the list of notebooks to their pages; in the repository it links to the files."""
    return markdown.replace(f"{_NOTEBOOK})", ".md)") if page.file.src_uri == "notebooks/index.md" else markdown


def on_page_content(html: str, page: Any, config: Any, **_: Any) -> str:
    """Put what the cells of a notebook print into its page."""
    path = Path(config.docs_dir, page.file.src_uri).with_suffix(_NOTEBOOK)
    return with_outputs(html, path) if path.exists() else html


def markdown(path: Path) -> str:
    """Return a notebook as Markdown, with a place for each output.

    Args:
        path: The notebook.
    """
    parts, outputs = [], 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts += [f"```python\n{text}\n```", _PLACE.format(outputs)]
        outputs += 1
    parts.append(f"[Download this notebook]({path.name})")
    return "\n\n".join(parts) + "\n"


def with_outputs(html: str, path: Path) -> str:
    """Return a rendered page with the outputs in their places.

    Args:
        html: The page.
        path: The notebook.
    """
    for number, output in enumerate(outputs(path)):
        place = _PLACE.format(number)
        html = html.replace(place, place.replace("></div>", f">{output}</div>") if output else "")
    return html


@cache
def outputs(path: Path) -> tuple[str, ...]:
    """Return the outputs of the code cells of a notebook as HTML, run in an empty folder.

    Args:
        path: The notebook.
    """
    import nbclient  # noqa: PLC0415 - only the site needs it

    reader: Any = import_module("nbformat")
    notebook = reader.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        nbclient.NotebookClient(notebook, timeout=_SECONDS, resources={"metadata": {"path": folder}}).execute()
    return tuple("".join(map(_html, cell.outputs)) for cell in notebook.cells if cell.cell_type == "code")


def _html(output: Any) -> str:
    if output.output_type == "stream":
        return f"<pre>{escape(output.text.rstrip())}</pre>" if output.name == "stdout" else ""
    data = output.get("data", {})
    if "text/html" in data:
        return str(data["text/html"])
    return f"<pre>{escape(data['text/plain'])}</pre>" if "text/plain" in data else ""
