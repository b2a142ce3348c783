"""The data sets of inference, by part and split."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.datasets.splits import PARTS, labelled_pairs, parts_of
from tests.data_sets import present

ROW = '{"premise": "Ice melts.", "hypothesis": "Ice burns.", "label": "contradiction"}'


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for part in ("snli", "conjnli"):
        (tmp_path / "inference" / part).mkdir(parents=True)
        (tmp_path / "inference" / part / "dev.jsonl").write_text(f"{ROW}\n")
    (tmp_path / "inference/summedits").mkdir()
    (tmp_path / "inference/summedits/samsum.jsonl").write_text(
        '{"source": "Ice melts.", "claim": "Ice burns.", "supported": false}\n'
    )
    return tmp_path


def test_parts_that_have_a_split(data: Path) -> None:
    assert parts_of(data, "dev") == ("snli", "conjnli", "summedits-samsum", "own-pairs")
    assert parts_of(data, "train") == ()


def test_pairs_of_a_part(data: Path) -> None:
    (pair,) = labelled_pairs(data, "snli", "dev")
    assert (pair.premises, pair.claim, pair.supported) == (("Ice melts.",), "Ice burns.", False)
    assert len(labelled_pairs(data, "summedits-samsum")) == 1


@pytest.mark.parametrize(
    ("part", "split", "complaint"),
    [("mnli", "dev", "the data set 'mnli'; accepted: snli"), ("snli", "test", "snli: no split 'test'")],
)
def test_what_is_not_there_is_named(data: Path, part: str, split: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        labelled_pairs(data, part, split)


def test_the_real_files_are_read_whole(data_folder: Path) -> None:
    present(data_folder / "inference")
    sizes = {"snli": 5000, "conjnli": 623, "fever-symmetric": 708, "fm2": 1169, "fm2-retrieved": 1169}
    sizes |= {"wice": 349, "wice-pages": 349, "wice-words": 124, "wice-pages-words": 124}
    for part, size in sizes.items():
        assert len(labelled_pairs(data_folder, part, "dev")) == size, part
    summaries = {part: len(labelled_pairs(data_folder, part)) for part in PARTS if part.startswith("summedits")}
    assert list(summaries.values()) == [664, 613, 466, 500]
