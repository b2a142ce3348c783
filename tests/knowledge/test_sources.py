"""Sources: every kind of knowledge base, what is kept once, and what is no knowledge base."""

import logging
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pytest

from explanans.errors import FormatError, InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index_writer import write_index
from explanans.knowledge.records import Records
from explanans.knowledge.sources import STARTER, Files, locate
from explanans.registry import register, takes, unregister
from explanans.structures.facts import Cell, Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question

TABLE = "THING\t[FILL] is a\tKIND\t[SKIP] UID\nice\tis a\tsolid\tk1\n"
QUESTIONS = """QuestionID\tAnswerKey\texplanation\tquestion
q1\tA\tk1|CENTRAL\tWhat is ice? (A) a solid (B) a gas
q2\tB\t\tWhat is steam? (A) a solid (B) a gas
"""
ICE = Fact("k1", "ice is a solid", "ice", (Cell("THING", "ice"), Cell("[FILL] is a", "is a"), Cell("KIND", "solid")))


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


class Contents(NamedTuple):
    questions: tuple[Question, ...]
    duplicates: tuple[str, ...]


def gathered(paths: list[Path]) -> tuple[list[Fact], Contents]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        manifest = write_index(Files(*paths), folder)
        facts = list(Records(folder, "facts", Fact))
        return facts, Contents(tuple(Records(folder, "questions", Question)), manifest.duplicates)


@pytest.mark.parametrize(
    ("name", "text", "fact"),
    [
        ("ice.tsv", TABLE, Fact("k1", ICE.text, "ice", ICE.cells, "ice.tsv:2")),
        ("ice.tsv", "id\ttext\nk1\tice is a solid\n", Fact("k1", "ice is a solid", source="ice.tsv:2")),
        ("ice.csv", 'id,text\nk1,"ice, a solid"\n', Fact("k1", "ice, a solid", source="ice.csv:2")),
        ("ice.jsonl", '\n{"id":"k1","text":"ice is a solid"}', Fact("k1", "ice is a solid", source="ice.jsonl:2")),
        ("ice.jsonl", '{"id":"k1","text":"ice","source":"book:7"}', Fact("k1", "ice", source="book:7")),
        ("ice.txt", "\nIce is a solid.\n", Fact("ice.txt#1", "Ice is a solid", source="ice.txt:2")),
        ("ice.md", "# Ice\n\n- ice is a *solid*\n", Fact("ice.md#1", "ice is a solid", source="ice.md:3")),
        ("ICE.TXT", "\ufeffIce is a solid.\r\n", Fact("ICE.TXT#1", "Ice is a solid", source="ICE.TXT:1")),
    ],
)
def test_files_of_every_kind(name: str, text: str, fact: Fact, tmp_path: Path) -> None:
    facts, contents = gathered([put(tmp_path / name, text)])
    assert facts == [fact]
    assert contents.questions == ()
    assert contents.duplicates == ()


def test_a_worldtree_folder(tmp_path: Path) -> None:
    put(tmp_path / "tables" / "KINDOF.tsv", TABLE)
    put(tmp_path / "tables" / "ACTION.tsv", TABLE.replace("k1", "k0"))
    put(tmp_path / "questions" / "questions.train.tsv", QUESTIONS)
    put(tmp_path / "questions" / "questions.dev.tsv", "not to be read")
    put(tmp_path / "README.md", "Not to be read.")
    facts, contents = gathered([tmp_path])
    assert [(fact.id, fact.table, fact.source) for fact in facts] == [
        ("k0", "ACTION", "tables/ACTION.tsv:2"),
        ("k1", "KINDOF", "tables/KINDOF.tsv:2"),
    ]
    # A question without an explanation teaches nothing.
    assert [question.id for question in contents.questions] == ["q1"]
    assert contents.questions[0].explanation == (GoldFact("k1", Role.CENTRAL),)


def test_a_worldtree_folder_without_questions(tmp_path: Path) -> None:
    put(tmp_path / "tables" / "KINDOF.tsv", TABLE)
    assert gathered([tmp_path])[1].questions == ()


def test_a_table_without_uids_is_named(tmp_path: Path) -> None:
    put(tmp_path / "tables" / "KINDOF.tsv", "THING\tKIND\nice\tsolid\n")
    with pytest.raises(FormatError, match=r"^tables/KINDOF\.tsv, line 1: a header without the column '\[SKIP\] UID'"):
        gathered([tmp_path])


def test_a_folder_of_mixed_files(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(tmp_path / "b.txt", "Snow is cold.")
    put(tmp_path / "a.jsonl", '{"id":"j1","text":"ice"}')
    put(tmp_path / "more" / "c.md", "Frost is cold.")
    put(tmp_path / "more" / "d.csv", "text\nHail is cold\n")
    put(tmp_path / "vegetables" / "e.tsv", "text\nPeas are green\n")
    put(tmp_path / "picture.png", "\0")
    put(tmp_path / "page.html", "<p>")
    put(tmp_path / ".hidden.txt", "Not to be read.")
    put(tmp_path / ".hidden" / "f.txt", "Not to be read.")
    with caplog.at_level(logging.WARNING):
        facts, _ = gathered([tmp_path])
    assert [(fact.id, fact.text, fact.source) for fact in facts] == [
        ("j1", "ice", "a.jsonl:1"),
        ("b.txt#1", "Snow is cold", "b.txt:1"),
        ("more/c.md#1", "Frost is cold", "more/c.md:1"),
        ("more/d.csv#1", "Hail is cold", "more/d.csv:2"),
        ("vegetables/e.tsv#1", "Peas are green", "vegetables/e.tsv:2"),
    ]
    assert caplog.messages == [f"{tmp_path}: passed over 1 files of other kinds, such as picture.png"]


def test_hidden_places_around_the_folder_do_not_matter(tmp_path: Path) -> None:
    put(tmp_path / ".cache" / "notes" / "ice.txt", "Ice is cold.")
    assert [fact.text for fact in gathered([tmp_path / ".cache" / "notes"])[0]] == ["Ice is cold"]


def test_ids_that_occur_twice_are_kept_once_and_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(tmp_path / "a.csv", "id,text\nk1,ice\nk2,snow\nk1,frost\n")
    put(tmp_path / "b.csv", "id,text\nk2,hail\nk3,rain\nk1,sleet\n")
    with caplog.at_level(logging.WARNING):
        facts, contents = gathered([tmp_path])
    assert [fact.text for fact in facts] == ["ice", "snow", "rain"]
    assert contents.duplicates == ("k1", "k2")
    assert caplog.messages == [f"{tmp_path}: ids that occur twice, the first kept: k1, k2"]


def test_several_bases_are_put_together(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(tmp_path / "worldtree" / "tables" / "KINDOF.tsv", TABLE)
    put(tmp_path / "worldtree" / "questions" / "questions.train.tsv", QUESTIONS)
    facts, contents = gathered([tmp_path / "worldtree", put(tmp_path / "snow.txt", "Snow is cold.")])
    assert [fact.id for fact in facts] == ["k1", "snow.txt#1"]
    assert [question.id for question in contents.questions] == ["q1"]
    assert caplog.messages == []


def test_files_of_one_name_in_several_bases_do_not_hide_one_another(tmp_path: Path) -> None:
    first = put(tmp_path / "ice" / "notes.txt", "Ice is cold.")
    second = put(tmp_path / "fire" / "notes.txt", "Fire is hot.")
    for paths in ([first, second], [first.parent, second.parent]):
        facts, contents = gathered(paths)
        assert {fact.text for fact in facts} == {"Ice is cold", "Fire is hot"}
        assert contents.duplicates == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.txt", ""), ("a.txt", "...\n"), ("a.md", "# Ice\n"), ("a.jsonl", ""), ("a.csv", "id,text\n"), ("d/a.png", "")],
)
def test_a_base_without_facts(name: str, text: str, tmp_path: Path) -> None:
    path = put(tmp_path / name, text)
    path = path.parent if name.startswith("d/") else path
    with pytest.raises(InputError, match="holds no facts; accepted: a WorldTree folder") as caught:
        gathered([path])
    assert str(path) in str(caught.value)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no facts"):
        gathered([tmp_path])


@pytest.mark.parametrize("name", ["ice.xml", "ice", "ice.tsv.gz", ".tsv"])
def test_a_file_of_another_kind(name: str, tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match=r": not a knowledge base; accepted: .*\.tsv, \.csv, \.jsonl, \.txt, \.md, \.html, \.pdf, \.docx or \.htm",
    ):
        gathered([put(tmp_path / name, TABLE)])


@pytest.mark.parametrize("name", ["nowhere", "nowhere.txt", "x" * 300, "file.txt/more", "nul\0l"])
def test_a_path_to_nowhere(name: str, tmp_path: Path) -> None:
    put(tmp_path / "file.txt", "Ice.")
    with pytest.raises(InputError, match=r"no such knowledge base; accepted: .* or the name 'starter'") as caught:
        locate(tmp_path / name)
    assert str(caught.value).startswith(f"{tmp_path / name}: ")


def test_names_and_paths(tmp_path: Path) -> None:
    assert locate("starter") == STARTER
    assert locate(str(tmp_path)) == locate(tmp_path) == tmp_path


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.csv", "id,text\n1,ice,cold\n", "a.csv, line 2: 3 fields"),
        ("a.tsv", "name\n", "a.tsv, line 1: a header with the columns name"),
        ("a.tsv", TABLE + "snow\tis a\tsolid\n", "a.tsv, line 3: a row without a uid"),
        ("a.jsonl", "{}", "a.jsonl, line 1: Object missing required field `text`"),
        ("a.txt", "ice\nsn\0w", "a.txt, line 2, column 3: a NUL byte"),
    ],
)
def test_faults_name_file_and_line(name: str, text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        gathered([put(tmp_path / name, text)])
    assert complaint in str(caught.value)


def test_all_of_worldtree(worldtree_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    facts, contents = gathered([worldtree_folder])
    assert (len(facts), len(contents.duplicates)) == (9720, 7)
    assert len({fact.table for fact in facts}) == 81
    assert 2000 < len(contents.questions) <= 2207
    assert all(question.explanation for question in contents.questions)
    assert all(uid in caplog.text for uid in contents.duplicates)


# Sources of the user


@takes("NUMBER")
class Numbers:
    """Facts about numbers up to one; a stranger's source."""

    read = 0

    def __init__(self, most: str = "2") -> None:
        self.name = f"numbers:{most}"
        self._most = int(most)

    def state(self) -> object:
        return self._most or None

    def facts(self) -> Iterator[Fact]:
        Numbers.read += 1
        yield from (Fact(f"n{number}", f"{number} is a number") for number in range(self._most + 1))

    def questions(self) -> Iterator[Question]:
        yield Question("q1", "What is 0?", (Choice("A", "a number"),), "A", (GoldFact("n0", Role.CENTRAL),))


@pytest.fixture
def numbers() -> Iterator[None]:
    Numbers.read = 0
    register("sources", "numbers", Numbers)
    yield
    unregister("sources", "numbers")


@pytest.mark.usefixtures("numbers")
def test_a_source_of_ones_own() -> None:
    knowledge = KnowledgeBase.open("numbers:3")
    assert knowledge.ids == ("n0", "n1", "n2", "n3")
    assert knowledge.manifest.source == "numbers:3"
    assert knowledge.votes(np.array([1.0])).tolist() == [1.0, 0.0, 0.0, 0.0]
    assert KnowledgeBase.open("numbers:3").ids == knowledge.ids
    assert Numbers.read == 1, "the index is kept as long as the state stays the same"
    assert KnowledgeBase.open("numbers:4").ids[-1] == "n4"


@pytest.mark.usefixtures("numbers")
def test_a_source_without_a_state_is_read_each_time() -> None:
    assert KnowledgeBase.open("numbers:0").ids == KnowledgeBase.open("numbers:0").ids == ("n0",)
    assert Numbers.read == 2


@pytest.mark.usefixtures("numbers")
def test_sources_and_files_together(tmp_path: Path) -> None:
    path = put(tmp_path / "ice.txt", "Ice is cold.")
    assert KnowledgeBase.open("numbers:1", path, "numbers:0").ids == ("n0", "n1", "ice.txt#1")
    knowledge = KnowledgeBase.open(path, "numbers:1")
    assert knowledge.ids == ("ice.txt#1", "n0", "n1")
    assert len(knowledge.questions) == 1
    with pytest.raises(InputError, match=r"numbers:…, or the name 'starter'"):
        KnowledgeBase.open(tmp_path / "nowhere")
