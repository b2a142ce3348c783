"""``graph``, of one belief and of many."""

import pytest

from explanans import InputError, Stance, graph

ZOOS = ("Zoos should be banned.", "Animals suffer in narrow cages.")


def test_one_and_many() -> None:
    one = graph(*ZOOS)
    assert one.faults() == ()
    assert [found.edges for found in graph([ZOOS, ZOOS])] == [one.edges] * 2
    assert graph(*ZOOS, stance="counter").stance is Stance.COUNTER
    with pytest.raises(InputError):
        graph(ZOOS[0], "")
    with pytest.raises(InputError, match=r"^the stance 'both'; accepted: support, counter$"):
        graph(*ZOOS, stance="both")
