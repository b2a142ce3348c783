"""Examples of stances and of phrases that answer a question, which a language reader learns.

Texts and statements are spelt as ``graphs.stance`` and ``pipeline.proposals.language_fit`` spell them.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from explanans.graphs.stance import spelt
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.training.proposals import RIGHT, TIE, open_questions, word_f1
from explanans.pipeline.proposals.language_fit import spelt_answer, spelt_sentence
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.labels import LabelledDocument
from explanans.structures.verdicts import Status

_REPEATED, _GRAPH_WEIGHT = 2, 0.7
"""How often a pair is seen for each time that its graph is seen beside it, and the weight of the latter."""
_SENTENCES, _MOST_RIGHT, _UNLIKE = 2, 2, 0.34
"""Number of sentences with and without the answer to a question, of right phrases of each, and the likeness to the
right answer below which a phrase is wrong."""
_LIKELIEST, _OTHERS, _LIKELIEST_ELSEWHERE = 6, 3, 4
"""Number of wrong phrases beside the right one, the likeliest and others, and of those of other sentences."""


def stance_examples(graphs: Iterable[ExplanationGraph]) -> Iterator[TrainingExample]:
    """Yield examples of stances, without and with the gold graph, if there is one."""
    for graph in graphs:
        status = Status.SUPPORTED if graph.stance is Stance.SUPPORT else Status.CONTRADICTED
        beside = ((graph.edges, _GRAPH_WEIGHT),) if graph.edges else ()
        for edges, weight in (((), 1.0),) * _REPEATED + beside:
            text, statement = spelt(graph.belief, graph.argument, edges)
            yield TrainingExample((text,), (TrainingClaim(statement, frozenset((status,))),), weight)


def answer_examples(texts: Iterable[LabelledDocument], seed: int) -> Iterator[TrainingExample]:
    """Yield examples of phrases that answer a question, and of others, each beside its sentence.

    Phrases that share words with the right answer, but not most of them, are left out.

    Args:
        texts: Texts with questions.
        seed: Seeds what is drawn.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    for text in texts:
        for question, proposer in open_questions(text):
            beside = defaultdict[str, dict[str, tuple[float, float]]](dict)
            for answer in proposer.answers(question.text):
                likeness = word_f1(answer.text, question.right)
                beside[answer.sentence].setdefault(answer.text, (answer.chance, likeness))
            yield from _of_phrases(question.text, beside, chance)


def _of_phrases(
    question: str, beside: Mapping[str, Mapping[str, tuple[float, float]]], chance: random.Random
) -> Iterator[TrainingExample]:
    """Yield examples of the sentences that hold the answer, and of the likeliest others.

    Args:
        beside: The phrases of each sentence, with their chances and their likeness to the right answer.
    """
    best = max((likeness for found in beside.values() for _, likeness in found.values()), default=0.0)
    bar = max(RIGHT, best - TIE)
    ordered = sorted(beside, key=lambda sentence: -max(chance for chance, _ in beside[sentence].values()))
    holding = [sentence for sentence in ordered if any(likeness >= bar for _, likeness in beside[sentence].values())]
    others = [sentence for sentence in ordered if sentence not in holding]
    for sentence in (*holding[:_SENTENCES], *others[:_SENTENCES]):
        found = sorted(beside[sentence], key=lambda phrase: -beside[sentence][phrase][0])
        right = [phrase for phrase in found if beside[sentence][phrase][1] >= bar][:_MOST_RIGHT]
        wrong = [phrase for phrase in found if beside[sentence][phrase][1] < _UNLIKE]
        near, rest = (wrong[:_LIKELIEST], wrong[_LIKELIEST:]) if right else (wrong[:_LIKELIEST_ELSEWHERE], [])
        wrong = [*near, *chance.sample(rest, min(_OTHERS, len(rest)))]
        text = spelt_sentence(question, sentence)
        claims = [
            TrainingClaim(spelt_answer(phrase, text), frozenset((status,)))
            for status, phrases in ((Status.SUPPORTED, right), (Status.UNKNOWN, wrong))
            for phrase in phrases
        ]
        chance.shuffle(claims)
        if claims:
            yield TrainingExample((text,), tuple(claims), 1.0)
