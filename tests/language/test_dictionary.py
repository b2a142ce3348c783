"""The English dictionary: the same as simplemma's, whether it is kept in a file or not."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import simplemma
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies.dictionaries import DEFAULT_DICTIONARY_FACTORY

from explanans.language import dictionary


def forget() -> None:
    """Let the module open its table anew."""
    dictionary._table.cache_clear()
    dictionary._looked_up.cache_clear()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make the module use a table that was kept."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("EXPLANANS_CACHE", str(folder))
        for _ in range(2):
            forget()
            dictionary.lemmatize("ice")
        assert isinstance(dictionary._table(), dictionary._Mapped)
        yield folder
    forget()


def check(word: str) -> None:
    assert dictionary.lemmatize(word) == simplemma.lemmatize(word, "en"), word
    assert dictionary.is_known(word) == simplemma.is_known(word, "en"), word


def test_every_tenth_word_in_every_case(kept: Path) -> None:
    words = list(DEFAULT_DICTIONARY_FACTORY.get_dictionary("en"))
    for word in words[::10] + words[:3] + words[-3:]:
        for spelled in {word, word.lower(), word.capitalize(), word.upper()}:
            check(spelled)


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=8))
def test_any_text(kept: Path, word: str) -> None:
    check(word)


@given(st.text(st.sampled_from("aeinrstgd'’é1.A"), min_size=1, max_size=9))
def test_what_looks_like_words(kept: Path, word: str) -> None:
    check(word)


def test_one_file_is_kept_and_known_words_do_not_load_simplemma(kept: Path) -> None:
    assert {file.name.partition("-")[0] for file in kept.iterdir()} <= {"english", "other"}
    script = "import sys; from explanans.language.tokens import content_lemmas, is_known; "
    script += "print(*content_lemmas('What melts 3 mice?'), is_known('electrician’s'), 'simplemma' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "melt 3 mouse False False\n"


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "file"))
    forget()
    try:
        assert dictionary.lemmatize("mice") == "mouse"
    finally:
        forget()


def test_a_table_cut_short_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path))
    try:
        forget()
        dictionary.lemmatize("mice")
        (file,) = tmp_path.iterdir()
        file.write_bytes(file.read_bytes()[:1000])
        forget()
        assert dictionary.lemmatize("mice") == "mouse"
        assert dictionary.lemmatize("Paris") == "Paris"
    finally:
        forget()


def test_words_that_the_dictionary_lacks_are_met_once_only(kept: Path) -> None:
    dictionary._others.cache_clear()
    word = "zwobbeling"
    dictionary.lemmatize(word)
    (file,) = kept.glob("other-words-*")
    assert f"{word}\t" in file.read_text()
    with file.open("a") as out:
        out.write("half")
    dictionary._others.cache_clear()
    assert "half" not in dictionary._others()
    script = "import sys; from explanans.language.dictionary import lemmatize; print(lemmatize('zwobbeling'), "
    script += "'simplemma' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == f"{dictionary.lemmatize(word)} False\n"
    dictionary._others.cache_clear()


def test_too_many_words_that_the_dictionary_lacks_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("".join(f"x{number}\tx\n" for number in range(dictionary._MOST_OTHERS)))
    full = dictionary._Others(path)
    full.add("odd\nword", "odd")
    assert (dict(full), path.read_text()) == ({"odd\nword": "odd"}, "")
    full.add("zwobbeling", "zwobbel")
    assert path.read_text() == "zwobbeling\tzwobbel\n"
