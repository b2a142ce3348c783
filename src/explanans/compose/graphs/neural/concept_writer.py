"""Networks that write concepts from outside (Saha et al. 2021, section 5 and appendix C.3).

Such concepts stand in neither belief nor argument, and a graph needs them to lead from one to the other.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from explanans.compose.graphs.concepts import LONGEST
from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.continuations import locate_sequences, open_sequences
from explanans.learn.neural.sequences import SequenceNetwork

NETWORK = "concept-writer"
"""What the manifest of such a writer says that it is for."""
BEAMS = 4

_TOKENS = 32
"""Tokens of a line at most."""
_BETWEEN = ", "
_WHAT = "concept writer"


def read_line(belief: str, argument: str) -> str:
    """Return what a network reads.

    Args:
        belief: The belief.
        argument: The argument.

    Example:
        >>> read_line("Zoos should be banned.", "Animals suffer.")
        'Belief: Zoos should be banned. Argument: Animals suffer. Concepts:'
    """
    return f"Belief: {belief} Argument: {argument} Concepts:"


def written_line(concepts: Iterable[str]) -> str:
    """Return what a network writes.

    Args:
        concepts: The concepts; there may be none.
    """
    return _BETWEEN.join(concepts)


def read_concepts(lines: Iterable[str]) -> list[str]:
    """Return the concepts of lines, in lower case, each once.

    Args:
        lines: What a network wrote; what is no concept of one to three words is passed over.

    Example:
        >>> read_concepts(["Food, necessary", "necessary, what people eat every day, , health"])
        ['food', 'necessary', 'health']
    """
    found = (" ".join(part.lower().strip(" .").split()) for line in lines for part in line.split(_BETWEEN.strip()))
    return [name for name in dict.fromkeys(found) if 0 < len(name.split()) <= LONGEST]


class ConceptWriter:
    """Writes concepts that a graph of a belief and an argument may add.

    Args:
        network: The trained network.
        beams: How many lines the search keeps; concepts of all are told.
    """

    def __init__(self, network: SequenceNetwork, beams: int = BEAMS) -> None:
        self._network = network
        self._beams = beams

    @classmethod
    def open(cls, name: str | Path, beams: int = BEAMS) -> "ConceptWriter":
        """Load a writer that ``explanans train concept-writer`` made.

        Args:
            name: Its folder.
            beams: How many lines the search keeps.

        Raises:
            InputError: The folder holds no such writer, a damaged one, or the language model that it was learnt beside
                is not on this machine.
        """
        folder = locate_sequences(name, _WHAT)
        network = read_manifest(folder).network
        if network != NETWORK:
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans train concept-writer'")
        return cls(open_sequences(folder, _WHAT), beams)

    def __call__(self, belief: str, argument: str) -> Sequence[str]:
        """Return concepts, those of the most probable line first.

        Args:
            belief: The belief.
            argument: The argument.
        """
        return self.each([(belief, argument)])[0]

    def each(self, pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
        """Return concepts for each of many pairs; several lines are written side by side.

        Args:
            pairs: Beliefs and arguments.
        """
        network = self._network
        found = network.search_each([read_line(*pair) for pair in pairs], self._beams, self._beams, _TOKENS)
        return [
            read_concepts(str(network.tokenizer.decode(line, skip_special_tokens=True)) for line in lines)
            for lines in found
        ]
