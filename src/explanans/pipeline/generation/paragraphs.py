"""Writers of paragraphs: their content, and the check by words that a paragraph has all of it and nothing else."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, runtime_checkable

from explanans.language.grammar import denials
from explanans.language.sentences import sentence_spans
from explanans.language.statements.answers import has_subject
from explanans.language.tokens import informative_lemmas, stem
from explanans.registry import refusal
from explanans.structures.trees import ROOT, EntailmentTree
from explanans.trees.conclusions.wellformed import faults, foreign


class ParagraphContent(NamedTuple):
    """The content of a paragraph.

    Attributes:
        facts: The leaves, in the order in which they are needed.
        conclusions: Intermediate conclusions; a paragraph may leave them out.
        question: The question; empty if there is none.
        answer: Its answer; empty if there is none.
        doubted: Whether a link is missing, so that the hypothesis is only likely.
    """

    facts: tuple[str, ...]
    conclusions: tuple[str, ...]
    hypothesis: str
    question: str = ""
    answer: str = ""
    doubted: bool = False

    @classmethod
    def of(
        cls, tree: EntailmentTree, question: str = "", answer: str = "", *, doubted: bool = False
    ) -> "ParagraphContent":
        """Return the content of a paragraph of a tree.

        Args:
            doubted: Whether the hypothesis is only likely.

        Example:
            >>> from explanans.structures.facts import Fact
            >>> from explanans.structures.trees import Step
            >>> facts = Fact("a", "the sun heats"), Fact("b", "ice is solid"), Fact("c", "heat melts solids")
            >>> steps = Step(("b", "c"), "d", "heat melts ice"), Step(("a", "d"), ROOT, "the sun melts ice")
            >>> content = ParagraphContent.of(EntailmentTree("the sun melts ice", facts, steps))
            >>> content.facts, content.conclusions
            (('ice is solid', 'heat melts solids', 'the sun heats'), ('heat melts ice',))
        """
        facts = tuple(dict.fromkeys(_leaves(tree)))
        on_the_way = tuple(step.text for step in tree.steps if step.conclusion != ROOT)
        return cls(facts, on_the_way, tree.hypothesis, question, answer, doubted)


def _leaves(tree: EntailmentTree) -> Iterator[str]:
    """Yield the texts of the leaves, those of each step in the order of the steps."""
    texts = {leaf.id: leaf.text for leaf in tree.leaves}
    for step in tree.steps:
        yield from (texts[name] for name in step.premises if name in texts)


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


MOST = 4
"""Maximum number of paragraphs of a writer that are tried."""

Follows = Callable[[Sequence[str], Sequence[str]], Sequence[bool]]
"""Returns for each claim whether it follows from the premises."""


@runtime_checkable
class ParagraphWriter(Protocol):
    """Reads an explanation out as a paragraph, in several ways, of which the guard and the judge choose."""

    def paragraphs(self, facts: Sequence[str], conclusions: Sequence[str], hypothesis: str) -> Sequence[str]:
        """Return paragraphs, the best first; there may be none.

        Args:
            facts: The facts, all of which are to be said.
            conclusions: Intermediate conclusions, which are optional.
        """
        ...


def written(writer: object, content: ParagraphContent, follows: Follows) -> str:
    """Return the first paragraph of a writer that has its whole content and nothing else; empty if none does.

    Args:
        writer: The writer; one that is no ``ParagraphWriter`` writes nothing.

    Raises:
        InputError: The writer returns what is no text, or cannot be asked.

    Example:
        >>> class Twice:
        ...     def paragraphs(self, facts, conclusions, hypothesis):
        ...         return "Heat melts ice.", "Heat melts ice, because heat melts solids and ice is solid."
        >>> content = ParagraphContent(("heat melts solids", "ice is solid"), (), "heat melts ice")
        >>> written(Twice(), content, lambda premises, claims: [True for _ in claims])
        'Heat melts ice, because heat melts solids and ice is solid.'
    """
    if not isinstance(writer, ParagraphWriter):
        return ""
    aim = f"it is likely that {content.hypothesis}" if content.doubted else content.hypothesis
    for text in [*writer.paragraphs(content.facts, content.conclusions, aim)][:MOST]:
        if not isinstance(text, str):
            raise refusal("writer", writer, f"{type(text).__name__} as a paragraph", "texts")
        paragraph = _whole(text)
        if is_faithful(paragraph, content) and _holds(paragraph, content, follows):
            return paragraph
    return ""


def _holds(paragraph: str, content: ParagraphContent, follows: Follows) -> bool:
    """Return whether each sentence of a paragraph follows from the facts, and each fact from these sentences."""
    sentences = sentences_of(paragraph)
    return all(follows(content.facts, sentences)) and all(follows(sentences, content.facts))


def _whole(text: str) -> str:
    """Return a text on one line, which starts with a capital and ends in a full stop."""
    line = " ".join(text.split())
    return f"{line[:1].upper()}{line[1:]}{'' if line.endswith(('.', '!', '?')) else '.'}" if line else ""
