"""Paragraphs that somebody else has written: which say what they are to tell, and nothing else."""

import pytest

from explanans.pipeline.generation.paragraphs import ParagraphContent, is_faithful, sentences_of

GLOVE = ParagraphContent(
    ("a glove is made of rubber", "rubber is an electrical insulator", "an insulator keeps current from flowing"),
    ("a glove is an electrical insulator",),
    "a glove keeps current from flowing",
    "Why does an electrician wear a glove?",
    "It keeps current from flowing.",
)
JUICE = ParagraphContent(
    ("a liquid has no definite shape", "2 cups of juice are liquid"), (), "2 cups of juice have no definite shape"
)
RUBBER = "A glove is made of rubber, which is an electrical insulator."
INSULATOR = "An insulator keeps current from flowing."
SO = "So a glove keeps current from flowing."
LIKELY = "So it is likely that a glove keeps current from flowing."


@pytest.mark.parametrize(
    "paragraph",
    [
        f"{RUBBER} {INSULATOR} {SO}",
        f"{RUBBER} Because an insulator keeps current from flowing, a glove keeps current from flowing.",
        f"A glove keeps current from flowing, as it is made of rubber. Rubber is an electrical insulator. {INSULATOR}",
    ],
)
def test_what_is_faithful(paragraph: str) -> None:
    assert is_faithful(paragraph, GLOVE)


@pytest.mark.parametrize(
    ("paragraph", "fault"),
    [
        ("", "nothing"),
        (f"{INSULATOR} {SO}", "a fact that is not said"),
        (f"{RUBBER} {INSULATOR}", "the hypothesis does not come out"),
        (f"{RUBBER} An insulator keeps dangerous current from flowing. {SO}", "a word of nobody"),
        (f"{RUBBER} An insulator does not keep current from flowing. {SO}", "a new denial"),
        (f"{RUBBER} {INSULATOR} So 2 gloves keep current from flowing.", "a new number"),
        (f"{RUBBER} Does an insulator keep current from flowing? {SO}", "a question"),
        (f"{RUBBER} {RUBBER} {INSULATOR} {SO}", "a sentence twice"),
        (f"**{RUBBER}** {INSULATOR} {SO}", "markup"),
        (f"{RUBBER} {INSULATOR} {LIKELY}", "a new doubt"),
        (f"{RUBBER} {INSULATOR} {SO} {'A glove is rubber, and rubber is a glove. ' * 5}", "too long"),
    ],
)
def test_what_is_not_faithful(paragraph: str, fault: str) -> None:
    assert not is_faithful(paragraph, GLOVE), fault


def test_a_doubt_is_said() -> None:
    doubted = GLOVE._replace(doubted=True)
    assert is_faithful(f"{RUBBER} {INSULATOR} {LIKELY}", doubted)
    assert not is_faithful(f"{RUBBER} {INSULATOR} {SO}", doubted)


def test_denials_and_numbers_are_kept() -> None:
    assert is_faithful(
        "2 cups of juice are liquid, and a liquid has no definite shape. So 2 cups of juice have no definite shape.",
        JUICE,
    )
    lost = "2 cups of juice are liquid, and a liquid has a definite shape. So 2 cups of juice have no definite shape."
    assert not is_faithful(lost, JUICE)
    assert not is_faithful(
        "Cups of juice are liquid, and a liquid has no definite shape. So cups of juice have no definite shape.", JUICE
    )


def test_what_only_joins_a_sentence_to_those_before_is_not_judged() -> None:
    paragraph = "Ice is solid. This makes it likely that heat melts ice. As a result, it flows."
    assert sentences_of(paragraph) == ["Ice is solid.", "heat melts ice.", "it flows."]
