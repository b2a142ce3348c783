"""Whether a paragraph says what it is to tell, and nothing else, so far as words can show."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from explanans.language.denials import denials
from explanans.language.sentences import sentence_spans
from explanans.language.statements.answers import has_subject
from explanans.language.tokens import informative_lemmas, stem
from explanans.pipeline.generation.paragraph_content import Told
from explanans.trees.conclusions.vocabulary import foreign
from explanans.trees.conclusions.wellformed import faults

LEAST_SAID, LEAST_SAID_IN_TWO = 2 / 3, 3 / 4
"""Which share of the content words of a fact a sentence has that says it, and two in a row; *it* stands for others."""

_MOST_ADDED = 12
"""How many words longer than all that is to be told a paragraph may be."""
_NUMBER = re.compile(
    r"\d+(?:[.,]\d+)*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|"
    r"billion|half|halves|twice|double|once|third|quarter)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(r"\b(?:likely|probably|probable)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:so|therefore|thus|hence|then|as a result|this means(?: that)?|it follows that|from this it follows that|"
    r"this makes it likely that|so it is likely that|it is (?:therefore )?likely that)\b,? ",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[“”\"?!*_`|<>{}#\[\]:\n]")


def sentences_of(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph, without what only joins them to what is before.

    Args:
        paragraph: The paragraph.

    Example:
        >>> sentences_of("Ice is a solid. Therefore, heat melts ice.")
        ['Ice is a solid.', 'heat melts ice.']
    """
    return [_OPENING.sub("", paragraph[start:end]) for start, end in sentence_spans(paragraph)]


def is_faithful(paragraph: str, told: Told) -> bool:
    """Return whether a paragraph says what it is to tell, and nothing else.

    Its content words are those of facts, conclusions, hypothesis, question and answer. Every fact has most of its words
    in one sentence or two in a row, the hypothesis all of them in one, with *likely* just if it is doubted. Numbers
    and denials are theirs, and none is lost. What is said is in sentences, none of them twice, and hardly longer.

    Args:
        paragraph: The paragraph.
        told: What it is to tell.

    Example:
        >>> told = Told(("heat melts solids", "ice is solid"), (), "heat melts ice")
        >>> is_faithful("Ice is solid. Heat melts ice, because heat melts solids.", told)
        True
        >>> is_faithful("Ice is solid, so it melts.", told), is_faithful("Heat does not melt solids.", told)
        (False, False)
    """
    spans = [paragraph[start:end] for start, end in sentence_spans(paragraph)]
    sources = (*told.facts, told.hypothesis)
    known = (*sources, *told.conclusions, told.question, told.answer)
    if not spans or _MARKS.search(paragraph) or foreign(paragraph, known):
        return False
    return (
        len(paragraph.split()) <= sum(len(text.split()) for text in (*sources, *told.conclusions)) + _MOST_ADDED
        and len({span.lower() for span in spans}) == len(spans)
        and all(map(_is_sentence, spans))
        and all(_said(fact, spans) for fact in told.facts)
        and _comes_out(told, spans)
        and _numbers(sources) == _numbers([paragraph])
        and all(_denies_as(span, sources) for span in spans)
    )


def _is_sentence(span: str) -> bool:
    """Return whether a sentence has a subject and a verb, by the parser or by rules."""
    return has_subject(span) or not faults(f"{span[:1].lower()}{span[1:]}".rstrip(" .!?"))


def _said(fact: str, spans: Sequence[str]) -> bool:
    """Tell whether a sentence, or two in a row, say a fact; where it denies something, that which says most of it does.

    Two sentences have more words that may meet by chance, so they have to have more of the fact's.
    """
    wanted = _stems(fact)

    def share(window: str) -> float:
        return len(wanted & _stems(window)) / len(wanted) if wanted else 1.0

    pairs = [f"{one} {other}" for one, other in pairwise(spans)]
    for windows, least in ((spans, LEAST_SAID), (pairs, LEAST_SAID_IN_TWO)):
        best = max(windows, key=share, default="")
        if best and share(best) >= least:
            return not denials(fact) or denials(best) > 0
    return False


def _comes_out(told: Told, spans: Sequence[str]) -> bool:
    """Return whether one sentence has all words of the hypothesis, as surely or as doubtfully as it is to be said."""
    wanted, denied = _stems(told.hypothesis), denials(told.hypothesis) > 0
    likely = told.doubted or bool(_DOUBT.search(told.hypothesis))
    return any(
        wanted <= _stems(span)
        and (not denied or denials(span) > 0)
        and (bool(_DOUBT.search(span)) == likely or any(map(_DOUBT.search, told.facts)))
        for span in spans
    )


def _denies_as(span: str, sources: Iterable[str]) -> bool:
    """Return whether what a sentence denies is denied by what it says most of, and by as many words at most."""
    found = denials(span)
    if not found:
        return True
    words = _stems(span)
    near = [source for source in sources if len(_stems(source) & words) >= LEAST_SAID * len(_stems(source))]
    return found <= sum(map(denials, near))


def _numbers(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(number.lower() for text in texts for number in _NUMBER.findall(text))


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, informative_lemmas(text)))
