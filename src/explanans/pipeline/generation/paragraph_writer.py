"""Writers of paragraphs: what they share, and what is taken of what they write."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from explanans.pipeline.generation.paragraph_content import ParagraphContent
from explanans.pipeline.generation.paragraph_guard import is_faithful, sentences_of
from explanans.registry import refusal

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
            hypothesis: The hypothesis.
        """
        ...


def written(writer: object, content: ParagraphContent, follows: Follows) -> str:
    """Return the first paragraph of a writer that has its whole content and nothing else; empty if none does.

    Args:
        writer: The writer; one that is no ``ParagraphWriter`` writes nothing.
        content: The content.
        follows: Returns which sentences follow from the facts, and which facts from the sentences.

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
