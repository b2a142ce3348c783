"""Propose answers to a question from a knowledge base: phrases of the asked kind in the facts nearest to it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from explanans.knowledge.base import KnowledgeBase
from explanans.meaning.embedder import Embedder
from explanans.parse import Parse
from explanans.parser import Parser, shared_parser
from explanans.question import Question
from explanans.rank.ranker import Ranker, open_ranker, score
from explanans.text.grammar import AUXILIARIES
from explanans.text.hypothesis import hypothesis
from explanans.text.lemmas import is_function_word, lemma, telling_lemmas, tokens
from explanans.text.measures import MEASURES
from explanans.text.sentences import tidy
from explanans.text.wordnet import kinship
from explanans.verify.exact.coreference import is_time
from explanans.verify.exact.dates import dates
from explanans.verify.exact.filling import filled_texts
from explanans.verify.exact.reading import reading

MOST = 8
"""How many answers are proposed."""

_FACTS = 8
"""How many facts are read for phrases."""
_WHOLE = 2
"""How many facts are proposed as they are, where a phrase may not do."""

_NUMBERS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half dozen no none
"""
_NUMBER = rf"(?:\d+(?:[.,:]\d+)*|\b(?:{'|'.join(_NUMBERS.split())})\b)"
_AMOUNT = re.compile(rf"(?:[€$£]\s?)?{_NUMBER}(?:[ -]{_NUMBER})*(?:\s?(?:%|°\s?[CF]?|[A-Za-z]+))?", re.IGNORECASE)
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_TIME = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? )?\b(?:{_MONTH})\b(?: \d{{1,2}}(?!\d))?,?(?: \d{{4}})?"
    rf"|\b(?:{_DAY})s?\b|\b\d{{1,2}}(?::\d\d)? ?(?:am|pm|o'clock)\b"
    rf"|\bat (?:{_NUMBER}|noon|midnight)(?: in the (?:morning|afternoon|evening)| at night)?(?=[,;.]|$| and | on )"
    r"|\bthe (?:1\d|20)\d0s\b",
    re.IGNORECASE,
)
_OCCASION = re.compile(r"\b(?:when|whenever|after|before|until|once|as soon as) [^,;.]+", re.IGNORECASE)
_WHENCE = frozenset("in on at before after during every".split())
"""What leads in the phrases that tell a time."""
_REASON = re.compile(r"\b(?:because|since|as|so that|in order to|due to)\b (.+)$", re.IGNORECASE)
_TELLING_HOW = frozenset("quickly slowly strong loud bright close early soon late".split())
"""What *how* asks of without asking for a number."""
_HOW_MANY = re.compile(
    rf"\bhow (?:many|much|warm|cool|{'|'.join(sorted(MEASURES - _TELLING_HOW))})\b"
    r"|\b(?:what|which) (?:pressure|temperature|price|fee|fine|speed|height|length|depth|width|weight|age|number)\b"
    r"|\bwhat (?:do|does|did|will|would|must|should) .+ (?:cost|weigh|measure|pay)\b",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\b(?:1\d|20)\d\d\b")
_WHICH_KIND = re.compile(r"\b(?:what|which) (?:(?:kind|sort|type)s? of )?([a-z]+)\b", re.IGNORECASE)
_WHICH_YEAR = re.compile(r"\b(?:what|which) year\b", re.IGNORECASE)
_WHEN = re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|time|century|decade)\b", re.IGNORECASE)
_HOW = re.compile(r"\bhow\b", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:why|how|what (?:do|does|did|must|should|can|may|will)\b.*\bdo)\b", re.IGNORECASE)
_ASKED = re.compile(r"\b(?:who|whom|whose|where|why|how|what|which|when)\b", re.IGNORECASE)
_LEADS = (
    (_HOW, frozenset("by with through via using".split())),
    (
        re.compile(r"\bwhere\b", re.IGNORECASE),
        frozenset(
            """
            in on at under near inside outside above below behind beside between from to into along around over
            """.split()
        ),
    ),
)
"""What leads in the phrases that answer a question for a way, and for a place."""
_KIND = 0.1
"""The least share of the uses of a word that are kinds of another for it to be one."""
_INSIDE = frozenset("det amod compound nummod flat fixed".split())
_PART = frozenset("compound flat fixed".split())


class Proposer:
    """Proposes answers from one knowledge base.

    Args:
        knowledge: The knowledge base.

    Example:
        >>> proposer = Proposer(KnowledgeBase.of(["Digging began in 1859.", "The digging ended in 1869."]))
        >>> sorted(proposer.propose("In which year did the digging begin?"))
        ['1859', '1869']
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge

    @cached_property
    def _parser(self) -> Parser:
        return shared_parser()

    @cached_property
    def _ranker(self) -> Ranker:
        return open_ranker("bm25", self._knowledge)

    def propose(self, question: str) -> tuple[str, ...]:
        """Return answers that facts near to the question hold, those that fit it best first.

        Numbers where it asks for an amount, dates where it asks for a time, reasons where it asks why, else noun
        phrases; beside them whole facts where it asks why or how, or where there is no such phrase. A question that is
        answered by yes or no has these two.

        Args:
            question: The question.
        """
        words = [word.lower() for word in tokens(question)]
        if words and words[0] in AUXILIARIES and not _ASKED.search(question) and "or" not in words:
            return "yes", "no"
        asked = Question.asked(question, question)
        facts = [tidy(item.fact.text) for item in score(self._ranker, self._knowledge, asked).best(_FACTS)]
        read = filled_texts(facts, self._parser)
        known = telling_lemmas(question)
        phrases = dict[str, str]()
        for fact in read:
            for phrase in self._phrases(question, fact):
                if telling_lemmas(phrase) - known or phrase.isdigit():
                    phrases.setdefault(_folded(phrase), phrase)
        # Of *by solar panels on the roof* the way is the panels, and the place the roof.
        leads = _leads(question)
        led = {key: phrase for key, phrase in phrases.items() if phrase.partition(" ")[0].lower() in leads}
        phrases = led or phrases
        found = self._nearest(question, list(phrases.values()), read)
        is_open = _OPEN.search(question) and not _HOW_MANY.search(question)
        whole = _telling_most(facts, known)[:_WHOLE] if is_open or not found else []
        return (*found[: MOST - len(whole)], *whole)

    def _phrases(self, question: str, fact: str) -> Iterator[str]:
        if _HOW_MANY.search(question):
            yield from amounts(fact)
        elif _WHICH_YEAR.search(question):
            yield from (match[0] for match in _YEARS.finditer(fact))
        elif _WHEN.search(question):
            yield from (phrase for parse in self._parser.parse([fact]) for phrase in times(parse))
        elif re.search(r"\bwhy\b", question, re.IGNORECASE):
            yield from (match[1].strip(" .") for match in _REASON.finditer(fact))
        else:
            kind = _WHICH_KIND.search(question.replace("colour", "color"))
            for parse in self._parser.parse([fact]):
                yield from noun_phrases(parse, _leads(question))
                yield from qualities(parse, lemma(kind[1].lower())) if kind else ()

    def _nearest(self, question: str, phrases: Sequence[str], facts: Sequence[str]) -> list[str]:
        """Return phrases, those first that make a statement near to a fact."""
        if not phrases or not facts:
            return []
        embedder = Embedder.shipped()
        statements = embedder.embed([hypothesis(question, phrase) for phrase in phrases])
        near = (statements @ embedder.embed(facts).T).max(axis=1)
        return [phrases[place] for place in np.argsort(-near, kind="stable").tolist()]


def _leads(question: str) -> frozenset[str]:
    """Return the prepositions that lead in what a question asks for; none where it asks for no way and no place."""
    return next((words for asks, words in _LEADS if asks.search(question)), frozenset())


def _telling_most(facts: Sequence[str], known: frozenset[str]) -> list[str]:
    """Return those facts that share most words with the question: every fact supports itself, so that they must fit."""
    shared = [len(telling_lemmas(fact) & known) for fact in facts]
    most = max(shared, default=0)
    return [fact for fact, count in zip(facts, shared, strict=True) if count == most]


def amounts(text: str) -> Iterator[str]:
    """Yield the numbers of a text, each with the word after it where that may be what is counted or a unit.

    Args:
        text: The text.

    Example:
        >>> list(amounts("A wash costs 2 euros for 90 minutes or 3."))
        ['2 euros', '90 minutes', '3']
    """
    for match in _AMOUNT.finditer(text):
        words = match[0].split()
        yield " ".join(words[:-1] if len(words) > 1 and is_function_word(words[-1].lower()) else words)


def times(parse: Parse) -> Iterator[str]:
    """Yield what of a sentence tells a time: a date, a phrase such as *on the first day*, or a clause with *when*.

    Args:
        parse: The parsed sentence.
    """
    read = reading(parse)
    yield from (match[0].strip(" ,") for match in _TIME.finditer(parse.text))
    yield from (read.span(date.first, date.last).text for date in dates(read) if date.scale == "year")
    heads = {number for number, token in enumerate(parse.tokens) if is_time(token.lemma.lower())}
    yield from (phrase for head, phrase in _headed(parse, _WHENCE) if head in heads)
    yield from (match[0].strip() for match in _OCCASION.finditer(parse.text))


def qualities(parse: Parse, kind: str) -> Iterator[str]:
    """Yield the adjectives of a sentence that are kinds of what a noun names: *red* of *colour*.

    Args:
        parse: The parsed sentence.
        kind: The dictionary form of the noun.
    """
    for token in parse.tokens:
        if token.pos == "ADJ" and kinship(token.lemma.lower(), kind, "NOUN", levels=5) >= _KIND:
            yield token.text.lower()


def noun_phrases(parse: Parse, leads: Collection[str] = ()) -> Iterator[str]:
    """Yield the noun phrases of a sentence, without relative clauses and without the preposition before them.

    Args:
        parse: The parsed sentence.
        leads: Prepositions that stand with the phrases that they lead in.
    """
    return (phrase for _, phrase in _headed(parse, leads))


def _headed(parse: Parse, leads: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the noun phrases of a sentence with the numbers of their heads; see ``noun_phrases``."""
    children: dict[int, list[tuple[int, str]]] = {}
    for arc in parse.arcs:
        children.setdefault(arc.head, []).append((arc.child, arc.label.lower()))
    for arc in parse.arcs:
        token = parse.tokens[arc.child]
        if token.pos in {"NOUN", "PROPN"} and arc.label.lower() not in _PART:
            leading = [
                child
                for child, label in children.get(arc.child, ())
                if label == "case" and parse.tokens[child].text.lower() in leads
            ]
            held = sorted([*leading, *_held(arc.child, children, parse)])
            phrase = parse.text[parse.tokens[held[0]].start : parse.tokens[held[-1]].end]
            if held[0] == 0 and parse.tokens[0].pos != "PROPN":
                phrase = phrase[:1].lower() + phrase[1:]
            if held == list(range(held[0], held[-1] + 1)) and not all(map(is_function_word, phrase.lower().split())):
                yield arc.child, phrase


def _held(head: int, children: Mapping[int, Sequence[tuple[int, str]]], parse: Parse) -> Iterator[int]:
    """Yield the words of a phrase: what stands with its head, and what hangs on it by *of*."""
    yield head
    for child, label in children.get(head, ()):
        kind = label.partition(":")[0]
        of = [word for word, how in children.get(child, ()) if how == "case" and parse.tokens[word].lemma == "of"]
        if kind == "nmod" and (of or label == "nmod:poss"):
            yield from [*of, *_held(child, children, parse)]
        elif kind in _INSIDE:
            yield from _held(child, children, parse)


def _folded(phrase: str) -> str:
    """Return what tells phrases apart: their words without articles."""
    return " ".join(word for word in phrase.lower().split() if word not in {"a", "an", "the"})
