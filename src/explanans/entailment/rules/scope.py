"""Scope: what a sentence only reports, supposes or denies, and whether it states a claim verbatim and outright."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from explanans.language.analysis import AnalyzedSentence, Word
from explanans.language.clauses import Clause, clauses
from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import WEEKDAYS
from explanans.language.lexicon import word_set

_REPORTING = word_set("entailment.rules.scope.reporting")
"""Lemmas of verbs whose clause is only reported as said or thought."""
_REPORTS = word_set("entailment.rules.scope.reports")
_DOUBTING = frozenset("deny doubt disprove refute dispute".split())
_UNTRUE = frozenset("untrue false wrong incorrect myth mistake mistaken nonsense lie error superstition".split())
_TRUE = frozenset("true right correct case so fact".split())
_NOT = frozenset("not n't never no hardly longer nobody none".split())
_IF = frozenset("if unless provided suppose supposing assuming".split())
_WHENEVER = frozenset({"when", "whenever", "if", "where", "wherever", "while"})
"""Words that introduce a clause of time, place or condition, in lower case."""
_SHORT = 5
"""Words of a clause at most that only says who says so: *they say*, *so it is said*."""
_OPENING = frozenset("that this it these those but yet however which".split())


@lru_cache(4096)
def scopes(analysis: AnalyzedSentence) -> tuple[frozenset[int], ...]:
    """Return the numbers of the words that a sentence only reports, supposes or denies, one set for each reason."""
    return tuple(_scopes(analysis))


def _scopes(analysis: AnalyzedSentence) -> Iterator[frozenset[int]]:
    found = clauses(analysis)
    for place, clause in enumerate(found):
        members = [analysis.words[number] for number in range(clause.first, clause.last + 1)]
        yield from _of_clause(members)
        beside = found[max(0, place - 1) : place + 2]
        if any(other is not clause and _only_reports(analysis, other.first, other.last) for other in beside):
            yield _numbers(members)


def _of_clause(members: Sequence[Word]) -> Iterator[frozenset[int]]:
    """Yield what one clause does not say outright: what it reports, and what holds under a condition."""
    lower = [word.lower for word in members]
    if lower[:2] == ["according", "to"]:
        yield _numbers(members)
    for place, word in enumerate(members):
        if word.lower in _IF:
            yield _numbers(members) - _condition(members, place)
            yield _condition(members, place)
            return
        if word.lower == "that" and place and _is_not_asserted(members[:place]):
            yield _numbers(members[place + 1 :])
            return
    verb = next((place for place, word in enumerate(members) if _reports(word)), None)
    if verb and verb + 2 < len(members) and members[verb].pos == "VERB" and _holds_clause(members, verb):
        yield _numbers(members[verb + 1 :])


def _is_not_asserted(before: Sequence[Word]) -> bool:
    """Return whether what follows *that* is denied or only reported, by the words before it."""
    denies = any(word.lower in _NOT for word in before)
    last = before[-1]
    if (
        last.lower in _UNTRUE | _DOUBTING
        or last.lemma in _DOUBTING
        or any(word.lower in _UNTRUE for word in before[-2:])
    ):
        return not denies
    if last.lower in _TRUE:
        return denies
    return any(_reports(word) or word.lemma in _REPORTS for word in before)


def _reports(word: Word) -> bool:
    return word.lemma in _REPORTING or word.other in _REPORTING


def _holds_clause(members: Sequence[Word], verb: int) -> bool:
    """Return whether a clause without *that* follows a reporting verb: *some say coffee drives ants away*."""
    rest = members[verb + 1 :]
    if any(word.head == members[verb].number and word.label == "ccomp" for word in rest):
        return True
    return rest[0].pos != "ADP" and finite_verb([word.text for word in rest], 1) is not None


def _condition(members: Sequence[Word], place: int) -> frozenset[int]:
    """Return the words of a condition: up to the comma or the *then* after it, else to the end."""
    ends = (other for other in range(place, len(members)) if members[other].lower in {",", "then"})
    end = next(ends, len(members))
    return _numbers(members[place:end])


def _only_reports(analysis: AnalyzedSentence, first: int, last: int) -> bool:
    words = analysis.words[first : last + 1]
    return len(words) <= _SHORT and any(_reports(word) for word in words[-2:])


def _numbers(words: Iterable[Word]) -> frozenset[int]:
    return frozenset(word.number for word in words)


def is_occasion(analysis: AnalyzedSentence, number: int) -> bool:
    """Return whether a word is in a clause of time, place or condition: *when it is too warm*."""
    word = analysis.words[number]
    return any(
        one.label.startswith("advcl") and any(child.lower in _WHENEVER for child in analysis.dependents[one.number])
        for one in (word, *analysis.above(word))
    )


def takes_back(analysis: AnalyzedSentence) -> bool:
    """Return whether a sentence takes back what the one before it says: *that is not true*, *this is no longer so*."""
    lower = [word.lower for word in analysis.words]
    if not _OPENING & set(lower[:2]):
        return False
    denies = any(word in _NOT for word in lower)
    if any(word in _UNTRUE for word in lower):
        return not denies
    return denies and (any(word in _TRUE for word in lower) or lower[-1] in {"more", "anymore", "longer"})


def announces(analysis: AnalyzedSentence) -> bool:
    """Return whether a sentence introduces hearsay or a supposition: *an old belief:*, *suppose the following*."""
    words = analysis.words
    if words[0].lower in {"suppose", "imagine", "assume", "pretend"}:
        return True
    doubts = any(_reports(word) or word.lemma in _REPORTS | _UNTRUE for word in words)
    return words[-1].text == ":" and doubts


_PRESENT = frozenset({"VBZ", "VBP"})
_PAST = {"were": "was"}
_WEEKDAYS = frozenset(map(str.lower, WEEKDAYS))
_EVERY = frozenset({"every", "each"})
_QUOTES = frozenset("\"“”„«»'‘’`")


class _Token(NamedTuple):
    """A word of a statement.

    Attributes:
        lower: The word in lower case.
        form: The word but for what its number changes.
    """

    lower: str
    form: tuple[str, str]


def states(analysis: AnalyzedSentence, claim: AnalyzedSentence) -> bool:
    """Return whether a sentence says a claim word for word, as a clause or as several, and says it outright.

    What is only reported, supposed, asked, quoted, or said under a condition that the claim does not have, is not said.
    """
    said = _tokens(claim.words)
    if not said or _is_guarded(analysis):
        return False
    found = clauses(analysis)
    for place, clause in enumerate(found):
        runs = [(clause,), *(found[place:end] for end in range(place + 2, len(found) + 1))]
        for run in runs:
            if _are_alike(said, _tokens(_words(analysis, run))):
                return len(run) == len(found) or not _is_bound(analysis, run)
    return False


def _is_guarded(analysis: AnalyzedSentence) -> bool:
    """Return whether a sentence is a question or has a quotation mark."""
    return analysis.words[-1].text == "?" or any(word.text in _QUOTES for word in analysis.words)


def _is_bound(analysis: AnalyzedSentence, run: Sequence[Clause]) -> bool:
    own = {number for clause in run for number in range(clause.first, clause.last + 1)}
    content = {number for number in own if analysis.words[number].is_content}
    return any(content <= scope for scope in scopes(analysis))


def _words(analysis: AnalyzedSentence, run: Sequence[Clause]) -> list[Word]:
    if len(run) == 1:
        return [analysis.words[number] for number in run[0].words]
    return list(analysis.words[run[0].first : run[-1].last + 1])


def _tokens(words: Iterable[Word]) -> list[_Token]:
    """Return the tokens of words without punctuation; *every Tuesday* and *each Tuesday* become *on Tuesdays*."""
    found = [_Token(word.lower, _form(word)) for word in words if any(map(str.isalnum, word.text))]
    for place, (one, other) in enumerate(pairwise(found)):
        if one.lower in _EVERY and other.lower in _WEEKDAYS:
            found[place] = _Token("on", ("on", ""))
            found[place + 1] = _Token(f"{other.lower}s", (f"{other.lower}s", ""))
    return found


def _are_alike(one: Sequence[_Token], other: Sequence[_Token]) -> bool:
    return len(one) == len(other) and all(map(_is_like, one, other))


def _is_like(one: _Token, other: _Token) -> bool:
    return one.lower == other.lower or one.form == other.form


def _form(word: Word) -> tuple[str, str]:
    """Return a word but for its number: who borrows *is* may need *are*."""
    return (word.lemma, "present") if word.tag in _PRESENT else (_PAST.get(word.lower, word.lower), "")
