"""Parsed sentences as recipes look at them, and sentences put together anew from their words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.language.analysis import SyntaxTree
from explanans.language.inflection import indefinite_article
from explanans.structures.syntax import Arc, Parse, Token

_CLOSING = frozenset(",.;:!?)]}%…'\"’”")
_SEPARATORS = frozenset({",", ";", ":", "-", "--", "–", "—"})
_ENDS = frozenset({".", "!", "?", "…", "..."})
_PAIRED = ({"("}, {")"}), ({"["}, {"]"}), ({"``", "“"}, {"''", "”"})
_STRAIGHT_QUOTE = '"'
_CLITICS = ("'", "’", "n't", "n’t")
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_NEGATIONS = frozenset({"not", "n't", "n’t", "never", "no", "nobody", "none", "neither", "nor", "nothing", "hardly"})


class Piece(NamedTuple):
    """A word of an altered sentence.

    Attributes:
        text: The word as it now stands.
        origin: Its number among the tokens of the sentence that was altered; None if it is new.
        changed: Whether it now stands where it makes the sentence say something else.
    """

    text: str
    origin: int | None
    changed: bool = False


class Place(NamedTuple):
    """The origin of a token of an altered sentence.

    Attributes:
        origin: The token of the sentence that was altered; None if the token is new or it is not known.
        changed: Whether the token is, or is part of, a changed piece.
    """

    origin: int | None
    changed: bool


class Alteration(NamedTuple):
    """An altered sentence.

    Attributes:
        starts: Where each word starts in the text, in characters.
    """

    text: str
    pieces: tuple[Piece, ...]
    starts: tuple[int, ...]

    def places(self, parse: Parse) -> tuple[Place, ...]:
        """Return where each token of the altered sentence comes from.

        The tokens may differ from those of the original parse; tokens that cannot be aligned have no place.
        """
        places: list[Place] = []
        for (start, end), group in groupby(parse.tokens, key=lambda token: (token.start, token.end)):
            count = sum(1 for _ in group)
            covered = [
                piece
                for piece, begin in zip(self.pieces, self.starts, strict=True)
                if begin < end and start < begin + len(piece.text)
            ]
            whole = len(covered) == count and (count > 1 or covered[0].text == self.text[start:end])
            changed = any(piece.changed for piece in covered)
            origins = [piece.origin for piece in covered] if whole else [None] * count
            places += [Place(origin, changed) for origin in origins]
        return tuple(places)


def kept(parse: Parse, numbers: Iterable[int]) -> list[Piece]:
    """Return tokens of a sentence as they are."""
    return [Piece(parse.tokens[number].text, number) for number in numbers]


def in_case(piece: Piece, forms: Mapping[str, str]) -> Piece:
    """Return a pronoun in another case."""
    form = forms.get(piece.text.lower(), piece.text)
    return piece._replace(text="I" if form == "i" else form)


def altered(parse: Parse, pieces: Iterable[Piece]) -> Alteration:
    """Put an altered sentence together: its punctuation is mended, and so are its blanks and its first capital.

    Example:
        >>> words = ("Yes", ","), ("we", " "), ("purr", ".")
        >>> tokens = [Token(text, text, "X", "", 0, 0) for text in ("Yes", ",", "we", "purr", ".")]
        >>> parse = Parse("Yes, we purr.", tuple(t._replace(start=s, end=s + len(t.text)) for t, s in
        ...     zip(tokens, (0, 3, 5, 8, 12))), ())
        >>> altered(parse, kept(parse, [1, 2, 3, 4])).text
        'We purr.'
    """
    mended = _recased(parse, _with_articles(_punctuated(list(pieces))))
    text, starts = "", []
    for number, piece in enumerate(mended):
        if number:
            text += _blank(parse, mended[number - 1], piece)
        starts.append(len(text))
        text += piece.text
    return Alteration(text, tuple(mended), tuple(starts))


def _blank(parse: Parse, before: Piece, piece: Piece) -> str:
    """Return what stands between two words: what stood there, where they stood side by side."""
    if before.origin is not None and piece.origin == before.origin + 1:
        return " " if parse.tokens[piece.origin].start > parse.tokens[before.origin].end else ""
    opens = before.text in {"(", "[", "``", "“", "$", "#"}
    closes = piece.text[:1] in _CLOSING or piece.text.startswith(_CLITICS)
    return "" if opens or (closes and piece.text != _STRAIGHT_QUOTE) else " "


def _punctuated(pieces: list[Piece]) -> list[Piece]:
    """Drop brackets without their fellow, and commas and dashes with nothing to part."""
    texts = [piece.text for piece in pieces]
    stray: set[str] = {_STRAIGHT_QUOTE} if texts.count(_STRAIGHT_QUOTE) % 2 else set()
    for opening, closing in _PAIRED:
        if sum(text in opening for text in texts) != sum(text in closing for text in texts):
            stray |= opening | closing
    mended: list[Piece] = []
    for piece in pieces:
        parts = piece.text in _SEPARATORS | _ENDS
        if piece.text in stray or (parts and not mended):
            continue
        if parts and mended[-1].text in _SEPARATORS:
            mended.pop()
        mended.append(piece)
    return mended


def _with_articles(pieces: list[Piece]) -> list[Piece]:
    """Let *a* and *an* agree with the words that now follow them."""
    for number, (piece, after) in enumerate(pairwise(pieces)):
        if piece.text.lower() in {"a", "an"} and after.origin != (piece.origin or 0) + 1 and after.text[:1].isalnum():
            article = indefinite_article(after.text)
            pieces[number] = piece._replace(text=article.capitalize() if piece.text[0] == "A" else article)
    return pieces


def _recased(parse: Parse, pieces: Sequence[Piece]) -> list[Piece]:
    """Start a sentence with a capital where the original did, and nothing else that is no name."""
    first = parse.tokens[0]
    if not first.text[:1].isupper():
        return list(pieces)
    recased = [_lowered(first, piece) if piece.origin == 0 else piece for piece in pieces]
    if recased:
        start = recased[0]
        recased[0] = start._replace(text=start.text[:1].upper() + start.text[1:])
    return recased


def _lowered(first: Token, piece: Piece) -> Piece:
    is_word = first.pos not in {"PROPN", "X"} and piece.text != "I" and not piece.text[1:2].isupper()
    return piece._replace(text=piece.text[:1].lower() + piece.text[1:]) if is_word else piece


class Syntax(SyntaxTree):
    """A parsed sentence as recipes look at it; its arcs are labelled as Universal Dependencies label them."""

    def pieces(self, words: Iterable[int] | None = None) -> list[Piece]:
        """Return words as they are, in the order wanted; all if None."""
        return kept(self.parse, range(len(self.tokens)) if words is None else words)

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs that are checked."""
        return checked_arcs(self.parse)

    @cached_property
    def linked(self) -> frozenset[tuple[int, int]]:
        """The pairs of words with an arc between them, both ways."""
        pairs = {(arc.head, arc.child) for arc in self.arcs} | {(arc.head, arc.child) for arc in self.parse.arcs}
        return frozenset(pairs | {(child, head) for head, child in pairs})

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb; None if it has none of its own."""
        return self.child(verb, "nsubj", "csubj")

    def is_negated(self, verb: int) -> bool:
        """Return whether a word has a negation among its children."""
        return any(self.tokens[child].text.lower() in _NEGATIONS for child in self.children(verb))

    def rest(self, words: Iterable[int]) -> tuple[int, ...]:
        """Return all other words of the sentence, in order."""
        gone = frozenset(words)
        return tuple(number for number in range(len(self.tokens)) if number not in gone)
