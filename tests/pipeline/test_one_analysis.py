"""One explanation computes each hypothesis, sentence vector and parse once."""

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.language.parser import CachedParser
from explanans.language.statements.hypothesis import to_statement
from explanans.learning.embedder import Embedder
from explanans.pipeline.explainer import Explainer
from explanans.structures.syntax import Parse

QUESTION = "Why does a baker cover the dough with a damp cloth?"
ANSWER = "Dough that is covered does not dry out."


def test_each_text_is_analysed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explainer = Explainer.open("starter")
    embedded, parsed = Counter[tuple[str, str]](), Counter[str]()
    vector, parser = Embedder._vector, CachedParser._parse_new

    def count_vector(self: Embedder, text: str) -> NDArray[np.float32]:
        embedded[self.name, text] += 1
        return vector(self, text)

    def count_parses(self: CachedParser, texts: Iterable[str]) -> Iterator[Parse]:
        new = list(texts)
        parsed.update(new)
        return parser(self, new)

    monkeypatch.setattr(Embedder, "_vector", count_vector)
    monkeypatch.setattr(CachedParser, "_parse_new", count_parses)
    computed = to_statement.cache_info().misses
    explainer.explain(QUESTION, ANSWER)
    assert to_statement.cache_info().misses == computed + 1
    assert embedded
    assert set(embedded.values()) == {1}
    assert set(parsed.values()) <= {1}
