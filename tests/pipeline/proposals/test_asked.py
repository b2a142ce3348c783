import pytest

from explanans.pipeline.proposals.asked import AnalyzedQuestion

from .trees import tree


@pytest.mark.parametrize(
    ("question", "kind", "noun", "measure", "verb"),
    [
        ("Who elects the committee?", "who", "", "", "elect"),
        ("Which animals live in the garden?", "which", "animal", "", "live"),
        ("In which year was the pool built?", "when", "year", "", "build"),
        ("How many chickens may be kept?", "amount", "chicken", "many", "keep"),
        ("How long does a cassette last?", "amount", "", "long", "last"),
        ("Why do carrots grow badly?", "why", "", "", "grow"),
        ("How is the water heated?", "how", "", "", "heat"),
    ],
)
def test_questions_say_what_they_ask_for(question: str, kind: str, noun: str, measure: str, verb: str) -> None:
    asked = AnalyzedQuestion.of(tree(question).parse)
    assert (asked.kind, asked.noun, asked.measure, asked.verb_lemma) == (kind, noun, measure, verb)


def test_who_does_it_is_told_from_whom_it_is_done_to() -> None:
    assert AnalyzedQuestion.of(tree("Who trained Malaika?").parse).role == "nsubj"
    assert AnalyzedQuestion.of(tree("For whom do the sisters make candles?").parse).preposition == "for"


def test_what_asks_nothing_is_no_question() -> None:
    asked = AnalyzedQuestion.of(tree("The committee is elected.").parse)
    assert (asked.kind, asked.word) == ("other", -1)
