"""Features of how a conclusion is worded: what it copies, where it was cut or joined, and whether it is English."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from explanans.entailment.steps.step import StepView, TermStatistics, share
from explanans.language.grammar import AUXILIARIES, BE, DETERMINERS, PREPOSITIONS, PRONOUNS, RELATIVES
from explanans.language.terms import Sentence
from explanans.learning.features import Feature

WORDING = (
    Feature("part_of_premise", "whether its words stand in a premise in a row"),
    Feature("cut_before", "words of that premise before them; -1 where none has them in a row"),
    Feature("cut_after", "words of that premise after them; -1 where none has them in a row"),
    Feature("two_runs", "share of its words in the longest rows that it has in common with two premises"),
    Feature("seams", "number of its neighbouring words that are neighbours in no premise, but for those of an *and*"),
    Feature("conjunctions", "number of its *and*s, less those of the premises"),
    Feature("strange", "share of its neighbouring terms that people's sentences do not have"),
    Feature("strange_new", "number of those that are neighbours in no premise"),
    Feature("strange_premise", "share of such neighbours in the premise with most"),
    Feature("strange_premises", "share of such neighbours in all premises"),
    Feature("dangling", "whether it ends in a word that wants another"),
    Feature("collisions", "neighbouring words that both want a noun and are no neighbours in a premise"),
    Feature("repeated", "how often it has its most frequent telling term, less that of the premises"),
    Feature("copulas", "number of its forms of *be*, less those of the premise with most"),
    Feature("relatives", "number of its *that*s and *which*s, less those of the premise with most"),
    Feature("vague", "number of its words that only point or stand for something"),
    Feature("pointing_start", "whether it starts with a pronoun"),
    Feature("defined", "number of premises that say what a word means"),
    Feature("defines", "whether it says what a word means"),
    Feature("condition_lost", "number of premises whose condition it lacks, though it has most of their consequence"),
    Feature("words", "number of its words"),
)

_WANTING = PREPOSITIONS | DETERMINERS | AUXILIARIES | RELATIVES | frozenset(("and", "or", "by", "if", "than"))
_POINTING = frozenset("something that those this these it they thing things else itself such".split())
_MEANING = frozenset(("mean", "means", "meaning", "synonymous"))
_MOST = 0.5


def wording_values(step: StepView) -> list[float]:
    """Return the features ``WORDING`` of a step."""
    said = step.conclusion
    held = [premise.words for premise in step.premises]
    known = set[tuple[str, str]]().union(*map(pairwise, held))
    new = [pair for pair in pairwise(said.words) if pair not in known]
    strange = [_strange(step.words, premise.terms) for premise in step.premises]
    pairs = [len(premise.terms) - 1 for premise in step.premises]
    return [
        *_part(said.words, held),
        share(sum(sorted(_runs(said.words, held))[-2:]), len(said.words)),
        sum("and" not in pair for pair in new),
        said.words.count("and") - sum(words.count("and") for words in held),
        share(_strange(step.words, said.terms), len(said.terms) - 1),
        _strange_new(step),
        max((share(count, size) for count, size in zip(strange, pairs, strict=True)), default=0.0),
        share(sum(strange), sum(pairs)),
        float(said.words[-1:] != () and said.words[-1] in _WANTING - BE),
        sum(first in PREPOSITIONS | DETERMINERS and second in PREPOSITIONS | RELATIVES for first, second in new),
        _most(said.telling) - max(map(_most, (premise.telling for premise in step.premises))),
        _more(said, step.premises, BE),
        _more(said, step.premises, RELATIVES),
        sum(word in _POINTING for word in said.words),
        float(said.words[:1] != () and said.words[0] in PRONOUNS),
        sum(not _MEANING.isdisjoint(words) for words in held),
        float(not _MEANING.isdisjoint(said.words)),
        _conditions_lost(step),
        len(said.words),
    ]


def _part(said: Sequence[str], held: Iterable[Sequence[str]]) -> tuple[float, float, float]:
    for words in held:
        for start in range(len(words) - len(said) + 1):
            if said and words[start : start + len(said)] == said:
                return 1.0, start, len(words) - start - len(said)
    return 0.0, -1.0, -1.0


def _runs(said: Sequence[str], held: Iterable[Sequence[str]]) -> list[int]:
    """Return the length of the longest row of words that each premise has in common with a conclusion."""
    found = []
    for words in held:
        lengths, best = [0] * (len(words) + 1), 0
        for word in said:
            lengths = [0, *(lengths[place] + 1 if word == other else 0 for place, other in enumerate(words))]
            best = max(best, *lengths)
        found.append(best)
    return found


def _strange(known: TermStatistics, terms: Sequence[str]) -> int:
    return sum(" ".join(pair) not in known.pairs for pair in pairwise(terms))


def _strange_new(step: StepView) -> int:
    held = set[tuple[str, str]]().union(*(pairwise(premise.terms) for premise in step.premises))
    new = set(pairwise(step.conclusion.terms)) - held
    return sum(" ".join(pair) not in step.words.pairs for pair in new)


def _most(telling: Sequence[str]) -> int:
    return max(Counter(telling).values(), default=0)


def _more(said: Sentence, premises: Iterable[Sentence], words: frozenset[str]) -> int:
    counts = [sum(word in words for word in sentence.words) for sentence in (said, *premises)]
    return counts[0] - max(counts[1:])


def _conditions_lost(step: StepView) -> int:
    said = step.said
    return sum(
        bool(premise.condition)
        and not step.conclusion.condition
        and share(len(premise.condition & said), len(premise.condition)) < _MOST
        and share(len((premise.subject | premise.predicate) & said), len(premise.subject | premise.predicate)) >= _MOST
        for premise in step.premises
    )
