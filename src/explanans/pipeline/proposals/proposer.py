"""Propose answers to a question from a knowledge base: the phrases of the nearest facts that fit what is asked."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.claims.context import Context
from explanans.knowledge.base import KnowledgeBase
from explanans.language.analysis import SyntaxTree
from explanans.language.grammar import AUXILIARIES
from explanans.language.parser import Parser, shared_parser
from explanans.language.sentences import tidy
from explanans.language.tokens import is_function_word, tokens
from explanans.learning.embedder import Embedder
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.proposals.answer_types import asked_types, phrase_types, type_odds
from explanans.pipeline.proposals.asked import AnalyzedQuestion, alternatives
from explanans.pipeline.proposals.features import Fit, Nearness, QuestionSentence, describe
from explanans.pipeline.proposals.language_fit import LanguageFit, PossibleAnswer, readings
from explanans.pipeline.proposals.phrases import Phrase, phrases
from explanans.retrieval.ranker import Ranker, open_ranker
from explanans.structures.questions import Question

MOST = 8
"""Number of proposed answers."""

_SHARING, _NEAREST, _AMONG = 6, 3, 24
"""Number of facts read for phrases: those that share most words with the question, and those nearest in meaning
among the next best."""

_LED = frozenset(("where", "when"))
"""The kinds of questions that are answered with a preposition, if there is one."""
_PEOPLE = frozenset(("who", "whose"))
"""The kinds of questions that ask for a person."""
_BARE = frozenset(("nsubj", "obj"))
"""Dependency labels of the answer slot for which answers have no preposition."""
_EMPTY = frozenset("be do have happen become".split())
"""Verbs of questions that are uninformative about the answer."""

_NEAR = 0.35
"""The cosine from which a sentence that has no word of a question is near to it."""
_SURE = 1e-6
"""Distance of a chance from 0 and 1 at least, so that its odds are finite."""
_LEAST = 0.01
"""Minimum chance of a proposal besides a better one."""
_UNFIT = 0.2
"""Minimum chance of a proposal of a type that is not asked for."""


class Proposal(NamedTuple):
    """A proposed answer.

    Attributes:
        chance: Probability that this phrase answers the question, by the model of phrases.
    """

    text: str
    chance: float


class PhraseFeatures(NamedTuple):
    """A phrase with its features as an answer.

    Attributes:
        features: See ``features.NAMES``; shape (features,).
    """

    phrase: Phrase
    features: NDArray[np.float32]


class Proposer:
    """Proposes answers from one knowledge base.

    Args:
        fit: The model of phrases; the shipped one if None.
        reader: A language model that reads the likeliest phrases, too; None for none.

    Example:
        >>> proposer = Proposer(KnowledgeBase.of(["Digging began in 1859.", "The digging ended in 1869."]))
        >>> proposer.propose("When did the digging end?")[0].text
        'in 1869'
    """

    def __init__(self, knowledge: KnowledgeBase, fit: Fit | None = None, reader: LanguageReader | None = None) -> None:
        self._knowledge = knowledge
        self._fit = fit
        self._reader = reader

    @cached_property
    def _context(self) -> Context:
        return Context(self._knowledge)

    @cached_property
    def _parser(self) -> Parser:
        return shared_parser()

    @cached_property
    def _ranker(self) -> Ranker:
        return open_ranker("bm25", self._knowledge)

    def propose(self, question: str) -> tuple[Proposal, ...]:
        """Return phrases of facts near to the question, those that fit it best first.

        A question that is answered by yes or no has these two, and one that offers answers has them.
        """
        words = [word.lower() for word in tokens(question)]
        asked = self._analyze(question)
        if offered := alternatives(asked):
            return tuple(Proposal(text, 1 / len(offered)) for text in offered)
        if words and words[0] in AUXILIARIES and asked.word < 0 and "or" not in words:
            return Proposal("yes", 0.5), Proposal("no", 0.5)
        found = self._answers(asked)
        chances = np.array([item.chance for item in found])
        if reader := self._reader:
            chances = LanguageFit.shipped().read_on(
                chances, lambda places: readings(reader, question, [found[place] for place in places])
            )
        order = np.argsort(-chances, kind="stable").tolist()
        kept = _apart([(found[place].phrase, float(chances[place])) for place in order])
        return tuple(Proposal(_as_answer(phrase, asked).text, chance) for phrase, chance in kept)

    def answers(self, question: str) -> list[PossibleAnswer]:
        """Return the phrases of the facts near to a question that may answer it, by the boosted trees."""
        return self._answers(self._analyze(question))

    def _answers(self, asked: AnalyzedQuestion) -> list[PossibleAnswer]:
        found = self._look(asked)
        if not found:
            return []
        chances = (self._fit or Fit.shipped()).chances(np.vstack([item.features for item in found]))
        types = asked_types(asked)
        weights = np.array([type_odds(types, phrase_types(item.phrase)) for item in found])
        weighed = _weighed(chances, weights).tolist()
        return [
            PossibleAnswer(item.phrase, _as_answer(item.phrase, asked).text, chance)
            for item, weight, chance in zip(found, weights, weighed, strict=True)
            if weight >= 0 or chance >= _UNFIT
        ]

    def look(self, question: str) -> list[PhraseFeatures]:
        """Return all phrases of the facts near to a question, with their features."""
        return self._look(self._analyze(question))

    def _analyze(self, question: str) -> AnalyzedQuestion:
        (parse,) = self._parser.parse([tidy(question)])
        return AnalyzedQuestion.of(parse)

    def _look(self, asked: AnalyzedQuestion) -> list[PhraseFeatures]:
        found, read = list[PhraseFeatures](), list(self._sentences(asked))
        for seen in read if any(map(_speaks_of, read)) else ():
            held = [
                phrase for phrase in phrases(seen.tree) if _may_answer(phrase, asked) and not _says_again(phrase, seen)
            ]
            found += [PhraseFeatures(phrase, row) for phrase, row in zip(held, describe(seen, held), strict=True)]
        return found

    def _sentences(self, asked: AnalyzedQuestion) -> Iterator[QuestionSentence]:
        """Yield the facts to read, those that share most words with the question first."""
        question, facts = asked.tree.parse.text, self._knowledge.facts
        scores = np.asarray(self._ranker.scores(Question.asked(question, question)))
        among = np.argsort(-scores, kind="stable")[:_AMONG].tolist()
        if not among:
            return
        texts = [tidy(facts[number].text) for number in among]
        embedder = Embedder.shipped()
        cosines = embedder.embed(texts) @ embedder.embed([question])[0]
        nearest = np.argsort(-cosines, kind="stable")[:_NEAREST].tolist()
        read = list(dict.fromkeys([*range(min(_SHARING, len(among))), *nearest]))
        before = [among[place] - 1 for place in read if among[place]]
        trees = self._trees([*among, *before])
        rarity = _rarity(asked, [trees[number] for number in among])
        best = max(float(scores[among[0]]), 1e-9)
        for rank, place in enumerate(read):
            number, cosine = among[place], float(cosines[place])
            share, fall = float(scores[number]) / best, float(cosines.max()) - cosine
            nearness = Nearness(rank, share, cosine, fall)
            yield QuestionSentence(asked, trees[number], trees.get(number - 1), nearness, rarity)

    def _trees(self, numbers: Sequence[int]) -> dict[int, SyntaxTree]:
        """Return the trees of facts, by their numbers; pronouns give way to their antecedents if these are plain."""
        apart = list(dict.fromkeys(numbers))
        facts = map(self._knowledge.facts.__getitem__, apart)
        parses = self._parser.parse([tidy(self._context.resolved(fact).text) for fact in facts])
        return {number: SyntaxTree(parse) for number, parse in zip(apart, parses, strict=True)}


def _speaks_of(seen: QuestionSentence) -> bool:
    """Return whether a sentence has anything to do with the question: a word of it, or its meaning."""
    return bool(seen.matches) or seen.nearness.cosine >= _NEAR


def _may_answer(phrase: Phrase, asked: AnalyzedQuestion) -> bool:
    """Return whether a phrase is of the form that is asked for: a statement, a deed, or a thing."""
    head, is_deed = phrase.head, phrase.tree.tokens[phrase.head].pos in {"VERB", "AUX"}
    if asked.verb_lemma == "happen":
        subject = phrase.tree.child(head, "nsubj")
        return subject is not None and subject in phrase.words
    if asked.kind in _PEOPLE or asked.noun:
        return not is_deed
    return is_deed or asked.verb_lemma != "do" or asked.kind != "what" or asked.role != "obj"


def _says_again(phrase: Phrase, seen: QuestionSentence) -> bool:
    """Return whether a phrase repeats the question: all its words, or its verb."""
    # *Oil attracts dirt* is no answer to *what attracts dirt*, nor is *little water* to *why is there little water*.
    asked, tokens = seen.asked, phrase.tree.tokens
    telling = [word for word in phrase.words if not is_function_word(tokens[word].text.lower())]
    if telling and all(word in seen.held for word in telling):
        return True
    is_verb = asked.tree.tokens[asked.verb].pos == "VERB" and asked.verb_lemma not in _EMPTY
    return is_verb and seen.verb in phrase.words


def _rarity(asked: AnalyzedQuestion, trees: Sequence[SyntaxTree]) -> dict[str, float]:
    """Return the logarithm of the inverse share of sentences that have each telling word of a question."""
    held = [frozenset(tree.lemmas) for tree in trees]
    return {
        word: float(np.log((len(held) + 1) / (0.5 + sum(word in lemmas for lemmas in held)))) for word in asked.lemmas
    }


def _weighed(chances: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return chances to whose log-odds something is added."""
    bounded = np.clip(chances, _SURE, 1 - _SURE)
    weighed: NDArray[np.float64] = 1 / (1 + np.exp(-np.log(bounded / (1 - bounded)) - weights))
    return weighed


def _as_answer(phrase: Phrase, asked: AnalyzedQuestion) -> Phrase:
    """Return a phrase as it answers: *on the roof* where a place is asked for, *the members* where who does it is."""
    if asked.kind in _LED:
        return phrase.led()
    if asked.kind in _PEOPLE and not asked.preposition:
        return phrase.bare()
    return phrase.bare() if asked.role in _BARE and not asked.preposition else phrase


def _apart(found: Sequence[tuple[Phrase, float]]) -> list[tuple[Phrase, float]]:
    """Return the best phrases, without parts of better ones and variants of them."""
    kept = list[tuple[Phrase, float]]()
    telling = set[tuple[str, ...]]()
    for phrase, chance in found:
        if not chance:
            break
        words = tuple(word for word in map(str.lower, tokens(phrase.text)) if not is_function_word(word))
        if kept and chance < _LEAST:
            break
        if words not in telling and not any(phrase.is_part(better) for better, _ in kept):
            telling.add(words)
            kept.append((phrase, chance))
        if len(kept) == MOST:
            break
    return kept
