"""Sentence ends behind abbreviations and within quotes."""

from pathlib import Path

import pytest

from explanans.language.sentences import sentence_spans
from tests.data_sets import present


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. Frost met Mr. Lund at St. Mary's.",
        "See Fig. 3 and Sect. 4.2 for details.",
        "It weighs approx. 3 kg.",
        "The temp. was 5 °C.",
        "Prof. Moe, e.g. in vol. 3, p. 7, says so.",
        "It is open Mon. to Fri. from 9 to 5.",
        "The company, Smith Bros. Ltd., is old.",
        "Use approx. 50 ml of acid per l. of water.",
        "The U.S. Army came.",
        "J. R. R. Tolkien wrote it.",
        "Room no. 5 is free.",
    ],
)
def test_abbreviation_ends_no_sentence(sentence: str) -> None:
    assert parts(sentence) == [sentence]
    assert parts(f"{sentence} Snow falls.") == [sentence, "Snow falls."]


@pytest.mark.parametrize(
    "sentences",
    [
        ["The shop opens at 7 a.m.", "It closes at 6 p.m. on weekdays."],
        ["They sell apples, pears, etc.", "Prices vary."],
        ["He works for Acme Inc.", "The firm is big."],
        ["She has a Ph.D.", "He teaches."],
        ["Is it on Jan. 5?", "No.", "It is on Feb. 6."],
        ['"It is red.', 'It is old," he said.'],
        ["(They left.", "Nobody saw it.)", "It rained."],
        ["The gap is 3 ft.", "Mind it."],
    ],
)
def test_stop_before_a_capital_ends_a_sentence(sentences: list[str]) -> None:
    assert parts(" ".join(sentences)) == sentences


def test_most_sentence_ends_of_the_treebank_are_found(data_folder: Path) -> None:
    treebank = present(data_folder / "ud-english-ewt/en_ewt-ud-dev.conllu")
    paragraphs: list[list[str]] = [[]]
    for line in treebank.read_text("utf-8").splitlines():
        if line.startswith(("# newdoc", "# newpar")):
            paragraphs.append([])
        elif line.startswith("# text = "):
            paragraphs[-1].append(line.removeprefix("# text = ").strip())
    right = found = wanted = 0
    for sentences in paragraphs:
        text = " ".join(sentences)
        ends = {len(" ".join(sentences[:number])) + 1 for number in range(1, len(sentences))}
        starts = {start for start, _ in sentence_spans(text)} - {0}
        right, found, wanted = right + len(ends & starts), found + len(starts), wanted + len(ends)
    assert 2 * right / (found + wanted) > 0.88
