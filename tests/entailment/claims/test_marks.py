"""Which words are marked: reasons first, then the best guess, and never a word of a supported claim."""

from collections.abc import Sequence

from explanans.entailment.claims.marks import Doubt, Marker, doubts_of_parses, missing_words, telling_words
from explanans.language.parser import open_parser
from explanans.structures.verdicts import Status

PREMISES = ("The shop on Mill Street closes at six.", "It sells two kinds of bread.")


def words(claim: str, doubts: Sequence[Doubt]) -> list[str]:
    return [claim[doubt.start : doubt.end] for doubt in doubts]


def test_reasons_go_before_guesses() -> None:
    marker = Marker(doubts_of_parses(open_parser))
    claim = "The shop sells five kinds of bread."
    marked = marker.mark(Status.CONTRADICTED, PREMISES, claim)
    assert words(claim, marked.contradicted) == ["five"]
    assert (marked.contradicted[0].why, marked.contradicted[0].sentence) == ("“five” against “two”", 1)


def test_without_reasons_what_is_missing_is_guessed() -> None:
    claim = "The shop sells pianos."
    assert words(claim, Marker().mark(Status.CONTRADICTED, PREMISES, claim).contradicted) == ["pianos"]
    unknown = Marker().mark(Status.UNKNOWN, PREMISES, claim)
    assert (unknown.contradicted, words(claim, unknown.unsupported)) == ((), ["pianos"])


def test_what_is_supported_has_no_marks() -> None:
    assert Marker().mark(Status.SUPPORTED, PREMISES, "The shop sells pianos.") == ((), ())


def test_arcs_are_asked_where_no_word_stands_out() -> None:
    claim = "The bread closes at six."
    arcs = [Doubt(4, 9, Status.UNKNOWN, 0.5, "“bread” not said of “closes”")]
    marker = Marker(arcs=lambda premises, claim: arcs)
    assert words(claim, marker.mark(Status.UNKNOWN, PREMISES, claim).unsupported) == ["bread"]
    marked = marker.mark(Status.CONTRADICTED, PREMISES, claim)
    assert words(claim, marked.contradicted) == ["bread"]


def test_words_that_premises_say_otherwise_are_not_missing() -> None:
    claim = "The store shuts at 6 in the 2010s, said Mr Brown."
    assert "store" not in words(claim, list(missing_words(PREMISES, claim)))
    told = [claim[start:end] for start, end in telling_words(claim)]
    assert told == ["store", "shuts", "6", "2010s", "said", "Brown"]
