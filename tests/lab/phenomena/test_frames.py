"""Examples generated from frames."""

import re
from collections import Counter
from random import Random

import pytest

from explanans.errors import InputError
from explanans.lab.phenomena.example import Example, Phenomenon
from explanans.lab.phenomena.frames import aside, draw_example
from explanans.lab.phenomena.inflect import finish, inflect
from explanans.lab.phenomena.lexicon import draw_row, first_names, nouns, tables
from explanans.lab.phenomena.registry import phenomena_of
from explanans.lab.phenomena.templates import Frame, Premises, render
from explanans.structures.verdicts import Status

GROUPS = "additions clauses comparison entities meaning opposites order reasons results roles".split()
PHENOMENA: dict[str, Phenomenon] = {name: draw for group in GROUPS for name, draw in phenomena_of(group).items()}
LEAST_SHARE = 0.15
"""Minimum share of each status among the claims of a phenomenon."""
LEAST_DISTINCT = 0.4
"""Minimum share of distinct texts among the claims of 500 draws."""
WRONG = re.compile(
    r"[{}\[\]|~*]|//| ,|\s\s|\ba [aeio]|\ban [bcdfgjklmnpqrstvwz]"
    r"|(?<![\w-])(?!had had|at at|in in|on on)(\w+) \1(?![\w-])"
)
"""Marks of templates, blanks, articles and doubled words that no finished text has."""


@pytest.fixture(scope="module", params=list(PHENOMENA))
def examples(request: pytest.FixtureRequest) -> list[Example]:
    return [PHENOMENA[request.param](Random(seed)) for seed in range(500)]


def test_names_are_unique_and_many() -> None:
    assert len(PHENOMENA) == sum(len(phenomena_of(group)) for group in GROUPS) >= 60


def test_examples_are_well_formed(examples: list[Example]) -> None:
    for example in examples:
        assert example.premises
        assert 2 <= len(example.claims) <= 7
        for text in (*example.premises, *(claim.text for claim in example.claims)):
            assert text[0].isupper() or not text[0].isalpha()
            assert text[-1] in '.!?"'
            assert not WRONG.search(text), text
        assert len({claim.text for claim in example.claims}) == len(example.claims)


def test_statuses_are_balanced_and_claims_varied(examples: list[Example]) -> None:
    claims = [claim for example in examples for claim in example.claims]
    counts = Counter(claim.status for claim in claims)
    assert min(counts[status] for status in Status) >= LEAST_SHARE * len(claims)
    assert len({claim.text for claim in claims}) >= LEAST_DISTINCT * len(claims)


def test_a_claim_with_the_words_of_a_premise_is_supported(examples: list[Example]) -> None:
    for example in examples:
        assert all(claim.status is Status.SUPPORTED for claim in example.claims if claim.text in example.premises)


@pytest.mark.parametrize("name", PHENOMENA)
def test_equal_random_states_give_equal_examples(name: str) -> None:
    assert [PHENOMENA[name](Random(seed)) for seed in range(5)] == [PHENOMENA[name](Random(seed)) for seed in range(5)]


def statuses(frame: Frame, number: int = 300) -> set[tuple[tuple[str, ...], str, Status]]:
    found = [draw_example((frame,), Random(seed)) for seed in range(number)]
    return {(example.premises, claim.text, claim.status) for example in found for claim in example.claims}


BITE = Frame(
    (),
    (Premises(("the dog bit the postman.",), is_shuffled=False, is_statement=True),),
    (
        (Status.SUPPORTED, "the postman was bitten by the dog."),
        (Status.CONTRADICTED, "the postman bit the dog."),
        (Status.UNKNOWN, "the dog bit the postman twice."),
    ),
)


def test_plain_claims_keep_their_status() -> None:
    premises = ("The dog bit the postman.",)
    assert (premises, "The postman was bitten by the dog.", Status.SUPPORTED) in statuses(BITE)
    assert (premises, "The postman bit the dog.", Status.CONTRADICTED) in statuses(BITE)
    assert (premises, "The dog bit the postman twice.", Status.UNKNOWN) in statuses(BITE)
    assert (premises, "The dog bit the postman.", Status.SUPPORTED) in statuses(BITE)


def test_contradicted_claim_can_be_the_premise() -> None:
    assert (("The postman bit the dog.",), "The dog bit the postman.", Status.CONTRADICTED) in statuses(BITE)


def test_unknown_claim_can_be_said_or_denied() -> None:
    said = ("The dog bit the postman.", "The dog bit the postman twice.")
    denied = ("The dog bit the postman.", "It is not true that the dog bit the postman twice.")
    assert (said, said[1], Status.SUPPORTED) in statuses(BITE)
    assert (denied, said[1], Status.CONTRADICTED) in statuses(BITE)


def test_nothing_is_known_of_claims_beside_supposed_premises() -> None:
    supposed = ("Perhaps the dog bit the postman.",)
    found = statuses(BITE, 2000)
    assert (supposed, "The postman bit the dog.", Status.UNKNOWN) in found
    assert (supposed, "The postman was bitten by the dog.", Status.UNKNOWN) in found
    assert not any(
        premises[0].startswith("Perhaps") for premises, *_ in statuses(BITE._replace(presupposes=True), 2000)
    )


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("look after", "past", "looked after"),
        ("overtake", "pp", "overtaken"),
        ("acquit", "ing", "acquitting"),
        ("veto the plan", "s", "vetoes the plan"),
        ("be elected", "neg", "was not elected"),
        ("rise", "neg", "did not rise"),
        ("tin of paint", "pl", "tins of paint"),
        ("postman", "pl", "postmen"),
        ("narrow", "er", "narrower"),
        ("generous", "est", "most generous"),
        ("big", "est", "biggest"),
        ("heavy", "er", "heavier"),
        ("good", "er", "better"),
        ("the guests", "'s", "the guests'"),
        ("Jonas", "'s", "Jonas's"),
    ],
)
def test_forms(text: str, form: str, expected: str) -> None:
    assert inflect(text, form) == expected


def test_unknown_form_is_rejected() -> None:
    with pytest.raises(InputError, match="no form 'dual'"):
        inflect("dog", "dual")


def test_finished_text_has_articles_and_capitals() -> None:
    assert finish("a owl saw an horse . it fled.") == "An owl saw a horse. It fled."


def test_slot_of_no_variable_is_rejected() -> None:
    with pytest.raises(InputError, match="no variable 'b'"):
        render("{b} sleeps.", {}, Random(1))


def test_unknown_table_is_rejected() -> None:
    with pytest.raises(InputError, match="no table 'nowhere'"):
        draw_row("nowhere", Random(1))


def test_lexicon_is_large_and_its_rows_are_complete() -> None:
    assert len(first_names()) > 250
    assert len({word for words in nouns().values() for word in words}) > 1200
    assert sum(map(len, tables().values())) > 900
    assert all(all(row.cells.values()) for rows in tables().values() for row in rows)


def test_asides_are_sentences() -> None:
    assert all(aside(Random(seed)).endswith(".") for seed in range(100))
