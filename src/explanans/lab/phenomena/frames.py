"""Phenomena written as frames, and the variations by which the words of a claim do not give its status away."""

import re
from collections.abc import Callable
from functools import partial
from random import Random

from explanans.errors import InputError
from explanans.lab.phenomena.example import Example, GeneratedClaim, Phenomenon
from explanans.lab.phenomena.inflect import finish
from explanans.lab.phenomena.lexicon import Entry, draw_name
from explanans.lab.phenomena.templates import Frame, Premises, bind, differ, draw, read_sections, render
from explanans.structures.verdicts import Status

_NUMBERS_OF_CLAIMS = (2, 3, 3, 4, 5)
_SHARES = {"as is": 0.3, "copied": 0.06, "more said": 0.26, "supposed": 0.2, "mirrored": 0.18}
"""Shares of the variations among the examples that allow all; chosen to keep the statuses of claims balanced."""
_DENIED_SHARE = 0.45
"""Share of the examples with more said in which it is denied."""
_ASIDE_SHARE = 0.2
"""Share of the examples with a further sentence about something else."""
_FREE_SHARE = 0.55
"""Share of the examples with free variables in which an unknown claim has another value of one."""
_ABOUT_SEVERAL = re.compile(
    r"\b(?:all|any|both|each|either|equally|every|neither|nobody|only|opposite|same|two|whereas|rather)\b"
    r"|, (?:and|but) |;"
)
"""Words of claims that may be decided even with another value of a variable."""
_CONTINUES = re.compile(r"^\s*(?:so|then|last|later|after that|therefore|the former|the latter)\b|[;:]")
"""Sentences that go on from the one before, or have parts that a supposition would not reach."""
_TRIES = 60
_DENIALS = (
    "it is not true that {}",
    "it is not the case that {}",
    "it is wrong that {}",
    "it would be wrong to think that {}",
    "it is a mistake to believe that {}",
    "it is not so that {}",
)
_SUPPOSITIONS = (
    "perhaps {}",
    "it is possible that {}",
    "{name} claims that {}",
    "{name} asked whether {}",
    "it is not known whether {}",
    "{name} dreamed that {}",
    "in a novel by {name}, {}",
    "some people say that {}",
    "{name} hopes that {}",
    "{name} bet that {}",
    "suppose that {}",
    "{name} wonders if {}",
    "there is a rumour that {}",
    "{name} is not sure whether {}",
    "according to {name}, {}",
    "if {}, {name} will be pleased",
    "maybe {}",
    "{name} thinks that {}",
)

Claims = list[tuple[Status, str]]
"""Claims that are not finished yet, with their statuses."""


def draw_example(frames: tuple[Frame, ...], random: Random) -> Example:
    """Return an example of one of several frames."""
    for _ in range(_TRIES):
        texts, claims = _drawn(random.choice(frames), random)
        premises = [finish(text) for text in texts]
        finished = {(finish(text), status) for status, text in claims}
        clear = all(status is Status.SUPPORTED or text not in premises for text, status in finished)
        if clear and len({text for text, _ in finished}) == len(finished) >= 2:
            break
    else:
        raise InputError(f"the frames of {frames[0].premises[0].parts[0]!r} have too few claims that differ")
    if random.random() < _ASIDE_SHARE:
        premises.insert(random.choice((0, len(premises))), aside(random))
    ordered = sorted(finished)
    random.shuffle(ordered)
    return Example(tuple(premises), tuple(GeneratedClaim(text, status) for text, status in ordered))


def _drawn(frame: Frame, random: Random) -> tuple[list[str], Claims]:
    """Return unfinished premises and claims of a frame after one of the variations."""
    bound = bind(frame.variables, random)
    premises = random.choice(frame.premises)
    texts = [text for part in premises.parts if (text := render(part, bound, random)).strip()]
    if premises.is_shuffled:
        random.shuffle(texts)
    claims = [(status, render(text, bound, random)) for status, text in _choose(frame, random)]
    if frame.free and random.random() < _FREE_SHARE:
        claims = _with_another(frame, bound, claims, random)
    return _varied(frame, premises, texts, claims, random)


def _varied(
    frame: Frame, premises: Premises, texts: list[str], claims: Claims, random: Random
) -> tuple[list[str], Claims]:
    """Return premises and claims after one of the variations that they allow."""
    variation = random.choices(list(_SHARES), list(_SHARES.values()))[0]
    statuses = [status for status, _ in claims]
    is_statement = premises.is_statement and all(text.rstrip().endswith(".") for text in texts)
    is_statement = is_statement and not any(_CONTINUES.search(text) for text in texts)
    if variation == "copied" and len(texts) == 1:
        claims[-1:] = [(Status.SUPPORTED, texts[0])]
    elif variation == "more said" and Status.UNKNOWN in statuses:
        return _with_more_said(texts, claims, random)
    elif variation == "supposed" and is_statement and not frame.presupposes:
        return _supposed(texts, claims, random)
    elif variation == "mirrored" and len(texts) == 1 and Status.CONTRADICTED in statuses:
        return _mirrored(texts, claims)
    return texts, claims


def _mirrored(texts: list[str], claims: Claims) -> tuple[list[str], Claims]:
    """Return a contradicted claim as the premise, and what was the premise as a contradicted claim."""
    denied = next(text for status, text in claims if status is Status.CONTRADICTED)
    return [denied], [(Status.CONTRADICTED, texts[0]), (Status.SUPPORTED, denied)]


def _supposed(texts: list[str], claims: Claims, random: Random) -> tuple[list[str], Claims]:
    """Return premises that are not asserted, and the claims, of which nothing is known then."""
    while (name := draw_name(random).text) in " ".join(texts):
        pass
    template = random.choice(_SUPPOSITIONS).replace("{name}", name)
    supposed = [template.format(text.strip().removesuffix(".")) + "." for text in texts]
    unknown = [(Status.UNKNOWN, text) for _, text in claims]
    return supposed, [*unknown[1:], (Status.SUPPORTED, random.choice(supposed))]


def _with_more_said(texts: list[str], claims: Claims, random: Random) -> tuple[list[str], Claims]:
    """Return premises with an unknown claim added, as so or as not so, and the claims that remain with their status."""
    said = next(text for status, text in claims if status is Status.UNKNOWN)
    kept = [(status, text) for status, text in claims if status is not Status.UNKNOWN]
    if random.random() < _DENIED_SHARE:
        return [*texts, random.choice(_DENIALS).format(said)], [*kept, (Status.CONTRADICTED, said)]
    return [*texts, said], [*kept, (Status.SUPPORTED, said)]


def _with_another(frame: Frame, bound: dict[str, Entry], claims: Claims, random: Random) -> Claims:
    """Return claims with one more, or one in the place of an unknown one, about another value of a free variable."""
    name = random.choice(frame.free)
    names, source = next(declared for declared in frame.variables if name in declared.names)
    others = [bound[other] for other in names]
    drawn = next((entry for _ in range(_TRIES) if differ([entry := draw(source, random), *others])), None)
    slot = re.compile(rf"{{{name}[ .}}]")
    texts = [text for _, text in frame.claims if slot.search(text) and not _ABOUT_SEVERAL.search(text)]
    if drawn is None or not texts:
        return claims
    number = min(len(texts), random.choice((1, 1, 2)))
    new = [(Status.UNKNOWN, render(text, bound | {name: drawn}, random)) for text in random.sample(texts, number)]
    kept = sorted(claims, key=lambda known: known[0] is Status.UNKNOWN)
    return [*(kept[:-1] if kept[-1][0] is Status.UNKNOWN else kept), *new]


def _choose(frame: Frame, random: Random) -> Claims:
    """Return two to five claims, the statuses in turn as long as there are claims of each."""
    pools: dict[Status, list[str]] = {}
    for status, text in random.sample(frame.claims, len(frame.claims)):
        pools.setdefault(status, []).append(text)
    chosen: Claims = []
    wanted = random.choice(_NUMBERS_OF_CLAIMS)
    while len(chosen) < wanted and pools:
        # A claim of which nothing is known comes first: it is lost more often later on.
        for status in sorted(random.sample(list(pools), len(pools)), key=lambda status: status is not Status.UNKNOWN):
            chosen.append((status, pools[status].pop()))
            if not pools[status]:
                del pools[status]
    return chosen[:wanted]


def aside(random: Random) -> str:
    """Return a sentence about something else, which neither supports nor contradicts anything about the rest."""
    frame = random.choice(read_sections("asides.txt")["asides"])
    return finish(render(random.choice(frame.premises).parts[0], bind(frame.variables, random), random))


def read_frames(file: str) -> dict[str, Phenomenon]:
    """Return the phenomena of a file of frames."""
    drawing: Callable[[tuple[Frame, ...], Random], Example] = draw_example
    return {name: partial(drawing, frames) for name, frames in read_sections(file).items()}
