"""The forms of every noun that is shown: plain values, JSON, a page, a drawing, text for a terminal.

Each form is a function that tells nouns apart by their class; those of another module or package are added with
``record.register`` and its like.
"""

from collections.abc import Callable
from functools import singledispatch
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from explanans.candidate import Candidates
from explanans.codecs.answers import candidates_record
from explanans.codecs.records import claim_record, claims_record, explanation_record
from explanans.description import Description
from explanans.exceptions import InputError
from explanans.explanation import Explanation
from explanans.graph import ExplanationGraph, ExplanationGraphs
from explanans.report import Report
from explanans.verdict import CheckedClaims, ClaimVerdict, RankedClaim

if TYPE_CHECKING:
    from rich.console import RenderableType

_FRAME_HEIGHT = 560


def _unknown(noun: object, form: str) -> InputError:
    return InputError(
        f"{form} of {type(noun).__name__}; "
        "accepted: explanations, answers, graphs, checked claims, reports and descriptions"
    )


@singledispatch
def record(noun: object) -> dict[str, Any]:
    """Return a noun as plain values.

    Args:
        noun: The noun.

    Raises:
        InputError: Nobody has said how.
    """
    raise _unknown(noun, "a record")


@singledispatch
def page(noun: object) -> str:
    """Return a noun as an HTML page that needs no other file and makes no request.

    Args:
        noun: The noun.

    Raises:
        InputError: Nobody has said how.
    """
    raise _unknown(noun, "a page")


@singledispatch
def drawing(noun: object) -> str:
    """Return a noun as an SVG drawing.

    Args:
        noun: The noun.

    Raises:
        InputError: Nobody has said how, or there is nothing to draw.
    """
    raise _unknown(noun, "a drawing")


@singledispatch
def text(noun: object) -> "RenderableType":
    """Return a noun as what a rich console prints.

    Args:
        noun: The noun.

    Raises:
        InputError: Nobody has said how.
    """
    raise _unknown(noun, "text")


def json(noun: object) -> str:
    """Return a noun as JSON on several lines.

    Args:
        noun: The noun.

    Raises:
        InputError: Nobody has said what its record is.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> json(explanation).splitlines()[:2]
        ['{', '  "question": "What melts ice?",']
    """
    return msgspec.json.format(msgspec.json.encode(record(noun)), indent=2).decode()


def frame(noun: object) -> str:
    """Return the page of a noun in a frame, for a notebook.

    Args:
        noun: The noun.

    Raises:
        InputError: Nobody has said what its page is.
    """
    style = f"width:100%;height:{_FRAME_HEIGHT}px;border:0"
    return f'<iframe style="{style}" sandbox="allow-scripts" srcdoc="{escape(page(noun), quote=True)}"></iframe>'


record.register(Explanation, explanation_record)


@page.register(Explanation)
def _(noun: Explanation) -> str:
    from explanans.render.explanation_page import explanation_page  # noqa: PLC0415 - a form loads what it needs

    return explanation_page(noun)


@drawing.register(Explanation)
def _(noun: Explanation) -> str:
    from explanans.render.tree_svg import explanation_svg  # noqa: PLC0415

    return explanation_svg(noun)


@text.register(Explanation)
def _(noun: Explanation) -> "RenderableType":
    from explanans.render.explanation_text import ExplanationText  # noqa: PLC0415

    return ExplanationText(noun)


record.register(Candidates, candidates_record)


@page.register(Candidates)
def _(noun: Candidates) -> str:
    from explanans.render.candidates_page import candidates_page  # noqa: PLC0415

    return candidates_page(noun)


@text.register(Candidates)
def _(noun: Candidates) -> "RenderableType":
    from explanans.render.candidates_text import CandidatesText  # noqa: PLC0415

    return CandidatesText(noun)


@record.register(ExplanationGraphs)
def _(noun: ExplanationGraphs) -> dict[str, Any]:
    return {"graphs": list(map(record, noun.graphs))}


@record.register(ExplanationGraph)
def _(noun: ExplanationGraph) -> dict[str, Any]:
    return _plain(noun)


@page.register(ExplanationGraph)
@page.register(ExplanationGraphs)
def _(noun: ExplanationGraph | ExplanationGraphs) -> str:
    from explanans.render.graph_svg import explanation_graph_page  # noqa: PLC0415

    return explanation_graph_page(_graphs(noun))


@drawing.register(ExplanationGraph)
@drawing.register(ExplanationGraphs)
def _(noun: ExplanationGraph | ExplanationGraphs) -> str:
    from explanans.render.graph_svg import graph_svg  # noqa: PLC0415

    return graph_svg(_graphs(noun)[0])


@text.register(ExplanationGraph)
@text.register(ExplanationGraphs)
def _(noun: ExplanationGraph | ExplanationGraphs) -> "RenderableType":
    from rich.console import Group  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from explanans.render.graph_text import graph_text  # noqa: PLC0415

    parts: list[RenderableType] = []
    for graph in _graphs(noun):
        parts += [Text(), *graph_text(graph)] if parts else graph_text(graph)
    return Group(*parts)


def _plain(noun: object) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(noun))
    return found


def _graphs(noun: ExplanationGraph | ExplanationGraphs) -> tuple[ExplanationGraph, ...]:
    return noun.graphs if isinstance(noun, ExplanationGraphs) else (noun,)


@record.register(CheckedClaims)
def _(noun: CheckedClaims) -> dict[str, Any]:
    return claims_record(noun.claims, noun.signature)


@record.register(ClaimVerdict)
def _(noun: ClaimVerdict) -> dict[str, Any]:
    return claim_record(noun)


@page.register(CheckedClaims)
@page.register(ClaimVerdict)
def _(noun: CheckedClaims | ClaimVerdict) -> str:
    claims, signature = _claims(noun)
    if any(claim.verdict.judgement for claim in claims):
        from explanans.render.judged_page import judged_page  # noqa: PLC0415

        return judged_page(claims, signature, noun.documents if isinstance(noun, CheckedClaims) else ())
    from explanans.render.claim_page import claims_page  # noqa: PLC0415

    return claims_page(claims, signature)


@text.register(CheckedClaims)
@text.register(ClaimVerdict)
def _(noun: CheckedClaims | ClaimVerdict) -> "RenderableType":
    from explanans.render.claim_text import ClaimsText  # noqa: PLC0415

    return ClaimsText(*_claims(noun))


def _claims(noun: CheckedClaims | ClaimVerdict) -> tuple[tuple[RankedClaim, ...], str]:
    return (noun.claims, noun.signature) if isinstance(noun, CheckedClaims) else ((RankedClaim(1, noun),), "")


@record.register(Description)
def _(noun: Description) -> dict[str, Any]:
    from explanans.render.description import description_record  # noqa: PLC0415

    return description_record(noun)


@page.register(Description)
def _(noun: Description) -> str:
    from explanans.render.description_page import description_page  # noqa: PLC0415

    return description_page(noun)


@text.register(Description)
def _(noun: Description) -> "RenderableType":
    from rich.console import Group  # noqa: PLC0415

    from explanans.render.description import description_text  # noqa: PLC0415

    return Group(*description_text(noun))


_FAMILIES = {
    "answers": ("report_record:answers_record", "answer_report:answer_drawing", "answer_report:answer_page"),
    "agreement": ("report_record:agreement_record", "agreement_report:agreement_text", ""),
    "facts": ("report_record:fact_record", "fact_report:fact_drawing", "fact_report:fact_page"),
    "graphs": ("graph_report_text:graph_record", "graph_report_text:graph_report_text", "graph_report:graph_page"),
    "rankings": ("report_record:ranking_record", "ranking_report:ranking_drawing", "ranking_report:ranking_page"),
    "trees": ("tree_report:tree_record", "tree_report:tree_text", ""),
}
"""Where the record, the words and the page of a report are made, by its family."""


def _of_family(report: Report, form: int, called: str) -> Callable[..., Any]:
    place = _FAMILIES.get(report.family, ("", "", ""))[form]
    if not place:
        raise InputError(f"{called} of a report on {report.family}; accepted: {', '.join(_FAMILIES)}, as far as made")
    module, _, name = place.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"{__package__}.{module}"), name)
    return found


@record.register(Report)
def _(noun: Report) -> dict[str, Any]:
    return _plain(_of_family(noun, 0, "a record")(noun))


@page.register(Report)
def _(noun: Report) -> str:
    return str(_of_family(noun, 2, "a page")(noun, "predicted", "gold"))


@text.register(Report)
def _(noun: Report) -> "RenderableType":
    from rich.console import Group  # noqa: PLC0415

    from explanans.render.report import Drawing, report_text  # noqa: PLC0415

    words = _of_family(noun, 1, "text")(noun)
    return Group(*(report_text(words) if isinstance(words, Drawing) else words))
