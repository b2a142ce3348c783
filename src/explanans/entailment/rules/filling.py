"""Filling: texts whose clauses all have their verbs, and their numbers their units, so that each says it by itself."""

import re
from collections.abc import Iterable

from explanans.entailment.rules.clauses import filled
from explanans.entailment.rules.reading import reading
from explanans.language.parser import Parser
from explanans.language.passages import without_period
from explanans.language.sentences import sentence_spans

_JOINED = re.compile(r"[,;–—]| and | but ")
"""Marks and conjunctions that join clauses; a sentence without them is not parsed."""


def filled_texts(texts: Iterable[str], parser: Parser) -> list[str]:
    """Return texts in which no clause borrows its verb of another.

    Args:
        texts: Texts of a sentence or more.
        parser: What finds verbs.

    Example:
        >>> from explanans.language.parser import shared_parser
        >>> filled_texts(["The water is heated to 24 degrees, and the paddling pool to 30."], shared_parser())
        ['The water is heated to 24 degrees, and the paddling pool is heated to 30 degrees.']
    """
    return [_filled(text, parser) for text in texts]


def _filled(text: str, parser: Parser) -> str:
    line = " ".join(text.split())
    spans = [(start, end) for start, end in sentence_spans(line) if _JOINED.search(line, start, end)]
    sentences = [without_period(line[start:end]) for start, end in spans]
    for (start, _), sentence, parse in reversed(list(zip(spans, sentences, parser.parse(sentences), strict=True))):
        line = line[:start] + filled(reading(parse)) + line[start + len(sentence) :]
    return line
