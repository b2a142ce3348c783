"""Writers of conclusions that ask a language model: the installed one, or one behind an address."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from explanans.learning.decoder import Line, WordAutomaton, write
from explanans.learning.language_reader import LanguageReader
from explanans.registry import takes
from explanans.runtime.cache import Memory
from explanans.runtime.chat import ChatModel, Patience, listed
from explanans.trees.conclusions.concluder import concluder
from explanans.trees.conclusions.conclusion import Conclusion
from explanans.trees.conclusions.wellformed import faults, foreign, spellings

LONGEST = 48
"""Maximum number of tokens of a conclusion."""
PROMPT = 1024
"""Maximum number of input tokens; longer inputs lose their beginning."""
_REMEMBERED = 4096
_RATED = 2.0
"""Weight of the chooser's rating of a conclusion relative to its log-probability; chosen on 80 steps of dev."""


class ConclusionRequest(NamedTuple):
    """A request for a conclusion.

    Attributes:
        hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.
    """

    premises: tuple[str, ...]
    hypothesis: str = ""

    @property
    def prompt(self) -> str:
        """The prompt of a language model."""
        aim = f"To show: {self.hypothesis}\n" if self.hypothesis else ""
        return "".join((aim, "Facts:\n", *(f"- {premise}\n" for premise in self.premises), "So:"))


class ModelWriter(ABC):
    """Offers conclusions that a language model writes, those first that it finds best; nothing is asked twice."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._known = Memory[ConclusionRequest, tuple[str, ...]](_REMEMBERED)

    @abstractmethod
    def write(self, asked: ConclusionRequest) -> Sequence[str]:
        """Return conclusions as the model writes them, the best first; there may be none."""

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        """Return the best conclusion of premises: the model's, else the rules'.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

        Raises:
            InputError: There are fewer premises, an empty one, or the model cannot be asked.
        """
        ruled = concluder().conclude(premises, hypothesis)
        written = self._sayable(premises, hypothesis)
        return Conclusion(written[0], "") if written else ruled

    def offers(self, premises: Sequence[str], hypothesis: str = "") -> tuple[Conclusion, ...]:
        """Return the model's conclusions, the best first.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

        Raises:
            InputError: The model cannot be asked.
        """
        return tuple(Conclusion(text, "") for text in self._sayable(premises, hypothesis))

    def _sayable(self, premises: Sequence[str], hypothesis: str) -> tuple[str, ...]:
        asked = ConclusionRequest(tuple(premises), hypothesis)
        (found,) = self._known.all([asked], lambda new: [sayable(self.write(item), item) for item in new])
        return found


class BeamWriter(ModelWriter):
    """Writes conclusions by a beam search, ranked by their probability and the rating of the chooser."""

    @abstractmethod
    def beams(self, asked: ConclusionRequest) -> Sequence[Line]:
        """Return the results of a beam search, the most probable by token first."""

    def write(self, asked: ConclusionRequest) -> Sequence[str]:
        """Return generated conclusions; see ``ModelWriter``."""
        found = {line.text: line.score for line in reversed(self.beams(asked)) if line.text}
        rated = concluder().rated([*found], asked.premises, asked.hypothesis)
        worth = {text: found[text] + _RATED * rate for text, rate in zip(found, rated, strict=True)}
        return sorted(found, key=lambda text: -worth[text])


def sayable(conclusions: Sequence[str], asked: ConclusionRequest) -> tuple[str, ...]:
    """Return those conclusions that may be offered to a judge, in their own order, each once.

    Nothing is offered whose content words neither premises nor hypothesis carry; nothing that is ill-formed beyond
    doubt, that repeats a premise, or that is the hypothesis itself.

    Example:
        >>> asked = ConclusionRequest(("a frog is an amphibian", "amphibians have moist skin"))
        >>> sayable(["a frog has moist skin.", "a toad has moist skin", "a frog has the"], asked)
        ('a frog has moist skin',)
    """
    said = {_plain(text) for text in asked.premises}
    said.add(_plain(asked.hypothesis))
    found = dict.fromkeys(" ".join(text.split()).rstrip(" .") for text in conclusions)
    return tuple(
        text
        for text in found
        if text
        and _plain(text) not in said
        and not faults(text)
        and not foreign(text, asked.premises, asked.hypothesis)
    )


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(" .")


BEAMS = 3


class LanguageModelWriter(BeamWriter):
    """Writes conclusions by a beam search over the words of premises and hypothesis.

    Results are ranked by their probability and the rating of the chooser.

    Args:
        beams: Number of partial lines that are followed.
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


_MOST_TOKENS = 1000
"""Room for what some models think aloud; the answer is three sentences."""
_SENTENCES = 3
_ASKED = f"""\
Say what follows from the facts together: one short sentence in plain English that is true whenever all of them are,
says what no fact says alone and helps to show the hypothesis. Use no words of content but those of the facts and of the
hypothesis. Write {_SENTENCES} such sentences, the best first, each on a line of its own, and nothing else.

"""


@takes("URL#MODEL")
class EndpointWriter(ModelWriter):
    """Asks a chat model for conclusions.

    Args:
        address: The address and the model, as ``URL#MODEL``; see ``ChatModel``.
        patience: Timeouts and retries; ``Patience.usual`` if None.

    Raises:
        InputError: The address cannot be used, or no model is named.
    """

    def __init__(self, address: str = "", patience: Patience | None = None) -> None:
        super().__init__(f"endpoint({address})")
        self.model = ChatModel(address, patience)

    def write(self, asked: ConclusionRequest) -> Sequence[str]:
        """Return conclusions as the model writes them; see ``ModelWriter``.

        Raises:
            InputError: The service does not answer or refuses, its answer is none, or the limit of requests is reached.
        """
        return listed(self.model.ask(_ASKED + asked.prompt, _MOST_TOKENS))[:_SENTENCES]
