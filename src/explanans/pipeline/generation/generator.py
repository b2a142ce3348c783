"""Text by the prover's writer besides conclusions: hypotheses that no rule makes, and paragraphs."""

from collections.abc import Sequence
from dataclasses import replace

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.language.statements.hypothesis import hypothesis, to_statement
from explanans.language.tokens import informative_lemmas
from explanans.pipeline.generation import hypotheses, paragraphs
from explanans.pipeline.generation.hypotheses import StatementWriter
from explanans.pipeline.generation.paragraphs import ParagraphContent, ParagraphWriter
from explanans.registry import name_of
from explanans.structures.explanations import Explanation, GeneratedText
from explanans.structures.verdicts import Status
from explanans.trees.prover import Prover
from explanans.trees.search import TreeSearch

LEAST = 0.5
"""Minimum probability for which the judge finds that a sentence follows from the facts."""


class TextGenerator:
    """Asks the writer of a prover for words, looks at them, and leaves it to the rules if they are no good.

    Args:
        prover: The prover; only a search in the words of a writer has one to ask.
        judge: Judges sentences of paragraphs; there are no paragraphs if None.

    Example:
        >>> TextGenerator(TreeSearch(), None).hypothesis("What is ice made of?", "water")
        ('ice is made of water', False)
    """

    def __init__(self, prover: Prover | None, judge: Judge | None) -> None:
        writer: object = prover.writer if isinstance(prover, TreeSearch) else None
        self._writer: object = writer if isinstance(writer, StatementWriter | ParagraphWriter) else None
        self._judge = judge

    def hypothesis(self, question: str, answer: str) -> tuple[str, bool]:
        """Return question and answer as one statement, and whether the writer has made it.

        The writer is asked only where the rules make no statement.

        Raises:
            InputError: The writer cannot be asked, or returns what is no text.
        """
        made = to_statement(question, answer)
        found = hypotheses.written(self._writer, question, answer) if made is None else None
        return found or made or hypothesis(question, answer), bool(found)

    def with_generated_text(self, explanation: Explanation, *, is_written: bool = False) -> Explanation:
        """Return an explanation with the text that the writer generates.

        It writes a paragraph if several facts together support the hypothesis. Rules word explanations of one fact, and
        those whose hypothesis is contradicted or undecided.

        Raises:
            InputError: The writer cannot be asked or returns what is no text, or the judge returns what is of no use.
        """
        if self._writer is None:
            return explanation
        return replace(explanation, written=GeneratedText(name_of(self._writer), is_written, self._prose(explanation)))

    def _prose(self, explanation: Explanation) -> str:
        tree, verdict, judge = explanation.tree, explanation.verdict, self._judge
        if judge is None or verdict is None or verdict.status is not Status.SUPPORTED:
            return ""
        if tree is None or len(tree.leaves) < 2:
            return ""
        doubted = bool(explanation.missing)
        content = ParagraphContent.of(tree, explanation.question, explanation.answer, doubted=doubted)
        return paragraphs.written(
            self._writer, content, lambda premises, claims: _follow(judge, premises, claims, tree.hypothesis)
        )


def _follow(judge: Judge, premises: Sequence[str], claims: Sequence[str], aim: str) -> list[bool]:
    """Return which claims follow; one with all words of the hypothesis needs at most the hypothesis's probability."""
    *found, whole = judged(judge, [Pair(tuple(premises), claim) for claim in (*claims, aim)])
    least, wanted = min(LEAST, whole.supported), informative_lemmas(aim)
    return [
        judgement.supported >= (least if wanted <= informative_lemmas(claim) else LEAST)
        for judgement, claim in zip(found, claims, strict=True)
    ]
