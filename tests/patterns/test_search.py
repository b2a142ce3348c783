"""The search finds what trying every combination finds, in the same order."""

import math
import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.patterns.matching import Binding, Candidate, Value
from explanans.patterns.search import ABSENT, Domain, OutOfTimeError, _bound, search
from explanans.structures.facts import Fact

spellings = st.sampled_from([("a",), ("b",), ("as", "a"), ("ab", "b"), ("as", "b")])
bindings = st.builds(
    Binding,
    st.sampled_from("xyz"),
    st.lists(spellings, min_size=1, max_size=2).map(tuple),
    st.sampled_from([False, False, True]),
)
candidates = st.builds(Candidate, st.just(Fact("f", "")), st.lists(bindings, max_size=2).map(tuple), st.just(0))
slots = st.tuples(st.lists(candidates, max_size=4), st.booleans())


def tried(domains: list[tuple[list[Candidate], bool]]) -> list[tuple[tuple[int, ...], dict[str, Value]]]:
    """Return every choice that agrees, by trying them all."""
    found = []
    for choice in product(*([*range(len(allowed)), *[ABSENT] * optional] for allowed, optional in domains)):
        values: dict[str, Value] | None = {}
        for number, (allowed, _) in zip(choice, domains, strict=True):
            if values is not None and number != ABSENT:
                values = _bound(values, allowed[number].bindings)
        if values is not None:
            found.append((choice, values))
    return found


@given(st.lists(slots, max_size=4))
def test_nothing_is_missed_or_made_up(domains: list[tuple[list[Candidate], bool]]) -> None:
    ready = [Domain(allowed, optional) for allowed, optional in domains]
    assert list(search(ready, math.inf)) == tried(domains)


def test_time_runs_out() -> None:
    many = Domain([Candidate(Fact("f", ""), (), 0)] * 100, optional=False)
    with pytest.raises(OutOfTimeError):
        list(search([many] * 3, time.monotonic() - 1))
