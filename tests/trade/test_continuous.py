"""Answers of language models in continuous integration: the assertion, JUnit, the summary, exit statuses."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from explanans import InputError
from explanans.testing import UnsupportedClaimsError, assert_supported
from tests.cli.conftest import Command, run

__all__ = ["run"]

CONTEXTS = ["The lamp is made of brass.", "The brass lamp is green."]
RECORDS = [
    {"id": "q1", "question": "Of what?", "answer": "The lamp is made of brass.", "contexts": CONTEXTS},
    {"id": "q2", "question": "Which?", "answer": "The lamp is made of brass. The lamp is red.", "contexts": CONTEXTS},
]


@pytest.fixture
def records(run: Command) -> Path:
    path = Path("answers.jsonl")
    path.write_text("".join(f"{json.dumps(record)}\n" for record in RECORDS))
    return path


def test_a_supported_answer_passes() -> None:
    checked = assert_supported("The lamp is made of **brass**.", CONTEXTS)
    assert [verdict.status for _, verdict in checked.claims] == ["supported"]


def test_a_failure_marks_the_words_and_names_the_line() -> None:
    with pytest.raises(UnsupportedClaimsError) as caught:
        assert_supported("The lamp is made of brass. The lamp is red.", CONTEXTS)
    said = str(caught.value)
    assert said.startswith("1 of 2 claims is not supported:\n\n")
    lines = said.splitlines()
    marked = next(number for number, line in enumerate(lines) if line.endswith("The lamp is red."))
    start = lines[marked].index("red")
    assert lines[marked + 1].rstrip()[start:] == "^^^"
    assert any("source 2:1  The brass lamp is green." in line for line in lines)
    assert len(caught.value.checked.claims) == 2


def test_a_bar_for_the_support() -> None:
    assert_supported("The lamp is red.", CONTEXTS, at_least=0.0)
    with pytest.raises(AssertionError, match="1 of 1 claim is not supported by 100% or more"):
        assert_supported("The lamp is red.", CONTEXTS, at_least=1.0)


def test_what_cannot_be_checked() -> None:
    with pytest.raises(InputError, match="the answer claims nothing"):
        assert_supported("", CONTEXTS)
    with pytest.raises(InputError, match="an answer of int; accepted: a text"):
        assert_supported(5, CONTEXTS)  # type: ignore[arg-type]


def test_junit(records: Path, run: Command) -> None:
    done = run("check", "--claims", records, "--junit", "out.xml", "--fail-on", "contradicted")
    assert done.code == 1
    assert done.err == "wrote out.xml\ncontradicted: claim q2.2\n"
    suite = ElementTree.parse("out.xml").getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    cases = suite.findall("testcase")
    assert [case.get("classname") for case in cases] == ["q1", "q2", "q2"]
    failure = cases[2].find("failure")
    assert failure is not None
    assert failure.get("type") == "contradicted"
    assert "^^^" in (failure.text or "")
    assert all(case.find("failure") is None for case in cases[:2])


def test_the_summary(records: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("step.md").write_text("# Before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "step.md")
    assert run("check", "--claims", records, "--summary", "step.md").code == 0
    lines = Path("step.md").read_text().splitlines()
    assert lines[:4] == ["# Before", "### ❌ 1 of 3 claims fails", "", "Failing: unknown or contradicted."]
    assert lines[7].startswith("| q2.2 | The lamp is **red**. | ❌ contradicted |")
    assert "q2, context 2:1: The brass lamp is green." in lines[7]


def test_no_id_breaks_the_table_of_the_summary(run: Command) -> None:
    Path("answers.jsonl").write_text(json.dumps(RECORDS[0] | {"id": "a|b<c> *d*"}))
    assert run("check", "--claims", "answers.jsonl", "--summary", "step.md").code == 0
    row = Path("step.md").read_text().splitlines()[-1]
    assert row.startswith(r"| a\|b&lt;c&gt; \*d\* | The lamp is made of brass. | ")
    assert r"a\|b&lt;c&gt; \*d\*, context 1:1: " in row


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--fail-on", "contradicted"), 1),
        (("--fail-on", "unknown"), 1),
        (("--fail-below", "0"), 0),
        (("--fail-on", "contradicted", "--out", "out.jsonl"), 1),
        (("--fail-on", "wrong"), 2),
        (("--junit", "a.xml", "--out", "out.jsonl"), 2),
    ],
)
def test_exit_statuses(options: tuple[str, ...], code: int, records: Path, run: Command) -> None:
    assert run("check", "--claims", records, *options).code == code
