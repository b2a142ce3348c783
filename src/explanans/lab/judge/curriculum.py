"""All that a judge learns from.

It is our own judged texts, people's inference pairs, entailment trees, exam questions, claims that a model wrote, and
examples of phenomena that are generated with their meaning known.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.splits import labelled_pairs, training_graphs, tree_problems
from explanans.lab.judge.altered_claims import altered_values, altered_words
from explanans.lab.judge.examples import (
    Pool,
    TrainingClaim,
    TrainingExample,
    negated_examples,
    of_pairs,
    of_questions,
    of_sentences,
    of_texts,
    of_trees,
)
from explanans.lab.judge.generated import examples_of_frames, examples_of_parses, examples_of_texts
from explanans.lab.judge.people import examples_of_people
from explanans.lab.judge.premises import by_digest
from explanans.lab.judge.tasks import answer_examples, stance_examples
from explanans.lab.judge.texts import held_out_short_texts, held_out_texts, short_texts, training_texts
from explanans.lab.judge.written import SHIPPED, lessons_of, read_claims
from explanans.lab.training.conclusions import GoldStep, gold_steps, last_steps
from explanans.lab.training.written import written_stances
from explanans.language.parser import open_parser
from explanans.language.sentences import sentences
from explanans.structures.labels import LabelledDocument
from explanans.structures.syntax import Parse
from explanans.structures.verdicts import Status

_HELD_OUT = 7
"""Every how many texts one teaches the combination instead of the network."""
_PAIRS = {"conjnli": 4000, "med": 2000, "help": 1500}
"""Premises of data sets that rules made, or that are all of one kind: more of them taught nothing more."""
_MADE = 0.5
_MORE_PAIRS, _PLAIN_WEIGHT = {"conjnli": 1200, "help": 1200}, 0.25
"""As many more premises teach the combination how a single sentence is read; each counts for little."""
AGAINST = 0.6
"""The weight of claims that were turned against what they look like, which are not all well made."""
_SENTENCES, _SENTENCE_WEIGHT = 8000, 0.5
_STEPS, _STEP_WEIGHT = 4000, 0.6
_STEPS_WRITTEN = 1450
_QUESTIONS, _MORE_QUESTIONS, _QUESTION_WEIGHT = 900, 500, 0.5
_OWN_SHARE, _PUBLIC_SHARE, _GENERATED_SHARE = 0.42, 0.28, 0.3
"""Shares of tokens of the pools: our own and written texts, people's pairs, examples of phenomena."""
_REPEATED = 1.5
"""Weight of the texts that people wrote and labelled as they meant them."""
_FRAMES, _FRAMES_BESIDE, _FRAME_WEIGHT = 110, 6, 4.0
"""Examples of each phenomenon for the network and for the combination, and the weight of the latter."""
_BESIDE, _KEPT, _KEPT_WEIGHT = 1000, 1200, 3.0
"""Pairs and questions, and people's pairs, that teach the combination, and the factor of the weight of the latter.

Chosen with `_FRAME_WEIGHT` among five settings on the part ``dev`` of the own texts and on pairs by kind."""
_LANGUAGE_SHARES = (0.13, 0.26, 0.01, 0.16, 0.19, 0.05, 0.10, 0.03, 0.07)
"""Shares of tokens for a language model: judged texts and the like, short texts, written claims, people's pairs,
phenomena, texts of several phenomena, claims with altered values and words, stances, phrases that answer."""
_OWN_ALTERED, _PEOPLE_ALTERED = 2500, 8000
"""Examples of each kind of which words are altered, beside the judged texts; values are altered in all."""
_TEXTS = 3200
"""Number of generated texts about several phenomena."""
_LANGUAGE_HELD_OUT = 3
"""Every how many of the texts that the network does not see is not seen by a language model either."""
_NEGATED, _LANGUAGE_SENTENCES = 600, 5000
_PARSED, _SHORTEST, _LONGEST = 5000, 4, 22
"""Number of sentences from which examples are made by their parses, and their least and greatest number of words."""


@dataclass(frozen=True, slots=True)
class TrainingData:
    """The training data of a judge.

    Attributes:
        network: What its network learns from first.
        refining: What it learns from then: what people wrote and labelled as they meant it.
        combination: Texts that the network does not see, for what combines its readings with exact findings.
        beside: Lessons for the same that the network does not see either: pairs and exam questions.
        mixture: Pools of examples that the network learns from at last, side by side.
    """

    network: tuple[TrainingExample, ...]
    refining: tuple[TrainingExample, ...]
    combination: tuple[LabelledDocument, ...]
    beside: tuple[TrainingExample, ...] = ()
    mixture: tuple[Pool, ...] = ()

    def origin(self) -> dict[str, int | str]:
        """Return how much there is, and a digest of it, for manifests."""
        digest, taught = sha256(), 0
        for lesson in self.network:
            digest.update(repr((lesson.premises, lesson.weight, list(map(_plain, lesson.claims)))).encode())
            taught += sum(claim.shares is not None for claim in lesson.claims)
        return {
            "lessons": len(self.network),
            "claims": sum(len(lesson.claims) for lesson in self.network),
            "written_claims": taught,
            "held_out_texts": len(self.combination),
            "held_out_lessons": len(self.beside),
            "lessons_sha256": digest.hexdigest(),
        }


def _plain(claim: TrainingClaim) -> tuple[object, ...]:
    """Return a claim as what looks the same in every process: sets have no order of their own."""
    return claim.text, [status in claim.statuses for status in Status], claim.marks, claim.shares


def curriculum(data: Path | None, seed: int, written: Path | None = SHIPPED, *, further: bool = False) -> TrainingData:
    """Return what the judge that ships learns from.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        seed: Seeds what is drawn of large data sets.
        written: The file of claims that a language model wrote; None if there are none.
        further: Whether to make the mixture, for which thousands of sentences are parsed.

    Raises:
        InputError: A data set is not there, or the file of claims cannot be read.
    """
    learnt, held_out = parted()
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    people = [*of_texts(learnt), *_of_people(data)]
    lessons = [*people, *negated_examples(learnt, AGAINST, seed)]
    lessons += _drawn(list(of_sentences(learnt, _SENTENCE_WEIGHT)), _SENTENCES, chance)
    beside = list[TrainingExample]()
    for part, most in _PAIRS.items():
        more = _MORE_PAIRS.get(part, 0)
        drawn = list(_drawn(list(of_pairs(labelled_pairs(data, part, "train"), _MADE)), most + more, chance))
        lessons += drawn[:most]
        beside += [lesson._replace(weight=_PLAIN_WEIGHT) for lesson in drawn[most:]]
    lessons += _drawn(_of_steps(data, seed), _STEPS, chance)
    science = KnowledgeBase.open(find("worldtree-v2.1", data))
    asked = list(of_questions(science.questions, science, _QUESTION_WEIGHT, _QUESTIONS + _MORE_QUESTIONS, seed))
    lessons += asked[:_QUESTIONS]
    if written is not None:
        lessons += lessons_of(read_claims(written), by_digest(data, learnt))
    public = examples_of_people(data, seed)
    around = _around(learnt)
    beside = [*_drawn([*beside, *asked[_QUESTIONS:]], _BESIDE, chance)]
    kept = _drawn(public.kept, _KEPT, chance)
    beside += [item._replace(weight=_KEPT_WEIGHT * item.weight) for item in kept]
    beside += [*examples_of_frames(_FRAMES_BESIDE, seed + 1, around, _FRAME_WEIGHT)]
    pools: tuple[Pool, ...] = ()
    if further:
        own = [*lessons, *(lesson._replace(weight=_REPEATED) for lesson in people)]
        generated = _generated(data, around, seed, chance)
        pools = Pool(own, _OWN_SHARE), Pool(public.learnt, _PUBLIC_SHARE), Pool(generated, _GENERATED_SHARE)
    return TrainingData(tuple(lessons), tuple(people), tuple(held_out), tuple(beside), pools)


def language_pools(data: Path | None, seed: int) -> tuple[Pool, ...]:
    """Return what a language model learns from to read claims, stances and answers; see `_LANGUAGE_SHARES`.

    It also learns from two of three texts of which the network of the judge sees none; the third is left to what
    combines their readings, see `language_held_out`.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        seed: Seeds what is drawn of large data sets.

    Raises:
        InputError: A data set is not there.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    learnt, _ = parted()
    texts = [*learnt, *(text for number, text in enumerate(held_out_texts()) if number % _LANGUAGE_HELD_OUT)]
    own = [*of_texts(texts), *_drawn(list(negated_examples(texts, AGAINST, seed)), _NEGATED, chance)]
    own += _drawn(list(of_sentences(texts, _SENTENCE_WEIGHT)), _LANGUAGE_SENTENCES, chance)
    own += _drawn(_of_steps(data, seed), _STEPS, chance)
    science = KnowledgeBase.open(find("worldtree-v2.1", data))
    own += of_questions(science.questions, science, _QUESTION_WEIGHT, _QUESTIONS, seed)
    written = list(lessons_of(read_claims(SHIPPED), by_digest(data, learnt)))
    around = _around(learnt)
    generated, mixed = _generated(data, around, seed, chance), list(examples_of_texts(_TEXTS, seed, around))
    people = examples_of_people(data, seed).learnt
    natural = [*of_texts(texts), *_drawn(own, _OWN_ALTERED, chance), *_drawn(people, _PEOPLE_ALTERED, chance)]
    altered = [*altered_values([*people, *own], seed), *altered_words(natural, open_parser(), seed)]
    stances = list(stance_examples([*training_graphs(data), *written_stances()]))
    answers = list(answer_examples(learnt, seed))
    examples = own, list(_of_short_texts(seed)), written, people, generated, mixed, altered, stances, answers
    return tuple(map(Pool, examples, _LANGUAGE_SHARES))


def _of_short_texts(seed: int) -> Iterator[TrainingExample]:
    """Yield each short text with its claims, alone and behind or before another one."""
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    examples = list(of_texts(short_texts()))
    yield from examples
    for example, other in zip(examples, chance.sample(examples, len(examples)), strict=True):
        if example is not other:
            premises = chance.sample((example.premises, other.premises), 2)
            yield example._replace(premises=(*premises[0], *premises[1]))


def conclusion_steps(data: Path | None) -> list[GoldStep]:
    """Return the steps of EntailmentBank's training trees, of which a language model learns to write the conclusions.

    The last steps are among them: their hypotheses are conclusions that people wrote, too, and no aim is given with
    them.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.

    Raises:
        InputError: The data set is not there.
    """
    found = list[GoldStep]()
    for problem in tree_problems(data, 1, "train"):
        found += gold_steps(problem)
        found += last_steps(problem)
    return found


def language_held_out() -> list[LabelledDocument]:
    """Return the judged texts that neither the network of the judge nor the language model learns from."""
    return [*training_texts()[::_HELD_OUT], *held_out_texts()[::_LANGUAGE_HELD_OUT], *held_out_short_texts()]


def _around(texts: Sequence[LabelledDocument]) -> list[list[str]]:
    """Return the sentences of texts, with full stops, for surroundings of short premises."""
    return [[f"{part.text}." for part in sentences(text.paragraphs)] for text in texts]


def _generated(
    data: Path | None, around: Sequence[Sequence[str]], seed: int, chance: random.Random
) -> list[TrainingExample]:
    return [*examples_of_frames(_FRAMES, seed, around), *examples_of_parses(_parses(data, chance), seed)]


def _parses(data: Path | None, chance: random.Random) -> list[Parse]:
    """Return the parses of claims of FEVER and premises of TaxiNLI, from which examples are made."""
    texts = [pair.claim for pair in labelled_pairs(data, "fever", "train")]
    texts += [premise for pair in labelled_pairs(data, "taxinli", "train") for premise in pair.premises]
    short = [text for text in dict.fromkeys(texts) if _SHORTEST <= len(text.split()) <= _LONGEST]
    return list(open_parser().parse(chance.sample(short, min(_PARSED, len(short)))))


def models_for_writing(data: Path | None, seed: int) -> list[TrainingExample]:
    """Return lessons whose claims show a language model how claims are written: people's, and steps of trees.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        seed: Seeds what is drawn.

    Raises:
        InputError: A data set is not there.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    learnt, _ = parted()
    return [*of_texts(learnt), *_of_people(data), *_drawn(_of_steps(data, seed), _STEPS_WRITTEN, chance)]


def parted() -> tuple[list[LabelledDocument], list[LabelledDocument]]:
    """Return the judged texts that the network learns from, and those held out for the combination."""
    texts = training_texts()
    learnt = [text for number, text in enumerate(texts) if number % _HELD_OUT]
    return learnt, [*texts[::_HELD_OUT], *held_out_texts()]


def _of_people(data: Path | None) -> list[TrainingExample]:
    return [lesson for part in ("snli", "wice-words") for lesson in of_pairs(labelled_pairs(data, part, "train"))]


def _of_steps(data: Path | None, seed: int) -> list[TrainingExample]:
    return list(of_trees(tree_problems(data, 1, "train"), _STEP_WEIGHT, seed))


def _drawn(lessons: Sequence[TrainingExample], most: int, chance: random.Random) -> Iterable[TrainingExample]:
    return chance.sample(lessons, min(most, len(lessons)))
