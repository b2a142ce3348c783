"""Claims with another figure or unit than their premises support, beside the same claims as they were.

Readers that learn from people's pairs pass over figures: *about nine minutes* supports *around 19 minutes*. So a value
of a supported claim is replaced, in the wording of whoever wrote the claim, which frames with a lexicon do not have.
"""

import re
from collections.abc import Iterable, Iterator
from random import Random

from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.language.values import Value, ValueKind, find_values
from explanans.structures.verdicts import Status

_WORDS = "two three four five six seven eight nine ten eleven twelve".split()
_FIGURE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\b(?:" + "|".join(_WORDS) + r")\b")
_OPEN = re.compile(
    r"\b(?:at (?:least|most)|more|less|fewer|over|under|above|below|up to|almost|nearly|or)\b"
    r"|\b(?:not|no|never|without|cannot)\b|n't",
    re.IGNORECASE,
)
"""Words with which another value may still be right."""
_UNITS = (
    *(("kilometres", "metres"), ("kilometers", "meters"), ("kilometers", "miles"), ("metres", "centimetres")),
    *(("meters", "feet"), ("kg", "g"), ("kilograms", "grams"), ("litres", "millilitres"), ("km", "m"), ("cm", "mm")),
    *(("seconds", "minutes"), ("minutes", "hours"), ("hours", "days"), ("days", "weeks"), ("weeks", "months")),
    *(("months", "years"), ("years", "centuries"), ("million", "billion"), ("thousand", "million")),
    *(("percent", "degrees"), ("am", "pm"), ("a.m.", "p.m."), ("euros", "dollars"), ("pounds", "euros")),
)
_OTHER_UNITS = {one: other for pair in _UNITS for one, other in (pair, pair[::-1])}
_UNIT = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(_OTHER_UNITS, key=len, reverse=True))) + r")(?!\w)")
_UNIT_SHARE = 0.35
"""The share of claims whose unit is changed, where there is one."""
_CROSSED_SHARE = 0.5
"""How often a figure of the text takes the place of another, where it has one."""
_YEARS = range(1000, 2100)


def altered_values(examples: Iterable[TrainingExample], seed: int) -> Iterator[TrainingExample]:
    """Yield examples with supported claims that have a value, and the same claims with another.

    Claims with bounds or negations are passed over: another value may be right in them.

    Args:
        examples: Premises and claims.
        seed: Seeds what is drawn.
    """
    random = Random(seed)  # noqa: S311 - not for secrets
    for example in examples:
        text = " ".join(example.premises)
        claims = list[TrainingClaim]()
        for claim in example.claims:
            if claim.statuses == {Status.SUPPORTED} and claim.shares is None and not _OPEN.search(claim.text):
                changed = _altered(claim.text, text, random)
                if changed:
                    plain = TrainingClaim(claim.text, claim.statuses)
                    claims += [plain, TrainingClaim(changed, frozenset((Status.CONTRADICTED,)))]
        if claims:
            yield example._replace(claims=tuple(claims))


def _altered(claim: str, text: str, random: Random) -> str:
    """Return a claim with another figure or unit in one of its values; empty if it has none."""
    values = [value for value in find_values(claim) if value.kind is not ValueKind.ORDINAL]
    random.shuffle(values)
    for value in values:
        found = list(_UNIT.finditer(claim, value.start, value.end))
        if found and random.random() < _UNIT_SHARE:
            unit = found[-1]
            return claim[: unit.start()] + _OTHER_UNITS[unit.group()] + claim[unit.end() :]
        figures = list(_FIGURE.finditer(claim, value.start, value.end))
        if figures:
            figure = random.choice(figures)
            other = _other_figure(figure.group(), value, text, random)
            return claim[: figure.start()] + other + claim[figure.end() :]
    return ""


def _other_figure(figure: str, value: Value, text: str, random: Random) -> str:
    """Return another figure: one of a like value in the text, or one that is not there."""
    if figure in _WORDS:
        return random.choice([word for word in _WORDS if word != figure])
    crossed = [
        found.group()
        for other in find_values(text)
        if other.kind is value.kind and other.low != value.low
        for found in _FIGURE.finditer(text, other.start, other.end)
        if found.group() != figure and found.group() not in _WORDS
    ]
    if crossed and random.random() < _CROSSED_SHARE:
        return random.choice(crossed)
    number = float(figure.replace(",", ""))
    if number in _YEARS and "," not in figure:
        return str(int(number) + random.choice((-100, -20, -11, -10, -7, -4, -3, 3, 4, 6, 10, 12, 20, 100)))
    if "." in figure:
        return f"{number * random.choice((0.1, 10, 2, 0.5)):.{len(figure.partition('.')[2])}f}"
    others = {number * 10, number * 2, number + 10, number + 3, number + 1 if number < 10 else number * 3}
    others |= {number // 2 if number > 3 else number + 2}
    other = int(random.choice(sorted(others - {number})))
    return f"{other:,}" if "," in figure else str(other)
