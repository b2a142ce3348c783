"""Name the content words of a conclusion that no premise supports."""

from collections.abc import Iterable

from explanans.text.lemmas import telling_lemmas
from explanans.text.tokens import tokens
from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict


def unsupported_words(conclusion: str, premises: Iterable[str]) -> tuple[str, ...]:
    """Return the content words of a conclusion whose lemma occurs in no premise.

    This is support word by word and no proof that the conclusion follows: a conclusion may use only words of its
    premises and still be wrong.

    Args:
        conclusion: The sentence to check.
        premises: The sentences that it rests on.

    Returns:
        The words as written, each once, in order.

    Example:
        >>> unsupported_words("a green frog has moist skin", ["frogs are amphibians", "amphibians have moist skin"])
        ('green',)
    """
    known = frozenset[str]().union(*map(telling_lemmas, premises))
    words = (token for token in tokens(conclusion) if not telling_lemmas(token) <= known)
    return tuple(dict.fromkeys(words))


def check_tree(tree: EntailmentTree) -> tuple[StepVerdict, ...]:
    """Check every step of a tree.

    Args:
        tree: A valid tree.

    Returns:
        One verdict a step, in order.
    """
    texts = tree.texts()
    verdicts = []
    for step in tree.steps:
        words = unsupported_words(step.text, (texts[premise] for premise in step.premises))
        verdicts.append(StepVerdict(step.conclusion, not words, words))
    return tuple(verdicts)
