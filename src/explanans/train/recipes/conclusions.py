"""Conclusions of gold entailment steps, as they are and altered, with their premises for a source."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from explanans.parse import Arc, Parse
from explanans.problem import Problem
from explanans.train.recipes.corpus import Passage
from explanans.train.recipes.pairs import Pair, paraphrases
from explanans.train.recipes.recipes import examples
from explanans.verify.arcs.arcs import ArcExample, checked_arcs
from explanans.verify.parsers.parser import Parser

CONCLUSION = "conclusion"
"""The name of the recipe that takes conclusions as they are."""

ALTERED = "altered-conclusion"
"""The name of the recipe that alters them."""

ALTERATIONS = ("attachment", "exchange", "negation", "number", "replacement", "splice", "swap")
"""The recipes that alter them: those that leave the source as it is, and make the claim wrong."""


def steps(problems: Iterable[Problem], seed: int) -> list[Pair]:
    """Return the steps of gold trees, in an order of their own: their premises, and their conclusions as claims.

    Args:
        problems: Problems with gold trees; others are passed over.
        seed: Seeds the order.
    """
    pairs: dict[str, Pair] = {}
    for problem in problems:
        texts = problem.tree.texts() if problem.tree else {}
        for step in problem.tree.steps if problem.tree else ():
            source = tuple(texts[premise] for premise in step.premises)
            pairs.setdefault(step.text.lower(), Pair(source, step.text, problem.hypothesis))
    order = list(pairs.values())
    Random(seed).shuffle(order)  # noqa: S311 - not for secrets
    return order


def conclusions(pairs: Iterable[Pair], parser: Parser) -> Iterator[ArcExample]:
    """Yield an example a step: whatever a conclusion says, its premises support.

    Such conclusions say in new words, and often of two sentences at once, what other recipes leave as it stood.

    Args:
        pairs: The steps.
        parser: Parses them.
    """
    return (replace(example, recipe=CONCLUSION) for example in paraphrases(pairs, parser))


def altered_conclusions(pairs: Sequence[Pair], parser: Parser, limit: int, seed: int) -> Iterator[ArcExample]:
    """Yield conclusions that are wrong somewhere, with the premises of the right ones for a source.

    What an alteration leaves of a conclusion is supported by its premises as before; what it changes is not, unless the
    premises say just that.

    Args:
        pairs: The steps.
        parser: Parses them, and anew the conclusions that were altered.
        limit: The most examples; each alteration makes the same share.
        seed: Seeds all that is drawn.
    """
    by_claim = {pair.claim.lower(): pair for pair in pairs}
    passages = [Passage(claim, (pair.claim,)) for claim, pair in by_claim.items()]
    made = list(examples(passages, parser, ALTERATIONS, limit // len(ALTERATIONS), seed))
    parses = parser.parse(premise for example in made for premise in by_claim[example.origin].source)
    for example in made:
        pair = by_claim[example.origin]
        source = tuple(islice(parses, len(pair.source)))
        said = frozenset(_lemmas(parse, arc) for parse in source for arc in checked_arcs(parse))
        known = example.labels.items()
        labels = {arc: label for arc, label in known if label or _lemmas(example.claim, arc) not in said}
        if labels:
            yield ArcExample(source, example.claim, labels, ALTERED, pair.origin)


def _lemmas(parse: Parse, arc: Arc) -> tuple[str, str]:
    return parse.tokens[arc.head].lemma.lower(), parse.tokens[arc.child].lemma.lower()
