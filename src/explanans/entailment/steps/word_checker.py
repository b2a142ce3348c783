"""Checkers of the steps of trees; the one by words names what no premise of a step supports."""

from collections.abc import Iterable
from typing import Protocol

from explanans.language.tokens import informative_lemmas, tokens
from explanans.registry import Registry, refusal
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import StepVerdict


class Checker(Protocol):
    """Checks for every step of a tree if its premises support its conclusion, such as an ``ArcChecker``."""

    @property
    def name(self) -> str:
        """Its signature, which reproduces the verdicts, but for the version."""
        ...

    def check_tree(self, tree: EntailmentTree) -> tuple[StepVerdict, ...]:
        """Check the conclusion of every step against its premises.

        Args:
            tree: A valid tree.

        Returns:
            One verdict a step, in order.
        """
        ...


CHECKERS = Registry[Checker]("checkers", "checker")
"""The checkers by name."""


def check(checker: Checker, tree: EntailmentTree) -> tuple[StepVerdict, ...]:
    """Return a checker's verdicts on the steps of a tree after validation.

    Raises:
        InputError: The checker does not return one verdict a step, in order.
    """
    verdicts = tuple(checker.check_tree(tree))
    steps = [step.conclusion for step in tree.steps]
    if not all(isinstance(verdict, StepVerdict) for verdict in verdicts):
        found = f"{', '.join(sorted({type(verdict).__name__ for verdict in verdicts}))}"
    elif [verdict.step for verdict in verdicts] != steps:
        found = f"verdicts of {', '.join(verdict.step for verdict in verdicts) or 'nothing'}"
    else:
        return verdicts
    raise refusal("checker", checker, found, f"one StepVerdict a step, in order, of {', '.join(steps)} here")


class WordChecker:
    """Checks word by word: a step is supported where each content word of its conclusion stands in a premise.

    This is no proof that the conclusion follows: it may use only words of its premises and still be wrong.
    """

    name = "words"

    def check_tree(self, tree: EntailmentTree) -> tuple[StepVerdict, ...]:
        """Check every step of a tree; see ``Checker``."""
        texts = tree.texts()
        words = [unsupported_words(step.text, (texts[premise] for premise in step.premises)) for step in tree.steps]
        return tuple(StepVerdict(step.conclusion, not new, new) for step, new in zip(tree.steps, words, strict=True))


def unsupported_words(conclusion: str, premises: Iterable[str]) -> tuple[str, ...]:
    """Return the content words of a conclusion whose lemma occurs in no premise, as written, each once, in order.

    Example:
        >>> unsupported_words("a green frog has moist skin", ["frogs are amphibians", "amphibians have moist skin"])
        ('green',)
    """
    known = frozenset[str]().union(*map(informative_lemmas, premises))
    return tuple(dict.fromkeys(token for token in tokens(conclusion) if not informative_lemmas(token) <= known))
