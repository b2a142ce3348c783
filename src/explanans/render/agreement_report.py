"""Agreement of raters, for a terminal."""

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from explanans.details.agreement import Agreement, AgreementDetails, PairFigures
from explanans.render.report import Grid, between, shown, table
from explanans.report import Report, Score

_SHARES = {"percent": "the same rating", "within_one": "1 apart at most"}
_MEANS = {"kappa": "kappa", "kappa_linear": "kappa, linear", "kappa_quadratic": "kappa, quadratic"}
_ALPHAS = {"alpha_nominal": "alpha, nominal", "alpha_ordinal": "alpha, ordinal", "alpha_interval": "alpha, interval"}
_PAIR = ("raters", "items", "same", "±1", "kappa", "95% interval", "linear", "quadratic")
_MOST_PAIRS = 10


def agreement_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        report: What was measured.
    """
    details: AgreementDetails = report.details
    for name, agreement in (("facts", details.facts), ("whole explanations", details.explanations)):
        if agreement:
            yield f"{agreement.items_compared} of {agreement.items} {name} were rated by two people or more."
            yield from map(table, _grids(agreement))
            if len(agreement.pairs) > _MOST_PAIRS:
                yield f"… and {len(agreement.pairs) - _MOST_PAIRS} more pairs, which --json tells of"
    yield Text(report.signature, style="dim")


def _grids(agreement: Agreement) -> Iterator[Grid]:
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
        head = (f"{first} down, {second} across", *map(str, range(len(pair.confusion))))
        yield Grid("Pair", head, [(str(rating), *map(shown, row)) for rating, row in enumerate(pair.confusion)])
    given = range(len(next(iter(agreement.raters.values())).counts))
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
