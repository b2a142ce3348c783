"""Claims that a language model wrote: their file, how they are taught, and those that come with the package."""

import gzip
import logging
from pathlib import Path

import pytest

from explanans.errors import FormatError, InputError
from explanans.io.files import write_compressed
from explanans.lab.judge.curriculum import parted
from explanans.lab.judge.premises import Premise, Quotations, by_digest
from explanans.lab.judge.written import (
    SHIPPED,
    WrittenClaims,
    digest,
    lessons_of,
    read_claims,
    taught_claim,
    write_claims,
)
from explanans.structures.labels import MODEL, WrittenClaim
from explanans.structures.verdicts import Status
from tests.data_sets import present

CLAIM = WrittenClaim("Ice is said to float.", 71, 9)
ITEMS = [
    WrittenClaims("snli", (digest("Ice floats."),), (CLAIM, WrittenClaim("Ice sinks, “they” say.", 0, 100))),
    WrittenClaims(MODEL, ("Wood floats. Iron does not.",), (WrittenClaim("Iron sinks.", 88, 2),)),
]


def test_the_same_claims_give_the_same_bytes_and_are_read_again(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl.gz", tmp_path / "other.jsonl.gz"
    write_claims(ITEMS, one)
    write_claims(iter(ITEMS), other)
    assert one.read_bytes() == other.read_bytes()
    assert list(read_claims(one)) == ITEMS
    first = gzip.decompress(one.read_bytes()).decode().split("\n")[0]
    assert first.startswith('{"from":"snli","premises":["03984eae6ede7145"],"claims":[["Ice is said to float.",71,9],')


def test_shares_are_taught_as_they_were_told() -> None:
    unsure, sure = taught_claim(CLAIM), taught_claim(ITEMS[0].claims[1])
    assert unsure.shares == pytest.approx((0.71, 0.09, 0.2))
    assert unsure.statuses == {Status.SUPPORTED}
    assert sure.statuses == {Status.CONTRADICTED}
    assert unsure.marks is None
    for shares in ((0.995, 0.005, 0.0), (0.005, 0.005, 0.99), (1 / 3, 1 / 3, 1 / 3)):
        told = taught_claim(WrittenClaim.of("Ice floats.", shares)).shares
        assert told == pytest.approx(shares, abs=0.011)
        assert sum(told or ()) == pytest.approx(1)


def test_premises_are_found_again_or_left_out_with_a_count(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "explanans"):
        assert [lesson.premises for lesson in lessons_of(ITEMS, {digest("Ice floats."): "Ice floats."})] == [
            ("Ice floats.",),
            ("Wood floats. Iron does not.",),
        ]
        assert caplog.messages == []
        assert [lesson.premises for lesson in lessons_of(ITEMS, {})] == [("Wood floats. Iron does not.",)]
    (message,) = caplog.messages
    assert message == "1 of 2 premises of written claims are in none of the data sets and are left out"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"from":"snli","premises":[]}', "missing required field"),
        ('{"from":"snli","premises":[],"claims":[]}', "a line without premises or with an empty claim"),
        ('{"from":"snli","premises":["a"],"claims":[["",1,2]]}', "a line without premises or with an empty claim"),
        ('{"from":"snli","premises":["a"],"claims":[["Ice.",60,50]]}', "shares that are none"),
        ('{"from":"snli","premises":["a"],"claims":[["Ice.",-1,50]]}', "shares that are none"),
        ("ice", "JSON is malformed"),
    ],
)
def test_lines_of_another_shape(line: str, found: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl.gz"
    write_compressed(path, [line])
    with pytest.raises(FormatError, match=rf"claims.jsonl.gz, line 1: .*{found}.*; accepted: "):
        list(read_claims(path))


def test_files_that_are_not_compressed(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl.gz"
    path.write_text("{}\n")
    with pytest.raises(InputError, match=r"claims.jsonl.gz: cannot be read \(Not a gzipped file .*gzip's format$"):
        list(read_claims(path))
    path.write_bytes(SHIPPED.read_bytes()[:5000])
    with pytest.raises(InputError, match=r"claims.jsonl.gz: cannot be read \(Compressed file ended before"):
        list(read_claims(path))
    with pytest.raises(InputError, match="no such file"):
        list(read_claims(tmp_path / "none"))


def test_the_claims_that_come_with_the_package_are_what_their_readme_says() -> None:
    readme = (SHIPPED.parent / "README.md").read_text(encoding="utf-8")
    items = list(read_claims())
    assert SHIPPED.stat().st_size < 3_000_000
    for source in {item.source for item in items}:
        own = [item for item in items if item.source == source]
        row = next(line for line in readme.splitlines() if line.startswith(f"| `{source}`"))
        assert [cell.strip().replace(",", "") for cell in row.split("|")[2:4]] == [
            str(len(own)),
            str(sum(len(item.claims) for item in own)),
        ]
    counts = [
        sum(taught_claim(claim).statuses == {status} for item in items for claim in item.claims) for status in Status
    ]
    assert min(counts) > 0.2 * sum(counts)


def test_they_hold_no_sentence_of_a_data_set_and_all_their_premises_are_found(data_folder: Path) -> None:
    present(data_folder / "inference")
    items = list(read_claims())
    known = by_digest(data_folder, parted()[0])
    # Sentences end elsewhere in a few texts than when the claims were written; their premises are not found.
    assert len(lessons_of(items, known)) > 0.998 * len(items)
    quotations = Quotations.of(data_folder)
    for item in items:
        if item.source != MODEL and not known.keys() >= set(item.premises):
            continue
        texts = item.premises if item.source == MODEL else tuple(known[name] for name in item.premises)
        premise = Premise(item.source, texts, 1)
        assert not [claim.text for claim in item.claims if quotations.among(claim.text, premise)]
