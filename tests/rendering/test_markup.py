"""Templates of pages: texts are escaped, styles are named, and terminals do without Jinja2."""

import subprocess
import sys
from importlib.resources import files

import pytest

from explanans.rendering.markup import page
from explanans.rendering.report import Grid

TEMPLATES = sorted(path.name for path in (files("explanans.rendering") / "templates").iterdir())


def test_texts_are_escaped() -> None:
    grid = Grid("<b>", ("a & b",), (("it's", '"1"'),))
    made = page("tables", title="1 < 2", eyebrow="", name="", heading="", parts=[grid, "<i>"], signature="<u>")
    assert "<title>1 &lt; 2</title>" in made
    assert "<caption>&lt;b&gt;</caption>" in made
    assert "<td>&quot;1&quot;</td>" in made
    assert '<p class="prose">&lt;i&gt;</p>' in made
    assert "<code>&lt;u&gt;</code>" in made


def test_a_footer_without_a_signature() -> None:
    made = page("tables", title="", eyebrow="", name="", heading="", parts=[], signature="")
    assert "<footer>Made by Explanans.</footer>" in made


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name not in {"macros.html", "page.html"}])
def test_pages_need_their_values(name: str) -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        page(name.removesuffix(".html"), title="a title alone")


def test_terminals_and_drawings_do_not_load_jinja() -> None:
    modules = "explanation_text, claim_text, tree_drawing, graph_drawing, question_reports, rating_reports, forms"
    script = f"import sys; from explanans.rendering import {modules}; print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "False\n"
