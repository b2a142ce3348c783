"""Roles and names of a claim beside those of its premises."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from explanans.entailment.rules.alignment import Match, Relation
from explanans.entailment.rules.clauses import clauses
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.pair import SURE, Pair
from explanans.entailment.rules.reading import Word
from explanans.entailment.rules.verbs import ADJUNCT, AGENT, PATIENT, RECEIVER, SOURCE, Frame
from explanans.language.wordnet import is_word

Roles = Mapping[str, tuple[int, ...]]
_MUTUAL = frozenset("with beside near alongside opposite like unlike than as among between".split())
_MUTUAL_VERBS = frozenset(
    "be become equal meet marry resemble match face border touch join adjoin mean differ agree".split()
)
_ARTICLES = frozenset("a an the".split())
_MAIN = (AGENT, PATIENT, RECEIVER, SOURCE)


def roles(pair: Pair) -> Iterator[Finding]:
    """Yield what comes of who does what to whom in a claim."""
    for frame in pair.claim.frames.values():
        match = _match(pair, frame)
        if match is not None:
            yield from _compare(pair, frame, match)


def exchanged(pair: Pair) -> Iterator[Finding]:
    """Yield who changes places with whom around a verb, where all else is the same: *flies hunt wasps*.

    The order of the words tells it where the parser takes one of them for something else.
    """
    claimed = _named(pair.claim.reading.words)
    said = [
        (sentence, _named([premise.reading.words[number] for number in clause.words]))
        for sentence, premise in enumerate(pair.premises)
        for clause in clauses(premise.reading)
    ]
    lower = [word.lower for word in claimed]
    if any([word.lower for word in words] == lower for _, words in said):
        return
    for sentence, words in said:
        place = _turning(lower, [word.lower for word in words])
        if place is not None and is_word(claimed[place].lemma, "VERB") and claimed[place].lemma not in _MUTUAL_VERBS:
            here, there = claimed[0], words[0]
            why = f"{here.text} against {there.text} as {AGENT}"
            yield Finding(Kind.ROLE, Outcome.CONFLICTS, here.span, there.span, why, sentence, 1.0)
            return


def _named(words: Iterable[Word]) -> list[Word]:
    """Return words without articles and marks."""
    return [word for word in words if word.pos != "PUNCT" and word.lower not in _ARTICLES]


def _turning(one: Sequence[str], other: Sequence[str]) -> int | None:
    """Return the place of the word around which two texts are turned; None if there is none."""
    if len(one) != len(other) or sorted(one) != sorted(other):
        return None
    for place, word in enumerate(one):
        if 0 < place < len(one) - 1 and [*one[place + 1 :], word, *one[:place]] == list(other):
            return place
    return None


def names(pair: Pair) -> Iterator[Finding]:
    """Yield which names of a claim its premises have."""
    for word in pair.claim.reading.content:
        if not word.is_name:
            continue
        match = pair.best(word)
        if match is None or not match.tie.is_same:
            yield Finding(Kind.NAME, Outcome.MISSING, word.span, None, f"{word.text} is not found")
        else:
            there = pair.word(match.place)
            yield Finding(Kind.NAME, Outcome.AGREES, word.span, there.span, word.text, match.place[0], match.context)


def _match(pair: Pair, frame: Frame) -> Match | None:
    """Return the predicate of the premises that a predicate of the claim speaks of, from either side."""
    for match in pair.alignment.candidates.get(frame.predicate.number, ()):
        same = match.tie.is_same or match.tie.relation == Relation.CONVERSE
        if same and match.place[1] in pair.premises[match.place[0]].frames:
            return match
    return None


def _compare(pair: Pair, claim: Frame, match: Match) -> Iterator[Finding]:
    premise = pair.premises[match.place[0]].frames[match.place[1]]
    own: Roles = claim.roles
    others: Roles = premise.roles
    if match.tie.relation == Relation.CONVERSE or (claim.is_turned and premise.is_turned):
        own, others = claim.turned(), premise.turned()
    for role in sorted(own):
        if role in _MAIN or role in others:
            yield from _role(pair, role, own, others, match)


def _role(pair: Pair, role: str, own: Roles, others: Roles, match: Match) -> Iterator[Finding]:
    sentence, context = match.place[0], match.context
    here = pair.claim.reading.words[own[role][0]]
    filled = others.get(role, ())
    if not here.is_content or not filled:
        return
    there = pair.premises[sentence].reading.words[filled[0]]
    meant = pair.meant(sentence, filled[0])
    name = role.removeprefix(ADJUNCT)
    if pair.fills(own[role], filled, sentence):
        why = f"{here.text} as {name}"
        yield Finding(Kind.ROLE, Outcome.AGREES, here.span, there.span, why, sentence, context)
        return
    why = f"{here.text} against {meant.text} as {name}"
    kind, status = Kind.ROLE, Outcome.MISSING
    is_mutual = pair.word(match.place).lemma in _MUTUAL_VERBS
    if not is_mutual and _are_swapped(pair, role, own, others, sentence):
        status = Outcome.CONFLICTS
    elif here.is_name and meant.is_name and _is_another(pair, role, own, others, match):
        kind, status = Kind.NAME, Outcome.CONFLICTS
    yield Finding(kind, status, here.span, there.span, why, sentence, context)


def _are_swapped(pair: Pair, role: str, own: Roles, others: Roles, sentence: int) -> bool:
    """Return whether what has a role in the claim has another in the premise, and what has that, another in the claim.

    Of *a stem brings water to the leaves* a claim that *a leaf brings water up the stem* swaps who brings and whereto.
    """
    if role.removeprefix(ADJUNCT) in _MUTUAL:
        return False
    if any(
        _is_elsewhere(other, role)
        and other in own
        and pair.fills(own[role], others[other], sentence)
        and pair.fills(own[other], others[role], sentence)
        for other in others
    ):
        return True
    there = any(pair.fills(own[role], others[other], sentence) for other in others if _is_elsewhere(other, role))
    here = any(pair.fills(own[other], others[role], sentence) for other in own if _is_elsewhere(other, role))
    return role == AGENT and there and here and not pair.fills(own[role], others[role], sentence)


def _is_elsewhere(other: str, role: str) -> bool:
    """Return whether a role is another one, and not that of who does the same together: *with*, *beside*."""
    return other != role and other.removeprefix(ADJUNCT) not in _MUTUAL


def _is_another(pair: Pair, role: str, own: Roles, others: Roles, match: Match) -> bool:
    """Return whether all else but one name is the same."""
    sentence = match.place[0]
    rest = [other for other in own if other != role and other in others]
    if match.context < SURE - 0.1 or not rest or pair.alignment.missing(sentence, own[role]):
        return False
    if pair.premises[sentence].conditions - pair.claim.conditions:
        return False
    return all(pair.fills(own[other], others[other], match.place[0]) for other in rest)
