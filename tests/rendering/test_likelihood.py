"""What pages, drawings, text and records say of steps that were judged."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from explanans.formats.records import explanation_record
from explanans.rendering.explanation_text import ExplanationText
from explanans.rendering.pages import explanation_page
from explanans.rendering.phrases import summarize
from explanans.rendering.tree_drawing import explanation_svg
from explanans.structures.explanations import Explanation


@pytest.fixture
def judged(spoon: Explanation) -> Explanation:
    """Return an explanation whose first step is unlikely, and whose last is too."""
    first, last = spoon.verdicts
    return replace(spoon, verdicts=(replace(first, follows=0.3349), replace(last, follows=0.1234567)))


def test_every_step_but_the_last_says_how_likely_it_follows(judged: Explanation) -> None:
    text = io.StringIO()
    Console(file=text, width=100).print(ExplanationText(judged))
    assert "because (property inheritance), 33% likely to follow" in text.getvalue()
    assert "12%" not in text.getvalue()
    page = explanation_page(judged)
    assert page.count('<p class="likelihood">33% likely to follow</p>') == 1
    assert "12% likely" not in page
    assert "<dt>Judged</dt><dd>33% likely to follow</dd>" in page
    assert "Step 1 · property inheritance · supported · 33% likely to follow" in explanation_svg(judged)


def test_unlikely_steps_are_counted(judged: Explanation) -> None:
    assert summarize(judged).endswith("1 step with unsupported words · 1 step unlikely to follow · 1 link missing")


def test_the_record_has_six_digits_and_nothing_where_nothing_was_judged(
    judged: Explanation, spoon: Explanation
) -> None:
    verdicts = explanation_record(judged)["verdicts"]
    assert isinstance(verdicts, list)
    assert [verdict["follows"] for verdict in verdicts] == [0.3349, 0.123457]
    assert "follow" not in str(explanation_record(spoon))
    assert "likely to follow" not in explanation_page(spoon)
