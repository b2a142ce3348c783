"""Compose steps for training questions, to be graded: ``python benchmarks/composed_steps.py > steps.jsonl``.

The steps of ``train/judge/graded/steps.jsonl`` are printed without their grades, as long as the package composes
as it did then: EntailmentBank's problems with the premises of task 2, and the starter base's and WorldTree's questions
as ``explain`` answers them, every third with a wrong answer, since what is said of wrong answers is judged too. Of each
tree one step is drawn, a conclusion on the way more often than the root. Roots have words of questions in them; those
of WorldTree are left out, since its questions are not to be passed on.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from explanans.formats.jsonl import encode
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase, open_knowledge
from explanans.knowledge.sources import STARTER
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.labels import GradedStep
from explanans.lab.datasets.splits import tree_problems, worldtree_questions
from explanans.pipeline.explainer import Explainer
from explanans.structures.questions import Question
from explanans.structures.trees import ROOT, EntailmentTree
from explanans.trees.search import tree_search

SEED = 20
COUNTS = {"entailmentbank": 230, "starter": 150, "worldtree": 105}
"""How many steps are drawn of each source; of the last, the roots fall out afterwards."""
_ON_THE_WAY = 0.75
_MOST_ROOTS = 0.4
_WRONG = 1 / 3


def drawn(tree: EntailmentTree, source: str, item: str, random: Random) -> GradedStep:
    """Return a step of a tree, with no grades yet."""
    on_the_way = [step for step in tree.steps if step.conclusion != ROOT]
    root = not on_the_way or random.random() > _ON_THE_WAY
    step = tree.steps[-1] if root else random.choice(on_the_way)
    texts = tree.texts()
    premises = tuple(texts[name] for name in step.premises)
    return GradedStep(premises, step.text, root, False, False, False, source, item, SEED)


def of_problems(random: Random) -> Iterator[GradedStep]:
    """Yield steps of trees for EntailmentBank's training problems."""
    problems = tree_problems(None, 2, "train")
    random.shuffle(problems)
    for problem in problems:
        for tree in tree_search().prove(problem, 1).trees:
            yield drawn(tree, "entailmentbank", problem.id, random)


def of_questions(
    knowledge: KnowledgeBase, questions: list[Question], source: str, random: Random
) -> Iterator[GradedStep]:
    """Yield steps of trees for questions of a knowledge base, some with a wrong answer."""
    explainer = Explainer(knowledge)
    random.shuffle(questions)
    for question in questions:
        wrong = [choice.label for choice in question.choices if choice.label != question.key]
        key = random.choice(wrong) if wrong and random.random() < _WRONG else question.key
        tree = explainer.explain_question(replace(question, key=key)).tree
        if tree is not None:
            yield drawn(tree, source, f"{question.id} {key}", random)


def distinct(steps: Iterator[GradedStep], count: int) -> Iterator[GradedStep]:
    """Yield a number of distinct steps, no more than a share of which are roots."""

    def kept() -> Iterator[GradedStep]:
        seen, roots = set(), 0
        for step in steps:
            shape = frozenset(step.premises), step.conclusion
            if shape not in seen:
                seen.add(shape)
                roots += step.root
                if not step.root or roots <= count * _MOST_ROOTS:
                    yield step

    return islice(kept(), count)


def main() -> None:
    """Print one step a line."""
    random = Random(SEED)
    starter = open_knowledge("starter")
    path = STARTER / "questions" / "questions.train.tsv"
    science = open_knowledge(find("worldtree-v2.1", None))
    sources = {
        "entailmentbank": of_problems(random),
        "starter": of_questions(starter, list(decode_questions(read_lines(path), str(path))), "starter", random),
        "worldtree": of_questions(science, worldtree_questions(None, "train"), "worldtree", random),
    }
    for name, count in COUNTS.items():
        for step in distinct(sources[name], count):
            if name != "worldtree" or not step.root:
                sys.stdout.write(encode(step) + "\n")


if __name__ == "__main__":
    main()
