"""Claims of an answer as a language model writes it; what asserts nothing is set aside."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explanans.formats.markdown import Passage, PassageKind, read_passages
from explanans.language.sentences import Line, joined_lines, passage_sentences, sentence_spans, tidy, with_period
from explanans.language.set_aside import (
    aside_kind,
    behind_lead_in,
    is_question,
    is_reference_heading,
    read_answered,
    reads_on,
    without_citations,
    without_label,
)
from explanans.structures.facts import AsideKind, SetAside

_MARKDOWN = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+\S|>\s|```|~~~|\|.*\|\s*$|[-*+]\s+\S|\d{1,3}[.)]\s+\S)|\*\*[^*\n]+\*\*|__[^_\n]+__|~~[^~\n]+~~"
    r"|\[(?:[^\[\]\n]+|[^\[\]\n]*\[)\]\([^)\n]{1,1000}\)"
    r"|`[^`\n]+`|\[\^\w+\]|^\s{0,3}(?:={3,}|-{3,})\s*$|<[a-zA-Z/!]|&\w+;|\\[!-/]|\*\w[^*\n]*\*",
    re.MULTILINE,
)
_TITLE = re.compile(r"^[^.!?;]{1,80}$")
_LIST_KINDS = frozenset({PassageKind.ITEM, PassageKind.ROW})


class ClaimTexts(NamedTuple):
    """The claims of a text.

    Attributes:
        set_aside: The parts that assert nothing, in order.
    """

    claims: tuple[str, ...]
    set_aside: tuple[SetAside, ...] = ()


def read_answer(text: str, source: str = "the claim") -> ClaimTexts:
    r"""Return the claims of an answer: its sentences but for courtesies, lead-ins, headings, references and questions.

    Lists, tables and emphasis are read as Markdown if the text has any, else lines as in plain text. Citation markers,
    bullets and the numbers of lists are dropped. An item behind a condition that ends in a colon is read with it.

    Raises:
        FormatError: It is Markdown that is nested too deeply to be read.

    Example:
        >>> found = read_answer("Sure! Follow these steps:\n1. Unplug the cable [1].\n2. Wait.")
        >>> found.claims, [item.text for item in found.set_aside]
        (('Unplug the cable.', 'Wait.'), ['Sure!', 'Follow these steps:'])
    """
    passages = list(read_passages(text, source)) if _MARKDOWN.search(text) else list(_plain_passages(text))
    claims: list[str] = []
    aside: list[SetAside] = []
    is_reference, lead_in = False, ""
    for number, passage in enumerate(passages):
        line = tidy(" ".join(part for _, part in passage.lines))
        following = passages[number + 1].kind if number + 1 < len(passages) else None
        if passage.kind is PassageKind.HEADING or (following is not None and _is_title(passage, line)):
            is_reference, lead_in = is_reference_heading(line), ""
            aside += [SetAside(line, AsideKind.HEADING)] * bool(line)
        elif is_reference and any(map(str.isalnum, line)):
            aside.append(SetAside(line, AsideKind.REFERENCE))
        else:
            lead_in = lead_in if passage.kind is PassageKind.ITEM else ""
            found = _sentences(passage, is_followed=following in _LIST_KINDS, lead_in=lead_in)
            claims += found.claims
            aside += found.set_aside
            last = found.set_aside[-1].text if found.set_aside else ""
            is_reference = is_reference_heading(last)
            if following is PassageKind.ITEM and last.endswith(":") and reads_on(without_label(last)):
                lead_in = without_label(aside.pop().text)
    return ClaimTexts(tuple(reading.text for reading in read_answered(claims)), tuple(_with_questions(claims, aside)))


def read_claim(text: str) -> ClaimTexts:
    """Return the claims of a text that was given as one: of a single line as one claim, of several lines as an answer.

    What asserts nothing is set aside unless nothing else is there.

    Example:
        >>> read_claim("Sure! Ice melts [1]. Snow falls.").claims
        ('Ice melts. Snow falls.',)
    """
    if len(text.strip().splitlines()) > 1:
        found = read_answer(text)
        return found if found.claims else ClaimTexts((tidy(text),))
    line = without_citations(tidy(text))
    sentences = [line[start:end] for start, end in sentence_spans(line)]
    kinds = [aside_kind(sentence) for sentence in sentences]
    if None not in kinds or all(kind is None for kind in kinds):
        return ClaimTexts((line,))
    kept = [sentence for sentence, kind in zip(sentences, kinds, strict=True) if kind is None]
    aside = [SetAside(sentence, kind) for sentence, kind in zip(sentences, kinds, strict=True) if kind is not None]
    return ClaimTexts((" ".join(kept),), tuple(aside))


def on_one_line(text: str) -> str:
    r"""Return the claims of a text as one, on one line; see `read_claim`.

    Example:
        >>> on_one_line("Sure!\n\n- Ice melts [1]\n- Snow falls")
        'Ice melts. Snow falls.'
    """
    claims = read_claim(text).claims
    return claims[0] if len(claims) == 1 else " ".join(map(with_period, claims))


def _sentences(passage: Passage, *, is_followed: bool, lead_in: str) -> ClaimTexts:
    """Return the sentences of a passage that are claims, the first behind the lead-in of its list, and the others."""
    claims: list[str] = []
    aside: list[SetAside] = []
    found = [sentence for sentence in _read(passage) if any(map(str.isalnum, sentence))]
    for number, sentence in enumerate(found):
        text = without_citations(sentence)
        kind = aside_kind(text, announces=is_followed and number == len(found) - 1)
        is_answer = bool(claims) and is_question(claims[-1]) and kind is AsideKind.COURTESY
        if kind is AsideKind.QUESTION or is_answer:
            claims.append(text)  # they are read together; a question without an answer is set aside at the end
        elif kind is not None:
            aside.append(SetAside(sentence, kind))
        elif any(map(str.isalnum, text)):
            text = without_label(text)
            claims.append(behind_lead_in(lead_in, text) if lead_in and number == 0 else text)
    return ClaimTexts(tuple(claims), tuple(aside))


def _read(passage: Passage) -> Iterator[str]:
    lines = [Line(text, range(len(text)), number) for number, text in passage.lines if text]
    return (item.text for item in passage_sentences(lines, passage.group)) if lines else iter(())


def _is_title(passage: Passage, line: str) -> bool:
    """Return whether a paragraph of one line in bold stands as a heading, as **How to make tea** does."""
    is_line = passage.kind is PassageKind.PARAGRAPH and len(passage.lines) == 1
    return is_line and passage.is_strong and _TITLE.match(line) is not None


def _with_questions(claims: Sequence[str], aside: Sequence[SetAside]) -> Iterator[SetAside]:
    """Yield the parts that were set aside, and unanswered questions."""
    yield from aside
    answered = {reading.first for reading in read_answered(claims) if reading.last > reading.first}
    for number, claim in enumerate(claims):
        if is_question(claim) and number not in answered:
            yield SetAside(claim, AsideKind.QUESTION)


def _plain_passages(text: str) -> Iterator[Passage]:
    """Yield the passages of plain text, as ``prose`` joins its lines."""
    for group, lines in joined_lines(text):
        kind = PassageKind.ITEM if lines[0].is_item else PassageKind.PARAGRAPH
        yield Passage(kind, tuple((line.number, line.text) for line in lines), group)
