"""The scorer that was released with EntailmentBank, faults included (Dalvi et al. 2021, section 6.1, appendix B).

It reads proofs as strings, twice and by different rules, so that this module does too: a step may count for the leaves
and not for the steps. ``docs/measures.md`` lists the consequences. If the released program would fail (an empty proof,
an unknown id), this one scores the rest.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from explanans.evaluation.trees.scored import Conclusions, Counts, Scored
from explanans.structures.trees import ROOT

_SLOT = re.compile(r"\$proof\$.?(?:\s*=\s*)?(.*?)(?:\s*;\s*)?(?:\$\w*?\$|$)", re.IGNORECASE)
_NOTHING = "NULL"
_NO_MATCH = "NO_MATCH"
# What T5's vocabulary lacks is a space to the released scorer.
_UNKNOWN_TO_T5 = re.compile("[^ -;=-\\[\\]_a-z|£«\u00ad®°»ÉÎÜßàáâäçèéêîóôöùûüăşţșțавдеиклмнорсту–—‘’“”•′€▁]")


@dataclass(frozen=True, slots=True)
class _ParsedProof:
    """A proof as parsed by the scorer.

    Attributes:
        steps: The steps as strings, whose premises are sorted.
        ancestors: The conclusions in order, each with the leaves it rests on.
        words: The conclusions in words, by id.
    """

    steps: tuple[str, ...]
    ancestors: tuple[tuple[str, frozenset[str]], ...]
    leaves: frozenset[str]
    words: Mapping[str, str]


class JudgedStep(NamedTuple):
    """A step of a prediction, and whether it counts as right.

    Attributes:
        text: Its conclusion in words, in lower case; empty if it has none.
    """

    premises: tuple[str, ...]
    text: str
    conclusion: str
    is_right: bool


def score_by_ids(predicted: str, gold: str, hypothesis: str) -> Scored:
    """Score a proof of task 1 or 2, whose leaves are compared by their ids.

    Example:
        >>> gold = "sent1 & sent2 -> int1: ice melts; int1 & sent3 -> hypothesis; "
        >>> scored = score_by_ids("$proof$ = sent1 & sent2 -> int1: ice melts; int1 -> hypothesis;", gold, "ice floats")
        >>> scored.leaves.overlap().recall, scored.steps.overlap().f1
        (0.6666666666666666, 0.5)
    """
    proof = proof_slot(predicted)
    found, wanted = _read(proof, hypothesis), _read(gold, hypothesis)
    aligned = _aligned(found, wanted)
    return _scored(found, wanted, aligned, _renamed_steps(proof, aligned))


def judged_steps(predicted: str, gold: str, hypothesis: str) -> tuple[JudgedStep, ...]:
    """Return the steps of a proof of task 1 or 2, with whether each counts as correct.

    A step is right if it has the premises of the gold step that its conclusion is aligned to; what its conclusion
    says is not looked at.

    Example:
        >>> gold = "sent1 & sent2 -> int1: ice melts; int1 & sent3 -> hypothesis; "
        >>> predicted = "$proof$ = sent1 & sent2 -> int1: ice melts; int1 -> hypothesis;"
        >>> [step.is_right for step in judged_steps(predicted, gold, "ice floats")]
        [True, False]
    """
    proof = proof_slot(predicted)
    found, wanted = _read(proof, hypothesis), _read(gold, hypothesis)
    steps = _renamed_steps(proof, _aligned(found, wanted))
    return tuple(
        JudgedStep(tuple(map(str.strip, premises)), found.words.get(conclusion, ""), conclusion, step in wanted.steps)
        for (premises, conclusion), step in zip(_reread(proof), steps, strict=True)
    )


def _renamed_steps(proof: str, aligned: Mapping[str, str]) -> list[str]:
    return [
        f"{' & '.join(sorted(aligned.get(premise, premise) for premise in premises))} -> "
        f"{aligned.get(conclusion, conclusion)}"
        for premises, conclusion in _reread(proof)
    ]


def score_by_text(
    predicted: str, sentences: Mapping[str, str], gold: str, gold_sentences: Mapping[str, str], hypothesis: str
) -> Scored:
    """Score a proof of task 3, whose sentences are compared by their words.

    Args:
        predicted: A line of a prediction file, or the slot ``proof`` of a JSON Lines file.
        gold_sentences: The sentences of task 1, by id.
    """
    proof = proof_slot(predicted)
    found, wanted = _read_texts(proof, hypothesis, sentences), _read_texts(gold, hypothesis, gold_sentences)
    aligned = _aligned(found, wanted)
    words = {**sentences, **found.words, ROOT: hypothesis, **wanted.words, _NO_MATCH: _NOTHING}
    steps = [
        f"{' & '.join(sorted(_word(aligned, words, premise) for premise in premises))} -> "
        f"{_word(aligned, words, conclusion)}"
        for premises, conclusion in _reread(proof)
    ]
    return _scored(found, wanted, aligned, steps)


def proof_slot(line: str) -> str:
    """Return the proof that a prediction holds, without the ``;`` at its end.

    Args:
        line: The prediction, with or without ``$proof$ =`` before it.

    Example:
        >>> proof_slot("$proof$ = sent1 & sent2 -> hypothesis; ")
        'sent1 & sent2 -> hypothesis'
    """
    text = line.strip()
    match = _SLOT.search(text)
    return match[1].strip() if match else text.strip(";").strip()


def _word(aligned: Mapping[str, str], words: Mapping[str, str], name: str) -> str:
    return words.get(aligned.get(name.strip(), name.strip()), _NOTHING)


def _scored(found: _ParsedProof, wanted: _ParsedProof, aligned: Mapping[str, str], steps: Sequence[str]) -> Scored:
    # Conclusions are keyed by their words; the last of several equal ones counts.
    pairs = {found.words[name]: wanted.words.get(aligned[name], "") for name, _ in found.ancestors}
    common = len(set(steps) & set(wanted.steps))
    return Scored(
        leaves=Counts.of(found.leaves, wanted.leaves),
        steps=Counts(common, len(steps), common, len(wanted.steps)),
        conclusions=Conclusions(
            tuple((_known(name), _known(other)) for name, other in pairs.items()),
            len(found.words),
            len(wanted.words),
            by_words=True,
        ),
    )


def _known(text: str) -> str:
    return re.sub(" {2,}", " ", _UNKNOWN_TO_T5.sub(" ", text.lower()))


def _aligned(found: _ParsedProof, wanted: _ParsedProof) -> dict[str, str]:
    """Return the gold conclusion of each predicted one: the first of those whose leaves are most alike."""
    aligned = {}
    for name, leaves in found.ancestors:
        best, most = _NO_MATCH, 0.0
        for other, others in wanted.ancestors:
            common = len(leaves & others)
            similarity = common / max(1, len(leaves) + len(others) - common)
            if similarity > most:
                best, most = other, similarity
        aligned[name] = best
    return aligned


def _read(proof: str, hypothesis: str) -> _ParsedProof:
    ancestors: dict[str, frozenset[str]] = {}
    order, steps, words = [], [], {}
    for names, conclusion, text in _first_reading(proof):
        premises = [name.strip() for name in names]
        rests_on = frozenset[str]().union(
            *({name} if "sent" in name else ancestors.get(name, frozenset()) for name in premises)
        )
        steps.append(f"{' & '.join(sorted(premises))} -> {conclusion}")
        words[conclusion] = _plain(hypothesis if conclusion == ROOT else text)
        ancestors[conclusion] = rests_on
        order.append((conclusion, rests_on))
    leaves = frozenset(
        leaf for names, _, _ in _first_reading(proof) for leaf in map(str.strip, names) if "sent" in leaf
    )
    return _ParsedProof(tuple(steps), tuple(order), leaves, words)


def _read_texts(proof: str, hypothesis: str, sentences: Mapping[str, str]) -> _ParsedProof:
    known = dict(sentences)
    ancestors: dict[str, frozenset[str]] = {}
    order, steps, words = [], [], {}
    leaves: set[str] = set()
    for names, ending, text in _first_reading(proof):
        premises, conclusion = [name.strip() for name in names], ending.strip()
        texts = [known.get(name, _NOTHING) for name in premises]
        named = [known.get(name, _NOTHING) for name in premises if "sent" in name]
        leaves.update(named)
        rests_on = frozenset(named).union(
            *(ancestors.get(name, frozenset()) for name in premises if "sent" not in name)
        )
        said = hypothesis if conclusion == ROOT else text
        steps.append(f"{' & '.join(sorted(texts))} -> {said}")
        words[conclusion] = known[conclusion] = said
        ancestors[conclusion] = rests_on
        order.append((conclusion, rests_on))
    return _ParsedProof(tuple(steps), tuple(order), frozenset(leaves), words)


def _first_reading(proof: str) -> list[tuple[list[str], str, str]]:
    """Return the premises, conclusions and words of the steps; words that hold a colon are none."""
    read = []
    for part in proof.split(";"):
        head, *words = part.strip().split(":")
        sides = head.split(" -> ")
        if len(sides) == 2:
            premises = sides[0].split("&" if "&" in sides[0] else ",")
            read.append((premises, sides[1], words[0].strip() if len(words) == 1 else ""))
    return read


def _reread(proof: str) -> list[tuple[list[str], str]]:
    """Return the premises and conclusions of the steps as read again, where spaces are part of the signs."""
    read = []
    for part in proof.split("; "):
        sides = part.strip().split(":")[0].split(" -> ")
        if len(sides) == 2:
            read.append((sides[0].split(" & " if " & " in sides[0] else ", "), sides[1]))
    return read


def _plain(text: str) -> str:
    for sign, plain in (("  ", " "), (".", ""), ("\n", ""), ("( ", ""), (" )", "")):
        text = text.replace(sign, plain)
    return text.lower().strip()
