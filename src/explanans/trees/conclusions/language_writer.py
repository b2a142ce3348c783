"""Conclusions by the language model that ``explanans models install`` fetches, with the package's adapter."""

from explanans.learning.generation import Line, WordAutomaton, write
from explanans.learning.language_reader import LanguageReader
from explanans.trees.conclusions.model_writer import LONGEST, PROMPT, BeamWriter, ConclusionRequest
from explanans.trees.conclusions.wellformed import spellings

BEAMS = 3


class LanguageModelWriter(BeamWriter):
    """Writes conclusions by a beam search over the words of premises and hypothesis.

    Results are ranked by their probability and the rating of the chooser.

    Args:
        reader: The language model.
        beams: Number of partial lines that are followed.

    Attributes:
        least_rating: See ``ModelWriter``.
    """

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

    def beams(self, asked: ConclusionRequest) -> list[Line]:
        """Return the results of a beam search, the most probable by token first."""
        ids = self._decoder.encode(asked.prompt)[-PROMPT:]
        automaton = WordAutomaton(self._decoder.encode, spellings(asked.premises, asked.hypothesis), self._decoder.end)
        return write(self._decoder, ids, automaton, self._beams, LONGEST)
