"""Supported claims with another value, name or word, beside the same claims as they were.

A reader that has learnt from people's pairs takes most of them as supported, too: *in June the shops pay half* as well
as *in May*, *about nine minutes* for *around 19 minutes*. Frames with a lexicon do not teach it otherwise, since their
claims are worded like their premises; these are worded as people worded them.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.language.grammar import MONTHS, WEEKDAYS
from explanans.language.parser import Parser
from explanans.language.tokens import lemma
from explanans.language.values import Value, ValueKind, find_values
from explanans.structures.syntax import Parse, Token
from explanans.structures.verdicts import Status

_WORDS = "two three four five six seven eight nine ten eleven twelve".split()
_FIGURE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\b(?:" + "|".join(_WORDS) + r")\b")
_BOUND = re.compile(
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


_NAME = re.compile(r"\b[A-Z][\w'’-]+(?: (?:of |the )?[A-Z][\w'’-]+)*")
_TITLES = frozenset("Mr Mrs Ms Miss Dr Prof Professor Sir Lady Captain".split())
_OPEN = re.compile(r"\b(?:not|no|nor|neither|either|or|any|every|all|both|cannot)\b|n't", re.IGNORECASE)
"""Words with which another word may still be right."""
_TAGS = frozenset(("NN", "NNS", "JJ"))
"""Tags of words that are replaced: another noun mostly leaves good English, another verb does not."""
_MOST = 8
"""Maximum number of claims of an example."""
_NAMES_FIRST = 0.6
"""How often a name is replaced, where a claim has one."""

_Replaced = tuple[int, int, str]
"""Where a word of a claim stands, and what takes its place."""


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
            if claim.statuses == {Status.SUPPORTED} and claim.shares is None and not _BOUND.search(claim.text):
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


def altered_words(examples: Iterable[TrainingExample], parser: Parser, seed: int) -> Iterator[TrainingExample]:
    """Yield examples with supported claims, and the same claims with another name or word of the premises.

    Only its place tells that such a claim is wrong. What takes the place of a month or a day is any other.

    Args:
        examples: Premises and claims.
        parser: Tells the parts of speech.
        seed: Seeds what is drawn.
    """
    random = Random(seed)  # noqa: S311 - not for secrets
    for example in examples:
        wanted = [claim for claim in example.claims if _holds(claim)]
        if not wanted:
            continue
        random.shuffle(wanted)
        text = " ".join(example.premises)
        names, tagged = _names(text), _by_tag(parser.parse(example.premises))
        claims = list[TrainingClaim]()
        for claim, parse in zip(wanted, parser.parse([claim.text for claim in wanted]), strict=True):
            choices = [list(_other_names(claim.text, names)), list(_other_words(parse, tagged))]
            first = choices[0] if choices[0] and (not choices[1] or random.random() < _NAMES_FIRST) else choices[1]
            if first:
                start, end, other = random.choice(first)
                changed = claim.text[:start] + other + claim.text[end:]
                claims += [TrainingClaim(claim.text, claim.statuses), TrainingClaim(changed, UNSUPPORTED)]
            if len(claims) >= 2 * _MOST:
                break
        if claims:
            yield example._replace(claims=tuple(claims))


def _holds(claim: TrainingClaim) -> bool:
    return claim.statuses == {Status.SUPPORTED} and claim.shares is None and not _OPEN.search(claim.text)


def _names(text: str) -> dict[str, list[str]]:
    """Return the names of a text by their kind."""
    found = defaultdict[str, dict[str, None]](dict)
    for match in _NAME.finditer(text):
        starts = match.start() == 0 or text[: match.start()].rstrip()[-1:] in ".!?:"
        if not starts or " " in match.group():
            found[_kind(match.group())][match.group()] = None
    return {kind: list(names) for kind, names in found.items()}


def _kind(name: str) -> str:
    """Return the kind of a name, so that months stand for months."""
    if name in MONTHS:
        return "month"
    if name in WEEKDAYS:
        return "day"
    first, *rest = name.split()
    return "title" if first in _TITLES else f"{min(2, 1 + len(rest))} words"


def _other_names(claim: str, names: Mapping[str, Sequence[str]]) -> Iterator[_Replaced]:
    for match in _NAME.finditer(claim):
        kind, name = _kind(match.group()), match.group()
        known = names.get(kind, ())
        if name in known or kind in {"month", "day"}:
            others = {"month": sorted(MONTHS), "day": sorted(WEEKDAYS)}.get(kind, known)
            for other in others:
                if not set(other.split()) & set(claim.split()) and other not in name and name not in other:
                    yield match.start(), match.end(), other


def _by_tag(parses: Iterable[Parse]) -> dict[str, list[Token]]:
    found = defaultdict[str, dict[str, Token]](dict)
    for parse in parses:
        for token in parse.tokens:
            if token.tag in _TAGS and token.text.islower():
                found[token.tag].setdefault(token.text, token)
    return {tag: list(tokens.values()) for tag, tokens in found.items()}


def _other_words(parse: Parse, tagged: Mapping[str, Sequence[Token]]) -> Iterator[_Replaced]:
    said = {lemma(token.text) for token in parse.tokens}
    for token in parse.tokens:
        same = tagged.get(token.tag, ())
        if token.text.islower() and any(lemma(other.text) == lemma(token.text) for other in same):
            for other in same:
                if lemma(other.text) not in said:
                    yield token.start, token.end, other.text
