"""Weigh premises as evidence for and against a claim: each alone, the best together, and one verdict over all."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.entailment.judge.premise_scores import ALONE_AGAINST, FAR, PremiseScores, expit, log_odds
from explanans.language.sentences import ends_sentence, sentence_spans
from explanans.language.tokens import informative_lemmas, lemmas, reads_like_english
from explanans.learning.embedder import Embedder
from explanans.structures.verdicts import NliScores, Status, Verdict

MOST = 12
"""How many premises are looked at, the first ones given, beside those of groups."""

_ALONE = 4
"""How many of them are read alone, those nearest to the claim: a reading takes the time of all else of a fact."""
_TOGETHER = 8
"""How many of the premises nearest to the claim are read as one text."""
_CLEAR = 0.5
"""Minimum probability for which a premise by itself, or all together, are for the claim."""
_AGAINST = 0.7
"""Minimum probability for which all together are against it."""

_CERTAIN = 0.9
"""Minimum probability for which one premise, or several together, need no other to say the same."""
_WHOLLY = 0.85
"""The cosine of premise and claim from which on what is said counts wholly."""
_CLEARNESS, _NEARNESS, _CONSTANT = 0.6, 2.0, -1.5
"""The logistic function that tells how probable it is that leaves support a claim, of the log-odds of what they say and
of the cosine of the nearest."""
_ABOUT = 0.1
"""How much less clearly fewer premises may say together what more do, so that these are named."""
_NAMED = 3
"""How many premises a verdict names at most, those that say it most clearly."""

_PIECE = re.compile(r"\w+|[^\w\s]")
_LETTERS = 4
_LONGEST_PREMISE = 300
_LONGEST_CLAIM = 160
"""In pieces of words, counted so that a network hardly ever finds more."""
_SURE = NliScores(0.98, 0.01, 0.01)
"""The scores of a claim that has the same words as its premise."""


@dataclass(frozen=True, slots=True)
class PremiseAssessment:
    """The assessment of a claim by its premises, each alone and all together.

    Attributes:
        findings: What was found of each premise alone and of those that were read together, in the order of reading.
    """

    verdict: Verdict
    findings: tuple[PremiseScores, ...]

    @property
    def supporting(self) -> dict[str, NliScores]:
        """The premises that support the claim by themselves, the clearest first."""
        return _alone(self.findings, Status.SUPPORTED)

    @property
    def contradicting(self) -> dict[str, NliScores]:
        """The premises that contradict the claim by themselves, the clearest first."""
        return _alone(self.findings, Status.CONTRADICTED)


def weigh(
    judge: Judge,
    claim: str,
    premises: Sequence[tuple[str, str]],
    groups: Iterable[Sequence[str]] = (),
    known: Sequence[PremiseScores] = (),
) -> PremiseAssessment:
    """Weigh premises as evidence for and against a claim.

    Every premise is read alone; the few that are nearest to the claim are read together, and so is each given group. A
    premise that does not concern the claim does not count, whatever the judge says of it. A long premise is read in
    parts. Premises that do not read like English, and a claim that is longer than a judge reads, are not judged.

    Args:
        premises: The ids and texts of premises, the likeliest to concern the claim first; of more than `MOST` only
            the first are looked at, beside those of groups.
        groups: Ids of premises to read together, such as the leaves of a tree, in their order.
        known: What was found before of the same claim; none of it is judged again.

    Raises:
        InputError: The judge returns what is of no use.

    Example:
        >>> class Denies:
        ...     name = "denies"
        ...     def judge(self, pairs):
        ...         return [NliScores(0, 1, 0) if "not" in pair.premises[0] else NliScores(0, 0, 1)
        ...                 for pair in pairs]
        >>> premises = [("f1", "Ice does not sink in water."), ("f2", "Frogs jump.")]
        >>> found = weigh(Denies(), "Ice sinks in water.", premises)
        >>> found.verdict.status.value, found.verdict.because
        ('contradicted', ('f1',))
    """
    findings = find(judge, claim, premises, groups, known)
    return PremiseAssessment(verdict(findings), findings)


def find(
    judge: Judge,
    claim: str,
    premises: Sequence[tuple[str, str]],
    groups: Iterable[Sequence[str]] = (),
    known: Sequence[PremiseScores] = (),
) -> tuple[PremiseScores, ...]:
    """Return what premises say of a claim, each alone and the nearest together; see ``weigh``.

    Raises:
        InputError: The judge returns what is of no use.
    """
    texts = {name: text for name, text in premises if informative_lemmas(text) and reads_like_english(text)}
    if not texts or not is_judged(claim):
        return ()
    first = list(texts)[:MOST]
    sets = dict.fromkeys(tuple(group) for group in groups if all(name in texts for name in group))
    near = _similarities(claim, {name: texts[name] for name in (*first, *(name for group in sets for name in group))})
    nearest = sorted(first, key=lambda name: -near[name])
    alone = [(name,) for name in nearest[:_ALONE] if near[name] > FAR]
    # Notes that follow each other are read so.
    together = tuple(sorted((name for name in nearest[:_TOGETHER] if near[name] > FAR), key=_place))
    done = {finding.premises: finding for finding in known}
    new = {}
    for names in dict.fromkeys([*alone, *([together] if len(together) > 1 else []), *sets]):
        text = " ".join(map(_sentence, map(texts.__getitem__, names)))
        if names not in done and (len(names) == 1 or _size(text) <= _LONGEST_PREMISE):
            new[names] = text
    for names, judgement in zip(new, _read(judge, claim, list(new.values())), strict=True):
        done[names] = PremiseScores(names, judgement, max(map(near.__getitem__, names)))
    return tuple(done.values())


def is_judged(claim: str) -> bool:
    """Return whether a claim can be judged: one that says something, reads like English and is not too long to read.

    Example:
        >>> is_judged("ice melts"), is_judged("Der Mond umkreist die Erde jeden Monat."), is_judged("ice melts " * 90)
        (True, False, False)
    """
    return bool(informative_lemmas(claim)) and reads_like_english(claim) and _size(claim) <= _LONGEST_CLAIM


def verdict(
    findings: Sequence[PremiseScores], shown: PremiseScores | None = None, enough: Collection[str] = frozenset()
) -> Verdict:
    """Return what findings say all in all.

    Where leaves are shown, support is what they say together, or what one of them says alone, or another fact that is
    enough by itself. Else it is the mean of what most premises say together and of what the clearest says alone, unless
    one of these is sure. Support is the less, the further the nearest premise is from the claim. So is what speaks
    against it.

    Args:
        shown: What was found of the leaves that are shown; None if there are none.

    Example:
        >>> clear, both = NliScores(0.8, 0.1, 0.1), NliScores(0.6, 0.3, 0.1)
        >>> findings = [PremiseScores(("f1",), clear, 0.9), PremiseScores(("f1", "f2"), both, 0.9)]
        >>> found = verdict(findings)
        >>> found.status.value, round(found.support, 3), found.because
        ('supported', 0.7, ('f1',))
        >>> verdict(findings, PremiseScores(("f2", "f3"), both, 0.9)).because
        ('f2', 'f3')
    """
    if not findings:
        return Verdict(Status.UNKNOWN, 0.0, ())
    nearness = min(1.0, max(0.0, max(finding.similarity for finding in findings) / _WHOLLY) ** 0.5)
    counted = findings if shown is None else _counted(findings, shown, enough)
    pro = nearness * _told(findings, Status.SUPPORTED) if shown is None else _support(counted)
    con = nearness * _told(findings, Status.CONTRADICTED)
    pro, con = pro / max(1.0, pro + con), con / max(1.0, pro + con)
    status = Status.SUPPORTED if pro >= _CLEAR else Status.CONTRADICTED if con >= _AGAINST else Status.UNKNOWN
    return Verdict(status, pro, _because(counted if status is Status.SUPPORTED else findings, status))


def _counted(findings: Sequence[PremiseScores], shown: PremiseScores, enough: Collection[str]) -> list[PremiseScores]:
    """Return what counts for a claim where leaves are shown: these together and alone, and what is enough alone."""
    # What leaves say together does not count where a fact says the opposite by itself.
    known = {*shown.premises, *enough}
    alone = [finding for finding in findings if len(finding.premises) == 1 and finding.premises[0] in known]
    return alone if _alone(findings, Status.CONTRADICTED) else [*alone, shown]


def _support(counted: Sequence[PremiseScores]) -> float:
    """Return how probable it is that a reader finds a claim supported by what counts."""
    # Its log-odds rise with those of the clearest, one alone or all together, and with how near the nearest is.
    if not counted:
        return 0.0
    # Leaves that say so together count wholly: none of them needs to concern the whole claim.
    together = [finding.judgement.supported for finding in counted if len(finding.premises) > 1]
    clearest = max([*together, *(_weight(finding, Status.SUPPORTED) for finding in counted)])
    similarity = max(finding.similarity for finding in counted)
    return expit(_CLEARNESS * log_odds(clearest) + _NEARNESS * similarity + _CONSTANT)


def _told(findings: Sequence[PremiseScores], status: Status) -> float:
    """Return how clearly premises say so: the clearest alone and most of them together, or that which is sure."""
    # What they say together does not count where one of them says the opposite by itself.
    alone = max((_weight(finding, status) for finding in findings if len(finding.premises) == 1), default=0.0)
    several = max(findings, key=lambda finding: len(finding.premises))
    opposite = Status.CONTRADICTED if status is Status.SUPPORTED else Status.SUPPORTED
    if len(several.premises) == 1 or not _alone(findings, opposite).keys().isdisjoint(several.premises):
        return alone
    together = _probability(several, status)
    return max((alone + together) / 2, *(value if value >= _CERTAIN else 0.0 for value in (alone, together)))


def _because(findings: Sequence[PremiseScores], status: Status) -> tuple[str, ...]:
    """Return the premises that say so by themselves; where none does, the fewest that say so together."""
    if status is Status.UNKNOWN:
        return ()
    clear = tuple(_alone(findings, status))[:_NAMED]
    if clear:
        return clear
    clearest = max(_weight(finding, status) for finding in findings)
    about_as_clear = [finding for finding in findings if _weight(finding, status) >= clearest - _ABOUT]
    return min(about_as_clear, key=lambda finding: (len(finding.premises), -_weight(finding, status))).premises


def _alone(findings: Sequence[PremiseScores], status: Status) -> dict[str, NliScores]:
    """Return the premises that say so by themselves, the clearest first."""
    # A premise that lacks the rest of the reason looks as if it denied the claim; where premises support the claim
    # together, one of them contradicts it only if that is nearly certain.
    found = [finding for finding in findings if len(finding.premises) == 1 and _says(finding, status)]
    if status is Status.CONTRADICTED:
        together = [one for one in findings if len(one.premises) > 1 and _says(one, Status.SUPPORTED)]
        supporting = {name for one in together for name in one.premises}
        found = [one for one in found if one.premises[0] not in supporting or _weight(one, status) >= _CERTAIN]
    found.sort(key=lambda finding: -_weight(finding, status))
    return {finding.premises[0]: finding.judgement for finding in found}


def _says(finding: PremiseScores, status: Status) -> bool:
    least = _CLEAR if status is Status.SUPPORTED else ALONE_AGAINST
    return finding.judgement.status is status and _weight(finding, status) >= least


def _weight(finding: PremiseScores, status: Status) -> float:
    """Return the probability of a status by a finding, times the relevance of its premises."""
    return finding.relevance * _probability(finding, status)


def _probability(finding: PremiseScores, status: Status) -> float:
    return finding.judgement.supported if status is Status.SUPPORTED else finding.judgement.contradicted


def _place(name: str) -> tuple[str, int]:
    """Return where a fact stands, by its id: those of a file are numbered."""
    stem = name.rstrip("0123456789")
    return stem, int(name[len(stem) :] or 0)


def _similarities(claim: str, texts: Mapping[str, str]) -> dict[str, float]:
    """Return how near each text is to the claim; of a long one its nearest sentence."""
    embed = Embedder.shipped().embed
    (sought,) = embed([claim])
    return {name: float((embed(_passages(text)) @ sought).max()) for name, text in texts.items()}


def _passages(text: str) -> Sequence[str]:
    if _size(text) <= _LONGEST_PREMISE:
        return (text,)
    line = " ".join(text.split())
    return [line[start:end] for start, end in sentence_spans(line)] or (text,)


def _read(judge: Judge, claim: str, texts: Sequence[str]) -> Iterator[NliScores]:
    """Yield what each text says of a claim; of the parts of a long one the part that says most."""
    said = lemmas(claim)
    parts = [[] if lemmas(text) == said else list(_parts(_sentence(text))) for text in texts]
    found = iter(judged(judge, [Pair((part,), claim) for several in parts for part in several]))
    for several in parts:
        judgements = list(islice(found, len(several)))
        yield min(judgements, key=lambda judgement: judgement.unknown, default=_SURE)


def _parts(text: str) -> Iterator[str]:
    """Yield parts of a text that a judge reads at once: sentences, or words where one is too long."""
    if _size(text) <= _LONGEST_PREMISE:
        yield text
        return
    part, line = "", " ".join(text.split())
    for start, end in sentence_spans(line):
        sentence = line[start:end]
        pieces = [sentence] if _size(sentence) <= _LONGEST_PREMISE else sentence.split()
        for piece in pieces:
            longer = f"{part} {piece}".strip()
            if part and _size(longer) > _LONGEST_PREMISE:
                yield part
                longer = piece
            part = longer
    if part:
        yield part


def _size(text: str) -> int:
    """Return about how many pieces of words a network makes of a text, rather more than fewer."""
    return sum(1 + len(word) // _LETTERS for word in _PIECE.findall(text))


def _sentence(text: str) -> str:
    """Return a fact as a sentence among others: facts have no full stop."""
    stripped = text.strip()
    return stripped if ends_sentence(stripped) else f"{stripped}."
