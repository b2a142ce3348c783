"""Steps of which it is known whether their conclusion follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from explanans.entailment.steps.step import read, telling_terms
from explanans.lab.recipes.perturbations import PERTURBATIONS, Substitutes, form, is_content, replaced
from explanans.language.grammar import bare
from explanans.structures.trees import Problem


@dataclass(frozen=True, slots=True)
class StepExample:
    """A step, right or wrong.

    Attributes:
        premises: The premises in words; one or more.
        conclusion: The conclusion in words.
        kind: How the example was made; ``gold`` for steps that people wrote.
        origin: The group of examples that share a tree.
    """

    premises: tuple[str, ...]
    conclusion: str
    follows: bool
    kind: str
    origin: str


GOLD = "gold"


def gold_steps(problem: Problem) -> Iterator[StepExample]:
    """Yield the steps of a problem's gold tree, but for those of one premise."""
    if problem.tree is not None:
        texts = problem.tree.texts()
        for step in problem.tree.steps:
            if len(step.premises) > 1:
                premises = tuple(texts[name] for name in step.premises)
                yield StepExample(premises, step.text, follows=True, kind=GOLD, origin=problem.hypothesis)


OTHER = "other step"
_NEAR = "replaced by a near concept"
PERTURBED = (*PERTURBATIONS, _NEAR)
"""The kinds of steps whose conclusion was changed."""


def substitutes(problems: Sequence[Problem]) -> Substitutes:
    """Return the words of all sentences of problems."""
    return Substitutes.of(text for problem in problems for text in sentences(problem))


def sentences(problem: Problem) -> tuple[str, ...]:
    """Return the sentences of a problem: its premises and the conclusions of its gold tree."""
    steps = problem.tree.steps if problem.tree else ()
    return (*(premise.text for premise in problem.premises), *(step.text for step in steps))


def other_steps(problem: Problem) -> Iterator[StepExample]:
    """Yield for each gold step the conclusions of the other steps of its tree, but for those that are its premises."""
    steps = list(gold_steps(problem))
    for step in steps:
        known = {read(text).terms for text in (*step.premises, step.conclusion)}
        for other in steps:
            if read(other.conclusion).terms not in known:
                yield StepExample(step.premises, other.conclusion, follows=False, kind=OTHER, origin=step.origin)


def renamed(step: StepExample, words: Substitutes, random: Random) -> StepExample | None:
    """Return a right step with another word in the place of one, in premises and conclusion alike: right as before."""
    said = [word for word in map(bare, step.conclusion.split()) if is_content(word)]
    if not said:
        return None
    old = random.choice(said)
    others = words.words.get(form(old), ())
    if not others:
        return None
    new = random.choice(others)

    def renew(text: str) -> str:
        return " ".join(new if bare(word) == old else word for word in text.split())

    return replace(step, premises=tuple(map(renew, step.premises)), conclusion=renew(step.conclusion), kind="renamed")


def perturbed(step: StepExample, problem: Problem, words: Substitutes, random: Random) -> Iterator[StepExample]:
    """Yield a step with its conclusion changed in each way that changes it.

    Args:
        problem: The problem that it is of, whose words take a place in the conclusion once, too.
    """
    near = Substitutes.of(sentences(problem))
    for name, perturb in (*PERTURBATIONS.items(), (_NEAR, replaced)):
        text = perturb(step.conclusion, near if name == _NEAR else words, random)
        if text is not None and read(text).words != read(step.conclusion).words:
            yield StepExample(step.premises, text, follows=False, kind=name, origin=step.origin)


def wrong_premises(step: StepExample, problem: Problem, words: Substitutes, random: Random) -> Iterator[StepExample]:
    """Yield a step with premises that its conclusion does not follow from.

    One premise is another sentence of the problem, one is changed in some way, one is missing; or the conclusion only
    says a premise again.

    Args:
        problem: The problem that it is of; sentences that only distract are the better the more it has.
    """

    def wrong(premises: Sequence[str], conclusion: str, kind: str) -> StepExample:
        return StepExample(tuple(premises), conclusion, follows=False, kind=kind, origin=step.origin)

    premises = list(step.premises)
    place = random.randrange(len(premises))
    others = [text for text in sentences(problem) if text not in {*premises, step.conclusion}]
    if others:
        yield wrong(
            [*premises[:place], random.choice(others), *premises[place + 1 :]], step.conclusion, "other premise"
        )
        near = max(others, key=lambda text: (len(telling_terms(text) & telling_terms(premises[place])), text))
        yield wrong([*premises[:place], near, *premises[place + 1 :]], step.conclusion, "near premise")
    perturb = PERTURBATIONS[random.choice([name for name in PERTURBATIONS if name != "hallucinated word"])]
    text = perturb(premises[place], words, random)
    if text is not None and read(text).words != read(premises[place]).words:
        yield wrong([*premises[:place], text, *premises[place + 1 :]], step.conclusion, "premise changed")
    yield wrong([*premises[:place], *premises[place + 1 :]], step.conclusion, "premise missing")
    yield wrong(premises, premises[place], "premise repeated")
