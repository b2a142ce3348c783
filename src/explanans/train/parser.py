"""Train the parser that ships."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path

import msgspec
from spacy.language import Language
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Adam, fix_random_seed, use_ops, warmup_linear
from threadpoolctl import threadpool_limits

from explanans import __version__
from explanans.codecs import conllu
from explanans.exceptions import InputError
from explanans.files import check_folder, read_lines, write_folder
from explanans.parse import Parse
from explanans.progress import track
from explanans.train.gold_parses import example
from explanans.train.parser_network import Shape, untrained

MANIFEST = "manifest.json"
_NOTICE = """\
This pipeline was trained on the training split of the Universal Dependencies English Web Treebank
(https://universaldependencies.org/treebanks/en_ewt/; Silveira et al. 2014, "A Gold Standard Dependency Corpus for
English"), which is licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). It is made available
under the same licence. It holds the weights of a network and single words of the treebank, none of its sentences.
"""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the parser is trained.

    Attributes:
        shape: How large the network is.
        steps: Batches.
        words: Words a batch.
        rate: The highest learning rate; it rises during the first steps, then falls to 0.
        warmup: Steps during which it rises.
        dropout: The share of numbers that are dropped.
        lower: The share of sentences that are seen in lower case, since claims are often written so.
    """

    shape: Shape = field(default_factory=Shape)
    steps: int = 6000
    words: int = 1500
    rate: float = 0.001
    warmup: int = 200
    dropout: float = 0.2
    lower: float = 0.2


def train_parser(treebank: Path, folder: Path, recipe: Recipe, seed: int) -> dict[str, int | str]:
    """Train a pipeline to tag, parse and lemmatise, and write it into a folder.

    What is written is a moving mean of the weights, over about the last tenth of the steps, with a notice of the
    licence.

    Args:
        treebank: A CoNLL-U file with gold words, tags, lemmas and basic trees.
        folder: A new or empty folder, or an older parser to replace; it takes its name only when it is complete.
        recipe: How to train.
        seed: The seed of everything that is drawn at random.

    Returns:
        What it was trained on: counts, and the digest of the file.

    Raises:
        InputError: There is no treebank, it has no sentences, tags or lemmas, or the folder holds something else.
        FormatError: The treebank breaks its format.
        StorageError: The folder cannot be written.
    """
    check_folder(folder, MANIFEST)
    parses = list(conllu.decode(read_lines(treebank), str(treebank)))
    _check(parses)
    data: dict[str, int | str] = {
        "sentences": len(parses),
        "words": sum(len(parse.tokens) for parse in parses),
        "sha256": sha256(treebank.read_bytes()).hexdigest(),
    }
    fix_random_seed(seed)
    # NumPy multiplies matrices up to three times as fast as spaCy would. A pipeline that was trained parses by spaCy's
    # way all the same: only so does what it says of a sentence not depend on the others of its batch.
    # Several threads would round otherwise than one.
    with use_ops("numpy", use_blis=False), threadpool_limits(1, "blas"), write_folder(folder, MANIFEST) as new:
        pipeline = untrained(recipe.shape)
        optimizer = Adam(
            learn_rate=[*islice(warmup_linear(recipe.rate, recipe.warmup, recipe.steps), recipe.steps + 1)],
            L2=0.01,
            L2_is_weight_decay=True,
            grad_clip=1.0,
            use_averages=True,
        )
        pipeline.initialize(lambda: [example(pipeline.vocab, parse) for parse in parses], sgd=optimizer)
        draw = random.Random(seed)  # noqa: S311 - not for secrets
        for batch in track(_batches(pipeline.vocab, parses, recipe, draw), "training", recipe.steps):
            pipeline.update(batch, drop=recipe.dropout, sgd=optimizer)
            optimizer.step_schedules()
        with pipeline.use_params(optimizer.averages):
            _write(pipeline, new, {"data": data, "recipe": asdict(recipe), "seed": seed})
    return data


def _check(parses: Sequence[Parse]) -> None:
    if not any(parse.tokens for parse in parses):
        raise InputError("no sentences to train a parser on; accepted: a CoNLL-U file with at least one")
    for column, place in (("LEMMA", 1), ("UPOS", 2), ("XPOS", 3)):  # single words may lack one
        if not any(token[place] for parse in parses for token in parse.tokens):
            raise InputError(f"no word to train a parser on has {column}; accepted: CoNLL-U with LEMMA, UPOS and XPOS")


def _batches(vocab: Vocab, parses: Sequence[Parse], recipe: Recipe, draw: random.Random) -> Iterator[list[Example]]:
    """Yield batches of sentences, each sentence once before any comes again."""
    batch: list[Example] = []
    words = made = 0
    while made < recipe.steps:
        for parse in draw.sample(parses, len(parses)):
            batch.append(example(vocab, parse, lower=draw.random() < recipe.lower))
            words += len(parse.tokens)
            if words >= recipe.words and made < recipe.steps:
                yield batch
                batch, words, made = [], 0, made + 1


def _write(pipeline: Language, folder: Path, origin: Mapping[str, object]) -> None:
    pipeline.meta.update(
        name="ud_ewt",
        version=__version__,
        description="Tags, dependencies and lemmas of English, after the Universal Dependencies English Web Treebank",
        license="CC BY-SA 4.0",
        spacy_version=">=3.8.7,<3.9.0",
    )
    pipeline.to_disk(folder)
    (folder / "NOTICE").write_text(_NOTICE, encoding="utf-8")
    versions = {"explanans": __version__} | {name: version(name) for name in ("numpy", "spacy", "thinc")}
    manifest = {"kind": "parser", "versions": versions, **origin}
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest, order="sorted")) + b"\n")
