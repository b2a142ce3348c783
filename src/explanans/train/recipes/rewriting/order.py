"""Sentences with their adverbials, clauses or quotations elsewhere."""

from collections.abc import Iterator

from explanans.train.recipes.alteration import Piece, kept
from explanans.train.recipes.syntax import Syntax

_COMMA = Piece(",", None)


def reordered(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with an adverbial or a clause of its main verb moved to the front, or from the front to the end.

    Args:
        sentence: The sentence.
    """
    roots = [number for number in range(len(sentence.tokens)) if sentence.kind(number) == "root"]
    for root in roots[:1]:
        subject = sentence.subject(root)
        if subject is None or subject > root or sentence.tokens[-1].text == "?":
            continue
        end = _before_full_stop(sentence)
        for child in sentence.children(root, "advcl", "obl", "ccomp"):
            phrase = sentence.phrase(child)
            if not sentence.is_whole(phrase) or not _can_move(sentence, child):
                continue
            if child > root and phrase[-1] < end:
                others = [number for number in range(end) if number not in phrase]
                yield [
                    *kept(sentence.parse, phrase),
                    _COMMA,
                    *kept(sentence.parse, [*others, *range(end, _count(sentence))]),
                ]
            elif phrase[0] == 0 and sentence.kind(child) != "ccomp":
                others = [number for number in range(end) if number not in phrase]
                yield kept(sentence.parse, [*others, *phrase, *range(end, _count(sentence))])


def _can_move(sentence: Syntax, child: int) -> bool:
    """Tell whether a phrase means the same at the front: it has a preposition, a conjunction or names a time."""
    kind = sentence.kind(child)
    marked = sentence.children(child, "case", "mark")
    if kind == "ccomp":
        return not marked and sentence.subject(child) is not None
    return bool(marked) or sentence.label(child) in {"obl:tmod", "obl:unmarked"}


def _before_full_stop(sentence: Syntax) -> int:
    """Return the number of the punctuation that ends a sentence; the count of its words where none does."""
    count = _count(sentence)
    return count - 1 if count and sentence.tokens[-1].pos == "PUNCT" else count


def _count(sentence: Syntax) -> int:
    return len(sentence.tokens)
