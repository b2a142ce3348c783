"""Shorter wordings: a premise without what frames it or adds to it."""

import re
from collections.abc import Iterator

from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import adjuncts, head
from explanans.compose.conclusions.reading import clause, conditional
from explanans.compose.conclusions.replacement import MASSES
from explanans.compose.conclusions.wording import tidied
from explanans.text.lemmas import lemma
from explanans.tree import Inference

_SHORTEST = 4
_NEEDS_INFINITIVE = frozenset("able allow cause enable help likely make tend use".split())
"""Words that say little without the infinitive that follows."""
_POINTING = re.compile(r"\b(?:that|it|they|this|those|its|their)\b")
"""What points back to a condition cannot stand without it."""


def shortened(text: str) -> Iterator[Candidate]:
    """Yield shorter wordings of a sentence.

    Args:
        text: The sentence.

    Example:
        >>> [found.text for found in shortened("a frog is a kind of animal that swims")]
        ['a frog is an animal that swims', 'a frog is a kind of animal']
    """
    counted = text.startswith(("a ", "an "))
    if " is a kind of " in text:
        class_ = head(text.partition(" is a kind of ")[2].split())
        article = " " if class_[-1] in MASSES and not counted else " a "
        plainer = text.replace(" a kind of ", article, 1)
        yield Candidate(tidied(plainer.split()), Inference.SPECIFICATION, "kind dropped")
    found = conditional(text)
    if found and not _POINTING.search(found.consequence):
        yield Candidate(found.consequence, Inference.RULE, "condition dropped")
    said = clause(text)
    if said is None:
        return
    words = text.split()
    for adjunct in adjuncts(said.rest):
        kept = words[: len(words) - len(adjunct)]
        needed = adjunct[0].lower() == "to" and _NEEDS_INFINITIVE & set(map(lemma, words))
        if len(kept) >= _SHORTEST and not needed:
            yield Candidate(tidied(kept), Inference.SPECIFICATION, "adjunct dropped")
