"""Statements of questions and answers that a language model learns to write."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from explanans.lab.datasets.splits import tree_problems
from explanans.lab.training.written import GoldStatement, written_statements
from explanans.language.tokens import content_lemmas
from explanans.pipeline.statement_writer import StatementRequest


def gold_statements(data: Path | None) -> list[GoldStatement]:
    """Return the statements that come with the package, and hypotheses of EntailmentBank's training trees.

    A hypothesis that has other content words than its question and answer is left out.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.

    Raises:
        InputError: The data set is not there.
    """
    trees = [GoldStatement(tree.question, tree.answer, tree.hypothesis) for tree in tree_problems(data, 1, "train")]
    return [*written_statements(), *filter(_is_in_own_words, trees)]


def _is_in_own_words(item: GoldStatement) -> bool:
    return {*content_lemmas(item.statement)} <= {*content_lemmas(f"{item.question} {item.answer}")}


def statement_lines(items: Iterable[GoldStatement]) -> Iterator[tuple[str, str]]:
    """Yield the prompts and statements of questions, to be learnt; see ``sentence_writers.line_stream``."""
    for question, answer, statement, in_context in items:
        yield StatementRequest.of(question, answer, in_context=in_context).prompt, statement
