"""Sentences to parse: one word a line, with tag, number of the head from 1, and label."""

from explanans.language.tokens import lemma
from explanans.structures.syntax import Arc, Parse, Token


def tree(lines: str) -> Parse:
    """Return the parse of a sentence whose words have spaces between them."""
    rows = [line.split() for line in lines.strip().splitlines()]
    tokens: list[Token] = []
    start = 0
    for word, tag, *_ in rows:
        pos = "ADP" if tag == "IN" else "VERB" if tag.startswith("VB") else ""
        tokens.append(Token(word, lemma(word), pos, tag, start, start + len(word)))
        start += len(word) + 1
    arcs = tuple(Arc(int(head) - 1, child, label) for child, (_, _, head, label) in enumerate(rows))
    return Parse(" ".join(word for word, *_ in rows), tuple(tokens), arcs)


def spelt(parse: Parse, arc: Arc) -> str:
    """Return an arc in words."""
    head = parse.tokens[arc.head].text if arc.head >= 0 else "ROOT"
    return f"{head} {arc.label} {parse.tokens[arc.child].text}"
