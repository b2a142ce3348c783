"""``check``, of one claim and of many, against texts, sentences and files."""

from pathlib import Path

import pytest

from explanans import ClaimVerdict, InputError, check

SOURCE = "The old dog chased two cats. A farmer bought seven cows."


def test_one_and_many(tmp_path: Path) -> None:
    one = check("The dog chased cats.", SOURCE, scorer="alignment")
    assert isinstance(one, ClaimVerdict)
    assert not one.unsupported
    (tmp_path / "source.txt").write_text(SOURCE)
    sources = SOURCE.split(". "), tmp_path / "source.txt", str(tmp_path / "source.txt")
    for source in sources:
        many = check(["The dog chased cats.", "The cats bought a farmer."], source, scorer="alignment")
        assert [len(verdict.arcs) > 0 for verdict in many] == [True, True]
    with pytest.raises(InputError, match=r"^no scorer of arcs is called 'tarot'"):
        check("Ice melts.", SOURCE, scorer="tarot")
