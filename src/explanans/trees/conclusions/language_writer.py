"""Conclusions by the language model that ``explanans models install`` fetches, with the package's adapter."""

from collections.abc import Sequence

from explanans.learning.generation import Line, WordAutomaton, write
from explanans.learning.language_reader import LanguageReader
from explanans.trees.conclusions.concluder import concluder
from explanans.trees.conclusions.model_writer import ConclusionRequest, ModelWriter
from explanans.trees.conclusions.wellformed import spellings

BEAMS = 3
_RATED = 2.0
"""Weight of the chooser's rating of a conclusion relative to its log-probability by token."""
_LONGEST = 48
"""Maximum number of tokens of a conclusion."""
_PROMPT = 1024
"""Maximum number of input tokens; longer inputs lose their beginning."""


class LanguageModelWriter(ModelWriter):
    """Writes conclusions by a beam search over the words of premises and hypothesis.

    Results are ranked by their probability and the rating of the chooser.

    Args:
        reader: The language model.
        beams: Number of partial lines that are followed.

    Attributes:
        least_rating: See ``ModelWriter``.
    """

    least_rating = 0.71

    def __init__(self, reader: LanguageReader, beams: int = BEAMS) -> None:
        super().__init__(f"conclusions by {reader.name}")
        self._decoder = reader.decoder
        self._beams = beams

    @classmethod
    def shipped(cls) -> "LanguageModelWriter":
        """Return the writer that comes with the package.

        Raises:
            InputError: The language model is not installed.
        """
        return cls(LanguageReader.shipped())

    def write(self, asked: ConclusionRequest) -> Sequence[str]:
        """Return generated conclusions; see ``ModelWriter``."""
        found = {line.text: line.score for line in reversed(self.lines(asked)) if line.text}
        rated = concluder().rated([*found], asked.premises, asked.hypothesis)
        worth = {text: found[text] + _RATED * rate for text, rate in zip(found, rated, strict=True)}
        return sorted(found, key=lambda text: -worth[text])

    def lines(self, asked: ConclusionRequest) -> list[Line]:
        """Return the results of a beam search, the most probable by token first."""
        ids = self._decoder.encode(asked.prompt)[-_PROMPT:]
        automaton = WordAutomaton(self._decoder.encode, spellings(asked.premises, asked.hypothesis), self._decoder.end)
        return write(self._decoder, ids, automaton, self._beams, _LONGEST)
