"""Windows of a source: what is near a claim, with what stands before it, and nothing too long."""

from collections.abc import Sequence

from explanans.entailment.claims.windows import LENGTH, LONGEST, MOST, SourceIndex, parts
from explanans.formats.claims import read_source, source_of, texts_as_documents
from explanans.learning.embedder import Embedder
from explanans.structures.facts import Source

FILLER = "The committee discussed the budget of the small town hall and its garden at great length that evening. "


def index_of(source: Source) -> SourceIndex:
    return SourceIndex(source, Embedder.shipped())


def test_a_short_source_is_one_window() -> None:
    (window,) = index_of(read_source("Ann came home. She ate soup.")).windows("Ann ate.")
    assert window.premises == ("Ann came home.", "She ate soup.")


def test_a_window_has_the_sentences_before_for_pronouns() -> None:
    text = f"{FILLER * 12}\n\nAnn Berg built a bridge in Lund. It cost nine million crowns.\n\n{FILLER * 12}"
    windows = index_of(read_source(text)).windows("The bridge cost nine million crowns.")
    assert {"Ann Berg built a bridge in Lund.", "It cost nine million crowns."} <= set(windows[0].premises)
    assert len(windows) <= MOST
    assert [window.relevance for window in windows[:-1]] == sorted((w.relevance for w in windows[:-1]), reverse=True)


def test_no_window_is_longer_than_a_judge_reads_and_none_is_cut() -> None:
    embedder = Embedder.shipped()
    text = "字" * 2_000
    index = SourceIndex(read_source(f"The sign says so: {text}"), embedder)
    windows = index.windows("The sign says so.")
    assert all(embedder.length(" ".join(window.premises)) <= LONGEST for window in windows)
    several = SourceIndex(source_of(texts_as_documents([FILLER * 40])), embedder).windows("The garden is small.")
    assert all(embedder.length(" ".join(window.premises)) <= LENGTH for window in several)


def test_parts_lose_nothing() -> None:
    text = "one two three four five six"
    assert " ".join(parts(text, lambda part: len(part) < 8)) == text
    assert list(parts("abcd", lambda part: len(part) < 2)) == list("abcd")


def test_what_is_far_is_no_evidence() -> None:
    index = index_of(read_source("The recipe asks for two eggs and a spoon of sugar."))
    claim = "Parliament dissolved the navy."
    (window,) = index.windows(claim)
    assert index.telling(claim, window, lambda sentences: [0.0 for _ in sentences]) == ()


def test_sentences_are_rated_only_if_the_rates_decide() -> None:
    index = index_of(read_source("The mill grinds rye in autumn. The mill grinds wheat in spring. Ann likes tea."))
    asked: list[str] = []

    def rate(sentences: Sequence[str], value: float) -> list[float]:
        asked.extend(sentences)
        return [value for _ in sentences]

    claim = "The mill grinds rye in autumn."
    (window,) = index.windows(claim)
    assert index.telling(claim, window, lambda sentences: rate(sentences, 1.0))[0] == 0
    assert asked == ["The mill grinds rye in autumn."]
    asked.clear()
    index.telling(claim, window, lambda sentences: rate(sentences, 0.0))
    assert len(asked) > 1
    asked.clear()
    assert index.telling(claim, index.alone((0,)), lambda sentences: rate(sentences, 0.0)) == (0,)
    assert not asked
