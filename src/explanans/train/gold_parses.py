"""Gold parses in spaCy's form, to learn from and to compare with."""

from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab

from explanans.parse import ROOT, Parse


def example(vocab: Vocab, parse: Parse, *, lower: bool = False) -> Example:
    """Return a sentence without and with what is to be learnt of it.

    Args:
        vocab: The words of the pipeline that learns.
        parse: The sentence with gold words, tags, lemmas and basic tree.
        lower: Whether it is to be seen in lower case.
    """
    spaces = _spaces(parse)
    words, lemmas = [token.text for token in parse.tokens], [token.lemma for token in parse.tokens]
    if lower:
        words, lemmas = [word.lower() for word in words], [lemma.lower() for lemma in lemmas]
    gold = Doc(
        vocab,
        words,
        spaces,
        tags=[token.tag for token in parse.tokens],
        pos=[token.pos for token in parse.tokens],
        lemmas=lemmas,
        heads=[arc.child if arc.head == ROOT else arc.head for arc in parse.arcs],
        deps=["ROOT" if arc.head == ROOT else arc.label for arc in parse.arcs],
    )
    return Example(Doc(vocab, words, spaces), gold)


def words_only(vocab: Vocab, parse: Parse) -> Doc:
    """Return the gold words of a sentence, and nothing else that is known of it.

    Args:
        vocab: The words of a pipeline.
        parse: The sentence.
    """
    return Doc(vocab, [token.text for token in parse.tokens], _spaces(parse))


def _spaces(parse: Parse) -> list[bool]:
    """Tell for each word whether a space follows; words of a contraction share their place or touch."""
    ends = [token.end for token in parse.tokens]
    starts = [token.start for token in parse.tokens[1:]]
    return [start > end for start, end in zip(starts, ends, strict=False)] + [False] * bool(ends)
