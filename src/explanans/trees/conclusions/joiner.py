"""A conclusion on the way that a language model draws from some of the leaves of a tree."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from explanans.language.sentences import tidy_sentence
from explanans.learning.decoder import Line, WordAutomaton, write
from explanans.learning.language_reader import LanguageReader
from explanans.runtime.cache import Memory
from explanans.trees.conclusions.wellformed import spellings

LONGEST = 56
"""Maximum number of tokens of a line."""
PROMPT = 512
"""Maximum number of tokens of hypothesis and facts; longer ones lose their beginning."""
NOTHING = "nothing"
"""The line that says that no two facts lead on together."""
_BEAMS = 2
_REMEMBERED = 4096
_LINE = re.compile(r"(?P<places>\d+(?: \+ \d+)+) : (?P<text>\S.*)")


class JoinedFacts(NamedTuple):
    """A conclusion from some of several facts.

    Attributes:
        places: The places of these facts, counted from 0, in ascending order; two or more, but not all.
        text: The conclusion, without a full stop.
    """

    places: tuple[int, ...]
    text: str

    @property
    def line(self) -> str:
        """The line that a language model writes.

        Example:
            >>> JoinedFacts((0, 2), "a frog has moist skin").line
            '1 + 3 : a frog has moist skin'
        """
        return f"{' + '.join(str(place + 1) for place in self.places)} : {self.text}"

    @classmethod
    def read(cls, line: str, count: int) -> "JoinedFacts | None":
        """Return what a line says of a number of facts; None for what joins nothing, or everything.

        Example:
            >>> JoinedFacts.read("3 + 1 : a frog has moist skin.", 3)
            JoinedFacts(places=(0, 2), text='a frog has moist skin')
            >>> JoinedFacts.read("nothing", 3), JoinedFacts.read("1 + 2 : ice melts", 2)
            (None, None)
        """
        match = _LINE.fullmatch(line.strip())
        if match is None:
            return None
        places = sorted({int(place) - 1 for place in match["places"].split(" + ")})
        if not 2 <= len(places) < count or places[0] < 0 or places[-1] >= count:
            return None
        return cls(tuple(places), match["text"].rstrip(" ."))


class JoinRequest(NamedTuple):
    """A request for a conclusion from some of several facts."""

    facts: tuple[str, ...]
    hypothesis: str

    @property
    def prompt(self) -> str:
        """The prompt of a language model."""
        listed = "".join(f"{place}. {fact}\n" for place, fact in enumerate(self.facts, 1))
        return f"To show: {self.hypothesis}\nFacts:\n{listed}Join:"

    def spelt(self, joined: JoinedFacts) -> tuple[str, str]:
        """Return the text beside which a language model is asked for the grade of a conclusion, and the sentence.

        Example:
            >>> asked = JoinRequest(("ice is solid", "it rains", "heat melts solids"), "ice becomes water")
            >>> asked.spelt(JoinedFacts((0, 2), "heat melts ice"))
            ('To show: ice becomes water. Facts: ice is solid. heat melts solids.', 'So: heat melts ice.')
        """
        said = " ".join(tidy_sentence(self.facts[place]) for place in joined.places)
        return f"To show: {tidy_sentence(self.hypothesis)} Facts: {said}", f"So: {tidy_sentence(joined.text)}"


class Joiner:
    """Joins some of the leaves of a tree by a conclusion on the way to its hypothesis.

    Args:
        reader: A language model that was taught to do so.
    """

    def __init__(self, reader: LanguageReader) -> None:
        self._decoder = reader.decoder
        self._known = Memory[JoinRequest, tuple[JoinedFacts, ...]](_REMEMBERED)

    def offers(self, facts: Sequence[str], hypothesis: str) -> tuple[JoinedFacts, ...]:
        """Return conclusions from some of the facts, the most probable first; none if nothing leads on.

        Args:
            facts: Three sentences or more; of fewer, some are not joined.
        """
        if len(facts) < 3:
            return ()
        asked = JoinRequest(tuple(facts), hypothesis)
        return self._known.one(asked, lambda: self._offered(asked))

    def lines(self, asked: JoinRequest) -> Sequence[Line]:
        """Return the results of a beam search, the most probable by token first."""
        ids = self._decoder.encode(asked.prompt)[-PROMPT:]
        places = {str(place) for place in range(1, len(asked.facts) + 1)}
        words = spellings(asked.facts, asked.hypothesis) | places | {"+", ":", NOTHING}
        return write(self._decoder, ids, WordAutomaton(self._decoder.encode, words, self._decoder.end), _BEAMS, LONGEST)

    def _offered(self, asked: JoinRequest) -> tuple[JoinedFacts, ...]:
        lines = [line.text.strip() for line in self.lines(asked)]
        if not lines or lines[0] == NOTHING:
            return ()
        return tuple(filter(None, (JoinedFacts.read(line, len(asked.facts)) for line in lines)))
