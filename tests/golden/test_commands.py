"""What commands print and write, on the starter base and on small files."""

import json
from pathlib import Path

import pytest

from .comparison import best_facts, comparable, compare, digest
from .conftest import Transcript
from .inputs import ASKED

_GLOVES = ("explain", ASKED[0][0], "--answer", ASKED[0][1])
_FROG = ("explain", ASKED[1][0], "--answer", ASKED[1][1])
_SKIN = ("prove", "a frog has moist skin", "--premises", "premises.txt")
_DRY = ("prove", "dry air harms a frog", "--premises", "premises.txt")
_RUBBER = ("prove", "a rubber glove protects the hand from a shock", "--premises", "premises.jsonl")
_CLAIMS = ("check", "--source", "source.txt", "--claims", "claims.txt")
_TWO = (
    *("check", "--source", "source.txt", "--claim", "The old dog chased two cats."),
    *("--claim", "A farmer bought seven green cows in Paris."),
)
_ZOOS = ("graph", "Zoos should be banned.", "Animals suffer in narrow cages.")
_BOOKS = ("graph", "Students should read paper books.", "A bright screen makes tired eyes and bad sleep.")

COMMANDS: dict[str, tuple[str, ...]] = {
    "explain-tree": (*_GLOVES, "--json"),
    "explain-with-schema": (*_FROG, "--with", "schema", "--json"),
    "explain-with-ranking": (*_FROG, "--with", "ranking", "--json"),
    "explain-with-ensemble": (*_GLOVES, "--with", "ensemble", "--json"),
    "explain-without-a-tree": ("explain", "What is glass?", "-a", "sand", "--kb", "rocks", "--json"),
    "explain-prose": ("explain", "What is a frog's skin like?", "-a", "moist", "--kb", "notes.txt", "--json"),
    "explain-questions": ("explain", "--questions", "own.jsonl", "--out", "-"),
    "explain-text": _GLOVES,
    "explain-page": (*_FROG, "--alternatives", "2", "--html", "-"),
    "explain-drawing": (*_GLOVES, "--svg", "-"),
    "prove": (*_SKIN, "--json"),
    "prove-one-step": (*_DRY, "--one-step", "--json"),
    "prove-text": _RUBBER,
    "prove-page": (*_RUBBER, "--html", "-"),
    "prove-drawing": (*_DRY, "--svg", "-"),
    "check-claims": (*_CLAIMS, "--json"),
    "check-arcs-by-alignment": (*_TWO, "--scorer", "alignment", "--json"),
    "check-fail-below": (*_TWO, "--fail-below", "0.8"),
    "check-text": _CLAIMS,
    "check-page": (*_TWO, "--html", "-"),
    "graph": (*_ZOOS, "--json"),
    "graph-text": (*_BOOKS, "--alternatives", "2"),
    "graph-page": (*_ZOOS, "--alternatives", "2", "--html", "-"),
    "graph-drawing": (*_BOOKS, "--svg", "-"),
    "schema-check": ("schema", "check", "stars.iml", "--json"),
    "schema-check-wrong": ("schema", "check", "wrong.iml"),
    "kb-info": ("kb", "info", "starter", "--json"),
    "kb-info-text": ("kb", "info", "rocks"),
    "kb-search": ("kb", "search", "starter", "frog skin water", "--json"),
    "kb-search-text": ("kb", "search", "rocks", "frog amphibian", "--limit", "2"),
    "error-no-answer": ("explain", "Why?"),
}

_SHOWN = 25


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command(transcript: Transcript, name: str) -> None:
    compare(f"commands/{name}.txt", transcript(*COMMANDS[name]))


def test_files_that_explain_writes(transcript: Transcript) -> None:
    done = transcript(*_FROG, "--html", "page.html", "--svg", "tree.svg", "--json", wrote=("tree.svg",))
    compare("commands/explain-files.txt", done)
    batch = ("explain", "--questions", "rocks/questions/questions.dev.tsv", "--kb", "rocks", "--out", "out.jsonl")
    done = transcript(*batch, "--json", wrote=("out.jsonl",))
    compare("commands/explain-batch.txt", done)
    resumed = transcript(*batch, "--resume", "--json", wrote=("out.jsonl",))
    assert comparable(resumed) == comparable(done).replace('"explained": 2', '"explained": 0')


def test_rank(transcript: Transcript, workplace: Path) -> None:
    """The best facts of each question, and a digest of all."""
    small = ("rank", "--questions", "rocks/questions/questions.dev.tsv", "--kb", "rocks")
    parts = [transcript(*small, "--model", "stacked", "--out", "run.tsv", "--json", wrote=("run.tsv",))]
    parts.append(transcript("rank", "--questions", "own.jsonl", "--model", "stacked", "--out", "own.tsv", "--json"))
    parts.append(best_facts((workplace / "own.tsv").read_text(), _SHOWN))
    compare("commands/rank-stacked.txt", "\n".join(parts))


def test_rankers_that_are_not_the_default(transcript: Transcript, workplace: Path) -> None:
    """A digest of the ranking of each."""
    names = (
        "bm25 cold fusion fusion:rrf:bm25+unification iterative lambdamart paths rules svmrank-tfidf tfidf unification"
    )
    small = ("rank", "--questions", "rocks/questions/questions.dev.tsv", "--kb", "rocks", "--out", "run.tsv")
    parts = []
    for name in names.split():
        transcript(*small, "--model", name)
        order = [line.split()[:2] for line in (workplace / "run.tsv").read_text().splitlines()]
        parts.append(f"{name}: {digest(json.dumps(order))}")
    compare("commands/rankers.txt", "\n".join(parts))


def test_triples_as_knowledge_or_as_base_draw_the_same_graph(transcript: Transcript) -> None:
    drawn = ("graph", "Zoos are horrible.", "Cages are small.")
    by_knowledge = transcript(*drawn, "--knowledge", "net.tsv", "--json")
    assert comparable(by_knowledge) == comparable(transcript(*drawn, "--kb", "notes.txt", "--json"))


def test_schema_solve_and_cache(transcript: Transcript) -> None:
    solve = ("schema", "solve", "stars.iml", "--out", "solved", "--solutions", "5", "--json")
    compare("commands/schema-solve.txt", transcript(*solve, wrote=("solved/stars.iml.json",)))
    cache = transcript("schema", "cache", "stars.iml", "--out", "kept", "--json")
    told = transcript(*_GLOVES, "--with", "schema", "--schemas", "kept", "--json")
    compare("commands/schema-cache.txt", f"{cache}\n{told}")


def test_an_index(transcript: Transcript) -> None:
    build = transcript("kb", "build", "rocks", "notes.txt", "--out", "index", "--json")
    info = transcript("kb", "info", "index", "--json")
    search = transcript("kb", "search", "index", "moist skin", "--json")
    told = transcript("explain", "Why is a frog moist?", "-a", "It has moist skin.", "--kb", "index", "--json")
    compare("commands/kb-index.txt", "\n".join((build, info, search, told)))


def test_the_data_sets(transcript: Transcript, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLANANS_DATA", "rocks")
    compare("commands/data-list.txt", transcript("data", "list", "--json"))
    compare("commands/data-list-text.txt", transcript("data", "list"))
