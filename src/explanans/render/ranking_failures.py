"""One question whose gold facts are ranked badly, as a part of a page."""

from collections.abc import Iterable
from html import escape

from explanans.fact import Role
from explanans.ranking_report import PlacedFact, PoorRanking
from explanans.text.sentences import tidy

_FAR = 30


def poor_ranking(poor: PoorRanking) -> str:
    """Return an HTML element with a question, the gold facts it misses and those that stand there instead.

    Args:
        poor: The question.
    """
    name = escape(tidy(poor.question))
    answer = f'<p class="answer">Answer: <strong>{escape(tidy(poor.answer))}</strong></p>' if poor.answer else ""
    return (
        f'<article class="poor"><p class="count">{name} · average precision {poor.average_precision:.3f} · '
        f"{len(poor.missed)} of {poor.gold} missed</p>"
        f"<h3>{escape(tidy(poor.text)) or name}</h3>{answer}"
        f'<div class="two"><div><h4>Missed, and the rank it has</h4>{_places(poor.missed)}</div>'
        f"<div><h4>Stood first instead</h4>{_places(poor.instead)}</div></div></article>"
    )


def _places(facts: Iterable[PlacedFact]) -> str:
    return f'<ul class="places">{"".join(map(_place, facts))}</ul>'


def _place(fact: PlacedFact) -> str:
    far = fact.rank is None or fact.rank > _FAR
    at = "unranked" if fact.rank is None else f"{fact.rank:,}"
    role = f" <small>{fact.role.lower()}</small>" if fact.role and fact.role is not Role.ROLE else ""
    words = escape(tidy(fact.text) or tidy(fact.id))
    return f'<li><span class="at{" far" * far}">{at}</span><span>{words}{role}</span></li>'
