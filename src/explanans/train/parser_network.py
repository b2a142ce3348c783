"""The network of the parser that ships: one encoder reads words, and small layers on it tag, parse and lemmatise.

Words are known by hashes of their form, first letter, ending and shape (Miranda et al. 2022, "Multi hash embeddings in
spaCy"); a stack of convolutions reads them in their context; the parser chooses transitions of an arc-eager system.
"""

from dataclasses import dataclass
from typing import Any

import spacy
from spacy.language import Language
from spacy.util import compile_prefix_regex, compile_suffix_regex

_SIGNS = ("[!?]{2,}", "<{2,}", ">{2,}", "={2,}", "_{2,}", r"\*{2,}")


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the network is.

    Attributes:
        width: Numbers a word.
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


def untrained(shape: Shape) -> Language:
    """Return a pipeline that has learnt nothing yet.

    Args:
        shape: How large its network is.
    """
    pipeline = spacy.blank("en")
    keep_signs_together(pipeline)
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


def keep_signs_together(pipeline: Language) -> None:
    """Make repeated signs one word, as they are in the treebank.

    Args:
        pipeline: A pipeline with the words that spaCy finds.
    """
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
    """Return what passes on the words as the encoder knows them."""
    return {"@architectures": "spacy.Tok2VecListener.v1", "width": shape.width, "upstream": "*"}


def _chooser(shape: Shape) -> dict[str, Any]:
    return {"@architectures": "spacy.Tagger.v2", "nO": None, "normalize": False, "tok2vec": _reader(shape)}
