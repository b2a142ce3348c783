"""Parse by a Stanza pipeline (Qi et al. 2020) whose models lie on this machine."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from explanans.errors import InputError, MissingExtraError
from explanans.language.parser import squeeze
from explanans.language.tokens import lemma
from explanans.registry import takes
from explanans.structures.syntax import ROOT, Arc, Parse, Token

_BATCH = 64  # sentences
_PROCESSORS = "tokenize,mwt,pos,lemma,depparse"


@takes("LANGUAGE")
def installed(which: str = "") -> "StanzaPipeline":
    """Open the Stanza pipeline of a language; nothing is fetched.

    Args:
        which: The language, such as ``en``; English if none is named.

    Raises:
        MissingExtraError: Stanza is not installed.
        InputError: Its models of that language are not.
    """
    try:
        import stanza  # noqa: PLC0415 - an optional part
    except ImportError:
        raise MissingExtraError("the parser stanza", "stanza") from None
    language = which or "en"
    try:
        # With one space between any two words there is no empty line, which alone parts sentences without splitting.
        pipeline = stanza.Pipeline(
            language, processors=_PROCESSORS, tokenize_no_ssplit=True, download_method=None, verbose=False
        )
    except (OSError, ValueError) as error:
        how = f'fetch them with: python -c "import stanza; stanza.download({language!r})"'
        raise InputError(f"Stanza has no models of {language!r} on this machine ({error}); {how}") from None
    return StanzaPipeline(pipeline, f"stanza:{language} (Stanza {stanza.__version__})")


class StanzaPipeline:
    """Parses sentences by a Stanza pipeline.

    Args:
        pipeline: A ``stanza.Pipeline`` with a processor ``depparse``, which splits no sentences.
    """

    def __init__(self, pipeline: Any, name: str) -> None:
        self._pipeline = pipeline
        self._name = name

    @property
    def name(self) -> str:
        """The language and the version of Stanza."""
        return self._name

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence; see ``Parser``."""
        remaining = iter(sentences)
        while batch := list(islice(remaining, _BATCH)):
            # A text of blanks only is none that Stanza takes.
            documents = iter(self._pipeline.bulk_process([squeeze(text)[0] for text in batch if text.strip()]))
            for text in batch:
                yield _read(next(documents), text) if text.strip() else Parse(text, (), ())


def _read(document: Any, text: str) -> Parse:
    """Return Stanza's parse of a sentence; if it splits the sentence, the parse has several roots."""
    _, place = squeeze(text)
    tokens: list[Token] = []
    arcs: list[Arc] = []
    for sentence in document.sentences:
        first = len(tokens)
        for whole in sentence.tokens:
            for word in whole.words:
                # The words of a contraction have no place where they do not spell it.
                placed = word if word.start_char is not None else whole
                span = place(placed.start_char, placed.end_char)
                base = word.lemma or lemma(word.text)
                tokens.append(Token(word.text, base, word.upos or "", word.xpos or "", *span))
                arcs.append(Arc(first + word.head - 1 if word.head else ROOT, len(arcs), word.deprel))
    return Parse(text, tuple(tokens), tuple(arcs))
