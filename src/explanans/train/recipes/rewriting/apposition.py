"""Appositions as relative clauses."""

from collections.abc import Iterator

from explanans.train.recipes.alteration import Piece, kept
from explanans.train.recipes.syntax import Syntax


def relative_clauses(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with an apposition as a relative clause: *Ann, a baker, sang*, *Ann, who is a baker, sang*.

    Args:
        sentence: The sentence.
    """
    for noun, token in enumerate(sentence.tokens):
        phrase = sentence.phrase(noun)
        described = sentence.head(noun)
        if sentence.kind(noun) != "appos" or token.pos != "NOUN" or not sentence.is_whole(phrase) or described > noun:
            continue
        start = next((number for number in phrase if sentence.tokens[number].pos != "PUNCT"), phrase[0])
        if start == 0 or sentence.tokens[start - 1].text != ",":
            continue
        person = sentence.tokens[described].pos in {"PROPN", "PRON"}
        be = "are" if token.tag == "NNS" else "is"
        pieces = kept(sentence.parse, range(len(sentence.tokens)))
        yield [*pieces[:start], Piece("who" if person else "which", None), Piece(be, None), *pieces[start:]]
