"""Bad input: one sentence that says what, where and what is accepted, exit status 2, and nothing half written."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from explanans.knowledge.manifest import FORMAT

from .conftest import QUESTIONS, ROCKS, Command, is_one_sentence, listing

HEADER, FIRST, SECOND = QUESTIONS.splitlines()
RUN = "q1\tk3\nq1\tp1\nq2\tk2\n"

FILES = {
    # Knowledge bases.
    "empty.tsv": b"",
    "empty.csv": b"",
    "empty.txt": b"",
    "empty.md": b"",
    "empty.jsonl": b"",
    "headings.md": b"# Nothing\n\n    code\n",
    "empty/.keep": b"",
    "pictures/frog.png": b"\x89PNG",
    "frog.png": b"\x89PNG",
    "nouid/tables/KINDOF.tsv": b"THING\tKIND\nice\tsolid\n",
    "rowuid/tables/KINDOF.tsv": b"THING\t[SKIP] UID\nice\tk1\nfrog\t\n",
    "wide/tables/KINDOF.tsv": b"THING\t[SKIP] UID\nice\tk1\tmore\n",
    "latin.txt": "Ice is cold.\nA façade is wet.\n".encode("latin-1"),
    "nul.txt": b"Ice is cold.\nIce\0is wet.\n",
    "utf16.txt": "Ice is cold.\n".encode("utf-16"),
    "broken.jsonl": b'{"id": "f1", "text": "ice is cold"}\n{"id": "f2", "text": \n',
    "quotes.csv": b'id,text\nf1,"ice" is cold\n',
    # Questions.
    "header.tsv": HEADER.encode(),
    "nokey.tsv": f"{HEADER}\n{FIRST}\nq2\tE\tk2|CENTRAL\tWhat is ice? (A) a solid (B) a gas\t\n".encode(),
    "nochoices.tsv": f"{HEADER}\nq2\tA\t\tWhat is ice?\t\n".encode(),
    "short.tsv": f"{HEADER}\n{FIRST}\nq2\tA\n".encode(),
    "columns.tsv": b"id\tquestion\nq1\tWhat?\n",
    "role.tsv": f"{HEADER}\n{FIRST.replace('CENTRAL', 'CENTRE')}\n".encode(),
    "twice.tsv": f"{QUESTIONS}{FIRST}\n".encode(),
    "latin.tsv": QUESTIONS.replace("ice", "façade").encode("latin-1"),
    "nul.tsv": QUESTIONS.replace("ice?", "ice\0?").encode(),
    "nogold.tsv": b"QuestionID\tAnswerKey\tquestion\nq1\tA\tWhat is ice? (A) a solid (B) a gas\n",
    "nokey.jsonl": b'{"id": "q1", "text": "What is ice?", "choices": [["A", "a solid"]], "key": "B"}\n',
    "shape.jsonl": b'{"id": "q1", "text": 5}\n',
    "tab.jsonl": b'{"id": "q\\t1", "text": "What is ice?", "choices": [["A", "a solid"]], "key": "A"}\n',
    # Runs and ratings.
    "run.txt": RUN.encode(),
    "ice.run": b"q1\tk2\n",
    "question.run": b"q1\tk3\nq1\tp1\nq9\tk2\n",
    "fact.run": b"q1\tk3\nq1\tp1\nq2\tk9\n",
    "column.run": b"q1\tk3\nq1 p1\n",
    "columns.run": b"q1\tk3\nq1\tp1\t0.5\n",
    "latin.run": "q1\tk3\nq1\tfaçade\n".encode("latin-1"),
    "nul.run": b"q1\tk3\nq1\t\0\n",
    "ratings.json": b'{"rankingProblems": [{"qid": "q1"}]}',
    "broken.json": b'{"rankingProblems": ',
}

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")

CASES = [
    # There is nothing.
    ("kb info nowhere", "nowhere: no such knowledge base; accepted: .*'starter'"),
    ("kb search nowhere ice", "nowhere: no such knowledge base; accepted: .*'starter'"),
    ("kb build nowhere --out index", "nowhere: no such knowledge base; accepted: .*'starter'"),
    ("explain Q -a A --kb nowhere", "nowhere: no such knowledge base; accepted: .*'starter'"),
    ("rank --questions dev.tsv --kb nowhere --out out", "nowhere: no such knowledge base; accepted: .*'starter'"),
    ("explain --questions dev.tsv --kb nowhere --out out", "nowhere: no such knowledge base; accepted: .*'starter'"),
    ("evaluate ranking dev.tsv run.txt --kb nowhere", "nowhere: no such knowledge base; accepted: .*'starter'"),
    (f"kb info {'n' * 5000}", "n+: no such knowledge base; accepted: .*'starter'"),
    ("rank --questions nowhere.tsv --out out", r"nowhere\.tsv: no such file"),
    ("explain --questions nowhere.tsv --out out", r"nowhere\.tsv: no such file"),
    ("rank --questions rocks --out out", "rocks: a folder, where a file is wanted"),
    ("evaluate ranking nowhere.tsv run.txt", r"nowhere\.tsv: no such file"),
    ("evaluate ranking dev.tsv nowhere.txt", r"nowhere\.txt: no such file"),
    # There is nothing in it.
    ("kb info empty.tsv", r"empty\.tsv, line 1: a header .*; accepted: a header with a column called text or .*"),
    ("kb info empty.csv", r"empty\.csv, line 1: a header .*; accepted: a header with a column called text or .*"),
    ("kb info empty.txt", r"empty\.txt: holds no facts; accepted: .*"),
    ("kb info empty.md", r"empty\.md: holds no facts; accepted: .*"),
    ("kb info headings.md", r"headings\.md: holds no facts; accepted: .*"),
    ("kb info empty.jsonl", r"empty\.jsonl: holds no facts; accepted: .*"),
    ("kb info empty", "empty: holds no facts; accepted: .*"),
    ("kb build empty --out index", "empty: holds no facts; accepted: .*"),
    ("explain Q -a A --kb empty", "empty: holds no facts; accepted: .*"),
    ("rank --questions empty.tsv --out out", r"empty\.tsv, line 1: a header without .*; accepted: .* question file .*"),
    ("rank --questions header.tsv --out out", r"header\.tsv: holds no questions; accepted: .*"),
    ("explain --questions empty.jsonl --out out", r"empty\.jsonl: holds no questions; accepted: .*"),
    # It is of another kind.
    ("kb info frog.png", r"frog\.png: not a knowledge base; accepted: .*"),
    ("kb info pictures", "pictures: holds no facts; accepted: .*"),
    ("kb info nouid", r"tables/KINDOF\.tsv, line 1: a header without the column '\[SKIP\] UID'; accepted: .*"),
    ("kb info rowuid", r"tables/KINDOF\.tsv, line 3: a row without a uid; accepted: a uid in the column .*"),
    ("kb info wide", r"tables/KINDOF\.tsv, line 2: 3 cells; accepted: 2 cells, as in the header"),
    ("kb info latin.txt", r"latin\.txt, line 2, column 5: byte 0xe7, which is not UTF-8; accepted: UTF-8 text"),
    ("kb info utf16.txt", r"utf16\.txt, line 1, column \d+: .*; accepted: UTF-8 text"),
    ("kb info nul.txt", r"nul\.txt, line 2, column 4: a NUL byte; accepted: UTF-8 text"),
    ("kb info broken.jsonl", r"broken\.jsonl, line 2: .*; accepted: one JSON object a line, with the keys of Fact"),
    ("kb info quotes.csv", r"quotes\.csv, line 2: .*; accepted: fields quoted as in RFC 4180"),
    # The questions break their format.
    *(
        (f"{start} --kb rocks --out out", complaint)
        for questions, complaint in (
            (
                "nokey.tsv",
                r"nokey\.tsv, line 3: the answer key 'E', which names no choice of question q2; accepted: .*",
            ),
            ("nochoices.tsv", r"nochoices\.tsv, line 2: the answer key 'A', .*; accepted: one of its choices \(none\)"),
            ("short.tsv", r"short\.tsv, line 3: 2 cells; accepted: 5 cells, as in the header"),
            ("columns.tsv", r"columns\.tsv, line 1: a header without QuestionID and AnswerKey; accepted: .*"),
            ("role.tsv", r"role\.tsv, line 2: 'p1\|CENTRE' in the explanation; accepted: uid\|ROLE with one of .*"),
            ("twice.tsv", r"twice\.tsv: question q1 occurs twice; accepted: each id once"),
            ("latin.tsv", r"latin\.tsv, line 3, column \d+: byte 0xe7, which is not UTF-8; accepted: UTF-8 text"),
            ("nul.tsv", r"nul\.tsv, line 3, column \d+: a NUL byte; accepted: UTF-8 text"),
            ("nokey.jsonl", "question q1: the answer key 'B' names no choice; the choices are: A"),
            ("shape.jsonl", r"shape\.jsonl, line 1: .*; accepted: one JSON object a line, with the keys of Question"),
        )
        for start in (f"rank --questions {questions}", f"explain --questions {questions}")
    ),
    (
        "rank --questions tab.jsonl --kb rocks --out out",
        "question .*: a run file takes ids of one line without tabs, .*",
    ),
    # Gold and runs break theirs.
    ("evaluate ranking nogold.tsv ice.run", "the gold names no relevant fact for any question, .*"),
    ("evaluate ranking rocks/questions/questions.dev.tsv question.run", r"question\.run, line 3: .* question 'q9'; .*"),
    ("evaluate ranking rocks/questions/questions.dev.tsv fact.run", r"fact\.run, line 3: .* fact 'k9'; accepted: .*"),
    ("evaluate ranking dev.tsv fact.run --kb rocks", r"fact\.run, line 3: the unknown fact 'k9'; accepted: .*"),
    ("evaluate ranking dev.tsv column.run", r"column\.run, line 2: 0 tabs; accepted: .* one tab and a fact id.*"),
    ("evaluate ranking dev.tsv columns.run", r"columns\.run, line 2: 2 tabs; accepted: .* one tab and a fact id.*"),
    ("evaluate ranking dev.tsv latin.run", r"latin\.run, line 2, column 6: byte 0xe7, .*; accepted: UTF-8 text"),
    *(
        (f"evaluate ranking {files}", "standard input can be read only once; accepted: '-' for one of GOLD, .*")
        for files in ("- -", "dev.tsv - --against -", "- run.txt --against -")
    ),
    ("evaluate ranking dev.tsv nul.run", r"nul\.run, line 2, column 4: a NUL byte; accepted: UTF-8 text"),
    ("evaluate ranking ratings.json run.txt", r"ratings\.json: .*; accepted: .*rankingProblems.*"),
    ("evaluate ranking broken.json run.txt", r"broken\.json: .*; accepted: .*rankingProblems.*"),
    # The output has no place.
    *(
        (f"{start} {place}/x", f"{place}/x: cannot be written {reason}")
        for place, reason in (
            ("nowhere", r"\(No such file or directory\)"),
            ("run.txt", r"\(Not a directory\)"),
        )
        for start in (
            "rank --questions dev.tsv --kb rocks --out",
            "explain --questions dev.tsv --kb rocks --out",
            "explain Q -a A --kb rocks --html",
            "explain Q -a A --kb rocks --svg",
            "kb build rocks --out",
        )
    ),
    *(
        pytest.param(f"{start} /dev/full", r"/dev/full: cannot be written \(No space left on device\)", marks=FULL)
        for start in (
            "rank --questions dev.tsv --kb rocks --out",
            "explain --questions dev.tsv --kb rocks --out",
            "explain Q -a A --kb rocks --html",
            "explain Q -a A --kb rocks --svg",
        )
    ),
    ("rank --questions dev.tsv --kb rocks --out empty", r"empty: cannot be written \(Is a directory\)"),
    ("explain --questions dev.tsv --kb rocks --out empty", r"empty: cannot be written \(Is a directory\)"),
    ("kb build rocks --out run.txt", r"run\.txt: a file; accepted: a new or empty folder, .*"),
    ("kb build rocks --out pictures", "pictures: holds other files; accepted: a new or empty folder, .*"),
    # The wish cannot be granted.
    ("explain '' -a A", "the question is empty; .*"),
    ("explain ' ' -a A", "the question is empty; .*"),
    ("explain Q -a ''", "the answer is empty; .*"),
    ("explain Q -a '?!'", r"the answer '\?!' holds no word; .*"),
    ("explain ? -a A", r"the question '\?' holds no word; .*"),
    ("explain Q -a A --facts 0", "0 facts are asked for; accepted: 1 or more"),
    ("explain Q -a A --facts -3", "-3 facts are asked for; accepted: 1 or more"),
    ("explain --questions dev.tsv --facts 0 --out out", "0 facts are asked for; accepted: 1 or more"),
    *(
        (f"{start} --model telepathy", "no ranker is called 'telepathy'; accepted: .*bm25.*unification")
        for start in (
            "explain Q -a A",
            "rank --questions dev.tsv --out out",
            "explain --questions dev.tsv --out out",
        )
    ),
    ("explain Q -a A --questions dev.tsv --out out", "options of both forms; accepted: .*"),
    ("explain --questions dev.tsv --out out --workers 0", ".*--workers.*"),
    ("kb search rocks ice --limit 0", ".*--limit.*"),
    ("explain Q -a A --seed -1", ".*--seed.*"),
    ("explain Q -a A --facts many", ".*--facts.*"),
    ("explain Q -a A --fact 3", ".*--fact.*"),
    ("explain Q Q -a A", ".*Q.*"),
    ("rank --questions dev.tsv", ".*--out.*"),
    ("rank --out out", ".*--questions.*"),
    ("kb build rocks", ".*--out.*"),
    ("kb search rocks", ".*QUERY.*"),
    ("evaluate ranking dev.tsv", ".*PREDICTED.*"),
    ("ponder", ".*ponder.*"),
    ("kb burn", ".*burn.*"),
    ("evaluate weather", ".*weather.*"),
    # What is named may be hostile.
    (r"kb info $'a\nb\x1b[31m'", r"a\\nb\\x1b\[31m: no such knowledge base; .*"),
]


@pytest.fixture
def folder(tmp_path: Path, rocks: Path) -> Iterator[Path]:
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "dev.tsv").write_text(QUESTIONS)
    before = listing(tmp_path)
    yield tmp_path
    assert listing(tmp_path) == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "complaint"), CASES)
def test_one_sentence(run: Command, line: str, complaint: str) -> None:
    arguments = [word.encode().decode("unicode_escape") if word.startswith("$") else word for word in shlex.split(line)]
    done = run(*(word.removeprefix("$") for word in arguments))
    assert is_one_sentence(done.err)
    assert re.fullmatch(f"explanans: {complaint}\n", done.err)
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize("option", ["", "--json", "--quiet"])
def test_the_same_from_a_process_of_its_own(execute: Command, folder: Path, option: str) -> None:
    done = execute("rank", "--questions", "nokey.tsv", "--kb", "rocks", "--out", "out", *option.split())
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert done.err.startswith("explanans: nokey.tsv, line 3: the answer key 'E', which names no choice of question q2")


def test_a_line_of_fifty_megabytes(run: Command, tmp_path: Path, rocks: Path, dev: Path) -> None:
    (tmp_path / "long.txt").write_bytes(b"Ice is cold.\n" + b"x" * 50_000_000)
    (tmp_path / "long.tsv").symlink_to("long.txt")
    before = listing(tmp_path)
    for arguments in (
        ("kb", "info", "long.txt"),
        ("explain", "Q", "--answer", "A", "--kb", "long.tsv"),
        ("rank", "--questions", "long.tsv", "--kb", rocks, "--out", "out"),
        ("evaluate", "ranking", dev, "long.txt"),
    ):
        done = run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert is_one_sentence(done.err)
        assert re.match(r"explanans: long\.t.., line [12]: ", done.err)
    assert listing(tmp_path) == before


@pytest.mark.parametrize("change", ["byte order mark", "CRLF", "both"])
def test_files_of_other_systems_work(run: Command, tmp_path: Path, rocks: Path, dev: Path, change: str) -> None:
    """The same answers as from plain files."""
    (tmp_path / "notes.txt").write_text("Yeast makes gas.\nGas lifts dough.\n")
    (tmp_path / "facts.csv").write_text("id,text\nf1,Yeast makes gas\nf2,Gas lifts dough\n")
    run("rank", "--questions", dev, "--kb", rocks, "--out", "run.txt")

    def everything() -> list[object]:
        report = json.loads(run("evaluate", "ranking", dev, "run.txt", "--json").out)
        run("rank", "--questions", dev, "--kb", rocks, "--out", "again.txt")
        searches = [json.loads(run("kb", "search", kb, "gas", "--json").out) for kb in ("notes.txt", "facts.csv")]
        return [report, (tmp_path / "again.txt").read_text(), searches]

    plain = everything()
    for path in (*tmp_path.glob("*.*"), *rocks.glob("*/*.tsv")):
        content = path.read_bytes()
        if change != "byte order mark":
            content = content.replace(b"\n", b"\r\n")
        if change != "CRLF":
            content = b"\xef\xbb\xbf" + content
        path.write_bytes(content)
    assert everything() == plain


@pytest.fixture
def index(run: Command, rocks: Path, tmp_path: Path) -> Path:
    assert run("kb", "build", rocks, "--out", "index").code == 0
    return tmp_path / "index"


def test_an_index_of_another_version(run: Command, index: Path) -> None:
    manifest = msgspec.json.decode((index / "manifest.json").read_bytes())
    (index / "manifest.json").write_bytes(msgspec.json.encode(manifest | {"format": FORMAT + 1}))
    for arguments in (("kb", "info", "index"), ("explain", "Q", "-a", "A", "--kb", "index")):
        done = run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert is_one_sentence(done.err)
        assert f"an index of format {FORMAT + 1}; accepted: format {FORMAT}; build it again with" in done.err


@pytest.mark.parametrize("name", ["facts.jsonl", "terms.txt", "gold.facts.npy", "manifest.json"])
@pytest.mark.parametrize("length", [0, 7])
def test_an_index_cut_short(run: Command, index: Path, name: str, length: int) -> None:
    with (index / name).open("r+b") as file:
        file.truncate(length)
    done = run("kb", "search", "index", "ice")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert re.match(rf"explanans: index/{re.escape(name)}: .*; build it again with `explanans kb build`\n$", done.err)


def test_an_index_without_one_of_its_files(run: Command, index: Path) -> None:
    (index / "idf.npy").unlink()
    done = run("kb", "info", "index")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("explanans: index/idf.npy: missing or cut short; build it again with")


def test_the_two_tables_of_the_tests_are_sound(run: Command, rocks: Path) -> None:
    assert json.loads(run("kb", "info", rocks, "--json").out)["facts"] == ROCKS.count("\n")
