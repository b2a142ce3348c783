"""All generated phenomena, by group and name.

Phenomena of `FRAME_FILES` are described wholly in ``frames/GROUP.txt``. Those of `SLOT_VALUES` are described in
``matrices/NAME.txt``, and some have slots whose values a function draws. Those of `PARSED` are made of real sentences.
"""

from collections.abc import Callable
from random import Random

from explanans.lab.phenomena import amounts, numbers, paired, parsed, surface, times, wrapped
from explanans.lab.phenomena.drawing import no_values, phenomenon
from explanans.lab.phenomena.example import Example, Phenomenon
from explanans.lab.phenomena.frames import read_frames
from explanans.lab.phenomena.matrix import Values

FRAME_FILES = {
    "additions": "details added and dropped, attitudes, generality, other matters, confused entities, copies",
    "clauses": "relative clauses, clefts, nominalisations, appositions, and other orders of words",
    "comparison": "comparatives, equatives, superlatives, multiples and differences",
    "entities": "crossed attributes, lists, alternatives, names, possession, and numbers of participants",
    "meaning": "synonyms, narrower and wider words, kinds, chains of kinds, parts and places",
    "opposites": "states, changes, acts, permission, and outcomes of which only one can be",
    "order": "before, after, until, since, first, last, from, to",
    "reasons": "causes, purposes, crossed reasons, beginnings and ends, other cases, definitions, instructions",
    "results": "what follows from actions, causes of events, places, pronouns, tools, and positions",
    "roles": "semantic roles, recipients, converse and mutual relations",
}
"""The groups with a file of frames, and what they are about."""

SLOT_VALUES: dict[str, dict[str, Callable[[Random], Values]]] = {
    "comparisons": {
        "superlatives": no_values,
        "comparisons-of-quantities": numbers.ordered,
        "missing-standard": numbers.ordered,
        "enough-and-too": numbers.ordered,
        "thresholds": numbers.ordered,
        "same-and-whole": no_values,
    },
    "conditions": {
        **dict.fromkeys(("conditions", "conditions-together", "questions", "questions-with-answers"), no_values),
        "instructions-and-rules": numbers.steps,
    },
    "coordination": {
        "and-or": no_values,
        "respectively": numbers.three_numbers,
        "instead": no_values,
        "contrast": no_values,
        "crossed-numbers": numbers.three_numbers,
        "descriptions": no_values,
    },
    "modality": dict.fromkeys(
        (
            *("possibility", "duty-and-permission", "attempts-and-plans", "past-habits"),
            *("change-of-state", "tense-and-aspect"),
        ),
        no_values,
    ),
    "negation": dict.fromkeys(
        (
            *("negation", "nobody-and-none", "without-and-lack", "double-negation"),
            *("scope-of-negation", "negative-prefixes", "exceptions", "only"),
        ),
        no_values,
    ),
    "quantifiers": {
        "house-rules": numbers.bounds,
        "quantifiers": no_values,
        "monotone-quantifiers": no_values,
        "bounds": numbers.bounds,
        "ranges": numbers.ranges,
        "generic-statements": no_values,
    },
    "reports": dict.fromkeys(("reports", "beliefs-and-factives", "counterfactuals"), no_values),
    "shades": {
        "not-real": no_values,
        "implicative-verbs": no_values,
        "purposes-and-promises": no_values,
        "corrections-and-headings": times.spans,
        "places-and-times-within": times.spans,
        "until-and-since": no_values,
        "other-wordings": no_values,
    },
    "shares": {
        "percentages-and-fractions": numbers.shares,
        "sums-and-products": numbers.sums,
        "ordinals-and-rankings": numbers.ranks,
        "counts-of-lists": numbers.listed,
        "frequencies": numbers.frequencies,
    },
    "surface": {
        **{name: surface.dressed(name) for name in surface.DRESSED},
        "spelling-variants": no_values,
        "abbreviations": surface.titles,
        "titles-and-names": surface.titles,
    },
    "tables": {
        "tables-of-prices": amounts.prices,
        "tables-of-hours": amounts.opening_hours,
        "tables-of-records": amounts.opening_hours,
        "availability": amounts.stock,
        "versions-and-models": amounts.versions,
    },
    "times": {
        "dates": times.dates,
        "seasons": times.seasons,
        "weekdays": times.weekdays,
        "times-of-day": times.clock_times,
        "ages-and-terms": times.ages,
    },
    "units": {
        "units": amounts.measured,
        "temperatures": amounts.temperatures,
        "money": amounts.amounts,
        "scale-words": amounts.amounts,
        "numerals": amounts.spelt_numbers,
        "approximation": amounts.spelt_numbers,
    },
}
"""Draws the values of the slots of a phenomenon that are not words of the lexicon, by group and phenomenon."""


def phenomena_of(group: str) -> dict[str, Phenomenon]:
    """Return the phenomena of a group by their names."""
    if group in FRAME_FILES:
        return read_frames(f"{group}.txt")
    drawn = {
        name: phenomenon("dressed" if name in surface.DRESSED else name, values)
        for name, values in SLOT_VALUES[group].items()
    }
    return {name: _rows(draw) for name, draw in drawn.items()} if group == "tables" else drawn


def _rows(draw: Phenomenon) -> Phenomenon:
    """Return a phenomenon whose table rows end with their bar."""

    def drawn(random: Random) -> Example:
        premises, claims = draw(random)
        rows = (premise.removesuffix(".") if premise.startswith("|") else premise for premise in premises)
        return Example(tuple(rows), claims)

    return drawn


PHENOMENA: dict[str, Phenomenon] = {
    f"{group}.{name}": draw
    for group in sorted({*FRAME_FILES, *SLOT_VALUES})
    for name, draw in phenomena_of(group).items()
}
"""All phenomena, by group and name."""

PARSED: dict[str, parsed.ParsedPhenomenon] = {
    "about_people": paired.about_people,
    "asked": wrapped.asked,
    "changed": parsed.changed,
    "contrasted": paired.contrasted,
    "counted": paired.counted,
    "crossed": parsed.crossed,
    "dated": paired.dated,
    "denied": parsed.denied,
    "joined": parsed.joined,
    "ordered": wrapped.ordered,
    "qualified": wrapped.qualified,
    "reduced": parsed.reduced,
    "reported": wrapped.reported,
    "shared": paired.shared,
}
"""The phenomena that are applied to parsed sentences, by name."""
