"""Reports on rater agreement, for a terminal."""

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from explanans.rendering.phrases import counted
from explanans.rendering.report import Grid, between, shown, table
from explanans.rendering.terminal import signature_lines
from explanans.structures.grading import Agreement, AgreementDetails, PairFigures
from explanans.structures.reports import Report, Score

_SHARES = {"percent": "the same rating", "within_one": "1 apart at most"}
_MEANS = {"kappa": "kappa", "kappa_linear": "kappa, linear", "kappa_quadratic": "kappa, quadratic"}
_ALPHAS = {"alpha_nominal": "alpha, nominal", "alpha_ordinal": "alpha, ordinal", "alpha_interval": "alpha, interval"}
_PAIR = ("raters", "items", "same", "±1", "kappa", "95% interval", "linear", "quadratic")
_MOST_PAIRS = 10


def agreement_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    details: AgreementDetails = report.details
    for name, agreement in (("fact", details.facts), ("whole explanation", details.explanations)):
        if agreement:
            yield compared_sentence(agreement, name)
            yield from map(table, agreement_grids(agreement))
            if len(agreement.pairs) > _MOST_PAIRS:
                yield f"… and {counted(len(agreement.pairs) - _MOST_PAIRS, 'further pair')}; see --json"
    yield from signature_lines(report.signature)


def compared_sentence(agreement: Agreement, name: str) -> str:
    """Return how many items were compared, in words.

    Args:
        agreement: Their agreement.
        name: The name of an item, in the singular.

    Example:
        >>> compared_sentence(Agreement(1, 1, 2, {}, {}, ()), "fact")
        '1 of 1 fact was rated by two people or more.'
    """
    was = "was" if agreement.items_compared == 1 else "were"
    return f"{agreement.items_compared} of {counted(agreement.items, name)} {was} rated by two people or more."


def agreement_grids(agreement: Agreement) -> Iterator[Grid]:
    """Yield the tables of how far raters agree on items of one kind.

    Args:
        agreement: Their agreement.
    """
    pairs, scores = agreement.pairs[:_MOST_PAIRS], agreement.scores
    several = "mean of the pairs" if len(agreement.pairs) > 1 else ""
    rows = [
        (title, shown(scores[name].value), between(scores[name].interval) or several * (name in _MEANS))
        for name, title in (_SHARES | _MEANS | _ALPHAS).items()
    ]
    yield Grid("Agreement", ("measure", "value", "95% interval"), rows)
    yield Grid("Pairs", _PAIR, [_pair(pair, pair.scores) for pair in pairs])
    for pair in pairs:
        first, second = pair.raters
        names = [f"{agreement.step * place:g}" for place in range(len(pair.confusion))]
        confusion = [(name, *map(shown, row)) for name, row in zip(names, pair.confusion, strict=True)]
        yield Grid("Pair", (f"{first} down, {second} across", *names), confusion)
    given = [f"{agreement.step * place:g}" for place in range(len(next(iter(agreement.raters.values())).counts))]
    raters = [
        (name, shown(rater.ratings), f"{rater.mean:.2f}", *map(shown, rater.counts))
        for name, rater in agreement.raters.items()
    ]
    yield Grid("Raters", ("rater", "ratings", "mean", *(f"gave {rating}" for rating in given)), raters)


def _pair(pair: PairFigures, scores: Mapping[str, Score]) -> tuple[str, ...]:
    values = {name: shown(score.value) for name, score in scores.items()}
    return (
        " and ".join(pair.raters),
        shown(pair.items),
        values["percent"],
        values["within_one"],
        values["kappa"],
        between(scores["kappa"].interval),
        values["kappa_linear"],
        values["kappa_quadratic"],
    )
