"""The recipes by name, and the examples that they make of passages and of training splits."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from explanans.entailment.arcs.alignment import shipped_groups
from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.errors import InputError
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.splits import labelled_pairs, tree_problems, treebank_file
from explanans.lab.recipes.alteration import Syntax
from explanans.lab.recipes.beams import Fluency, Original, Rewriter, from_beams
from explanans.lab.recipes.claims import (
    CONCLUSION,
    PARAPHRASE,
    Draft,
    Labelled,
    Nearest,
    SupportedClaim,
    answered,
    conclusions,
    paraphrases,
    parsed,
    steps,
)
from explanans.lab.recipes.corpus import MARKED, Passage, PassageSentence, marked, parsed_sentences, read_passages
from explanans.lab.recipes.phrases import attachment, exchange, hallucination, splice
from explanans.lab.recipes.rewording import Synonym, Synonyms, compression, extraction, rewording, table_groups
from explanans.lab.recipes.words import Replacement, negation, number, swap
from explanans.language.parser import Parser
from explanans.runtime.progress import track
from explanans.structures.syntax import Arc, Parse

Recipe = Callable[[Syntax, Random], Draft | None]
"""Alters a sentence; None if it cannot."""


@cache
def _synonyms() -> Synonyms:
    """Return the synonyms that come with the package, in its own list and in the tables of its knowledge base."""
    return Synonyms([*shipped_groups(), *table_groups(KnowledgeBase.open().facts)])


_ALONE: Mapping[str, Recipe] = {
    "attachment": attachment,
    "compression": compression,
    "exchange": exchange,
    "extraction": extraction,
    "hallucination": hallucination,
    "negation": negation,
    "number": number,
    "rewording": rewording,
    "splice": splice,
    "swap": swap,
}
_AMONG_OTHERS: Mapping[str, Callable[[Sequence[PassageSentence]], Recipe]] = {
    "nearest": Nearest,
    "replacement": lambda sentences: Replacement(sentences, _synonyms()),
    "synonym": lambda _: Synonym(_synonyms()),
}
"""Recipes that are made for the sentences at hand."""
BEAM = "beam"
"""The recipe that labels the beam of a generator; here, of one that works by rules."""
RECIPES = tuple(sorted([*_ALONE, *_AMONG_OTHERS, BEAM]))
"""The names of the recipes."""
ALTERED = "altered-conclusion"
"""The name of the recipe that alters them."""
ALTERATIONS = ("attachment", "exchange", "negation", "number", "replacement", "splice", "swap")
"""The recipes that alter them: those that leave the source as it is, and make the claim wrong."""
_OF_TREES = frozenset({ALTERED, CONCLUSION, PARAPHRASE})
USUAL = tuple(sorted([*RECIPES, *_OF_TREES]))
"""The names of the recipes that are taken if none is named."""
NAMES = tuple(sorted([*USUAL, MARKED]))
"""The names of all recipes."""
SOURCES: Mapping[str, str] = {
    **dict.fromkeys(RECIPES, "ud-english-ewt"),
    **dict.fromkeys(_OF_TREES, "entailmentbank"),
    MARKED: "wice",
}
"""The data set that the examples of each recipe are made of."""
EVERY = "all"
"""The name for all recipes."""
LIMIT = 1000
"""Default number of examples of each recipe."""
_SHORTEST, _LONGEST = 6, 50
"""Words of the sentences that are altered."""
_WITH_NEIGHBOURS = 0.3
"""The share of examples whose source has other sentences too."""


def examples(  # noqa: PLR0913 - all but the first two are seldom needed
    passages: Iterable[Passage],
    parser: Parser,
    names: Sequence[str] = RECIPES,
    limit: int = LIMIT,
    seed: int = 0,
    *,
    context: int = 0,
) -> Iterator[ArcExample]:
    """Yield examples made of passages, recipe by recipe.

    Each recipe takes the sentences in an order of its own, at most one example a sentence, so that the examples of one
    do not depend on the others. The sources of some have neighbouring sentences too, since sources are seldom one
    sentence only.

    Args:
        context: The most sentences that a source has from around the one that was altered, on either side; how many is
            drawn for each. Where 0, three sources in ten have their nearest neighbours. Beams have none.
    """
    if unknown := [name for name in names if name not in RECIPES]:
        raise InputError(f"no recipe is called {unknown[0]!r}; accepted: {', '.join(RECIPES)}")
    sentences = [sentence for sentence in parsed_sentences(passages, parser, seed) if _can_be_altered(sentence)]
    for name in track(names, "Altering sentences", len(names)):
        order = list(sentences)
        Random(f"{seed} {name}").shuffle(order)  # noqa: S311 - not for secrets
        if name == BEAM:
            made = _from_beams(order, parser, seed)
        else:
            recipe = _ALONE.get(name) or _AMONG_OTHERS[name](sentences)
            made = _finished(_drafted(order, recipe, f"{seed} {name}"), name, parser, limit, context)
        yield from islice(made, limit)


def _can_be_altered(sentence: PassageSentence) -> bool:
    tokens = sentence.syntax.tokens
    return _SHORTEST <= len(tokens) <= _LONGEST and any(token.pos == "VERB" for token in tokens)


def _from_beams(sentences: Sequence[PassageSentence], parser: Parser, seed: int) -> Iterator[ArcExample]:
    fluency = Fluency(sentence.syntax.parse for sentence in sentences)
    rewriter = Rewriter(Synonym(_synonyms()), fluency, parser, seed)
    originals = (Original(sentence.syntax.parse, sentence.origin) for sentence in sentences)
    return from_beams(originals, rewriter, parser, BEAM)


def _drafted(
    sentences: Sequence[PassageSentence], recipe: Recipe, seed: str
) -> Iterator[tuple[PassageSentence, Draft, Random]]:
    """Yield the sentences that a recipe can alter."""
    for sentence in sentences:
        rng = Random(f"{seed} {sentence.syntax.parse.text}")  # noqa: S311 - not for secrets
        draft = recipe(sentence.syntax, rng)
        if draft is not None:
            yield sentence, draft, rng


def _finished(
    drafted: Iterator[tuple[PassageSentence, Draft, Random]], name: str, parser: Parser, limit: int, context: int
) -> Iterator[ArcExample]:
    while batch := list(islice(drafted, limit)):
        outcomes = parsed((draft for _, draft, _ in batch), parser)
        for (sentence, _, rng), outcome in zip(batch, outcomes, strict=True):
            around = _around(sentence, context, rng) if context else _neighbours(sentence, rng)
            for labelled in outcome:
                example = _example(labelled, around, name, sentence.origin)
                if example.labels:
                    yield example


class _Neighbours(NamedTuple):
    """Sentences of the source before and after the altered one."""

    before: Sequence[Syntax]
    after: Sequence[Syntax]


def _neighbours(sentence: PassageSentence, rng: Random) -> _Neighbours:
    if rng.random() >= _WITH_NEIGHBOURS:
        return _Neighbours((), ())
    before = [sentence.before] if sentence.before else []
    return _Neighbours(before, [sentence.after] if rng.random() < 0.5 and sentence.after else [])


def _around(sentence: PassageSentence, context: int, rng: Random) -> _Neighbours:
    count = rng.randint(0, context)
    first = rng.randint(max(0, sentence.place - count), sentence.place)
    after = sentence.place + 1
    return _Neighbours(sentence.passage[first : sentence.place], sentence.passage[after : first + count + 1])


def _example(labelled: Labelled, around: _Neighbours, name: str, origin: str) -> ArcExample:
    """Return a finished example: arcs that the source supports elsewhere are not labelled unsupported."""
    before, after = ([syntax.parse for syntax in part] for part in around)
    source = (*before, labelled.source, *after)
    said = set[_ArcContent]().union(*(_arc_contents(parse).values() for parse in source))
    claimed = _arc_contents(labelled.claim)
    labels = {arc: label for arc, label in labelled.labels.items() if label or claimed[arc] not in said}
    return ArcExample(source, labelled.claim, labels, name, origin)


class _ArcContent(NamedTuple):
    """An arc by what it says: two lemmas, what the one is to the other, and whether it is denied."""

    head: str
    child: str
    label: str
    is_negated: bool


def _arc_contents(parse: Parse) -> dict[Arc, _ArcContent]:
    """Return the lemmas, the label and the negation of each checked arc of a sentence."""
    syntax = Syntax(parse)
    lemmas = [token.lemma.lower() for token in parse.tokens]
    return {
        arc: _ArcContent(lemmas[arc.head], lemmas[arc.child], arc.label, syntax.is_negated(arc.head))
        for arc in syntax.arcs
    }


def altered_conclusions(pairs: Sequence[SupportedClaim], parser: Parser, limit: int, seed: int) -> Iterator[ArcExample]:
    """Yield conclusions that are wrong somewhere, with the premises of the right ones for a source.

    What an alteration leaves of a conclusion is supported by its premises as before; what it changes is not, unless the
    premises say just that.
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


def training_examples(  # noqa: PLR0913 - all but the first are seldom needed
    parser: Parser,
    names: Sequence[str] = USUAL,
    limit: int = LIMIT,
    seed: int = 0,
    data: Path | None = None,
    *,
    context: int = 0,
) -> Iterator[ArcExample]:
    """Yield the examples of training splits: of the English Web Treebank, of EntailmentBank, and of WiCE.

    Args:
        context: The most sentences that sources of the treebank have beside the altered one; see ``examples``.
    """
    if unknown := [name for name in names if name not in {*NAMES, EVERY}]:
        raise InputError(f"no recipe is called {unknown[0]!r}; accepted: {', '.join([*NAMES, EVERY])}")
    names = NAMES if EVERY in names else names
    if altering := [name for name in names if name in RECIPES]:
        path = treebank_file(data, "train")
        yield from examples(read_passages(read_lines(path), str(path)), parser, altering, limit, seed, context=context)
    if MARKED in names:
        claims = labelled_pairs(data, "wice-words", "train")
        Random(seed).shuffle(claims)  # noqa: S311 - not for secrets
        yield from marked(claims[:limit], parser)
    if _OF_TREES.isdisjoint(names):
        return
    problems = tree_problems(data, 1, "train")
    if PARAPHRASE in names:
        pairs = list(answered(problems))
        Random(seed).shuffle(pairs)  # noqa: S311 - not for secrets
        yield from islice(paraphrases(pairs[:limit], parser), limit)
    taken = steps(problems, seed)
    if CONCLUSION in names:
        yield from conclusions(taken[:limit], parser)
    if ALTERED in names:
        yield from altered_conclusions(taken, parser, limit, seed)
