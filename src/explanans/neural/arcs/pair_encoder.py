"""Cross-encoders of a source and a claim, with a linear layer on top of some of their states.

Long sources are reduced to the sentences most similar to the claim. Language models are causal.
"""

import logging
from abc import ABC, abstractmethod
from bisect import bisect, bisect_left
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple, Self, cast

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence
from transformers import (
    MODEL_FOR_CAUSAL_LM_MAPPING,
    MODEL_FOR_MASKED_LM_MAPPING,
    AutoModel,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)

from explanans.entailment.arcs.arcs import ArcExample
from explanans.errors import InputError
from explanans.language.tokens import is_function_word
from explanans.neural.core.adapted import open_plain
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.device import batches, best_device, half_precision, reproducible
from explanans.neural.core.language_models import is_language_model
from explanans.neural.core.pretrained import digest, load, locate, locate_encoder, quiet
from explanans.structures.syntax import Parse

_log = logging.getLogger(__name__)

WINDOW = 512
"""Maximum number of input tokens."""

_READ_AT_ONCE = 1000
"""Number of examples per call of the tokenizer."""

_LAYER = "entailment"
_WEIGHTS = "model.safetensors"


class SourcedClaim(NamedTuple):
    """A claim and its source.

    Attributes:
        source: The sentences of the source; at least one.
    """

    source: Sequence[Parse]
    claim: Parse


class Reading(NamedTuple):
    """A tokenized source and claim.

    Attributes:
        tokens: The numbers of tokens, and what else the transformer takes beside them, by name; shape (tokens,) each.
        words: For each word of the claim, the token whose state stands for the word.
    """

    tokens: Mapping[str, Tensor]
    words: tuple[int, ...]


class Question(NamedTuple):
    """An example with its tokens.

    Attributes:
        example: An example with at least one labelled arc.
    """

    example: ArcExample
    reading: Reading


class States(NamedTuple):
    """The states of a transformer for pairs.

    Attributes:
        vectors: Its last states; shape (pairs, tokens, width).
        words: For each pair, and each word of its claim, the token whose state stands for the word.
    """

    vectors: Tensor
    words: tuple[tuple[int, ...], ...]


class Answers(NamedTuple):
    """The logits and labels of arcs or claims.

    Attributes:
        logits: Two logits each, not supported and supported; shape (answers, 2).
    """

    logits: Tensor
    right: Sequence[bool]

    def losses(self) -> Tensor:
        """Return the cross entropy of each answer, in nats; shape (answers,)."""
        targets = torch.tensor(self.right, dtype=torch.long, device=self.logits.device)
        return cross_entropy(self.logits, targets, reduction="none")


class PairEncoder(ABC):
    """A transformer over ``source [SEP] claim`` with a classification layer.

    Causal transformers, such as language models, use a line break as separator.

    The layer is part of the transformer, so that both are fitted and saved as one; it has two logits, for
    not supported and supported.

    Attributes:
        kind: Name in the manifest of a checkpoint.
        name: Digest of the initial weights, for reproducibility.
    """

    kind: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, layer: nn.Linear) -> None:
        if model.config.is_encoder_decoder:
            raise InputError("a network that writes cannot read pairs; accepted: an encoder such as BERT or ELECTRA")
        if not tokenizer.is_fast:
            raise InputError("the tokenizer has no offsets of tokens; accepted: one with tokenizer.json")
        kind = type(model.config)
        self._one_way = kind in MODEL_FOR_CAUSAL_LM_MAPPING and kind not in MODEL_FOR_MASKED_LM_MAPPING
        self._break = "\n" if self._one_way else ""
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token
        model.float()  # weights that were published in half precision are neither trained nor digested so
        model.add_module(_LAYER, layer)
        self.name = f"{self.title}({digest(model, tokenizer)})"
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        self.layer = layer
        self._padding = {"input_ids": tokenizer.pad_token_id, "token_type_ids": tokenizer.pad_token_type_id}
        self._spellings: dict[str, list[int]] = {}

    @classmethod
    def untrained(cls, encoder: str | Path, seed: int = 0) -> Self:
        """Return an encoder with a new layer, to be trained.

        Args:
            encoder: A folder or a name, see ``locate_encoder``; or a causal language model, see
                ``load_language_model``, of which what tells the next word is not kept.
        """
        if is_language_model(encoder):
            found, tokenizer, _ = open_plain(str(encoder))
            model = cast("PreTrainedModel", found.base_model)
        else:
            model, tokenizer = load(AutoModel, locate_encoder(encoder))
        # Some encoders, such as ELECTRA (small), have narrower embeddings than states.
        width = cls.width(model.config.hidden_size, _embeddings(model).embedding_dim)
        with reproducible(seed):
            return cls(model, tokenizer, nn.Linear(width, 2))

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """Load an encoder that ``explanans lab train arc-encoder`` made."""
        folder = locate(folder, cls.kind)
        found = read_manifest(folder).network
        if found != cls.kind:
            raise InputError(f"{folder}: a network of the kind {found}; accepted: {cls.kind}")
        model, tokenizer = load(AutoModel, folder, cls.kind)
        return cls(model, tokenizer, _read_layer(folder / _WEIGHTS))

    @staticmethod
    @abstractmethod
    def width(state: int, embedding: int) -> int:
        """Return the input width of the layer."""

    @abstractmethod
    def answers(self, questions: Sequence[Question]) -> Answers:
        """Return the differentiable logits of examples."""

    @property
    def one_way(self) -> bool:
        """Return whether the transformer is causal, so that only the last subword has seen the whole word."""
        return self._one_way

    @property
    def window(self) -> int:
        """Maximum number of input tokens."""
        positions = getattr(self.model.config, "max_position_embeddings", None) or WINDOW
        return min(WINDOW, int(positions), int(self.tokenizer.model_max_length))

    def reads(self, claim: Parse) -> bool:
        """Return whether a claim fits into half of the window."""
        return self._length("", claim.text) <= self.window // 2

    def questions(self, examples: Sequence[ArcExample]) -> list[Question]:
        """Return the tokenized examples with labelled arcs and with claims that are not too long."""
        found: list[Question] = []
        for part in batches([example for example in examples if example.labels], _READ_AT_ONCE):
            lengths = self._claim_lengths([example.claim for example in part])
            short = [item for item, length in zip(part, lengths, strict=True) if length <= self.window // 2]
            readings = self.read([SourcedClaim(item.source, item.claim) for item in short])
            found += map(Question, short, readings)
        return found

    def read(self, pairs: Sequence[SourcedClaim]) -> list[Reading]:
        """Return tokenized pairs.

        A claim is always read whole. Of a source that is too long, the sentences least like the claim are not read (see
        ``fitting``); if a single sentence is too long, it loses its beginning. A warning tells of both. A word's state
        is that of the subword in which it begins, or, where the transformer reads from left to right, in which it ends;
        two words that share a subword share its state.
        """
        if not pairs:
            return []
        claims = [pair.claim for pair in pairs]
        for claim, length in zip(claims, self._claim_lengths(claims), strict=True):
            if length > self.window // 2:
                raise InputError(
                    f"the claim {claim.text[:40]!r} … has {length} tokens; "
                    f"accepted: at most {self.window // 2}, half of what the encoder reads at once"
                )
        tokens = self.tokenizer(
            [f"{source}{self._break}" for source in self._sources(pairs)],
            [claim.text for claim in claims],
            truncation="only_first",
            max_length=self.window,
            return_offsets_mapping=True,
        )
        offsets = tokens.pop("offset_mapping")
        readings = []
        for number, claim in enumerate(claims):
            own = {name: torch.tensor(values[number]) for name, values in tokens.items()}
            words = _word_tokens(claim, offsets[number], tokens.sequence_ids(number), last=self.one_way)
            readings.append(Reading(own, words))
        return readings

    def states(self, readings: Sequence[Reading]) -> States:
        """Return the differentiable states of pairs."""
        read = {
            name: pad_sequence(
                [reading.tokens[name] for reading in readings],
                batch_first=True,
                padding_value=self._padding.get(name, 0),
            ).to(self.model.device)
            for name in readings[0].tokens
        }
        with half_precision(self.model.device):
            return States(self.model(**read).last_hidden_state, tuple(reading.words for reading in readings))

    def label_vectors(self, labels: Sequence[str]) -> Tensor:
        """Return the differentiable embeddings of labels, without context; shape (labels, width).

        That is the mean of the input embeddings of a label's subwords, where ``nmod:of`` is read as *nmod of*.
        """
        numbers = {label: number for number, label in enumerate(sorted(set(labels)))}
        spelt = [torch.tensor(self._spelling(label)) for label in numbers]
        device = self.model.device
        lengths = torch.tensor([len(pieces) for pieces in spelt], device=device)[:, None]
        # A single look-up, since each needs a gradient of the size of the vocabulary.
        pieces = _embeddings(self.model)(pad_sequence(spelt, batch_first=True).to(device))
        is_read = torch.arange(pieces.shape[1], device=device) < lengths
        vectors: Tensor = (pieces * is_read[:, :, None]).sum(dim=1) / lengths
        return vectors[torch.tensor([numbers[label] for label in labels], device=device)]

    def _spelling(self, label: str) -> list[int]:
        """Return the subwords of a label."""
        if label not in self._spellings:
            text = label.replace(":", " ").replace("_", " ")
            self._spellings[label] = self.tokenizer(text, add_special_tokens=False).input_ids
        return self._spellings[label]

    def _sources(self, pairs: Sequence[SourcedClaim]) -> list[str]:
        """Return each source, truncated to the window."""
        sources = [joined(pair.source) for pair in pairs]
        lengths = self._lengths(sources, [pair.claim.text for pair in pairs])
        return [
            source if length <= self.window else self._shortened(pair)
            for pair, source, length in zip(pairs, sources, lengths, strict=True)
        ]

    def _shortened(self, pair: SourcedClaim) -> str:
        """Return a long source, truncated to the window."""
        kept = fitting(pair, lambda source: self._length(source, pair.claim.text) <= self.window)
        if len(kept) < len(pair.source):
            _log.warning(
                "beside %r the encoder does not read the %d of %d sentences of the source that are least like it",
                *(pair.claim.text, len(pair.source) - len(kept), len(pair.source)),
            )
        source = joined(kept)
        if len(kept) == 1 and self._length(source, pair.claim.text) > self.window:
            _log.warning("beside %r the encoder does not read the beginning of %r", pair.claim.text, source)
        return source

    def _claim_lengths(self, claims: Sequence[Parse]) -> list[int]:
        return self._lengths([""] * len(claims), [claim.text for claim in claims])

    def _length(self, source: str, claim: str) -> int:
        (length,) = self._lengths([source], [claim])
        return length

    def _lengths(self, sources: Sequence[str], claims: Sequence[str]) -> list[int]:
        """Return the number of tokens of each source with its claim."""
        if not claims:
            return []
        with quiet():  # it would warn of long texts, which are what is looked for
            found = self.tokenizer([f"{source}{self._break}" for source in sources], list(claims))
        return [len(ids) for ids in found.input_ids]


def _embeddings(model: PreTrainedModel) -> nn.Embedding:
    return cast("nn.Embedding", model.get_input_embeddings())


def _word_tokens(
    claim: Parse, offsets: Sequence[tuple[int, int]], sequences: Sequence[int | None], *, last: bool
) -> tuple[int, ...]:
    """Return the token in which each word begins, or ends; of a word that has none, the next token, or the last."""
    places = [place for place, sequence in enumerate(sequences) if sequence == 1]
    ends = [offsets[place][1] for place in places]
    if claim.tokens and not places:
        raise InputError(f"the claim {claim.text!r} has nothing that the encoder can read; accepted: words")
    found = (bisect_left(ends, word.end) if last else bisect(ends, word.start) for word in claim.tokens)
    return tuple(places[min(place, len(ends) - 1)] for place in found)


def _read_layer(path: Path) -> nn.Linear:
    try:
        with safe_open(path, "pt") as weights:
            weight, bias = weights.get_tensor(f"{_LAYER}.weight"), weights.get_tensor(f"{_LAYER}.bias")
    except (OSError, SafetensorError) as error:
        raise InputError(f"{path}: no layer for the support of arcs ({error}); train again") from None
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.load_state_dict({"weight": weight, "bias": bias})
    return layer


def fitting(pair: SourcedClaim, fits: Callable[[str], bool]) -> tuple[Parse, ...]:
    """Return the sentences of a source that fit into the window with a claim, in order.

    While they do not fit, the sentence that shares the smallest part of its content lemmas with the claim goes; of
    equals the later one. The last one stays, whether it fits or not.

    Example:
        >>> from explanans.structures.syntax import Token
        >>> def parse(text):
        ...     return Parse(text, tuple(Token(word, word, "X", "", 0, 0) for word in text.split()), ())
        >>> pair = SourcedClaim([parse("frogs jump"), parse("ice melts"), parse("ice floats")], parse("sun melts ice"))
        >>> [sentence.text for sentence in fitting(pair, lambda text: len(text.split()) <= 4)]
        ['ice melts', 'ice floats']
    """
    sentences = tuple(pair.source)
    if fits(joined(sentences)):
        return sentences
    claimed = _content(pair.claim)
    best = sorted(range(len(sentences)), key=lambda number: -_likeness(_content(sentences[number]), claimed))

    def kept(count: int) -> tuple[Parse, ...]:
        return tuple(sentences[number] for number in sorted(best[:count]))

    most = bisect(range(1, len(sentences) + 1), False, key=lambda count: not fits(joined(kept(count))))
    return kept(max(1, most))


def joined(source: Sequence[Parse]) -> str:
    """Return the sentences of a source as one text."""
    return " ".join(sentence.text for sentence in source)


def _content(parse: Parse) -> frozenset[str]:
    lemmas = {token.lemma.lower() for token in parse.tokens}
    return frozenset(lemma for lemma in lemmas if any(map(str.isalnum, lemma)) and not is_function_word(lemma))


def _likeness(sentence: frozenset[str], claim: frozenset[str]) -> float:
    """Return the Jaccard index of two sets of lemmas."""
    return len(sentence & claim) / max(1, len(sentence | claim))
