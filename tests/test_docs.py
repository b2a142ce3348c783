"""The documentation names every command, option, measure and public name, and its examples run."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import pytest
from typer.main import get_command

import explanans
from explanans.agreement_report import Agreement, AgreementReport
from explanans.cli import app
from explanans.evaluate.ranking import evaluate_rankings
from explanans.fact_report import FactFigures, FactReport
from explanans.graph_report import GraphDetails
from explanans.knowledge.sources import STARTER
from explanans.tree_report import Errors, TreeDetails

CHECKOUT = Path(__file__).parents[1]
COMMANDS = CHECKOUT / "docs/commands.md"
PAGES = (CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md")))
EVERYTHING = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def commands(command: object, *words: str) -> Iterator[tuple[str, object]]:
    """Yield the words that call each command, and the command."""
    children = getattr(command, "commands", {})
    if not children:
        yield " ".join(words), command
    for name, child in children.items():
        yield from commands(child, *words, name)


UNTRIED = tuple(f"explanans {words}" for words in ("bench", "data arcs", "data download", "data verify", "train"))
ALL = dict(commands(get_command(app)))


def section(command: str) -> str:
    """Return what the reference says of a command."""
    match = re.search(
        rf"^## {command}\n(.*?)(?=^## |\Z)", COMMANDS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert match, f"docs/commands.md has no section on {command}"
    return match[1]


@pytest.mark.parametrize("command", ALL)
def test_every_command_has_a_section_with_an_example(command: str) -> None:
    examples = re.findall(r"```sh\n(.*?)```", section(command), re.DOTALL)
    assert any(
        example.startswith(f"explanans {command} ") or example == f"explanans {command}\n" for example in examples
    )


@pytest.mark.parametrize("command", ALL)
def test_every_option_is_mentioned(command: str) -> None:
    shared = COMMANDS.read_text(encoding="utf-8").partition("\n## ")[0]
    text = section(command) + shared
    if command.startswith("data "):
        text += section("data list")
    options = {option for parameter in ALL[command].params for option in parameter.opts if option.startswith("--")}  # type: ignore[attr-defined]
    assert options >= {"--json", "--quiet", "--seed"}
    assert {option for option in options if not re.search(rf"{option}\b", text)} == set()


@pytest.mark.parametrize("key", [field.name for field in fields(get_type_hints(evaluate_rankings)["return"])])
def test_every_key_of_evaluate_ranking_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


@pytest.mark.parametrize("key", [field.name for noun in (GraphDetails,) for field in fields(noun)])
def test_every_key_of_evaluate_graphs_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


@pytest.mark.parametrize("key", [field.name for noun in (FactReport, FactFigures) for field in fields(noun)])
def test_every_key_of_evaluate_facts_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


@pytest.mark.parametrize("key", [field.name for noun in (AgreementReport, Agreement) for field in fields(noun)])
def test_every_key_of_evaluate_agreement_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


@pytest.mark.parametrize("key", [field.name for noun in (TreeDetails, Errors) for field in fields(noun)])
def test_every_key_of_evaluate_trees_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


@pytest.mark.parametrize("name", explanans.__all__)
def test_every_public_name_is_mentioned(name: str) -> None:
    assert re.search(rf"\b{name}\b", EVERYTHING)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)|src(?:set)?=\"([^\"]+)\"", text):
        address = "".join(target)
        if re.match(r"https?://|mailto:", address):
            continue
        name, _, heading = address.partition("#")
        linked = page.parent / name if name else page
        assert linked.exists(), address
        if heading:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in headings}, address


def test_the_examples_of_the_reference_run_one_after_the_other(tmp_path: Path) -> None:
    reference = COMMANDS.read_text(encoding="utf-8")
    (notes,) = re.findall(r"`library\.txt`:\n\n```text\n(.*?)```", reference, re.DOTALL)
    (tmp_path / "library.txt").write_text(notes)
    (pattern,) = re.findall(r"```text\n(inferencepattern.*?)```", reference, re.DOTALL)
    (tmp_path / "kinds.iml").write_text(pattern)
    (graphs,) = re.findall(r"```text\n(Zoos.*?)```", reference, re.DOTALL)
    (tmp_path / "graphs.tsv").write_text(graphs)
    (rated,) = re.findall(r"```text\n(question\tfact\t.*?)```", reference, re.DOTALL)
    (tmp_path / "ratings.tsv").write_text(rated)
    (problems,) = re.findall(r"```text\n(\{\"id\".*?)```", reference, re.DOTALL)
    (tmp_path / "problems.jsonl").write_text(problems)
    (proofs,) = re.findall(r"```text\n(\$proof\$.*?)```", reference, re.DOTALL)
    (tmp_path / "proofs.tsv").write_text(proofs)
    (tmp_path / "questions.tsv").write_bytes((STARTER / "questions/questions.dev.tsv").read_bytes())
    lines = [line for example in re.findall(r"```sh\n(.*?)```", reference, re.DOTALL) for line in example.splitlines()]
    for line in lines:
        if line.startswith(UNTRIED):
            continue  # they would ask the network, read what is not everywhere, or take minutes
        program, *arguments = shlex.split(line)
        assert program == "explanans"
        done = subprocess.run(
            [sys.executable, "-m", program, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (line, done.stderr)
        assert done.stdout or "--out" in arguments, line
    assert {path.name for path in tmp_path.iterdir()} == {
        *("library.txt", "questions.tsv", "atlas.html", "explanations.jsonl", "questions.run", "both"),
        *("problems.jsonl", "proofs.tsv"),
        *("ratings.tsv", "shortlist.tsv"),
        *("graphs.tsv", "graphs.html", "zoos.svg"),
        *("kinds.iml", "solutions", "kept-solutions"),
    }


def test_the_question_file_of_the_reference_is_one(tmp_path: Path) -> None:
    (example,) = re.findall(r"```text\n(QuestionID.*?)```", COMMANDS.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "questions.tsv").write_text(example)
    arguments = ["rank", "--questions", "questions.tsv", "--out", "-", "--quiet"]
    environment = os.environ | {"PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-m", "explanans", *arguments],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("q1\tmatter-026\n")
