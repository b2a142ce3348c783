"""One explanation computes each hypothesis, sentence vector and parse once, and no more of them for a long question."""

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
FACTS = "Bread is a food. Ovens are hot. A cloth is made of cotton. Water makes cotton damp. Flour comes from wheat. "


class Work:
    """How often each text is embedded, by the name of the network, and parsed."""

    def __init__(self) -> None:
        self.embedded, self.parsed = Counter[tuple[str, str]](), Counter[str]()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    done = Work()
    vector, parser = Embedder._vector, CachedParser._parse_new

    def count_vector(self: Embedder, text: str) -> NDArray[np.float32]:
        done.embedded[self.name, text] += 1
        return vector(self, text)

    def count_parses(self: CachedParser, texts: Iterable[str]) -> Iterator[Parse]:
        new = list(texts)
        done.parsed.update(new)
        return parser(self, new)

    monkeypatch.setattr(Embedder, "_vector", count_vector)
    monkeypatch.setattr(CachedParser, "_parse_new", count_parses)
    return done


def test_each_text_is_analysed_once(work: Work) -> None:
    explainer = Explainer.open("starter")
    computed = to_statement.cache_info().misses
    explainer.explain(QUESTION, ANSWER)
    assert to_statement.cache_info().misses == computed + 1
    assert work.embedded
    assert set(work.embedded.values()) == {1}
    assert set(work.parsed.values()) <= {1}


def test_work_is_bounded_however_long_a_question_is(work: Work) -> None:
    Explainer.open("starter", judge="fast-judge").explain(4 * FACTS + QUESTION, ANSWER)
    assert work.embedded.total() <= 20
    assert work.parsed.total() <= 20
