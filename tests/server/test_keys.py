"""Keys of callers."""

import hashlib
import stat
from pathlib import Path

import pytest

from explanans.errors import FormatError, InputError, StorageError
from explanans.server.gate import Keys, new_key


def test_a_key_is_known_and_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    ann, bob = new_key(path, "ann"), new_key(path, "bob")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ann not in path.read_text()
    assert f"ann {hashlib.sha256(ann.encode()).hexdigest()}\n" in path.read_text()
    keys = Keys(path)
    assert [keys.caller(key) for key in (ann, bob, "", "ann", ann[:-1], "\udc80")] == ["ann", "bob", *[None] * 4]


def test_a_changed_file_holds_at_once_and_a_broken_one_lets_nobody_in(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    ann, keys = new_key(path, "ann"), Keys(path)
    bob = new_key(path, "bob")
    assert (keys.caller(ann), keys.caller(bob)) == ("ann", "bob")
    path.write_text("# nobody\n\n")
    assert keys.caller(ann) is None
    new_key(path, "ann")
    path.write_text("ann: secret\n")
    assert keys.caller(ann) is None
    path.unlink()
    assert keys.caller(ann) is None


@pytest.mark.parametrize("line", ["ann", "ann secret", f"a/b {'0' * 64}", f"ann {'0' * 64} more", f"ann {'G' * 64}"])
def test_a_line_that_names_no_caller(tmp_path: Path, line: str) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# callers\n{line}\n")
    with pytest.raises(FormatError, match=r"line 2: no caller; accepted: a name and the SHA-256"):
        Keys(path)


def test_names_and_keys_occur_once(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    for second in (f"ann {'1' * 64}", f"bob {'0' * 64}"):
        path.write_text(f"ann {'0' * 64}\n{second}\n")
        with pytest.raises(FormatError, match="occurs twice"):
            Keys(path)


def test_new_keys_are_refused_for_names_that_will_not_do(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    new_key(path, "ann")
    with pytest.raises(InputError, match="ann has a key already"):
        new_key(path, "ann")
    with pytest.raises(InputError, match="up to 64 letters"):
        new_key(path, "a b")
    with pytest.raises(StorageError, match="cannot be written"):
        new_key(tmp_path / "none" / "keys", "ann")
    with pytest.raises(InputError):
        Keys(tmp_path / "none")
