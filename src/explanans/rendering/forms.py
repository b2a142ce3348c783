"""Renderings of results: plain values, JSON, HTML page, SVG drawing, and text for a terminal.

Each rendering is a single-dispatch function. Other modules and packages register further classes with
``record.register`` and so on.
"""

from collections.abc import Callable
from functools import partial, singledispatch
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from explanans.errors import InputError
from explanans.formats.answers import candidates_record
from explanans.formats.records import claim_record, claims_record, explanation_record
from explanans.io.files import write_beside
from explanans.structures.explanations import Candidates, Explanation
from explanans.structures.graphs import ExplanationGraph, ExplanationGraphs
from explanans.structures.labels import LabelReport
from explanans.structures.rankings import Ranking
from explanans.structures.reports import Report
from explanans.structures.verdicts import CheckedClaims, ClaimVerdict, RankedClaim

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
    """Return a result as plain values.

    Raises:
        InputError: The class has no such rendering.
    """
    raise _unknown(noun, "a record")


@singledispatch
def page(noun: object) -> str:
    """Return a result as a self-contained HTML page.

    Raises:
        InputError: The class has no such rendering.
    """
    raise _unknown(noun, "a page")


@singledispatch
def drawing(noun: object) -> str:
    """Return a result as an SVG drawing.

    Raises:
        InputError: The class has no drawing, or there is nothing to draw.
    """
    raise _unknown(noun, "a drawing")


@singledispatch
def text(noun: object) -> "RenderableType":
    """Return a result as a renderable for a rich console.

    Raises:
        InputError: The class has no such rendering.
    """
    raise _unknown(noun, "text")


def json(noun: object) -> str:
    """Return a result as indented JSON.

    Raises:
        InputError: The class has no record.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> json(explanation).splitlines()[:2]
        ['{', '  "question": "What melts ice?",']
    """
    return msgspec.json.format(msgspec.json.encode(record(noun)), indent=2).decode()


def frame(noun: object) -> str:
    """Return the page of a result in a frame, for a notebook.

    Raises:
        InputError: The class has no page.
    """
    style = f"width:100%;height:{_FRAME_HEIGHT}px;border:0"
    return f'<iframe style="{style}" sandbox="allow-scripts" srcdoc="{escape(page(noun), quote=True)}"></iframe>'


def save(noun: object, path: Path) -> None:
    """Write a result to a file, in the format of its suffix.

    Args:
        path: A file that ends in ``.html``, ``.json`` or ``.svg``; for the table of a report also ``.md``, ``.tex`` or
            ``.csv``.

    Raises:
        InputError: The suffix is not supported, or there is nothing to draw.
        StorageError: The file cannot be written.
    """
    forms: dict[str, Callable[[object], str]] = {".html": page, ".json": json, ".svg": drawing}
    if isinstance(noun, Report | LabelReport):
        tables = {".md": "markdown", ".tex": "latex", ".csv": "csv"}
        forms |= {suffix: partial(_table_text, form=form) for suffix, form in tables.items()}
    form = forms.get(path.suffix.lower())
    if form is None:
        raise InputError(f"{path}: no form of that suffix; accepted: {', '.join(forms)}")
    content = form(noun)
    with write_beside(path) as file:
        file.write(content if content.endswith("\n") or form in (page, drawing) else f"{content}\n")


def _table_text(report: Any, form: str) -> str:
    """Return the table of a report in a form; see ``plain_tables.FORMATS``."""
    return str(report.table().text(form))


record.register(Explanation, explanation_record)


@page.register(Explanation)
def _(noun: Explanation) -> str:
    from explanans.rendering.pages import explanation_page  # noqa: PLC0415 - a form loads what it needs

    return explanation_page(noun)


@drawing.register(Explanation)
def _(noun: Explanation) -> str:
    from explanans.rendering.tree_drawing import explanation_svg  # noqa: PLC0415

    return explanation_svg(noun)


@text.register(Explanation)
def _(noun: Explanation) -> "RenderableType":
    from explanans.rendering.explanation_text import ExplanationText  # noqa: PLC0415

    return ExplanationText(noun)


record.register(Candidates, candidates_record)


@page.register(Candidates)
def _(noun: Candidates) -> str:
    from explanans.rendering.pages import candidates_page  # noqa: PLC0415

    return candidates_page(noun)


@text.register(Candidates)
def _(noun: Candidates) -> "RenderableType":
    from explanans.rendering.explanation_text import CandidatesText  # noqa: PLC0415

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
    from explanans.rendering.pages import explanation_graph_page  # noqa: PLC0415

    return explanation_graph_page(_graphs(noun))


@drawing.register(ExplanationGraph)
@drawing.register(ExplanationGraphs)
def _(noun: ExplanationGraph | ExplanationGraphs) -> str:
    from explanans.rendering.graph_drawing import graph_svg  # noqa: PLC0415

    return graph_svg(_graphs(noun)[0])


@text.register(ExplanationGraph)
@text.register(ExplanationGraphs)
def _(noun: ExplanationGraph | ExplanationGraphs) -> "RenderableType":
    from rich.console import Group  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from explanans.rendering.explanation_text import graph_text  # noqa: PLC0415

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
    found = claims_record(noun.claims, noun.signature, noun.set_aside, noun.ids, noun.labels)
    return {**found, "without_claims": list(noun.without_claims)} if noun.ids else found


@record.register(ClaimVerdict)
def _(noun: ClaimVerdict) -> dict[str, Any]:
    return claim_record(noun)


@page.register(CheckedClaims)
@page.register(ClaimVerdict)
def _(noun: CheckedClaims | ClaimVerdict) -> str:
    claims, signature = _claims(noun)
    if any(claim.verdict.judgement for claim in claims):
        from explanans.rendering.pages import judged_page  # noqa: PLC0415

        return judged_page(claims, signature, noun.documents if isinstance(noun, CheckedClaims) else ())
    from explanans.rendering.pages import claims_page  # noqa: PLC0415

    return claims_page(claims, signature)


@text.register(CheckedClaims)
@text.register(ClaimVerdict)
def _(noun: CheckedClaims | ClaimVerdict) -> "RenderableType":
    from explanans.rendering.claim_text import ClaimsText  # noqa: PLC0415

    rest = (noun.set_aside, noun.labels) if isinstance(noun, CheckedClaims) else ()
    return ClaimsText(*_claims(noun), *rest)


def _claims(noun: CheckedClaims | ClaimVerdict) -> tuple[tuple[RankedClaim, ...], str]:
    return (noun.claims, noun.signature) if isinstance(noun, CheckedClaims) else ((RankedClaim(1, noun),), "")


@record.register(LabelReport)
def _(noun: LabelReport) -> dict[str, Any]:
    from explanans.rendering.rating_reports import label_record  # noqa: PLC0415

    return label_record(noun)


@page.register(LabelReport)
def _(noun: LabelReport) -> str:
    from explanans.rendering.rating_reports import label_page  # noqa: PLC0415

    return label_page(noun, "Labels")


@record.register(Ranking)
def _(noun: Ranking) -> dict[str, Any]:
    return _plain(noun)


@page.register(Ranking)
def _(noun: Ranking) -> str:
    from explanans.rendering.pages import ranking_table_page  # noqa: PLC0415

    return ranking_table_page(noun)


@record.register(Report)
def _(noun: Report) -> dict[str, Any]:
    from explanans.rendering.report_families import family_of  # noqa: PLC0415

    return _plain(family_of(noun).record(noun))


@page.register(Report)
def _(noun: Report) -> str:
    from explanans.rendering.report_families import family_of  # noqa: PLC0415

    return family_of(noun).page(noun, "predicted", "gold")


@text.register(Report)
@text.register(LabelReport)
def _(noun: Report | LabelReport) -> "RenderableType":
    from rich.console import Group  # noqa: PLC0415

    from explanans.rendering.report_families import family_of  # noqa: PLC0415

    return Group(*family_of(noun).lines(noun))
