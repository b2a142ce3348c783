"""The documentation names every command, option, measure and public name, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import explanans
from explanans.cli import app
from explanans.evaluation.agreement import evaluate_agreement
from explanans.evaluation.facts.report import evaluate_facts
from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.evaluation.trees.report import evaluate_trees
from explanans.rendering.graph_report import graph_record
from explanans.rendering.report_record import agreement_record, fact_record, ranking_record
from explanans.rendering.tree_report import tree_record
from explanans.structures.facts import Fact
from explanans.structures.grading import Annotation
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.trees import ROOT, EntailmentTree, Prediction, Problem, Step
from tests import consoles

REFERENCE = consoles.DOCS / "commands"
COMMAND_PAGES = tuple(
    REFERENCE / f"{name}.md"
    for name in ("explain", "evaluate", "schema", "data", "train", "service", "bench", "workbench")
)
EVERYTHING = "\n".join(page.read_text(encoding="utf-8") for page in consoles.PAGES)


def commands(command: object, *words: str) -> Iterator[tuple[str, Any]]:
    """Yield the words that call each command, and the command."""
    children = getattr(command, "commands", {})
    if not children:
        yield " ".join(words), command
    for name, child in children.items():
        yield from commands(child, *words, name)


SLOW = (
    "api",
    "mcp",
    "serve",
    "workbench",
    "lab accelerate",
    "lab bench",
    "lab data arcs",
    "lab data convert",
    "lab data download",
    "lab data verify",
    "lab train",
    "models install",
    "answer --questions",
    "evaluate answers",
    "evaluate reading",
)
UNTRIED = tuple(f"explanans {words}" for words in SLOW)
ALL = dict(commands(get_command(app)))


def section(command: str) -> str:
    """Return what the reference says of a command."""
    texts = [page.read_text(encoding="utf-8") for page in COMMAND_PAGES]
    found = [re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE) for text in texts]
    (match,) = [match for match in found if match]
    return match[1]


@pytest.mark.parametrize("command", ALL)
def test_every_command_has_a_section_with_an_example(command: str) -> None:
    examples = re.findall(r"```sh\n(.*?)```", section(command), re.DOTALL)
    assert any(
        example.startswith(f"explanans {command} ") or example == f"explanans {command}\n" for example in examples
    )


@pytest.mark.parametrize("command", ALL)
def test_every_command_has_its_options_from_the_code(command: str) -> None:
    assert section(command).count(f"<!-- options: {command} -->") == 1
    options = {option for parameter in ALL[command].params for option in parameter.opts if option.startswith("--")}
    assert options >= {"--json", "--quiet", "--seed"}
    assert all(parameter.help for parameter in ALL[command].params)


def test_no_option_is_named_that_is_not_there() -> None:
    known = set[str]()
    for name, command in ALL.items():
        own = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        known |= own
        listed = re.findall(r"^- ((?:`--[\w-]+`(?:, | and )?)+):", section(name), re.MULTILINE)
        assert {option for item in listed for option in re.findall(r"--[\w-]+", item)} <= own, name
    text = "\n".join(page.read_text(encoding="utf-8") for page in COMMAND_PAGES)
    named = set(re.findall(r"`(--[a-z][\w-]+)", text))
    assert named <= known


GOLD, RUN = [RelevanceJudgment("q1", "f1")], [Ranking("q1", ("f1",))]
RATED = [Annotation("q1", "f1", rater, 1) for rater in ("ann", "bob")]
FACTS: dict[str, Any] = fact_record(evaluate_facts(GOLD, RUN))
AGREEMENT: dict[str, Any] = agreement_record(evaluate_agreement(RATED))


@pytest.mark.parametrize("key", ranking_record(evaluate_rankings(GOLD, RUN)))
def test_every_key_of_evaluate_ranking_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


def test_every_key_of_evaluate_graphs_is_mentioned() -> None:
    graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
    record = graph_record(evaluate_graphs([(graph,)], [GraphPrediction(Stance.SUPPORT, graph.edges)]))
    parts = {key.removesuffix("_precision").removesuffix("_recall") for key in record}
    assert [key for key in parts if f"`{key}`" not in EVERYTHING] == []


@pytest.mark.parametrize("key", [*FACTS, *FACTS["figures"]])
def test_every_key_of_evaluate_facts_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


@pytest.mark.parametrize("key", [*AGREEMENT, *AGREEMENT["facts"]])
def test_every_key_of_evaluate_agreement_is_mentioned(key: str) -> None:
    assert f"`{key}`" in EVERYTHING


def test_every_key_of_evaluate_trees_is_mentioned() -> None:
    leaves = (Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid"))
    tree = EntailmentTree("heat melts ice", leaves, (Step(("sent1", "sent2"), ROOT, "heat melts ice"),))
    prediction = Prediction("q1", "sent1 & sent2 -> hypothesis;", leaves)
    record = tree_record(evaluate_trees([Problem("q1", "heat melts ice", leaves, tree)], [prediction]))
    errors = record["errors"]
    assert isinstance(errors, dict)
    assert [key for key in (*record, *errors) if f"`{key}`" not in EVERYTHING] == []


def test_every_public_name_has_its_reference_once() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (consoles.DOCS / "python").glob("*.md"))
    named = " ".join(re.findall(r"^<!-- names: (.*) -->$", pages, re.MULTILINE)).split()
    assert sorted(name for name in named if "." not in name) == sorted(explanans.__all__)


@pytest.mark.parametrize("page", consoles.PAGES, ids=lambda page: str(page.relative_to(consoles.CHECKOUT)))
def test_links_lead_somewhere(page: Path) -> None:
    # The site checks its own; these hold where the files are read as they are, too.
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)|src(?:set)?=\"([^\"]+)\"", text):
        address = "".join(target)
        if re.match(r"https?://|mailto:", address):
            continue
        name, _, heading = address.partition("#")
        linked = page.parent / name if name else page
        assert linked.exists(), address
        if heading:
            found = re.findall(r"^#+ (.*?)(?: \{ ?#([\w-]+) ?\})?$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            names = {own or re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text, own in found}
            assert heading in names, address


def shown(page: Path, pattern: str) -> str:
    """Return the one block of text of a page that begins in this way."""
    (text,) = re.findall(rf"```text\n({pattern}.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return str(text)


def test_the_block_of_the_readme_runs_as_it_stands_in_an_empty_folder(tmp_path: Path) -> None:
    readme = (consoles.CHECKOUT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
    done = subprocess.run(
        ["/bin/sh", "-eu", "-c", block],
        cwd=tmp_path,
        env=consoles.environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (example,) = re.findall(r"```text\n\$ (.*?)```", readme, re.DOTALL)
    command, _, expected = example.partition("\n")
    assert command in block
    assert consoles.plain(expected) in consoles.plain(done.stdout)


def test_the_question_file_of_the_reference_is_one(tmp_path: Path) -> None:
    (tmp_path / "questions.tsv").write_text(shown(consoles.DOCS / "formats.md", "QuestionID"))
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
