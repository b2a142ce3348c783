"""Which words of a claim its premises lack: boosted trees over each word, its neighbours and its place in the parse.

People who mark what a text does not support mark phrases (Kamoi et al. 2023, WiCE, section 3): a word that the text has
is at fault, too, where what it hangs on is not there.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.claims.marks import TELLING, WORD, Doubt, Locator, missing_words
from explanans.language.parser import CachedParser, Parser
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.learning.boosted_trees import predict
from explanans.learning.model import TreesModel
from explanans.structures.syntax import ROOT, Parse, Token
from explanans.structures.verdicts import Status

_BESIDE = (-2, -1, 1, 2)
_RELATIONS = (
    "nsubj obj obl nmod amod advmod compound conj root acl advcl appos nummod flat case det xcomp ccomp aux cop mark cc"
).split()
_POS = "NOUN PROPN VERB ADJ ADV NUM PRON DET ADP AUX CCONJ SCONJ PART PUNCT SYM X INTJ".split()
_FAR = 99
NAMES = (
    *("function", "absent", "absent_content", "missing"),
    *(f"{name}_{place}" for place in _BESIDE for name in ("function", "absent_content")),
    *("head_absent", "children_absent", "head_distance", "relation", "children", "place"),
    *("share_absent", "words", "pos", "capital", "digit"),
)
"""The features of a word.

Whether it is a function word, whether its lemma is in no premise, both (a content word), and how sure it is that no
word of the same meaning is there; the first and third of its neighbours; whether its head is an absent content word,
the share of such words among its children, how near its lemma and that of its head stand in a premise, its relation,
the number of its children, its place in the sentence; the share of absent content words of the claim, the number of
words; part of speech, capital, digit.
"""


def word_features(premises: Sequence[str], claim: Parse) -> NDArray[np.float32]:
    """Return the features of the tokens of a claim, in the order of `NAMES`; shape (tokens, features).

    Args:
        premises: What the claim is held against.
        claim: The parse of the claim.
    """
    count = len(claim.tokens)
    said = [[lemma(token) for token in tokens(premise)] for premise in premises]
    there = frozenset().union(*said)
    words = [token.text for token in claim.tokens]
    lemmas = list(map(lemma, words))
    function = np.array([is_function_word(word if place else word.lower()) for place, word in enumerate(words)], float)
    absent = np.array([word not in there for word in lemmas], float)
    content = absent * (1 - function)
    missing = np.zeros(count)
    for doubt in missing_words(premises, claim.text):
        for place, token in enumerate(claim.tokens):
            if doubt.start < token.end and token.start < doubt.end:
                missing[place] = max(missing[place], doubt.surety)
    columns = [function, absent, content, missing]
    columns += [_moved(values, place) for place in _BESIDE for values in (function, content)]
    columns += list(np.array(list(_of_parse(claim, content, lemmas, said)), float).reshape(count, -1).T)
    columns += [np.full(count, content.mean() if count else 0.0), np.full(count, float(count))]
    columns.append(np.array([_number(_POS, token.pos) for token in claim.tokens], float))
    columns.append(np.array([word[:1].isupper() for word in words], float))
    columns.append(np.array([any(map(str.isdigit, word)) for word in words], float))
    return np.column_stack(columns).astype(np.float32)


def _moved(values: NDArray[np.float64], place: int) -> NDArray[np.float64]:
    """Return the value of the word at a distance from each; NaN where there is none."""
    found = np.full_like(values, np.nan)
    if abs(place) < len(values):
        found[max(0, -place) : len(values) - max(0, place)] = values[max(0, place) : len(values) + min(0, place)]
    return found


def _of_parse(
    claim: Parse, content: NDArray[np.float64], lemmas: Sequence[str], said: Sequence[Sequence[str]]
) -> Iterator[tuple[float, ...]]:
    children = claim.children()
    for place, arc in enumerate(claim.arcs):
        hangs = arc.head != ROOT
        yield (
            content[arc.head] if hangs else np.nan,
            content[list(children[place])].mean() if children[place] else np.nan,
            _distance(lemmas[place], lemmas[arc.head], said) if hangs else np.nan,
            _number(_RELATIONS, arc.label.partition(":")[0]),
            len(children[place]),
            place / len(claim.tokens),
        )


def _distance(word: str, other: str, said: Sequence[Sequence[str]]) -> int:
    """Return how far two lemmas stand apart in the premise that has them nearest."""
    places = (
        abs(one - two)
        for sentence in said
        for one, found in enumerate(sentence)
        if found == word
        for two, beside in enumerate(sentence)
        if beside == other
    )
    return min(places, default=_FAR)


def _number(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else -1


class LackingWords(TreesModel):
    """Tells how probable it is that premises lack each word of a claim that they do not support."""

    kind = "words"
    home = Path(__file__).parent / "models" / "words"
    features: ClassVar = {"trees": NAMES}

    def probabilities(self, premises: Sequence[str], claim: Parse) -> NDArray[np.float64]:
        """Return how probable it is that the premises lack each token; shape (tokens,)."""
        return predict(self.trees, word_features(premises, claim)) if claim.tokens else np.zeros(0)


BAR = 0.36
"""The least probability of a word that is marked: the best F1 out of fold, see ``explanans lab train words``."""


def doubts_of_words(model: Callable[[], LackingWords], open_one: Callable[[], Parser]) -> Locator:
    """Return a locator of the phrases of a claim that premises lack.

    Args:
        model: Opens the model when it is first needed.
        open_one: Opens a parser when it is first needed.
    """
    opened = cache(lambda: (model(), CachedParser.of(open_one())))

    def locate(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
        lacking, parser = opened()
        (parse,) = parser.parse([claim])
        chances = lacking.probabilities(premises, parse).tolist()
        for is_lacking, run in groupby(zip(parse.tokens, chances, strict=True), _is_lacking):
            words, sureties = zip(*run, strict=True)
            if is_lacking and any(map(_tells, words)):
                yield Doubt(words[0].start, words[-1].end, Status.UNKNOWN, max(sureties))

    return locate


def _is_lacking(item: tuple[Token, float]) -> bool:
    token, chance = item
    return chance >= BAR and WORD.search(token.text) is not None


def _tells(token: Token) -> bool:
    word = token.text.lower()
    return word in TELLING or not is_function_word(word)
