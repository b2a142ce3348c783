"""The parser that ships gives the parses that spaCy gives by the same pipeline."""

import pytest
from spacy.strings import get_string_id

from explanans.knowledge.base import KnowledgeBase
from explanans.language.parser import Parser, open_parser
from explanans.language.parsing.english import ENGLISH
from explanans.language.parsing.words import numbers

TEXTS = (
    "",
    "I don't think so :) — it's 8a.m., e.g. in the U.S.; we're (sort of) there!!!",
    "See https://example.org/a?b=c or mail me@example.org, it costs US$5.50/kg (£3).",
    "She said: “Ice melts at 0°C…” and ‘water’ boils at 100 °C, 10km away; C++/C# >= 3.5-4.",
    "He'd've gone, y'all; 'tis the '90s rock'n'roll o.O (╯°□°）╯︵┻━┻ <3 e . g .",
    "The 1,234.5-metre-high well-known mother-in-law's house's door(s) isn't/aren't co-operating...",
    "Whatisaverylongwordthatnobodywouldwritewithoutspaces" * 3,
    "naïve café Ünïcödé 東京 is in 日本。 Привет, мир! \U0001f600\U0001f600 ok",
    "No.",
    "A B C 1 2 3 x X case det NOUN dep num",
    "Which of the dogs that barked at the cat that slept ran away because it was raining, and who saw it?",
    "If you can't can cans, can't you cant them? Mr. Smith's Ph.D. was on Jan. 5th vs. p.m.,",
    "what's he gonna do w/o the dept.'s OK re: Co.'s Inc.?)]}\"'",
)


@pytest.fixture(scope="module")
def english() -> Parser:
    return open_parser()


@pytest.fixture(scope="module")
def spacy() -> Parser:
    return open_parser(f"spacy:{ENGLISH}")


def test_odd_texts_are_parsed_as_spacy_parses_them(english: Parser, spacy: Parser) -> None:
    assert list(english.parse(TEXTS)) == list(spacy.parse(TEXTS))


def test_facts_and_questions_are_parsed_as_spacy_parses_them(english: Parser, spacy: Parser) -> None:
    knowledge = KnowledgeBase.open("starter")
    texts = [*(fact.text for fact in knowledge.facts), *(question.text for question in knowledge.questions)][::12]
    assert list(english.parse(texts)) == list(spacy.parse(texts))


def test_rows_of_brackets_are_parted_as_spacy_parts_them(english: Parser, spacy: Parser) -> None:
    text = f"Yeast makes gas {'([' * 150}100km{'])' * 150}...."
    assert list(english.parse([text])) == list(spacy.parse([text]))


def test_no_sentence_has_no_parse(english: Parser) -> None:
    assert list(english.parse([])) == []
    assert [parse.tokens for parse in english.parse(["", " \n"])] == [(), ()]


@pytest.mark.parametrize("text", ["a", "water", "NOUN", "abcdefgh", "abcdefghi", "ice-cold ice", "é" * 9, "x" * 99])
def test_strings_have_the_numbers_that_spacy_gives_them(text: str) -> None:
    assert numbers(["ice", text])[1] == get_string_id(text)
