"""Graph encoders: probabilities of concepts and edges (Saha et al. 2021, section 5, appendix C.3).

One reading of belief, argument and concepts from outside serves two layers: one tells of each token whether it begins
a concept, goes on with one, or neither; the other tells of each ordered pair of concepts which relation links them, if
any. The integer program of the structured model chooses among what they hold likely.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn
from transformers import AutoModel, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.graphs.candidates import ENCODER, EdgeChances
from explanans.graphs.composer import Order
from explanans.graphs.concepts import Span, spans
from explanans.graphs.links import RELATIONS
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.device import best_device, half_precision, reproducible
from explanans.neural.core.pretrained import load, locate, locate_encoder
from explanans.structures.graphs import Stance

OUTSIDE, BEGINS, GOES_ON = TAGS = range(3)
"""Tags of tokens of concepts."""

LONGEST = 128
"""Maximum number of input tokens."""

ADDED = 6
"""Maximum number of external concepts in the input."""

_JOINED = ", "
_HEADS = "graph"
_WEIGHTS = "model.safetensors"
_DROPOUT = 0.1
_SIGNS = {Stance.SUPPORT: 1.0, Stance.COUNTER: -1.0, None: 0.0}
_WHAT = "graph encoder"


class Text(NamedTuple):
    """Input of an encoder.

    Attributes:
        added: Concepts from outside, in lower case.
    """

    belief: str
    argument: str
    added: tuple[str, ...] = ()


class Links(NamedTuple):
    """Ordered pairs of concepts to classify.

    Attributes:
        stance: The stance that the graph explains; None if not given.
    """

    text: Text
    concepts: Sequence[str]
    stance: Stance | None = None

    def pairs(self) -> list[tuple[int, int]]:
        """Return the indices of source and target of each pair."""
        numbers = range(len(self.concepts))
        return [(i, j) for i in numbers for j in numbers if i != j]


class Place(NamedTuple):
    """Positions of words in the input.

    Attributes:
        part: 0 for the belief, 1 for the argument, 2 for the concepts from outside.
        start: The number of their first character in it.
        end: The number of the character after their last one.
    """

    part: int
    start: int
    end: int


class States(NamedTuple):
    """The states of an encoder for texts.

    Attributes:
        vectors: Its last states; shape (texts, tokens, width).
        spelt: For each text the places of its tokens; None for those that spell nothing.
    """

    vectors: Tensor
    spelt: tuple[tuple[Place | None, ...], ...]


class Heads(nn.Module):
    """The two layers on top, each with a hidden layer between (appendix C.3).

    What tells relations reads one number more than in the paper: the stance, where it comes first.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.tags = _layers(width, width, len(TAGS))
        self.relations = _layers(3 * width + 1, width, 1 + len(RELATIONS))


def _layers(width: int, hidden: int, answers: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Dropout(_DROPOUT), nn.Linear(width, hidden), nn.Tanh(), nn.Dropout(_DROPOUT), nn.Linear(hidden, answers)
    )


def _nothing(_: str, __: str) -> Sequence[str]:
    return ()


class _Tagged(NamedTuple):
    """Probabilities of ``TAGS`` for each token of a text, with token offsets."""

    chances: Sequence[Sequence[float]]
    spelt: Sequence[Place | None]


class GraphEncoder:
    """An encoder that estimates the probabilities of the parts of a graph; see ``Parts``.

    Attributes:
        model: The transformer, with the layers on top, so that all are fitted and kept as one.
        order: Order of stance and graph; with the stance first, it reads the stance.
        proposed: Returns concepts from outside for a belief and an argument, best first, of which it tells which belong
            to the graph.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        heads: Heads,
        order: Order,
        proposed: Callable[[str, str], Sequence[str]] = _nothing,
    ) -> None:
        if model.config.is_encoder_decoder or not tokenizer.is_fast:
            raise InputError(f"no {_WHAT} that can be used; accepted: an encoder such as BERT, with tokenizer.json")
        model.add_module(_HEADS, heads)
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        self.order = order
        self.proposed = proposed
        self._heads = heads
        # Spans and external concepts are computed together and cached, since concept writers are slow.
        self._read = lru_cache(1)(self._tagged)

    @classmethod
    def untrained(cls, encoder: str | Path, order: Order, seed: int = 0) -> "GraphEncoder":
        """Return an encoder with new layers on top, to be trained."""
        model, tokenizer = load(AutoModel, locate_encoder(encoder))
        with reproducible(seed):
            return cls(model, tokenizer, Heads(model.config.hidden_size), order)

    @classmethod
    def open(cls, name: str | Path, proposed: Callable[[str, str], Sequence[str]] = _nothing) -> "GraphEncoder":
        """Load an encoder that ``explanans lab train graph-encoder`` made."""
        folder = locate(name, _WHAT)
        network = read_manifest(folder).network
        if not network.startswith(ENCODER):
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans lab train graph-encoder'")
        model, tokenizer = load(AutoModel, folder, _WHAT)
        heads = _read_heads(folder / _WEIGHTS, model.config.hidden_size)
        return cls(model, tokenizer, heads, Order(network.removeprefix(ENCODER)), proposed)

    def spans(self, belief: str, argument: str) -> list[tuple[Span, float]]:
        """Return the spans of belief and argument with their probabilities of being concepts; see ``Parts``."""
        _, tagged = self._read(belief, argument)
        texts = belief, argument
        return [
            (span, _chance(tagged, _place(span.concept, int(span.argument), texts[span.argument])))
            for span in spans(*texts)
        ]

    def added(self, belief: str, argument: str) -> list[tuple[str, float]]:
        """Return external concepts with their probabilities, most probable first; see ``Parts``."""
        text, tagged = self._read(belief, argument)
        chances = {name: _chance(tagged, *places_of(name, text)) for name in text.added}
        return sorted(chances.items(), key=lambda item: -item[1])

    def of_edges(self, belief: str, argument: str, stance: Stance, concepts: Sequence[str]) -> EdgeChances:
        """Return the probability of each edge; see ``Parts``."""
        said = f"{belief}\n{argument}".lower()
        added = tuple(concept for concept in concepts if concept.lower() not in said)
        asked = Links(Text(belief, argument, added), concepts, stance if self.order is Order.RATIONALISING else None)
        self.model.eval()
        with torch.inference_mode():
            logits = self.relation_logits(self.states([asked.text]), [asked])
        chances = logits.double().softmax(dim=1).cpu().numpy()
        linked = np.zeros((len(concepts), len(concepts)))
        relations = np.zeros((*linked.shape, len(RELATIONS)))
        places = tuple(np.array(asked.pairs()).T)
        linked[places] = 1 - chances[:, 0]
        relations[places] = chances[:, 1:] / np.maximum(chances[:, 1:].sum(axis=1, keepdims=True), np.finfo(float).tiny)
        return EdgeChances(linked, relations)

    def states(self, texts: Sequence[Text]) -> States:
        """Return the differentiable states of texts.

        Args:
            texts: At least one. Of what is longer than 128 tokens the end is not read.
        """
        firsts = [text.belief for text in texts]
        between = f" {self.tokenizer.sep_token or ';'} "
        seconds = [
            f"{text.argument}{between}{_JOINED.join(text.added)}" if text.added else text.argument for text in texts
        ]
        tokens = self.tokenizer(
            firsts,
            seconds,
            padding=True,
            truncation="longest_first",
            max_length=LONGEST,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        offsets = tokens.pop("offset_mapping").tolist()
        spelt = tuple(
            tuple(
                _placed(text, sequence, start, end, len(between))
                for sequence, (start, end) in zip(tokens.sequence_ids(number), offsets[number], strict=True)
            )
            for number, text in enumerate(texts)
        )
        with half_precision(self.model.device):
            return States(self.model(**tokens.to(self.model.device)).last_hidden_state.float(), spelt)

    def tag_logits(self, states: States) -> Tensor:
        """Return a differentiable logit for each of ``TAGS``; shape (texts, tokens, 3)."""
        logits: Tensor = self._heads.tags(states.vectors)
        return logits

    def relation_logits(self, states: States, asked: Sequence[Links]) -> Tensor:
        """Return a differentiable logit for no edge and for each relation; shape (pairs, 1 + relations).

        A concept is the mean of the states of the tokens that spell it; an edge is the concepts that it links, and what
        is between them (appendix C.3).
        """
        parts = []
        for vectors, spelt, links in zip(states.vectors, states.spelt, asked, strict=True):
            nodes = torch.stack([self._node(vectors, spelt, links.text, concept) for concept in links.concepts])
            first, second = zip(*links.pairs(), strict=True)
            sources, targets = nodes[list(first)], nodes[list(second)]
            stance = sources.new_full((len(first), 1), _SIGNS[links.stance])
            parts.append(torch.cat((sources, targets, sources - targets, stance), dim=1))
        logits: Tensor = self._heads.relations(torch.cat(parts))
        return logits

    def _node(self, vectors: Tensor, spelt: Sequence[Place | None], text: Text, concept: str) -> Tensor:
        """Return the mean state of the tokens that spell a concept; of one that is not read, the first state."""
        places = places_of(concept, text)
        numbers = [number for number, token in enumerate(spelt) if token and any(_meets(token, it) for it in places)]
        return vectors[numbers or [0]].mean(dim=0)

    def _proposed(self, belief: str, argument: str) -> tuple[str, ...]:
        said = f"{belief}\n{argument}".lower()
        names = dict.fromkeys(name.lower() for name in self.proposed(belief, argument))
        return tuple(name for name in names if name not in said)[:ADDED]

    def _tagged(self, belief: str, argument: str) -> tuple[Text, _Tagged]:
        text = Text(belief, argument, self._proposed(belief, argument))
        self.model.eval()
        with torch.inference_mode():
            states = self.states([text])
            chances = self.tag_logits(states)[0].double().softmax(dim=1)
        return text, _Tagged(chances.tolist(), states.spelt[0])


def _placed(text: Text, sequence: int | None, start: int, end: int, between: int) -> Place | None:
    """Return the position of a token in the text, from its position in its sequence."""
    if sequence is None or start == end:
        return None
    if sequence == 0:
        return Place(0, start, end)
    if start < len(text.argument):
        return Place(1, start, end)
    begun = len(text.argument) + between
    return Place(2, start - begun, end - begun) if start >= begun else None


def _place(concept: str, part: int, text: str) -> Place:
    start = text.lower().find(concept)
    return Place(part, start, start + len(concept))


def places_of(concept: str, text: Text) -> list[Place]:
    """Return the first position of a concept in belief and argument, or among the external concepts.

    Example:
        >>> places_of("zoos", Text("Zoos help.", "Close zoos.", ("animals",)))
        [Place(part=0, start=0, end=4), Place(part=1, start=6, end=10)]
        >>> places_of("food", Text("Zoos help.", "Close zoos.", ("animals", "food")))
        [Place(part=2, start=9, end=13)]
    """
    name = concept.lower()
    found = [_place(name, part, said) for part, said in enumerate((text.belief, text.argument)) if name in said.lower()]
    if found:
        return found
    before = 0
    for other in text.added:
        if other == name:
            return [Place(2, before, before + len(name))]
        before += len(other) + len(_JOINED)
    return []


def _meets(token: Place, place: Place) -> bool:
    return token.part == place.part and token.start < place.end and place.start < token.end


def _chance(tagged: _Tagged, place: Place) -> float:
    """Return how likely words are a concept: the first token begins it, the others go on with it, the next does not."""
    numbers = [number for number, token in enumerate(tagged.spelt) if token and _meets(token, place)]
    if not numbers:
        return 0.0
    first, *others = numbers
    chance = tagged.chances[first][BEGINS] * math.prod(tagged.chances[number][GOES_ON] for number in others)
    following = numbers[-1] + 1
    if following < len(tagged.spelt) and tagged.spelt[following]:
        chance *= 1 - tagged.chances[following][GOES_ON]
    return chance


def tags_of(spelt: Sequence[Place | None], places: Iterable[Place]) -> list[int | None]:
    """Return the tag of each token; None for those that spell nothing.

    Of places that overlap the longest counts; of equals the first.

    Example:
        >>> spelt = [None, Place(0, 0, 4), Place(0, 5, 9), Place(0, 9, 10)]
        >>> tags_of(spelt, [Place(0, 0, 4), Place(0, 0, 9)])
        [None, 1, 2, 0]
    """
    tags: list[int | None] = [None if token is None else OUTSIDE for token in spelt]
    taken: set[int] = set()
    for place in sorted(places, key=lambda place: place.start - place.end):
        numbers = [number for number, token in enumerate(spelt) if token and _meets(token, place)]
        if numbers and not taken & set(numbers):
            taken.update(numbers)
            for number in numbers:
                tags[number] = BEGINS if number == numbers[0] else GOES_ON
    return tags


def _read_heads(path: Path, width: int) -> Heads:
    heads = Heads(width)
    try:
        with safe_open(path, "pt") as weights:
            heads.load_state_dict({name: weights.get_tensor(f"{_HEADS}.{name}") for name in heads.state_dict()})
    except (OSError, SafetensorError, RuntimeError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise InputError(f"{path}: no layers for concepts and edges ({reason}); train again") from None
    return heads
