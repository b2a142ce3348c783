"""Generated examples of negation, quantity, modality, reports, values, tables and wording."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from explanans.lab.phenomena.amounts import Quantity, money
from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import GeneratedClaim, Phenomenon
from explanans.lab.phenomena.matrix import Filler, parse_frames
from explanans.lab.phenomena.registry import phenomena_of
from explanans.lab.phenomena.spellings import number_words, ordinal_word, spell_time
from explanans.lab.phenomena.words import frames_text, phrase_forms, word_items
from explanans.structures.verdicts import Status

GROUPS = (
    *("comparisons", "conditions", "coordination", "modality", "negation", "quantifiers", "reports"),
    *("shades", "shares", "surface", "tables", "times", "units"),
)
PHENOMENA: dict[str, Phenomenon] = {name: draw for group in GROUPS for name, draw in phenomena_of(group).items()}
DRAWS = 500
# Smallest number of different claims in DRAWS draws, and smallest share of each status.
DISTINCT_CLAIMS = 1200
STATUS_SHARE = 0.2


def test_group_has_at_least_seventy_phenomena_with_names_of_their_own() -> None:
    assert len(PHENOMENA) >= 70
    assert len(PHENOMENA) == sum(len(phenomena_of(group)) for group in GROUPS)


@pytest.mark.parametrize("name", sorted(set(PHENOMENA) - {"citation-markers", "discourse-markers", "lead-ins"}))
def test_phenomenon_has_at_least_six_frames(name: str) -> None:
    assert len(parse_frames(frames_text(name))) >= 6


@pytest.mark.parametrize("name", sorted(PHENOMENA))
def test_examples_are_well_formed_balanced_and_varied(name: str) -> None:
    random = Random(7)
    counts: Counter[Status] = Counter()
    texts: set[str] = set()
    for _ in range(DRAWS):
        example = PHENOMENA[name](random)
        assert example.premises
        assert 2 <= len(example.claims) <= 6
        assert len({claim.text for claim in example.claims}) == len(example.claims)
        for text in (*example.premises, *(claim.text for claim in example.claims)):
            assert text == text.strip()
            assert "  " not in text
            assert not set("{}~") & set(text)
            assert text[0].isupper() or not text[0].isalpha()
        assert all(claim.text.endswith((".", "!")) for claim in example.claims)
        assert all(premise.endswith((".", "?", "!", "|")) for premise in example.premises)
        counts.update(claim.status for claim in example.claims)
        texts.update(claim.text for claim in example.claims)
    assert all(counts[status] >= STATUS_SHARE * counts.total() for status in Status)
    assert len(texts) >= DISTINCT_CLAIMS


@pytest.mark.parametrize("name", sorted(PHENOMENA))
def test_equal_random_states_give_equal_examples(name: str) -> None:
    first = [PHENOMENA[name](random) for random in [Random(3)] for _ in range(20)]
    second = [PHENOMENA[name](random) for random in [Random(3)] for _ in range(20)]
    assert first == second


def test_frame_gives_each_claim_the_status_of_its_premise() -> None:
    frame = parse_frames("""
@city Riga|Lyon|Cork
Anna tried to reach {city1}, but failed.
Anna reached {city1}.
--
CS Anna [reached|got to] {city1}.
SC Anna did not reach {city1}.
""")[0]
    assert frame.premises == ("Anna tried to reach {city1}, but failed.", "Anna reached {city1}.")
    assert frame.claims == (("CS", "Anna [reached|got to] {city1}."), ("SC", "Anna did not reach {city1}."))
    assert [item[""] for item in frame.words["city"]] == [("Riga",), ("Lyon",), ("Cork",)]


@pytest.mark.parametrize("row", ["S Anna came.", "SX Anna came.", "SC"])
def test_claim_without_a_status_for_each_premise_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="for each of 2 premises"):
        parse_frames(f"Anna came.\nAnna stayed away.\n--\n{row}")


def test_slots_keep_their_words_and_values_through_an_example() -> None:
    filler = Filler(Random(2), {"price": "5 euros"}, {"saw": word_items("saw/handsaw|axe"), "day": word_items("noon")})
    text = filler.fill("the {saw1} costs {price}.")
    assert text in {"The saw costs 5 euros.", "The axe costs 5 euros."}
    assert filler.fill("The {saw1} costs {price}.") == text


def test_slot_without_words_is_refused() -> None:
    filler = Filler(Random(2), {}, {})
    with pytest.raises(KeyError):
        filler.fill("{gadget1} broke.")


def test_articles_and_negations_are_adapted_to_their_words() -> None:
    filler = Filler(Random(0), {"thing": "umbrella"}, {})
    texts = {filler.fill("there is not a {thing} but an unicorn and a hour.") for _ in range(50)}
    assert texts == {
        "There is not an umbrella but a unicorn and an hour.",
        "There isn't an umbrella but a unicorn and an hour.",
    }


def test_verbs_are_inflected() -> None:
    forms = phrase_forms(["carry the bag", "stop", "write home", "go on"])
    assert forms["s"] == ("carries the bag", "stops", "writes home", "goes on")
    assert forms["past"] == ("carried the bag", "stopped", "wrote home", "went on")
    assert forms["pp"] == ("carried the bag", "stopped", "written home", "gone on")
    assert forms["ing"] == ("carrying the bag", "stopping", "writing home", "going on")


def test_numbers_are_spelt_in_words() -> None:
    assert number_words(0) == "zero"
    assert number_words(115) == "one hundred and fifteen"
    assert number_words(1_000_021) == "one million and twenty-one"
    assert [ordinal_word(number) for number in (1, 12, 20, 23)] == ["first", "twelfth", "twentieth", "twenty-third"]


def test_times_of_day_are_spelt_equally() -> None:
    random = Random(4)
    assert {spell_time(14 * 60, random) for _ in range(400)} >= {"14:00", "2 pm", "two o'clock in the afternoon"}
    assert {spell_time(18 * 60 + 30, random) for _ in range(400)} >= {"18:30", "half past six in the evening"}
    assert {spell_time(12 * 60, random) for _ in range(400)} == {"12:00", "noon", "12 noon", "midday"}


def test_quantities_and_money_are_spelt_equally() -> None:
    random = Random(4)
    year = Quantity("years", 12)
    assert {year.in_unit(1, random) for _ in range(200)} == {"a year", "one year", "1 year"}
    assert {year.in_unit(2, random) for _ in range(200)} >= {"12 months", "twelve months"}
    assert {money(350, "dollar", random) for _ in range(200)} >= {"$3.50", "USD 3.50", "three dollars and fifty cents"}
    assert {money(2_500_000_00, "euro", random) for _ in range(200)} >= {"€2.5 million", "€2,500,000"}


def _claims_of(name: str, premise: str) -> Iterator[tuple[re.Match[str], GeneratedClaim]]:
    """Draw examples and yield the claims of those with one premise, which matches a pattern."""
    random = Random(11)
    for _ in range(3000):
        example = PHENOMENA[name](random)
        if len(example.premises) == 1 and (match := re.fullmatch(premise, example.premises[0])):
            yield from ((match, claim) for claim in example.claims)


def test_what_almost_happened_did_not_happen() -> None:
    found = {
        claim.status
        for match, claim in _claims_of("attempts-and-plans", r"(.+) (?:almost|nearly|very nearly) (.+)\.")
        if claim.text == f"{match[1]} {match[2]}."
    }
    assert found == {Status.CONTRADICTED}


def test_question_alone_asserts_nothing() -> None:
    found = {claim.status for _, claim in _claims_of("questions", r"(Is it true|Can it be) that .+\?")}
    assert found == {Status.UNKNOWN}


def test_temperature_is_supported_on_the_other_scale() -> None:
    found = {
        (int(match[2]) * 9 // 5 + 32 == int(given[1]), claim.status)
        for match, claim in _claims_of("temperatures", r"(\w+) had (-?\d+) (?:°C|degrees Celsius) at noon\.")
        if (given := re.fullmatch(rf"It was (-?\d+) (?:°F|degrees Fahrenheit) in {match[1]}\.", claim.text))
    }
    assert found == {(True, Status.SUPPORTED), (False, Status.CONTRADICTED)}


def test_row_of_a_table_supports_its_price_only() -> None:
    random = Random(12)
    seen = set()
    for _ in range(3000):
        example = PHENOMENA["tables-of-prices"](random)
        rows = [row.strip("| ").split(" | ") for row in example.premises if row.startswith("|")]
        prices = {row[0]: row[1] for row in rows if len(row) == 2}
        for claim in example.claims:
            cost = re.fullmatch(r"The ([a-z' ]+) costs (€\d+\.50)\.", claim.text)
            if cost and len(example.premises) == len(rows) and prices.get(cost[1], "").startswith("€"):
                seen.add((prices[cost[1]] == cost[2], claim.status))
    assert seen <= {(True, Status.SUPPORTED), (False, Status.CONTRADICTED)}


def test_phenomenon_of_a_file_draws_its_frames() -> None:
    example = phenomenon("only")(Random(5))
    assert len(example.claims) >= 2


def _words(claim: str) -> set[str]:
    """Return the words of a claim and their pairs."""
    words = re.findall(r"\w+|[^\w\s]", claim.lower())
    return {*words, *(f"{first} {second}" for first, second in pairwise(words))}


def _claims(seed: int, draws: int) -> list[GeneratedClaim]:
    """Draw examples of all phenomena and return their claims."""
    random = Random(seed)
    return [claim for draw in PHENOMENA.values() for _ in range(draws) for claim in draw(random).claims]


def test_words_of_the_claims_alone_tell_little_of_their_statuses() -> None:
    seen: dict[Status, Counter[str]] = {status: Counter() for status in Status}
    for claim in _claims(1, 200):
        seen[claim.status].update(_words(claim.text))
    vocabulary = len(set().union(*seen.values()))
    totals = {status: counts.total() + 0.5 * vocabulary for status, counts in seen.items()}
    unseen = _claims(2, 30)
    right = 0
    for claim in unseen:
        scores = {
            status: sum(math.log((counts[word] + 0.5) / totals[status]) for word in _words(claim.text))
            for status, counts in seen.items()
        }
        right += max(scores, key=lambda status: scores[status]) is claim.status
    accuracy = right / len(unseen)
    print(f"naive Bayes over claims alone: {accuracy:.3f}")
    assert accuracy <= 0.43
