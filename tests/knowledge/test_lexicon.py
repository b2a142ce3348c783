"""The inverted index against cosines of BM25 vectors computed one document at a time."""

import math
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.knowledge.lexicon import Documents as Gathered
from explanans.knowledge.lexicon import Lexicon, Vocabulary, top

K1, B = 0.5, 0.3

Documents = list[list[str]]
documents_of_few_words = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=7), min_size=1, max_size=9)


def naive_idf(term: str, documents: Documents) -> float:
    """Robertson & Zaragoza 2009, equation 3.3, with 1 added inside the logarithm."""
    count = sum(term in document for document in documents)
    return math.log(1 + (len(documents) - count + 0.5) / (count + 0.5))


def naive_vector(document: list[str], length: float, documents: Documents) -> dict[str, float]:
    """Robertson & Zaragoza 2009, equation 3.15; ``length`` is relative to the average."""
    norm = K1 * (1 - B + B * length)
    weights = {
        term: naive_idf(term, documents) * count * (K1 + 1) / (count + norm)
        for term, count in Counter(document).items()
        if any(term in other for other in documents)
    }
    size = math.sqrt(sum(weight**2 for weight in weights.values()))
    return {term: weight / size for term, weight in weights.items()}


def naive_cosines(query: list[str], documents: Documents) -> list[float]:
    mean = max(sum(map(len, documents)) / len(documents), 1)
    asked = naive_vector(query, 1, documents)
    found = [naive_vector(document, len(document) / mean, documents) for document in documents]
    return [sum(weight * vector.get(term, 0) for term, weight in asked.items()) for vector in found]


def index_of(documents: Documents) -> tuple[Vocabulary, Lexicon]:
    gathered = gather(documents)
    vocabulary = Vocabulary.of(gathered)
    return vocabulary, Lexicon.of(gathered, vocabulary)


def gather(documents: Documents, numbers: dict[str, int] | None = None) -> Gathered:
    gathered = Gathered(numbers)
    for document in documents:
        gathered.add(document)
    return gathered


@given(documents_of_few_words, st.lists(st.sampled_from("abcdefgxyz"), max_size=9))
def test_cosines_are_the_naive_ones(documents: Documents, query: list[str]) -> None:
    vocabulary, lexicon = index_of(documents)
    cosines = lexicon.similarities(*vocabulary.vector(query))
    assert cosines.shape == (len(documents),)
    assert cosines.tolist() == pytest.approx(naive_cosines(query, documents), abs=1e-5)


@given(documents_of_few_words)
def test_a_document_is_nearest_to_itself(documents: Documents) -> None:
    vocabulary, lexicon = index_of(documents)
    for number, document in enumerate(documents):
        cosines = lexicon.similarities(*vocabulary.vector(document))
        assert (cosines <= 1 + 1e-5).all()
        if not document:
            assert not cosines.any()
        elif len(set(document)) == len(document):
            assert cosines[number] == pytest.approx(1, abs=1e-5)
        else:
            # A query has no length to normalise by, so that the weights of repeated terms differ a little.
            assert cosines[number] > 0.95


@given(documents_of_few_words)
def test_documents_are_unit_vectors(documents: Documents) -> None:
    _, lexicon = index_of(documents)
    squares = np.bincount(lexicon.documents, weights=lexicon.weights.astype(float) ** 2, minlength=len(documents))
    assert squares.tolist() == pytest.approx([float(bool(document)) for document in documents], abs=1e-5)


@given(documents_of_few_words)
def test_queries_are_unit_vectors_over_known_terms(documents: Documents) -> None:
    vocabulary, _ = index_of(documents)
    for query in (documents[0], [*documents[0], "unknown"], ["unknown"], []):
        terms, weights = vocabulary.vector(query)
        known = set(query) & vocabulary.numbers.keys()
        assert terms.tolist() == sorted(vocabulary.numbers[term] for term in known)
        assert float(np.linalg.norm(weights)) == pytest.approx(float(bool(known)), abs=1e-5)


@given(documents_of_few_words, documents_of_few_words)
def test_two_collections_may_share_a_vocabulary(first: Documents, second: Documents) -> None:
    facts = gather(first)
    questions = gather(second, facts.numbers)
    vocabulary = Vocabulary.of(facts, questions)
    together = Vocabulary.of(gather([*first, *second]))
    assert list(vocabulary.numbers) == list(together.numbers) == sorted(set().union(*first, *second))
    assert vocabulary.idf.tolist() == together.idf.tolist()
    for documents, gathered in ((first, facts), (second, questions)):
        lexicon = Lexicon.of(gathered, vocabulary)
        for term, number in vocabulary.numbers.items():
            holders = [place for place, document in enumerate(documents) if term in document]
            assert lexicon.holders(number).tolist() == holders


def test_worked_by_hand() -> None:
    documents = [["heat", "melt", "ice"], ["ice", "solid"], ["heat", "heat", "heat", "sun"]]
    vocabulary, lexicon = index_of(documents)
    assert list(vocabulary.numbers) == ["heat", "ice", "melt", "solid", "sun"]
    # In 2 of 3: ln(1 + 1.5 / 2.5); in 1 of 3: ln(1 + 2.5 / 1.5).
    assert vocabulary.weight("ice") == pytest.approx(0.470004)
    assert vocabulary.weight("melt") == pytest.approx(0.980829)
    cosines = lexicon.similarities(*vocabulary.vector(["ice"]))
    # 0.470004 / |(0.470004, 0.470004, 0.980829)| and 0.470004 / |(0.470004, 0.980829)|: no term is repeated.
    assert cosines.tolist() == pytest.approx([0.396683, 0.432135, 0], abs=1e-5)


def test_unknown_terms_are_as_telling_as_the_rarest() -> None:
    vocabulary = Vocabulary.of(gather([["ice"], ["ice", "snow"], ["ice"]]))
    assert vocabulary.weight("unknown") == vocabulary.weight("snow") > vocabulary.weight("ice") > 0
    single = Vocabulary.of(gather([["ice"]]))
    assert single.weight("unknown") == single.weight("ice")


@pytest.mark.parametrize("documents", [[], [[]], [[], []]])
def test_nothing_to_index(documents: Documents) -> None:
    vocabulary, lexicon = index_of(documents)
    assert math.isfinite(vocabulary.weight("ice"))
    assert lexicon.similarities(*vocabulary.vector(["ice"])).tolist() == [0.0] * len(documents)


@given(documents_of_few_words)
def test_a_lexicon_comes_back_from_its_folder(documents: Documents) -> None:
    vocabulary, lexicon = index_of(documents)
    with tempfile.TemporaryDirectory() as folder:
        lexicon.save(Path(folder), "facts-by-lemma")
        again = Lexicon.open(Path(folder), "facts-by-lemma", lexicon.size)
        query = vocabulary.vector(["a", "b", "b"])
        assert again.similarities(*query).tolist() == lexicon.similarities(*query).tolist()


def test_a_corpus_of_one_word_in_every_document() -> None:
    # Its inverse document frequency is small, and must not be zero.
    vocabulary, lexicon = index_of([["ice"]] * 10_000)
    assert lexicon.similarities(*vocabulary.vector(["ice"])).tolist() == pytest.approx([1.0] * 10_000, abs=1e-5)


@given(st.lists(st.sampled_from([-np.inf, -1.5, 0.0, 0.25, 2.0]), max_size=12), st.integers(0, 14))
def test_as_by_sorting(scores: list[float], limit: int) -> None:
    by_sorting = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    assert top(np.array(scores, dtype=np.float64), limit).tolist() == by_sorting[:limit]


@pytest.mark.parametrize("limit", [0, 1, 5])
def test_no_scores(limit: int) -> None:
    assert top(np.empty(0), limit).tolist() == []
