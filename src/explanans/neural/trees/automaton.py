"""The automaton of proofs for constrained decoding of trees."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import Enum

import torch
from torch import Tensor

from explanans.errors import InputError
from explanans.neural.core.automaton import Automaton
from explanans.neural.trees.language import AND, END, ENTAILS, NAMES, START, Part, Piece, Vocabulary
from explanans.neural.trees.partial_proof import PartialProof, Shape
from explanans.structures.trees import ROOT


class Place(Enum):
    """The next piece to write."""

    START = "the slot"
    PREMISE = "a premise"
    PREMISE_WORDS = "the words of a new premise"
    CONCLUSION = "a conclusion"
    CONCLUSION_WORDS = "the words of a new conclusion"
    LAST = "the end of the line"
    OVER = "nothing"


_WORDS = (Place.PREMISE_WORDS, Place.CONCLUSION_WORDS)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark that may come next, or the rest of one that is being written.

    Attributes:
        proof: The partial proof with it; after words, without the words.
        after: Number of word tokens before it.
    """

    tokens: tuple[int, ...]
    proof: PartialProof
    place: Place
    after: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The place in a proof that a line has come to.

    Attributes:
        proof: The partial proof before the current mark or words.
        left: Number of tokens that may be added to the line.
        marks: The marks that may come next.
        words: The tokens of the words that are being written.
        said: The tokens of the premises that were made up before.
        has_word: Whether these have a letter or a digit.
    """

    proof: PartialProof
    place: Place
    left: int
    marks: tuple[Mark, ...] = ()
    words: tuple[int, ...] = ()
    said: tuple[tuple[int, ...], ...] = ()
    has_word: bool = False

    @property
    def in_words(self) -> bool:
        """Return whether words are being written."""
        return self.place in _WORDS

    @property
    def over(self) -> bool:
        """Return whether the line is complete."""
        return self.place is Place.OVER


class ProofAutomaton(Automaton[State]):
    """Follows lines token by token through the proof language.

    Only what can still be brought to an end within the length of a line is allowed.

    Args:
        proof: An empty proof. Where a line is too short for all leaves that must be used, some will do.
        barred: The shapes of proofs (see ``PartialProof.shape``) whose last step says nothing new: as long as there are
            other premises for it, it takes one more, or concludes the hypothesis where that may be.
        once: Length of the token n-grams that occur only once in a conclusion, and in invented premises: small networks
            repeat themselves. If 0, repetition is allowed.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        proof: PartialProof,
        longest: int,
        barred: Collection[Shape] = (),
        once: int = 0,
    ) -> None:
        self._vocabulary = vocabulary
        self._once = once
        self._barred = barred
        self._nothing = torch.zeros_like(vocabulary.words)
        if not proof.kind.prefix and len(proof.leaves) < 2:
            raise InputError(f"premises: {len(proof.leaves)}; accepted: two or more, since a step joins at least two")
        if proof.unused and self._cost(proof, Place.START) > longest:
            proof = replace(proof, unused=())  # better a proof with some of the leaves than none
        if (needed := self._cost(proof, Place.START)) > longest:
            raise InputError(f"a line of {longest} tokens is too short for a proof; accepted: {needed} tokens or more")
        self.start = self._renewed(State(proof, Place.START, longest))

    def allowed(self, state: State) -> Tensor:
        """Return the mask of allowed next tokens; shape (tokens,)."""
        tokens = self._words(state).clone()
        tokens[[mark.tokens[0] for mark in state.marks]] = True
        return tokens

    def _words(self, state: State) -> Tensor:
        """Return which tokens may go on with the words; shape (tokens,)."""
        if state.in_words and state.left > self._cost(state.proof, state.place, has_word=state.has_word):
            found = self._vocabulary.words
        elif state.in_words and not state.has_word:
            found = self._vocabulary.telling
        else:
            return self._nothing
        again = [*self._said_again(state)]
        if again and bool(found.sum() > len(again)):
            found = found.clone()
            found[again] = False
        return found

    def _said_again(self, state: State) -> Iterator[int]:
        """Yield the tokens with which words would say as much another time as stands in them or in made-up premises."""
        last = state.words[-(self._once - 1) :]
        if 0 < self._once == len(last) + 1:
            for sentence in (*(state.said if state.place is Place.PREMISE_WORDS else ()), state.words):
                for start in range(len(sentence) - len(last)):
                    if sentence[start : start + len(last)] == last:
                        yield sentence[start + len(last)]

    def follow(self, state: State, token: int) -> State | None:
        """Return the state after one more token; None if the token is not allowed."""
        begun = tuple(replace(mark, tokens=mark.tokens[1:]) for mark in state.marks if mark.tokens[0] == token)
        if not begun and not self._words(state)[token]:
            return None
        for mark in begun:
            if not mark.tokens:
                proof = self._with_words(state, mark)
                made = (state.words[: mark.after],) if state.place is Place.PREMISE_WORDS else ()
                return self._renewed(State(proof, mark.place, state.left - 1, said=(*state.said, *made)))
        if not state.in_words:
            return replace(state, left=state.left - 1, marks=begun)
        has_word = state.has_word or bool(self._vocabulary.telling[token])
        longer = replace(state, left=state.left - 1, marks=begun, words=(*state.words, token), has_word=has_word)
        return self._renewed(longer)

    def _with_words(self, state: State, mark: Mark) -> PartialProof:
        """Return the partial proof after a mark is complete, with the words before it."""
        text = self._vocabulary.text(state.words[: mark.after])
        if state.place is Place.PREMISE_WORDS:
            return state.proof.with_premise(state.proof.new_premise, text)
        if state.place is Place.CONCLUSION_WORDS:
            return state.proof.with_conclusion(state.proof.new_conclusion, text)
        return mark.proof

    def _renewed(self, state: State) -> State:
        """Return a state with the marks that may begin there and leave tokens enough for what must follow."""
        if state.in_words and not state.has_word:
            return state
        marks = (replace(mark, after=len(state.words)) for mark in self._marks(state.proof, state.place))
        affordable = (mark for mark in marks if len(mark.tokens) + self._cost(mark.proof, mark.place) <= state.left)
        return replace(state, marks=(*state.marks, *affordable))

    def _cost(self, proof: PartialProof, place: Place, *, has_word: bool = False) -> int:
        """Return how many tokens a short way to the end takes: a step that uses all that waits for one."""
        if place is Place.OVER:
            return 0
        mark = next(self._marks(proof, place))
        lacks_word = place in _WORDS and not has_word
        return lacks_word + len(mark.tokens) + self._cost(mark.proof, mark.place)

    def _marks(self, proof: PartialProof, place: Place) -> Iterator[Mark]:
        """Yield the marks that may come next, first the one that leads to the end soonest."""
        match place:
            case Place.START:
                yield Mark(self._tokens(START), proof, Place.PREMISE)
            case Place.PREMISE:
                yield from self._premises(proof)
            case Place.PREMISE_WORDS:
                yield from self._after_premise(proof.with_premise(proof.new_premise))
            case Place.CONCLUSION:
                yield from self._conclusions(proof)
            case Place.CONCLUSION_WORDS:
                yield Mark(self._end, proof.with_conclusion(proof.new_conclusion), Place.PREMISE)
            case Place.LAST:
                yield Mark((self._vocabulary.last,), proof, Place.OVER)

    def _premises(self, proof: PartialProof) -> Iterator[Mark]:
        for name in proof.candidates:
            tokens = self._tokens(name)
            for mark in self._after_premise(proof.with_premise(name)):
                yield replace(mark, tokens=tokens + mark.tokens)
        if proof.new_premise:
            yield Mark(self._tokens(proof.new_premise + NAMES), proof, Place.PREMISE_WORDS)

    def _after_premise(self, proof: PartialProof) -> Iterator[Mark]:
        conclude = Mark(self._tokens(ENTAILS), proof, Place.CONCLUSION)
        if proof.may_conclude and proof.may_end:
            yield conclude
        if proof.may_go_on:
            yield Mark(self._tokens(AND), proof, Place.PREMISE)
        if proof.may_conclude and not proof.may_end and not (proof.may_go_on and proof.shape in self._barred):
            yield conclude

    def _conclusions(self, proof: PartialProof) -> Iterator[Mark]:
        if proof.may_end:
            yield Mark(self._tokens(ROOT) + self._end, proof.with_conclusion(ROOT), Place.LAST)
        if proof.new_conclusion and not (proof.may_end and proof.shape in self._barred):
            yield Mark(self._tokens(proof.new_conclusion + NAMES), proof, Place.CONCLUSION_WORDS)

    def _tokens(self, text: str) -> tuple[int, ...]:
        return self._vocabulary.mark(Piece(text))

    @property
    def _end(self) -> tuple[int, ...]:
        return self._vocabulary.mark(Piece(END, Part.GLUED))
