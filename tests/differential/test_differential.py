"""The package answers as the stored records say, on a sample; `python -m tests.differential --whole` compares all."""

import pytest

from .families import PACKAGED, PUBLIC, family
from .records import Record, compare, data_sets, make_record, read_records, report


@pytest.mark.parametrize("name", [*PACKAGED, *PUBLIC])
def test_sample_is_as_stored(name: str) -> None:
    make = family(name, data_sets())
    if make is None:
        pytest.skip("no data sets; set EXPLANANS_DATA to the folder that holds explagraphs and worldtree-v2.1")
    lines = compare(make(whole=False), read_records())
    if lines:
        wanted = "If this is wanted, run: python -m tests.differential --whole --update"
        pytest.fail(f"{report(lines)}\n{wanted}", pytrace=False)


def test_scores_and_content_are_compared_apart() -> None:
    old = make_record("claims/a", {"status": "supported", "support": 0.5, "seconds": 1.0}, "supported")
    other_time = make_record("claims/a", {"status": "supported", "support": 0.5, "seconds": 2.0}, "supported")
    other_score = make_record("claims/a", {"status": "supported", "support": 0.6}, "supported")
    other_status = make_record("claims/a", {"status": "unknown", "support": 0.5}, "unknown")
    stored: dict[str, Record] = {old.id: old}
    assert compare([other_time], stored) == []
    assert compare([other_score], stored) == ["claims/a: only scores differ; supported"]
    assert compare([other_status], stored) == ["claims/a: content differs; stored supported; now unknown"]
    assert compare([other_status], {}) == ["claims/a: not stored; now unknown"]


def test_equal_to_nine_digits_is_equal() -> None:
    assert make_record("a", [0.1234567891], "") == make_record("a", [0.1234567892], "")
    assert make_record("a", [0.123456789], "") != make_record("a", [0.123456788], "")
