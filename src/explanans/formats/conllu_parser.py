"""A parser that returns the parses of a CoNLL-U file."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from explanans.errors import InputError
from explanans.formats import conllu
from explanans.io.files import read_lines
from explanans.registry import takes
from explanans.structures.syntax import ROOT, Parse

_STOPS = " .!?…"


@takes("FILE")
class ConlluFile:
    """Looks the parses of sentences up in a file.

    Raises:
        InputError: No file was named, or it is missing.
        FormatError: It breaks the format.
    """

    def __init__(self, which: str = "") -> None:
        if not which:
            raise InputError("the parser conllu: names no file; accepted: conllu:FILE, such as conllu:parses.conllu")
        self._source = which
        digest = sha256()
        self._parses: dict[str, Parse] = {}
        self._unstopped: dict[str, Parse] = {}
        for parse in conllu.decode(read_lines(Path(which)), which):
            self._parses.setdefault(parse.text, parse)
            self._unstopped.setdefault(_unstopped(parse.text), parse)
            digest.update(conllu.encode(parse).encode())
        self._digest = digest.hexdigest()[:12]

    @property
    def name(self) -> str:
        """The path of the file, and the digest of what was read of it."""
        return f"conllu:{self._source} (SHA-256 of its parses {self._digest}…)"

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield the parse of each sentence; see ``Parser``.

        Raises:
            InputError: The file lacks one of them.
        """
        for sentence in sentences:
            found = self._parses.get(sentence)
            if found is None and (other := self._unstopped.get(_unstopped(sentence))):
                found = _with_text(other, sentence)
            if found is None:
                accepted = "a file with a line `# text = …` for every sentence, which says it to the letter"
                raise InputError(f"{self._source}: has no parse of {sentence!r}; accepted: {accepted}")
            yield found


def _unstopped(text: str) -> str:
    """Return a sentence without its final stop."""
    return text.rstrip(_STOPS)


def _with_text(parse: Parse, text: str) -> Parse | None:
    """Return a parse for a text that differs in its final stop alone; None if words hang on that stop."""
    tokens = tuple(token for token in parse.tokens if token.end <= len(text))
    count = len(tokens)
    arcs = tuple(arc for arc in parse.arcs if arc.child < count)
    if any(arc.head >= count for arc in arcs) or not any(arc.head == ROOT for arc in arcs):
        return None
    enhanced = parse.enhanced
    if enhanced is not None:
        enhanced = tuple(arc for arc in enhanced if arc.child < count and arc.head < count)
    return Parse(text, tokens, arcs, enhanced)
