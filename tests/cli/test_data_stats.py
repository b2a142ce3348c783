"""``data stats``: what a data set holds, as text, JSON and a page."""

import json
from pathlib import Path

from .conftest import Command, is_one_sentence

ROW = "Rain is bad.\tMud is wet.\tsupport\t(rain; causes; mud)(mud; capable of; slippery roads)\n"


def test_text_json_and_a_page(run: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text(ROW)
    done = run("data", "stats", "mine.tsv", "--json", "--html", "mine.html", "--quiet")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    figures = record["parts"]["mine.tsv"]["figures"]
    assert (record["kind"], figures["edges"], figures["external_concepts"]) == ("graphs", 2.0, 1.0)
    page = (tmp_path / "mine.html").read_text()
    assert page.count('<svg class="plot"') == 4
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    text = run("data", "stats", "mine.tsv").out
    assert "edges in a graph" in text
    assert "2.00" in text


def test_published_figures_stand_beside(run: Command, data_folder: Path) -> None:
    done = run("data", "stats", "entailmentbank", "--split", "dev", "--data", data_folder)
    assert done.code == 0
    assert "= 597" in done.out
    assert "Dalvi et al. 2021, table 2" in done.out


def test_bad_input_is_one_sentence(run: Command) -> None:
    done = run("data", "stats", "nowhere")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
