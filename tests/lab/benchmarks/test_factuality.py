"""Everything that checks what is said, measured on small data."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks.factuality import bench_factuality
from explanans.lab.commands.bench import factuality

SENTENCES = (
    "The old dog chased two cats in the large garden.",
    "A farmer sold seven cows and three pigs last week.",
    "My sister bought a green car in Paris yesterday.",
    "The young teacher read many books about birds.",
)
PAIR = {
    "article_sent": "The old dog chased two cats in the garden.",
    "correct_sent": "The dog chased two cats.",
    "incorrect_sent": "Two birds chased the dog.",
}


def problem(kind: str) -> str:
    triples = {
        "sent1": f"a {kind} is a kind of animal",
        "sent2": "an animal needs food",
        "sent3": f"the {kind} lives in the garden",
    }
    proof = f"sent1 & sent2 -> int1: a {kind} needs food; int1 & sent3 -> hypothesis; "
    record = {"id": kind, "hypothesis": f"the {kind} in the garden needs food", "proof": proof}
    return json.dumps(record | {"meta": {"triples": triples}})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with the three data sets, each of a few lines."""
    treebank, pairs, bank = (tmp_path / name for name in ("ud-english-ewt", "factuality", "entailmentbank"))
    treebank.mkdir()
    pairs.mkdir()
    blocks = []
    for number, text in enumerate(SENTENCES * 2):
        words = text.removesuffix(".").split()
        rows = [
            f"{place}\t{word}\t{word}\tNOUN\tNN\t_\t{place - 1}\t{'dep' if place > 1 else 'root'}\t_\t_"
            for place, word in enumerate(words, 1)
        ]
        blocks.append("\n".join([f"# newdoc id = d{number}", f"# text = {' '.join(words)}", *rows, "", ""]))
    (treebank / "en_ewt-ud-dev.conllu").write_text("".join(blocks))
    (pairs / "summary_pairs.json").write_text(json.dumps([PAIR, PAIR]))
    for task in (1, 2):
        folder = bank / "dataset" / f"task_{task}"
        folder.mkdir(parents=True)
        (folder / "dev.jsonl").write_text("".join(f"{problem(kind)}\n" for kind in ("frog", "newt", "crow")))
    released = bank / "predictions" / "task1" / "T5_11B"
    released.mkdir(parents=True)
    proof = "$proof$ = sent1 & sent2 -> int1: it needs food; int1 -> hypothesis;\n"
    (released / "dev.x.tsv").write_text(proof * 3)
    return tmp_path


def test_all_parts_are_measured(data: Path) -> None:
    bench = bench_factuality(data)
    parser, arcs = bench.more["parser"], bench.more["arcs"]
    assert parser["sentences"] == 8
    assert 0 <= parser["labelled"] <= parser["unlabelled"] <= 100
    assert {"majority", "lexical-match", "arc-overlap", "alignment"} <= arcs["scorers"].keys()
    assert arcs["scorers"]["majority"]["all"]["accuracy"] == arcs["supported"]["all"]
    assert (bench.more["summaries"]["pairs"], bench.more["summaries"]["sources"]) == (2, 1)
    assert bench.systems["lexical-match"].measures["reranking_accuracy"] == 100
    assert list(bench.more["steps"]["tasks"]) == ["another step of the tree", "changed conclusions", "T5-11B, task 1"]
    told = bench.more["steps"]["tasks"]["T5-11B, task 1"]
    assert (told["right"], told["wrong"]) == (3, 3)
    assert not bench.more["shown"]
    assert not bench.more["levels"]
    assert not bench.more["ablations"]
    assert not bench.more["people"]


def test_arcs_that_people_looked_at(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = data / "inference" / "wice"
    folder.mkdir(parents=True)
    claim = "The dog chased two birds."
    record = {
        "claim": claim,
        "evidence": [SENTENCES[0]],
        "supporting_sentences": [[0]],
        "label": "partially_supported",
        "claim_tokens": ["The", "dog", "chased", "two", "birds", "."],
        "non_supported_spans": [False, False, False, False, True, False],
    }
    (folder / "tokens.dev.jsonl").write_text(json.dumps(record) + "\n")
    factuality(data=data)
    assert "3 arcs of claims whose words people marked: 33.3% supported" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_figures(data: Path) -> None:
    first, second = (bench_factuality(data, seed=3) for _ in range(2))
    assert first.more["arcs"] == second.more["arcs"]
    assert first.more["steps"]["tasks"] == second.more["steps"]["tasks"]
    assert {name: item.measures for name, item in first.systems.items()} == {
        name: item.measures for name, item in second.systems.items()
    }


def test_what_is_missing_is_told(data: Path) -> None:
    (data / "factuality" / "summary_pairs.json").unlink()
    with pytest.raises(InputError, match=r"summary_pairs\.json"):
        bench_factuality(data)


def test_the_command_prints_tables(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    factuality(data=data)
    printed = capsys.readouterr().out
    for title in (
        "UAS ",
        "recipe",
        "Published: Goyal & Durrett 2020, table 2",
        "2 pairs, 1 source;",
        "T5-11B, task 1",
    ):
        assert title in printed
    assert printed.splitlines()[-1].startswith("data:factuality+ud-english-ewt+entailmentbank|")


def test_the_command_prints_one_document(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    factuality(data=data, as_json=True)
    record = json.loads(capsys.readouterr().out)
    assert list(record) == [
        *("dataset", "split", "systems", "published"),
        *("parser", "arcs", "people", "levels", "summaries", "steps", "ablations", "shown", "signature"),
    ]
    assert list(record["systems"]["arc-overlap"]) == [
        *("reranking_accuracy", "interval", "ties"),
        *("milliseconds_per_item", "train_seconds", "peak_mib"),
    ]
    assert record["steps"]["tasks"]["T5-11B, task 1"]["judges"]["step model"].keys() == {"auc", "interval"}
