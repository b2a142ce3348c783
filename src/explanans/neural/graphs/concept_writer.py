"""Networks that write external concepts (Saha et al. 2021, section 5 and appendix C.3).

Such concepts stand in neither belief nor argument, and a graph needs them to lead from one to the other.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from explanans.errors import InputError
from explanans.graphs.concepts import LONGEST
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.continuations import locate_sequences, open_sequences
from explanans.neural.core.sequences import SequenceNetwork

NETWORK = "concept-writer"
"""Purpose of such a writer in its manifest."""
BEAMS = 4

_TOKENS = 32
"""Maximum number of tokens of a line."""
_BETWEEN = ", "
_WHAT = "concept writer"


def read_line(belief: str, argument: str) -> str:
    """Return the input of a network.

    Example:
        >>> read_line("Zoos should be banned.", "Animals suffer.")
        'Belief: Zoos should be banned. Argument: Animals suffer. Concepts:'
    """
    return f"Belief: {belief} Argument: {argument} Concepts:"


def written_line(concepts: Iterable[str]) -> str:
    """Return the output of a network."""
    return _BETWEEN.join(concepts)


def read_concepts(lines: Iterable[str]) -> list[str]:
    """Return the concepts of lines, in lower case, each once.

    Args:
        lines: The output lines; those that are no concept of one to three words are skipped.

    Example:
        >>> read_concepts(["Food, necessary", "necessary, what people eat every day, , health"])
        ['food', 'necessary', 'health']
    """
    found = (" ".join(part.lower().strip(" .").split()) for line in lines for part in line.split(_BETWEEN.strip()))
    return [name for name in dict.fromkeys(found) if 0 < len(name.split()) <= LONGEST]


class ConceptWriter:
    """Writes concepts that a graph of a belief and an argument may add."""

    def __init__(self, network: SequenceNetwork, beams: int = BEAMS) -> None:
        self._network = network
        self._beams = beams

    @classmethod
    def open(cls, name: str | Path, beams: int = BEAMS) -> "ConceptWriter":
        """Load a writer that ``explanans lab train concept-writer`` made."""
        folder = locate_sequences(name, _WHAT)
        network = read_manifest(folder).network
        if network != NETWORK:
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans lab train concept-writer'")
        return cls(open_sequences(folder, _WHAT), beams)

    def __call__(self, belief: str, argument: str) -> Sequence[str]:
        """Return concepts, those of the most probable line first."""
        return self.each([(belief, argument)])[0]

    def each(self, pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
        """Return concepts for each of many pairs, generated in batches."""
        network = self._network
        found = network.search_each([read_line(*pair) for pair in pairs], self._beams, self._beams, _TOKENS)
        return [
            read_concepts(str(network.tokenizer.decode(line, skip_special_tokens=True)) for line in lines)
            for lines in found
        ]
