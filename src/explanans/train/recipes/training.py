"""The examples that scorers of arcs are trained on: altered sentences of the treebank, and gold paraphrases."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from explanans.codecs import entailmentbank
from explanans.datasets.locate import find
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.train.recipes.conclusions import ALTERED, CONCLUSION, altered_conclusions, conclusions, steps
from explanans.train.recipes.corpus import read_passages
from explanans.train.recipes.pairs import PARAPHRASE, answered, paraphrases
from explanans.train.recipes.recipes import LIMIT, RECIPES, examples
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.parsers.parser import Parser

_OF_TREES = frozenset({ALTERED, CONCLUSION, PARAPHRASE})
NAMES = tuple(sorted([*RECIPES, *_OF_TREES]))
"""The names of all recipes."""


def training_examples(
    parser: Parser, names: Sequence[str] = NAMES, limit: int = LIMIT, seed: int = 0, data: Path | None = None
) -> Iterator[ArcExample]:
    """Yield the examples of training splits: of the English Web Treebank, and of EntailmentBank.

    Args:
        parser: Parses the sentences.
        names: The recipes.
        limit: The most examples of each recipe.
        seed: Seeds all that is drawn.
        data: The folder that holds the data sets, where one was named.

    Raises:
        InputError: No recipe has one of the names, or a data set that is needed is not there.
    """
    if unknown := [name for name in names if name not in NAMES]:
        raise InputError(f"no recipe is called {unknown[0]!r}; accepted: {', '.join(NAMES)}")
    if altering := [name for name in names if name not in _OF_TREES]:
        path = find("ud-english-ewt", data) / "en_ewt-ud-train.conllu"
        yield from examples(read_passages(read_lines(path), str(path)), parser, altering, limit, seed)
    if _OF_TREES.isdisjoint(names):
        return
    path = find("entailmentbank", data) / "dataset" / "task_1" / "train.jsonl"
    problems = list(entailmentbank.decode(read_lines(path), str(path)))
    if PARAPHRASE in names:
        pairs = list(answered(problems))
        Random(seed).shuffle(pairs)  # noqa: S311 - not for secrets
        yield from islice(paraphrases(pairs[:limit], parser), limit)
    taken = steps(problems, seed)
    if CONCLUSION in names:
        yield from conclusions(taken[:limit], parser)
    if ALTERED in names:
        yield from altered_conclusions(taken, parser, limit, seed)
