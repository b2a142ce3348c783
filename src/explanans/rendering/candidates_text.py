"""Candidate answers for a terminal, or as plain text for other outputs."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from explanans.rendering.explanation_text import ExplanationText
from explanans.rendering.phrases import NO_ANSWER, labelled, remark, telling, verdict_words
from explanans.rendering.terminal import HEADING, QUIET, VERDICTS, Terminal, grid
from explanans.structures.explanations import Candidates
from explanans.structures.presentable import SIGNED


@dataclass(frozen=True)
class CandidatesText:
    """Candidate answers that a rich console can print: a list of all, then the facts for and against each.

    Example:
        >>> Console(width=60).print(CandidatesText(Candidates("What melts ice?", (), "v1")))
        Question  What melts ice?
        <BLANKLINE>
        No answer was found in the knowledge base.
        <BLANKLINE>
        v1
    """

    candidates: Candidates

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the parts from top to bottom."""
        writer = _Writer(console, options, self.candidates)
        yield from writer.show(writer.parts())


@dataclass(frozen=True, slots=True)
class _Writer(Terminal):
    """Writes candidate answers."""

    candidates: Candidates

    def parts(self) -> Iterator[RenderableType]:
        asked = grid("right")
        asked.add_row(Text("Question", QUIET), self.text(self.candidates.question))
        yield asked
        yield Text()
        yield self.answers() if self.candidates.answers else Text(NO_ANSWER)
        for place, item in enumerate(self.candidates.answers, 1):
            yield Text()
            yield self.text(f"{place}  {labelled(item)}", HEADING)
            yield ExplanationText(telling(item.explanation))
        if SIGNED.get():
            yield Text()
            yield self.text(self.candidates.signature, QUIET)

    def answers(self) -> RenderableType:
        table = grid("right")
        for place, item in enumerate(self.candidates.answers, 1):
            lines = [self.text(verdict_words(item.verdict), VERDICTS[item.verdict.status])]
            lines += [self.text(words, QUIET) for words in (remark(item, place),) if words]
            table.add_row(Text(str(place), QUIET), Group(self.text(labelled(item), "bold"), *lines))
        return table
