"""Check by its words whether a paragraph has its whole content and nothing else."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from explanans.language.denials import denials
from explanans.language.sentences import sentence_spans
from explanans.language.statements.answers import has_subject
from explanans.language.tokens import informative_lemmas, stem
from explanans.pipeline.generation.paragraph_content import ParagraphContent
from explanans.trees.conclusions.vocabulary import foreign
from explanans.trees.conclusions.wellformed import faults

LEAST_SAID, LEAST_SAID_IN_TWO = 2 / 3, 3 / 4
"""Minimum share of a fact's content words in a sentence that states it, and in two in a row, because of pronouns."""

_MOST_ADDED = 12
"""Maximum words of a paragraph beyond those of its content."""
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


def is_faithful(paragraph: str, content: ParagraphContent) -> bool:
    """Return whether a paragraph has its whole content and nothing else.

    Its content words are those of facts, conclusions, hypothesis, question and answer. Every fact has most of its words
    in one sentence or two in a row, the hypothesis all of them in one, with *likely* just if it is doubted. Numbers
    and denials are theirs, and none is lost. What is said is in sentences, none of them twice, and hardly longer.

    Args:
        paragraph: The paragraph.
        content: Its content.

    Example:
        >>> content = ParagraphContent(("heat melts solids", "ice is solid"), (), "heat melts ice")
        >>> is_faithful("Ice is solid. Heat melts ice, because heat melts solids.", content)
        True
        >>> is_faithful("Ice is solid, so it melts.", content), is_faithful("Heat does not melt solids.", content)
        (False, False)
    """
    spans = [paragraph[start:end] for start, end in sentence_spans(paragraph)]
    sources = (*content.facts, content.hypothesis)
    known = (*sources, *content.conclusions, content.question, content.answer)
    if not spans or _MARKS.search(paragraph) or foreign(paragraph, known):
        return False
    return (
        len(paragraph.split()) <= sum(len(text.split()) for text in (*sources, *content.conclusions)) + _MOST_ADDED
        and len({span.lower() for span in spans}) == len(spans)
        and all(map(_is_sentence, spans))
        and all(_said(fact, spans) for fact in content.facts)
        and _comes_out(content, spans)
        and _numbers(sources) == _numbers([paragraph])
        and all(_denies_as(span, sources) for span in spans)
    )


def _is_sentence(span: str) -> bool:
    """Return whether a sentence has a subject and a verb, by the parser or by rules."""
    return has_subject(span) or not faults(f"{span[:1].lower()}{span[1:]}".rstrip(" .!?"))


def _said(fact: str, spans: Sequence[str]) -> bool:
    """Return whether one sentence, or two in a row, state a fact; if the fact has a negation, they need one too.

    Two sentences need a greater share of the fact's words, because more words match by chance.
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


def _comes_out(content: ParagraphContent, spans: Sequence[str]) -> bool:
    """Return whether one sentence has all words of the hypothesis, and expresses doubt just if the content does."""
    wanted, denied = _stems(content.hypothesis), denials(content.hypothesis) > 0
    likely = content.doubted or bool(_DOUBT.search(content.hypothesis))
    return any(
        wanted <= _stems(span)
        and (not denied or denials(span) > 0)
        and (bool(_DOUBT.search(span)) == likely or any(map(_DOUBT.search, content.facts)))
        for span in spans
    )


def _denies_as(span: str, sources: Iterable[str]) -> bool:
    """Return whether the negations of a sentence occur in the sources that it states, which have at least as many."""
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
