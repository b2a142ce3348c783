"""Examples made of real sentences by their parse."""

from random import Random

import pytest

from explanans.lab.phenomena import edits
from explanans.lab.phenomena.example import Example
from explanans.lab.phenomena.registry import PARSED
from explanans.lab.phenomena.sentence import Sentence, active, exchanged, fronted, negate, passive
from explanans.language.parser import shared_parser
from explanans.structures.syntax import Parse
from explanans.structures.verdicts import Status

SENTENCES = (
    "Beavers build dams across small rivers.",
    "The novel was translated by Ingrid Larsen in 1987.",
    "Bats are mammals.",
    "Maria Costa rescued Peter Novak in Lisbon.",
    "The museum opened in 1954.",
    "Whales do not lay eggs.",
    "Copper is a soft metal.",
    "Some plants need shade.",
    "Lemons contain acid.",
    "Farmers grow wheat in the valley.",
    "Ingrid Larsen opened a bakery.",
    "Paul Weber painted the old chapel.",
)


def parsed(text: str) -> Parse:
    return next(iter(shared_parser().parse([text])))


def sentence(text: str) -> Sentence:
    found = Sentence.of(parsed(text))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beavers build dams across small rivers.", "beavers do not build dams across small rivers"),
        ("Copper is a soft metal.", "copper is not a soft metal"),
        ("Whales do not lay eggs.", "whales lay eggs"),
        ("The museum opened in 1954.", "the museum did not open in 1954"),
        ("Birds can fly.", "birds cannot fly"),
    ],
)
def test_negation(text: str, expected: str) -> None:
    assert negate(sentence(text)) == expected


def test_voices() -> None:
    assert passive(sentence("Farmers grow wheat in the valley.")) == "wheat is grown by farmers in the valley"
    expected = "Ingrid Larsen translated the novel in 1987"
    assert active(sentence("The novel was translated by Ingrid Larsen in 1987.")) == expected


def test_order() -> None:
    assert fronted(sentence("The museum opened in 1954.")) == "in 1954, the museum opened"
    expected = "Peter Novak rescued Maria Costa in Lisbon"
    assert exchanged(sentence("Maria Costa rescued Peter Novak in Lisbon.")) == expected


def test_details_are_dropped_where_this_says_less() -> None:
    assert "copper is a metal" in edits.reductions(sentence("Copper is a soft metal."))
    assert not list(edits.reductions(sentence("Copper is not a soft metal.")))


def test_contradicted_claims() -> None:
    assert "Peter Novak rescued Maria Costa in Lisbon" in edits.contradicted(
        sentence("Maria Costa rescued Peter Novak in Lisbon."), Random(1)
    )
    assert "copper is a hard metal" in edits.contradicted(sentence("Copper is a soft metal."), Random(1))
    assert any(
        text.startswith("the museum opened in ")
        for text in edits.contradicted(sentence("The museum opened in 1954."), Random(1))
    )
    assert not list(edits.contradicted(sentence("Some plants need shade."), Random(1)))


def test_kind_is_not_all_of_its_kind() -> None:
    assert list(edits.unknown(sentence("Bats are mammals."))) == ["mammals are bats"]


def test_questions_and_pronouns_are_left_alone() -> None:
    assert Sentence.of(parsed("Do bats sleep?")) is None
    assert Sentence.of(parsed("They build dams.")) is None


def made(name: str) -> list[Example]:
    parses = list(shared_parser().parse(SENTENCES))
    found = [PARSED[name](parse, parses, Random(seed)) for parse in parses for seed in range(20)]
    return [example for example in found if example is not None]


@pytest.mark.parametrize("name", PARSED)
def test_examples_are_well_formed(name: str) -> None:
    found = made(name)
    assert len({claim.status for example in found for claim in example.claims}) == 3
    for example in found:
        assert 2 <= len(example.claims) <= 5
        texts = (*example.premises, *(claim.text for claim in example.claims))
        assert all(not text[0].islower() and text.endswith((".", "?")) and "  " not in text for text in texts)
        copies = [claim for claim in example.claims if claim.text in example.premises]
        assert all(claim.status is Status.SUPPORTED for claim in copies)


@pytest.mark.parametrize("name", PARSED)
def test_equal_random_states_give_equal_examples(name: str) -> None:
    assert made(name) == made(name)


@pytest.mark.parametrize(
    ("text", "start", "status"),
    [
        ("The museum opened in 1954.", "The museum almost ", Status.CONTRADICTED),
        ("The museum opened in 1954.", "The museum tried to open", Status.UNKNOWN),
        ("The museum opened in 1954.", "The museum managed to open", Status.SUPPORTED),
        ("Farmers grow wheat in the valley.", "Farmers used to grow", Status.CONTRADICTED),
        ("Farmers grow wheat in the valley.", "Farmers plan to grow", Status.UNKNOWN),
        ("The novel was translated by Ingrid Larsen in 1987.", "The novel was nearly translated", Status.CONTRADICTED),
    ],
)
def test_qualified_sentences_do_not_say_what_they_qualify(text: str, start: str, status: Status) -> None:
    made = (PARSED["qualified"](parsed(text), [], Random(seed)) for seed in range(400))
    found = [example for example in made if example is not None and example.premises[0].startswith(start)]
    assert found
    told = {claim.status for example in found for claim in example.claims if claim.text == text}
    assert told == {status}


@pytest.mark.parametrize(
    ("answer", "status"), [("No.", Status.CONTRADICTED), ("Yes.", Status.SUPPORTED), ("?", Status.UNKNOWN)]
)
def test_a_question_says_what_its_answer_says(answer: str, status: Status) -> None:
    text = "The museum opened in 1954."
    made = (PARSED["asked"](parsed(text), [], Random(seed)) for seed in range(200))
    found = [example for example in made if example is not None and example.premises[0].endswith(answer)]
    assert {claim.status for example in found for claim in example.claims if claim.text == text} == {status}


def test_what_comes_first_is_no_cause() -> None:
    first, then = "Maria Costa rescued Peter Novak in Lisbon", "Ingrid Larsen moved to Vienna in June"
    made = (PARSED["ordered"](parsed(f"{first}."), [parsed(f"{then}.")], Random(seed)) for seed in range(400))
    found = [example for example in made if example is not None and example.premises[0].startswith("After Maria")]
    told = {claim.text: claim.status for example in found for claim in example.claims}
    assert told[f"{then} after {first}."] is Status.SUPPORTED
    assert told[f"{first} after {then}."] is Status.CONTRADICTED
    assert told[f"{then} because {first}."] is Status.UNKNOWN
