"""Train the parser that ships: one encoder reads words, and small layers on it tag, parse and lemmatise.

Words are known by hashes of their form, first letter, ending and shape (Miranda et al. 2022, "Multi hash embeddings in
spaCy"); a stack of convolutions reads them in their context; the parser chooses transitions of an arc-eager system.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import compile_prefix_regex, compile_suffix_regex
from spacy.vocab import Vocab
from thinc.api import Adam, fix_random_seed, use_ops, warmup_linear
from threadpoolctl import threadpool_limits

from explanans.errors import InputError
from explanans.formats import conllu
from explanans.io.files import check_folder, read_lines, write_folder
from explanans.runtime.progress import track
from explanans.runtime.version import __version__
from explanans.structures.syntax import ROOT, Parse

MANIFEST = "manifest.json"
_NOTICE = """\
This pipeline was trained on the training split of the Universal Dependencies English Web Treebank
(https://universaldependencies.org/treebanks/en_ewt/; Silveira et al. 2014, "A Gold Standard Dependency Corpus for
English"), which is licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). It is made available
under the same licence. It holds the weights of a network and single words of the treebank, none of its sentences.
"""
_SIGNS = ("[!?]{2,}", "<{2,}", ">{2,}", "={2,}", "_{2,}", r"\*{2,}")


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of the network.

    Attributes:
        rows: Rows of the tables of forms, first letters, endings and shapes.
        depth: Convolutions; each sees one word more to either side.
        hidden: Numbers of the layer that chooses transitions.
        frequency: How often a transition with a label must occur in the data to be learnt.
    """

    width: int = 128
    rows: tuple[int, int, int, int] = (5000, 1000, 2500, 1000)
    depth: int = 4
    hidden: int = 128
    frequency: int = 10


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a parser's training.

    Attributes:
        rate: The highest learning rate; it rises during the first steps, then falls to 0.
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


def train_parser(treebank: Path, folder: Path, settings: Settings, seed: int) -> dict[str, int | str]:
    """Train a pipeline to tag, parse and lemmatise, and write it into a folder.

    What is written is a moving mean of the weights, over about the last tenth of the steps, with a notice of the
    licence.

    Args:
        folder: A new or empty folder, or an older parser to replace; it takes its name only when it is complete.

    Returns:
        What it was trained on: counts, and the digest of the file.
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
        pipeline = _untrained(settings.shape)
        optimizer = Adam(
            learn_rate=[*islice(warmup_linear(settings.rate, settings.warmup, settings.steps), settings.steps + 1)],
            L2=0.01,
            L2_is_weight_decay=True,
            grad_clip=1.0,
            use_averages=True,
        )
        pipeline.initialize(lambda: [_example(pipeline.vocab, parse) for parse in parses], sgd=optimizer)
        draw = random.Random(seed)  # noqa: S311 - not for secrets
        for batch in track(_batches(pipeline.vocab, parses, settings, draw), "training", settings.steps):
            pipeline.update(batch, drop=settings.dropout, sgd=optimizer)
            optimizer.step_schedules()
        with pipeline.use_params(optimizer.averages):
            _write(pipeline, new, {"data": data, "recipe": asdict(settings), "seed": seed})
    return data


def _check(parses: Sequence[Parse]) -> None:
    if not any(parse.tokens for parse in parses):
        raise InputError("no sentences to train a parser on; accepted: a CoNLL-U file with at least one")
    for column, place in (("LEMMA", 1), ("UPOS", 2), ("XPOS", 3)):  # single words may lack one
        if not any(token[place] for parse in parses for token in parse.tokens):
            raise InputError(f"no word to train a parser on has {column}; accepted: CoNLL-U with LEMMA, UPOS and XPOS")


def _batches(vocab: Vocab, parses: Sequence[Parse], settings: Settings, draw: random.Random) -> Iterator[list[Example]]:
    """Yield batches of sentences, each sentence once before any comes again."""
    batch: list[Example] = []
    words = made = 0
    while made < settings.steps:
        for parse in draw.sample(parses, len(parses)):
            batch.append(_example(vocab, parse, lower=draw.random() < settings.lower))
            words += len(parse.tokens)
            if words >= settings.words and made < settings.steps:
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


def _untrained(shape: Shape) -> Language:
    """Return a pipeline that has learnt nothing yet."""
    pipeline = spacy.blank("en")
    _keep_signs_together(pipeline)
    pipeline.add_pipe("tok2vec", config={"model": _encoder(shape)})
    for name in ("tagger", "morphologizer"):
        pipeline.add_pipe(name, config={"model": _chooser(shape)})
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": shape.hidden,
        "maxout_pieces": 2,
        "use_upper": True,
        "nO": None,
        "tok2vec": _reader(shape),
    }
    pipeline.add_pipe("parser", config={"min_action_freq": shape.frequency, "model": parser})
    pipeline.add_pipe("trainable_lemmatizer", config={"min_tree_freq": 3, "top_k": 1, "model": _chooser(shape)})
    return pipeline


def _keep_signs_together(pipeline: Language) -> None:
    """Make repeated signs one word, as they are in the treebank."""
    words: Any = pipeline.tokenizer
    words.prefix_search = compile_prefix_regex([*_SIGNS, *(pipeline.Defaults.prefixes or ())]).search
    words.suffix_search = compile_suffix_regex([*_SIGNS, *(pipeline.Defaults.suffixes or ())]).search


def _encoder(shape: Shape) -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": shape.width,
            "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
            "rows": list(shape.rows),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": shape.width,
            "depth": shape.depth,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }


def _reader(shape: Shape) -> dict[str, Any]:
    """Return the configuration of the layer that receives the encoder's vectors of words."""
    return {"@architectures": "spacy.Tok2VecListener.v1", "width": shape.width, "upstream": "*"}


def _chooser(shape: Shape) -> dict[str, Any]:
    return {"@architectures": "spacy.Tagger.v2", "nO": None, "normalize": False, "tok2vec": _reader(shape)}


def _example(vocab: Vocab, parse: Parse, *, lower: bool = False) -> Example:
    """Return a sentence without and with what is to be learnt of it."""
    spaces = _spaces(parse)
    words, lemmas = [token.text for token in parse.tokens], [token.lemma for token in parse.tokens]
    if lower:
        words, lemmas = [word.lower() for word in words], [lemma.lower() for lemma in lemmas]
    gold = Doc(
        vocab,
        words,
        spaces,
        tags=[token.tag for token in parse.tokens],
        pos=[token.pos for token in parse.tokens],
        lemmas=lemmas,
        heads=[arc.child if arc.head == ROOT else arc.head for arc in parse.arcs],
        deps=["ROOT" if arc.head == ROOT else arc.label for arc in parse.arcs],
    )
    return Example(Doc(vocab, words, spaces), gold)


def words_only(vocab: Vocab, parse: Parse) -> Doc:
    """Return the gold words of a sentence, and nothing else that is known of it."""
    return Doc(vocab, [token.text for token in parse.tokens], _spaces(parse))


def _spaces(parse: Parse) -> list[bool]:
    """Return for each word whether a space follows; words of a contraction share their place or touch."""
    ends = [token.end for token in parse.tokens]
    starts = [token.start for token in parse.tokens[1:]]
    return [start > end for start, end in zip(starts, ends, strict=False)] + [False] * bool(ends)
