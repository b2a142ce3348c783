import pytest

from explanans.trees.conclusions.features import Fluency


def test_a_damaged_record_is_refused() -> None:
    with pytest.raises(ValueError, match="another number"):
        Fluency.decode({"bias": 0.0, "weights": "AAAA"})
