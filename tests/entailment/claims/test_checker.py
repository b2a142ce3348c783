"""Claims against sources: statuses of several sentences, evidence and its places, marks, long and bad input."""

import logging

import pytest

from explanans.errors import InputError
from explanans.formats.claims import source_of
from explanans.structures.facts import Document
from explanans.structures.verdicts import NliScores, Status

from .conftest import CONTRADICTED, SUPPORTED, Made

LIBRARY = (
    "The library moves to Mill Street on Monday. Only the novels go with it.\n\n"
    "The reading circle will meet in the chapel. It has a new lift.\n"
)


def test_the_worst_sentence_of_a_claim_decides(made: Made) -> None:
    checker, _ = made({"library": SUPPORTED, "circle": CONTRADICTED, "novels": SUPPORTED})
    claims = ["The library is moving. Some novels go.", "The library moves. The circle ends.", "A library. A cat."]
    found = list(checker.check_document(LIBRARY, claims))
    assert [verdict.status for verdict in found] == [Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN]
    assert found[1].support == CONTRADICTED.supported
    assert found[1].evidence[0].text == "The reading circle will meet in the chapel."
    assert [sentence.text for sentence in found[0].sentences] == ["The library is moving.", "Some novels go."]


def test_evidence_stands_in_the_source_as_given(made: Made) -> None:
    checker, _ = made({"circle": SUPPORTED})
    source = source_of([Document("notes.txt", LIBRARY)])
    (quote,) = checker.check(source, "The reading circle gathers in a chapel.").evidence
    assert LIBRARY[quote.start : quote.end] == quote.text == "The reading circle will meet in the chapel."
    assert quote.place == "notes.txt:3"


def test_a_contradicted_claim_has_a_mark_and_a_supported_one_none(made: Made) -> None:
    checker, _ = made({"pub": CONTRADICTED, "chapel": SUPPORTED})
    wrong, right = checker.check_document(LIBRARY, ["The circle will meet in the pub.", "It meets in a small chapel."])
    assert [(mark.text, mark.evidence) for mark in wrong.contradicted] == [("pub", 0)]
    assert wrong.claim[wrong.contradicted[0].start : wrong.contradicted[0].end] == "pub"
    assert not right.contradicted
    assert not right.unsupported


def test_what_the_source_says_word_by_word_is_supported_unjudged(made: Made) -> None:
    checker, judge = made({"novels": CONTRADICTED})
    verdict = checker.check(LIBRARY, "only the novels go with it")
    assert (verdict.status, verdict.evidence[0].text) == (Status.SUPPORTED, "Only the novels go with it.")
    assert not judge.asked


def test_a_question_asserts_nothing(made: Made) -> None:
    checker, judge = made({"circle": SUPPORTED})
    verdict = checker.check("Does the circle meet in the chapel?", "The circle meets in the chapel.")
    assert verdict.status is Status.UNKNOWN
    assert not judge.asked


def test_a_final_full_stop_makes_no_difference(made: Made) -> None:
    checker, judge = made({})
    for claim in ("The circle sings", "The circle sings."):
        checker.check(LIBRARY, claim)
    assert len({pair.claim for pair in judge.asked}) == 1


def test_a_long_claim_is_judged_part_by_part_and_nothing_is_lost(made: Made) -> None:
    checker, judge = made({})
    claim = "the circle sings " * 200
    checker.check(LIBRARY, claim)
    heard = " ".join(dict.fromkeys(f"{number} {pair.claim}" for number, pair in enumerate(judge.asked)))
    assert heard.count("circle") >= 200
    assert max(len(pair.claim.split()) for pair in judge.asked) <= 60


def test_what_a_claim_costs_grows_as_its_length(made: Made) -> None:
    asked = []
    for times in (150, 300, 600):
        checker, judge = made({})
        checker.check(LIBRARY, "the circle sings of cold ice " * times)
        asked.append(len(judge.asked))
    assert asked[2] <= 2.2 * asked[1] <= 2.2 * 2.2 * asked[0]


def test_a_claim_of_any_length_is_no_claim(made: Made) -> None:
    checker, judge = made({})
    with pytest.raises(InputError, match=r"^the claim has 20001 characters; accepted: at most 20000, .*\w$"):
        checker.check(LIBRARY, "x" * 20_001)
    assert not judge.asked


def test_candidates_are_ordered_by_support(made: Made) -> None:
    checker, _ = made({"pub": CONTRADICTED, "chapel": SUPPORTED})
    ranked = checker.rerank(LIBRARY, ["A pub opens.", "A cat sleeps.", "A chapel stands."])
    assert [(item.place, item.verdict.support) for item in ranked] == [(3, 0.8), (1, 0.1), (2, 0.1)]


def test_another_language_is_warned_of_once(made: Made, caplog: pytest.LogCaptureFixture) -> None:
    checker, _ = made({})
    claims = ["Der Mond umkreist die Erde jeden Monat", "Die Sonne scheint auf alle Felder herab"]
    with caplog.at_level(logging.WARNING):
        list(checker.check_document(LIBRARY, claims))
    assert [record.getMessage().partition(" does")[0] for record in caplog.records] == [f"the claim “{claims[0]}”"]


@pytest.mark.parametrize(
    ("source", "claim", "complaint"),
    [
        ("", "Ice melts.", "no source; accepted: .*"),
        ("...", "Ice melts.", "no source; accepted: .*"),
        (LIBRARY, "", "the claim '' holds no word; accepted: .*"),
        (LIBRARY, 7, "a claim of int; accepted: a text"),
    ],
    ids=["no source", "dots", "no claim", "number"],
)
def test_bad_input_is_one_sentence(made: Made, source: str, claim: str, complaint: str) -> None:
    checker, _ = made({})
    with pytest.raises(InputError, match=f"^{complaint}$"):
        checker.check(source, claim)


def test_a_judge_without_probabilities_is_refused(made: Made) -> None:
    checker, _ = made({"cat": NliScores(float("nan"), 0.5, 0.5)})
    with pytest.raises(InputError, match=r"^the judge 'stub' returned \(nan, 0\.5, 0\.5\); accepted: "):
        checker.check(LIBRARY, "A cat sleeps.")
