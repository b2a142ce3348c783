"""Steps of a proof that repeat a premise."""

from collections import Counter

from explanans.language.tokens import tokens
from explanans.neural.trees.partial_proof import PartialProof, Shape, given_names
from explanans.structures.trees import Problem

_ARTICLES = frozenset(("a", "an", "the"))


def first_idle(proof: PartialProof, problem: Problem) -> Shape:
    """Return the shape of a proof up to its first step that repeats a premise; empty if there is none.

    Such a step is not the last, and concludes the hypothesis, or what a premise or a conclusion before it says. Texts
    say the same if they differ in articles, case, signs or order only.

    Example:
        >>> from explanans.neural.trees.partial_proof import Kind
        >>> from explanans.structures.facts import Fact
        >>> problem = Problem("q1", "heat melts ice", (Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")))
        >>> proof = PartialProof.begin(Kind.ALL_AT_ONCE, problem).with_premise("sent2").with_premise("sent1")
        >>> first_idle(proof.with_conclusion("int1", "The heat melts ice.").with_conclusion("hypothesis"), problem)
        (('sent2', 'sent1'),)
        >>> first_idle(proof.with_conclusion("int1", "ice can melt").with_conclusion("hypothesis"), problem)
        ()
    """
    given = [fact.text for fact in given_names(problem).values()] if proof.kind.reads else []
    said = [_words(text) for text in (problem.hypothesis, *given, *dict(proof.made).values())]
    for number, step in enumerate(proof.steps[:-1], 1):
        words = _words(step.text)
        if words in said:
            return tuple(other.premises for other in proof.steps[:number])
        said.append(words)
    return ()


def _words(text: str) -> Counter[str]:
    return Counter(word for word in tokens(text.lower()) if word not in _ARTICLES)
