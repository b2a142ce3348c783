"""Commands over many items: what they write, what they say of items that fail, and how they go on."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from explanans import load

from .conftest import Command, Done, command, is_one_sentence, listing

QUESTIONS: list[dict[str, Any]] = [
    {"id": "ice", "question": "What is ice?", "answer": "a solid"},
    {"id": "none", "text": "Why?", "choices": [["A", "so"], ["B", "thus"]], "key": "E"},
    {"id": "frog", "question": "What has a frog?", "answer": "moist skin"},
]
EXPLAIN = ("--model", "bm25", "--judge", "none")


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    path = tmp_path / "asked.jsonl"
    path.write_text("".join(f"{json.dumps(question)}\n" for question in QUESTIONS))
    return path


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(text) for text in path.read_text().splitlines()]


def test_a_question_that_fails_is_told_and_stops_no_other(
    run: Command, rocks: Path, asked: Path, tmp_path: Path
) -> None:
    arguments = ("explain", "--questions", asked, "--kb", rocks, *EXPLAIN, "--out", "out.jsonl")
    wrote, failed = "wrote 2 explanations to out.jsonl", "1 of 3 questions failed; out.jsonl.failed says why\n"
    assert run(*arguments) == Done(1, "", f"{wrote}, 2 of them new\n{failed}")
    assert [record["id"] for record in records(tmp_path / "out.jsonl")] == ["ice", "frog"]
    (told,) = records(tmp_path / "out.jsonl.failed")
    assert (told["id"], told["place"]) == ("none", 2)
    assert str(told["error"]).startswith("question none: the answer key 'E' names no choice")
    assert run(*arguments, "--resume") == Done(1, "", f"{wrote}, 0 of them new\n{failed}")
    done = run(*arguments, "--resume", "--json")
    assert json.loads(done.out) == {"questions": 3, "explained": 0, "out": "out.jsonl", "failed": 1}
    done = run(*arguments[:-1], "-")
    assert (done.code, done.out) == (1, (tmp_path / "out.jsonl").read_text())
    assert done.err.startswith("explanans: none: question none: the answer key")


def test_questions_none_of_which_can_be_used(run: Command, rocks: Path, asked: Path, tmp_path: Path) -> None:
    asked.write_text(json.dumps(QUESTIONS[1]))
    before = listing(tmp_path)
    done = run("explain", "--questions", asked, "--kb", rocks, *EXPLAIN, "--out", "out.jsonl")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert listing(tmp_path) == before


@pytest.mark.parametrize("command", ["explain", "rank"])
def test_a_file_that_breaks_its_format_in_the_end(
    run: Command, rocks: Path, asked: Path, tmp_path: Path, command: str
) -> None:
    for text, complaint in (
        ("no JSON", "line 4: JSON is malformed"),
        (json.dumps(QUESTIONS[0]), "question ice occurs twice; accepted: each id once"),
    ):
        asked.write_text("".join(f"{json.dumps(question)}\n" for question in QUESTIONS) + text)
        before = listing(tmp_path)
        done = run(command, "--questions", asked, "--kb", rocks, "--model", "bm25", "--out", "out.jsonl")
        assert done.code == 2
        assert complaint in done.err
        assert listing(tmp_path) == before


@pytest.mark.parametrize("name", ["run.txt", "run.jsonl"])
def test_rankings_are_gone_on_with(run: Command, rocks: Path, asked: Path, tmp_path: Path, name: str) -> None:
    arguments = ("rank", "--kb", rocks, "--model", "bm25", "--out", name, "--questions", asked)
    asked.write_text("".join(f"{json.dumps(question)}\n" for question in (QUESTIONS[0], QUESTIONS[2])))
    run(*arguments)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).unlink()
    asked.write_text(json.dumps(QUESTIONS[0]))
    run(*arguments)
    asked.write_text("".join(f"{json.dumps(question)}\n" for question in (QUESTIONS[0], QUESTIONS[2])))
    assert run(*arguments, "--resume").code == 0
    assert (tmp_path / name).read_bytes() == whole
    assert [ranking.question for ranking in load(tmp_path / name, "rankings")] == ["ice", "frog"]


def test_parquet_in_and_out(run: Command, rocks: Path, asked: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from explanans.io.parquet import write_rows

    asked.write_text("".join(f"{json.dumps(question)}\n" for question in (QUESTIONS[0], QUESTIONS[2])))
    write_rows(tmp_path / "asked.parquet", lambda: asked.read_text().splitlines())
    for source, out in (("asked.jsonl", "out.jsonl"), ("asked.parquet", "out.parquet")):
        assert run("explain", "--questions", source, "--kb", rocks, *EXPLAIN, "--out", out).code == 0
    found = [explanation.hypothesis for explanation in load(tmp_path / "out.parquet")]
    assert found == [explanation.hypothesis for explanation in load(tmp_path / "out.jsonl")]
    assert len(found) == 2


SCORER = ("--scorer", "lexical-match", "--parser", "conllu:parses.conllu")
WORDS = "The/2/det Moon/3/nsubj shines/0/root ./3/punct"
PARSES = "# text = The Moon shines.\n" + "".join(
    f"{number}\t{form}\t{form.lower()}\tX\tX\t_\t{head}\t{label}\t_\t{'SpaceAfter=No' if head == '0' else '_'}\n"
    for number, (form, head, label) in enumerate((word.split("/") for word in WORDS.split()), 1)
)


def test_claims_with_sources_of_their_own(run: Command, tmp_path: Path) -> None:
    bare = PARSES.replace("shines.", "shines").replace("4\t.\t.\tX\tX\t_\t3\tpunct\t_\t_\n", "")
    (tmp_path / "parses.conllu").write_text(f"{PARSES}\n{bare}\n")
    given = [
        {"id": "own", "claim": "The Moon shines.", "source": "The Moon shines."},
        {"id": "several", "claim": "The Moon shines.", "source": ["The Moon shines."]},
        {"id": "bad", "claim": "..."},
        {"claim": "The Moon shines."},
    ]
    (tmp_path / "claims.jsonl").write_text("".join(f"{json.dumps(claim)}\n" for claim in given))
    arguments = ("check", "--claims", "claims.jsonl", "--out", "out.jsonl", *SCORER)
    done = run(*arguments, "--source", "The Moon shines.", "--fail-below", "0.5")
    assert done.code == 1
    assert done.err.startswith("wrote 3 verdicts to out.jsonl, 3 of them new\n1 of 4 claims failed; ")
    found = records(tmp_path / "out.jsonl")
    assert [record["id"] for record in found] == ["own", "several", "claims.jsonl#4"]
    assert {record["status"] for record in found} == {"supported"}
    done = run(*arguments)
    assert done.err.startswith("wrote 2 verdicts")
    assert "has no source; accepted:" in (tmp_path / "out.jsonl.failed").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("check --source S --claim C --out o", "--out is for many claims"),
        ("check --source S --claims c.jsonl --out o --rerank", "--out is for many claims"),
        ("check --source S --claim C --workers 2", "--workers, --cluster and --resume are for many claims"),
        ("check --claims c.txt --out o", "there is nothing to check against"),
        ("check --claims c.jsonl --out o", "claim c.jsonl#1 has no source"),
        ("graph A --beliefs f --out o", "options of both forms"),
        ("graph --beliefs f", "--out is missing"),
        ("graph --beliefs missing.tsv --out o", "missing.tsv: no such file"),
        ("graph --beliefs c.txt --out o", "no belief or no argument; accepted: belief and argument"),
        ("rank --questions q.tsv --out o --workers 2 --cluster tcp://h:1", "a cluster has workers of its own"),
    ],
)
def test_what_does_not_go_together(run: Command, dev: Path, tmp_path: Path, arguments: str, complaint: str) -> None:
    (tmp_path / "c.txt").write_text("The Moon shines.\n")
    (tmp_path / "c.jsonl").write_text('{"claim": "The Moon shines."}\n')
    (tmp_path / "q.tsv").write_bytes(dev.read_bytes())
    done = run(*arguments.split())
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert complaint in done.err
    assert not (tmp_path / "o").exists()


def test_graphs_of_many_beliefs(run: Command, tmp_path: Path) -> None:
    rows = ["Zoos should be banned.\tAnimals suffer in narrow cages.\tcounter", "Rain.\tSun.\tsupport"]
    (tmp_path / "beliefs.tsv").write_text("\n".join(rows))
    done = run("graph", "--beliefs", "beliefs.tsv", "--out", "out.jsonl", "--json")
    assert done.code == 1
    assert json.loads(done.out) == {"beliefs": 2, "drawn": 1, "out": "out.jsonl", "failed": 1}
    (graph,) = load(tmp_path / "out.jsonl", "explanation-graphs")
    assert (graph.id, graph.stance) == ("beliefs.tsv:1", "support")  # the stance of the file is not looked at
    assert not graph.faults()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_stream_is_answered_while_it_is_open(rocks: Path, tmp_path: Path) -> None:
    """Each answer comes before the next question is asked."""
    process = subprocess.Popen(
        command("rank", "--questions", "jsonl:-", "--kb", rocks, "--model", "bm25", "--out", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    for number in range(3):
        process.stdin.write(json.dumps(QUESTIONS[0] | {"id": f"q{number}"}) + "\n")
        process.stdin.flush()
        assert [process.stdout.readline().split("\t")[0] for _ in range(4)] == [f"q{number}"] * 4
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    process.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_ranking_that_is_killed_and_resumed(rocks: Path, tmp_path: Path) -> None:
    asked = tmp_path / "many.jsonl"
    asked.write_text("".join(json.dumps(QUESTIONS[0] | {"id": f"q{number}"}) + "\n" for number in range(4000)))
    arguments = command("rank", "--questions", asked, "--kb", rocks, "--model", "bm25", "--quiet", "--out")
    subprocess.run([*arguments, tmp_path / "whole.txt"], check=True, timeout=120)
    log = tmp_path / "out.txt.part.log"
    for workers in ("1", "2"):
        before = log.stat().st_size if log.exists() else 0
        process = subprocess.Popen([*arguments, tmp_path / "out.txt", "--workers", workers, "--resume"])
        while process.poll() is None and not (log.exists() and log.stat().st_size > before + 2000):
            time.sleep(0.002)
        process.kill()
        assert process.wait() in {-signal.SIGKILL, 0}
    subprocess.run([*arguments, tmp_path / "out.txt", "--resume"], check=True, timeout=120)
    assert (tmp_path / "out.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()
    assert not log.exists()
