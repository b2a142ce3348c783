"""Parses written by hand, for recipes to alter and for altered sentences to be read back."""

from collections.abc import Iterable, Iterator
from random import Random

from explanans.lab.recipes.alteration import Syntax
from explanans.lab.recipes.claims import Draft, Labelled, parsed
from explanans.lab.recipes.recipes import Recipe
from explanans.structures.syntax import ROOT, Arc, Parse, Token


def read(line: str) -> Parse:
    """Return the parse that a line spells, ``word[=lemma]/pos/tag/head/label`` each, ``+`` for no blank before."""
    text, tokens, arcs = "", [], []
    for child, spelt in enumerate(line.split()):
        word, pos, tag, head, label = spelt.removeprefix("+").rsplit("/", 4)
        form, _, lemma = word.partition("=")
        text += ("" if not text or spelt.startswith("+") else " ") + form
        tokens.append(Token(form, lemma or form.lower(), pos, tag, len(text) - len(form), len(text)))
        arcs.append(Arc(int(head) - 1 if head != "0" else ROOT, child, label))
    return Parse(text, tuple(tokens), tuple(arcs))


class NliClassifier:
    """A parser that knows a few sentences by heart."""

    name = "by-heart"

    def __init__(self, *lines: str) -> None:
        self._parses = {parse.text: parse for parse in map(read, lines)}

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        for sentence in sentences:
            yield self._parses[sentence]


class Flat:
    """A parser that takes blanks for the ends of words, and every word for a verb that hangs on the one before it."""

    name = "flat"

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        for sentence in sentences:
            words = sentence.split()
            yield read(" ".join(f"{word}/VERB/VB/{number}/dep-{number}" for number, word in enumerate(words)))


def drafts(recipe: Recipe, line: str, tries: int = 20) -> dict[str, Draft]:
    """Return what a recipe makes of a sentence with different seeds, by what it is to have parsed."""
    made = (recipe(Syntax(read(line)), Random(seed)) for seed in range(tries))
    return {draft.texts[0]: draft for draft in made if draft is not None}


def labelled(draft: Draft, line: str) -> tuple[Labelled, dict[tuple[str, str, str], bool]]:
    """Return what a draft comes to when its text is parsed as a line says, and its labels in words."""
    ((outcome,),) = parsed([draft], NliClassifier(line))
    words = [token.text for token in outcome.claim.tokens]
    return outcome, {(words[arc.head], arc.label, words[arc.child]): label for arc, label in outcome.labels.items()}
