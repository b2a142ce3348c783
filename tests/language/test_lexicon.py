"""The lexicon: every list of words is the constant of one module, sorted by name, and names no word twice."""

import re
from collections import Counter
from pathlib import Path

import explanans
from explanans.language.lexicon import table, word_set

SOURCE = Path(explanans.__file__).parent
USE = re.compile(r'^(\w+) = word_set\("([\w.-]+)"\)$', re.MULTILINE)


def test_each_list_is_the_constant_that_its_name_says() -> None:
    uses = Counter[str]()
    for path in SOURCE.rglob("*.py"):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for constant, name in USE.findall(path.read_text(encoding="utf-8")):
            assert name == f"{module}.{constant.strip('_').lower()}".replace("_", "-")
            uses[name] += 1
    names = [row[0] for row in table("words")]
    assert names == sorted(uses)
    assert set(uses.values()) == {1}


def test_no_word_is_listed_twice() -> None:
    assert [name for name, words in table("words") if len(words.split()) != len(word_set(name))] == []


def test_rows_have_the_columns_that_their_readers_unpack() -> None:
    columns = {"answer-types": 3, "currencies": 5, "opposites": 4, "plurals": 2, "units": 6, "verbs": 3, "words": 2}
    assert {path.stem for path in (SOURCE / "language" / "lexicon").iterdir()} == set(columns)
    for name, count in columns.items():
        assert {len(row) for row in table(name)} == {count}
