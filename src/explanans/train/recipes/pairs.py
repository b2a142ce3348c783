"""Pairs of texts one of which says what the other says: positive examples (Goyal & Durrett 2020, section 4)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from explanans.exceptions import FormatError
from explanans.problem import Problem
from explanans.text.hypothesis import hypothesis
from explanans.verify.arcs.arcs import ArcExample, checked_arcs
from explanans.verify.parsers.parser import Parser

PARAPHRASE = "paraphrase"
"""The name of this recipe."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A source and a claim that it supports as a whole, such as a sentence and its paraphrase.

    Attributes:
        source: The sentences of the source.
        claim: The claim.
        origin: What keeps pairs together that share a sentence.
    """

    source: tuple[str, ...]
    claim: str
    origin: str


def paraphrases(pairs: Iterable[Pair], parser: Parser) -> Iterator[ArcExample]:
    """Yield an example a pair: whatever a gold paraphrase says is supported, arc by arc (section 4).

    Args:
        pairs: The pairs.
        parser: Parses them.
    """
    taken = list(pairs)
    parses = parser.parse(text for pair in taken for text in (*pair.source, pair.claim))
    for pair in taken:
        source, claim = tuple(islice(parses, len(pair.source))), next(parses)
        labels = dict.fromkeys(checked_arcs(claim), True)
        if labels:
            yield ArcExample(source, claim, labels, PARAPHRASE, pair.origin)


def read_pairs(lines: Iterable[str], source: str) -> Iterator[Pair]:
    r"""Yield the pairs of a file with two columns, such as a corpus of paraphrases; their source is their origin.

    Args:
        lines: The lines; blank ones are skipped.
        source: The file's name, for complaints.

    Raises:
        FormatError: A line has not two columns with a text each.

    Example:
        >>> list(read_pairs(["It rained a lot.\tRain fell."], "rain.tsv"))
        [Pair(source=('It rained a lot.',), claim='Rain fell.', origin='It rained a lot.')]
    """
    for number, line in enumerate(lines, 1):
        texts = [text.strip() for text in line.split("\t")]
        if not any(texts):
            continue
        if len(texts) != 2 or not all(texts):
            found = f"{sum(map(bool, texts))} texts in {len(texts)} columns"
            raise FormatError(found, source, number, "a sentence, a tab and what it says in other words")
        yield Pair((texts[0],), texts[1], texts[0])


def answered(problems: Iterable[Problem]) -> Iterator[Pair]:
    """Yield EntailmentBank's questions, stated with their answers and the leaves of their trees, and hypotheses.

    A hypothesis is written anew from question and answer, and says more than they do; with the leaves of its gold tree,
    all that it says is there.

    Args:
        problems: Problems with questions, answers and gold trees; others are passed over.
    """
    for problem in problems:
        if problem.tree and problem.question and problem.answer:
            leaves = tuple(leaf.text for leaf in problem.tree.leaves)
            stated = hypothesis(problem.question, problem.answer)
            yield Pair((stated, *leaves), problem.hypothesis, problem.question)
