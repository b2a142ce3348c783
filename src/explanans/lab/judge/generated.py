"""Examples of the phenomena, alone and inside paragraphs, as training examples for judges."""

import re
from collections.abc import Collection, Iterator, Sequence
from random import Random

from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.phenomena.example import Example
from explanans.lab.phenomena.registry import PARSED, PHENOMENA
from explanans.structures.syntax import Parse

BINDING = ("roles", "comparison", "comparisons", "entities", "order")
"""Groups of phenomena in which the same words stand in other places; they are drawn three times as often."""
_SURROUNDED = 0.35
"""The share of examples whose premises stand inside a paragraph."""
_MOST_AROUND = 3
_TOGETHER = (2, 4)
"""Least and greatest number of phenomena in one generated text."""
_NAME = re.compile(r"(?<![.:?!] )(?<!^)\b[A-Z][a-z]+")


def examples_of_frames(
    count: int,
    seed: int,
    around: Sequence[Sequence[str]] = (),
    weight: float = 1.0,
    names: Collection[str] = frozenset(PHENOMENA),
) -> Iterator[TrainingExample]:
    """Yield training examples drawn from the frames of phenomena.

    Args:
        count: How many to draw of each phenomenon; three times as many of those in `BINDING`.
        seed: Seeds the draw.
        around: Paragraphs, each a list of sentences, from which sentences around premises are drawn.
        weight: The weight of each claim.
        names: The phenomena.
    """
    around = [paragraph for paragraph in around if paragraph]
    for name in filter(names.__contains__, PHENOMENA):
        random = Random(f"{name} {seed}")  # noqa: S311 - not for secrets
        for _ in range(count * (3 if name.partition(".")[0] in BINDING else 1)):
            yield _taught(PHENOMENA[name](random), random, around)._replace(weight=weight)


def examples_of_parses(parses: Sequence[Parse], seed: int) -> Iterator[TrainingExample]:
    """Yield training examples made of real sentences by their parses; several of most sentences.

    Args:
        parses: The parses of sentences with their final stops.
        seed: Seeds the draw.
    """
    random = Random(seed)  # noqa: S311 - not for secrets
    for parse in parses:
        for make in PARSED.values():
            example = make(parse, random.sample(parses, min(40, len(parses))), random)
            if example is not None:
                yield _taught(example, random, ())


def examples_of_texts(
    count: int, seed: int, around: Sequence[Sequence[str]] = (), weight: float = 1.0
) -> Iterator[TrainingExample]:
    """Yield training examples of short texts, each about several phenomena that share no names.

    Args:
        count: The number of texts.
        seed: Seeds the draw.
        around: As in `examples_of_frames`.
        weight: The weight of each claim.
    """
    random = Random(f"texts {seed}")  # noqa: S311 - not for secrets
    around = [paragraph for paragraph in around if paragraph]
    names = sorted(PHENOMENA)
    made = 0
    while made < count:
        drawn = [PHENOMENA[name](random) for name in random.sample(names, random.randint(*_TOGETHER))]
        named = [frozenset(_NAME.findall(" ".join(example.premises))) for example in drawn]
        if len(frozenset().union(*named)) < sum(map(len, named)):
            continue
        premises = tuple(premise for example in drawn for premise in example.premises)
        claims = tuple(claim for example in drawn for claim in example.claims)
        yield _taught(Example(premises, claims), random, around)._replace(weight=weight)
        made += 1


def _taught(example: Example, random: Random, around: Sequence[Sequence[str]]) -> TrainingExample:
    claims = tuple(TrainingClaim(claim.text, frozenset((claim.status,))) for claim in example.claims)
    premises = list(example.premises)
    if around and random.random() < _SURROUNDED:
        paragraph = random.choice(around)
        start = random.randrange(len(paragraph))
        sentences = list(paragraph[start : start + random.randint(1, _MOST_AROUND)])
        before = random.randint(0, len(sentences))
        premises = [*sentences[:before], *premises, *sentences[before:]]
    return TrainingExample(tuple(premises), claims)
