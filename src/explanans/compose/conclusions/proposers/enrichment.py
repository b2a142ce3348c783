"""Enrichment: a thing that one fact only names is put as another fact describes it."""

from collections.abc import Iterator

from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import head
from explanans.compose.conclusions.reading import clause
from explanans.compose.conclusions.replacement import replace, without_article
from explanans.text.grammar import CONJUNCTIONS, PREPOSITIONS, bare
from explanans.text.lemmas import is_function_word, telling_lemmas
from explanans.tree import Inference

_FRAMES = PREPOSITIONS - {"of"} | CONJUNCTIONS | frozenset("kind type form example amount part".split())
"""Words of phrases that are no names."""


def enrichments(base: str, detail: str) -> Iterator[Candidate]:
    """Yield a fact with a name in it put as another fact has it.

    Args:
        base: The fact that names a thing shortly.
        detail: The fact that names it more precisely.

    Example:
        >>> next(enrichments("a spoon gets hot in soup", "a metal spoon stirs the soup")).text
        'a metal spoon gets hot in soup'
    """
    said = clause(detail)
    if said is None:
        return
    for phrase in dict.fromkeys((said.subject, head(said.subject), head(said.rest) if said.rest else ())):
        name = without_article(phrase) if phrase else ()
        if len(name) < 2 or is_function_word(bare(name[0])) or _FRAMES & {bare(word) for word in name}:
            continue
        short = head(name)[-1:]
        if not telling_lemmas(short[0]) or " ".join(name).lower() in base.lower():
            continue
        found = replace(base, short, phrase, once=True, longer=True)
        if found and not found.loose:
            yield Candidate(found.text, Inference.SPECIFICATION, "enriched")
