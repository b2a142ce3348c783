"""Small knowledge bases for the tests of rankers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.formats import worldtree
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.questions import Question

Make = Callable[..., KnowledgeBase]


@pytest.fixture
def make_base(tmp_path: Path) -> Make:
    """Make a WorldTree folder of a table ``THING`` of sentences, numbered k1, k2, …, and of training questions."""

    def make(sentences: list[str], *questions: Question, tables: dict[str, list[str]] | None = None) -> KnowledgeBase:
        number = 0
        for name, rows in {"THING": sentences, **(tables or {})}.items():
            lines = ["SENTENCE\t[SKIP] DEP\t[SKIP] UID"]
            for row in rows:
                number += 1
                text, _, deprecated = row.partition("|")
                lines.append(f"{text}\t{deprecated}\tk{number}")
            _write(tmp_path / "kb" / "tables" / f"{name}.tsv", lines)
        _write(tmp_path / "kb" / "questions" / "questions.train.tsv", list(worldtree.encode_questions(questions)))
        return KnowledgeBase.open(tmp_path / "kb")

    return make


def _write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
