"""How far raters agree, for a terminal."""

from collections.abc import Iterator

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.agreement_report import Agreement, AgreementReport, Interval, PairFigures

_SHARES = {"percent": "the same rating", "within_one": "1 apart at most"}
_MEANS = {"kappa": "kappa", "kappa_linear": "kappa, linear", "kappa_quadratic": "kappa, quadratic"}
_ALPHAS = {"alpha_nominal": "alpha, nominal", "alpha_ordinal": "alpha, ordinal", "alpha_interval": "alpha, interval"}
_MOST_PAIRS = 10


def agreement_text(report: AgreementReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        report: What was measured.
    """
    for name, agreement in (("facts", report.facts), ("whole explanations", report.explanations)):
        if agreement:
            yield from _agreement(name, agreement)
    yield Text(report.signature, style="dim")


def _agreement(name: str, agreement: Agreement) -> Iterator[Table | str]:
    yield f"{agreement.items_compared} of {agreement.items} {name} were rated by two people or more."
    table = Table("measure", "value", "95% interval", box=box.SIMPLE_HEAD)
    for key, title in (_SHARES | _MEANS | _ALPHAS).items():
        note = "mean of the pairs" if key in _MEANS and len(agreement.pairs) > 1 else ""
        table.add_row(title, _value(getattr(agreement, key)), _interval(agreement.intervals.get(key)) or note)
    yield table
    yield _pairs(agreement.pairs[:_MOST_PAIRS])
    if len(agreement.pairs) > _MOST_PAIRS:
        yield f"… and {len(agreement.pairs) - _MOST_PAIRS} more pairs, which --json tells of"
    yield from (_confusion(pair) for pair in agreement.pairs[:_MOST_PAIRS])
    yield _raters(agreement)


def _pairs(pairs: tuple[PairFigures, ...]) -> Table:
    table = Table("raters", "items", "same", "±1", "kappa", "95% interval", "linear", "quadratic", box=box.SIMPLE_HEAD)
    for pair in pairs:
        table.add_row(
            " and ".join(pair.raters),
            str(pair.items),
            _value(pair.percent),
            _value(pair.within_one),
            _value(pair.kappa),
            _interval(pair.intervals.get("kappa")),
            _value(pair.kappa_linear),
            _value(pair.kappa_quadratic),
        )
    return table


def _confusion(pair: PairFigures) -> Table:
    first, second = pair.raters
    table = Table(f"{first} down, {second} across", *map(str, range(len(pair.confusion))), box=box.SIMPLE_HEAD)
    for rating, row in enumerate(pair.confusion):
        table.add_row(str(rating), *map(str, row))
    return table


def _raters(agreement: Agreement) -> Table:
    ratings = range(len(next(iter(agreement.raters.values())).counts))
    table = Table("rater", "ratings", "mean", *(f"gave {rating}" for rating in ratings), box=box.SIMPLE_HEAD)
    for name, rater in agreement.raters.items():
        table.add_row(name, str(rater.ratings), f"{rater.mean:.2f}", *map(str, rater.counts))
    return table


def _value(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _interval(interval: Interval | None) -> str:
    return f"{interval[0]:.3f} to {interval[1]:.3f}" if interval else ""
