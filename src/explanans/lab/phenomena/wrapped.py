"""Phenomena for which a real sentence is put into another: reports, near misses, attempts, plans, order, questions.

What sentences are put into is listed in ``frames/of-sentences.txt``.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from explanans.lab.phenomena import edits
from explanans.lab.phenomena.example import Example
from explanans.lab.phenomena.inflect import with_articles
from explanans.lab.phenomena.lexicon import draw_person
from explanans.lab.phenomena.parsed import crossed_claim, example_of, other_sentence
from explanans.lab.phenomena.sentence import Sentence, negate
from explanans.lab.phenomena.templates import STATUSES, read_blocks
from explanans.language.inflection import gerund, participle
from explanans.structures.syntax import Parse
from explanans.structures.verdicts import Status

_OPPOSITE = {
    Status.SUPPORTED: Status.CONTRADICTED,
    Status.CONTRADICTED: Status.SUPPORTED,
    Status.UNKNOWN: Status.UNKNOWN,
}
_NOT_DENIED = ("if", "as", "we")
"""First words of reports that a denial would change."""
_INVERTED = 0.8
"""Share of questions by inversion among those that allow it."""
_UNPLANNED = frozenset({"bear"})
"""Verbs of events that are not planned."""
_STATES = frozenset(
    """
    be have include contain consist comprise cost mean belong lie stand live know like love need own remain resemble
    seem weigh cover feature hold last exist
    """.split()
)
"""Verbs of states: no attempt is made to be in one."""


class Wrapping(NamedTuple):
    """Templates of what sentences are put into.

    Attributes:
        premises: Alternatives; empty if each claim is a premise by itself.
        claims: Each with its status: of the claim, or of the sentence that is put into it.
    """

    premises: tuple[str, ...]
    claims: tuple[tuple[Status, str], ...]


@cache
def read_wrappings(file: str, section: str) -> tuple[Wrapping, ...]:
    """Return the blocks of a section of a file in ``frames``."""
    return tuple(_wrapping(block.splitlines()) for block in read_blocks(file)[section])


def wrappings(name: str) -> tuple[Wrapping, ...]:
    """Return the blocks of a section of ``frames/of-sentences.txt``."""
    return read_wrappings("of-sentences.txt", name)


def _wrapping(lines: Sequence[str]) -> Wrapping:
    marked = [(line[0], line[1:].strip()) for line in lines]
    return Wrapping(
        tuple(text for mark, text in marked if mark == ">"),
        tuple((STATUSES[mark], text) for mark, text in marked if mark != ">"),
    )


def reported(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence within one that asserts it, leaves it open, or denies it."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_uncertain:
        return None
    own, template = _drawn(wrappings("reports")[0].claims, random)
    premise = template.format(x=sentence.inner, a=draw_person(random).text)
    is_denied = own is not Status.CONTRADICTED and not template.startswith(_NOT_DENIED)
    denied = f"it is not the case that {premise}" if is_denied else ""
    return _about(sentence, own, premise, denied, others, random)


def qualified(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence of what nearly happened, was tried, managed, planned, is past or only possible."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_negated or sentence.is_uncertain or not (name := _form(sentence)):
        return None
    own, template = random.choice(wrappings(name)[0].claims)
    premise = " ".join(template.format(**_parts(sentence)).split())
    denied = f"it is not true that {premise}" if own is not Status.CONTRADICTED else ""
    return _about(sentence, own, premise, denied, others, random)


def ordered(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return two sentences as cause and effect, as earlier and later, or as condition and consequence."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_negated or (other := other_sentence(sentence, others, random)) is None:
        return None
    block = random.choice(wrappings("order"))
    names = {"a": sentence.inner, "b": other.inner}
    claims = [(status, template.format(**names)) for status, template in block.claims]
    if (claim := crossed_claim(sentence, [other.parse], random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    return example_of([with_articles(f"{random.choice(block.premises).format(**names)}.")], claims, random)


def asked(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a question about a sentence, with an answer or without one."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_negated or sentence.is_uncertain or (denial := negate(sentence)) is None:
        return None
    own, answer = _drawn(wrappings("answers")[0].claims, random)
    claims = _claims(sentence, own, denial, others, random)
    return example_of([f"{with_articles(_question(sentence, random))} {answer}".strip()], claims, random)


def _drawn(claims: Sequence[tuple[Status, str]], random: Random) -> tuple[Status, str]:
    """Return a status and a template; each status is as probable as another."""
    wanted = random.choice(list(_OPPOSITE))
    return random.choice([item for item in claims if item[0] is wanted])


def _about(  # noqa: PLR0913, PLR0917 - what is said, of what, and what is drawn from
    sentence: Sentence, own: Status, premise: str, denied: str, others: Sequence[Parse], random: Random
) -> Example | None:
    """Return an example of a sentence within another.

    Args:
        own: The status of the sentence.
        denied: The denial of the whole; empty for none.
    """
    if (denial := negate(sentence)) is None:
        return None
    claims = [*_claims(sentence, own, denial, others, random), (Status.SUPPORTED, premise)]
    if denied:
        claims.append((Status.CONTRADICTED, denied))
    return example_of([with_articles(f"{premise}.")], claims, random)


def _claims(
    sentence: Sentence, own: Status, denial: str, others: Sequence[Parse], random: Random
) -> list[tuple[Status, str]]:
    """Return claims about a sentence of a status: itself, its denial, its paraphrases, and one that crosses it."""
    claims = [(own, sentence.inner), (_OPPOSITE[own], denial)]
    claims += [(own, text) for text in list(edits.supported(sentence))[1:]]
    if (claim := crossed_claim(sentence, others, random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    return claims


def _form(sentence: Sentence) -> str:
    """Return the section whose templates a sentence fits; empty if its verb is no single word or passive past."""
    tokens, auxiliaries = sentence.parse.tokens, sentence.auxiliaries
    if not auxiliaries:
        is_state = sentence.root.lemma in _STATES
        return "present" if sentence.root.tag != "VBD" else "past state" if is_state else "past"
    is_passive = sentence.has("aux:pass") and auxiliaries == [sentence.subject_end]
    is_past = tokens[auxiliaries[0]].text in {"was", "were"} and sentence.root.lemma not in _UNPLANNED
    return "passive" if is_passive and is_past else ""


def _parts(sentence: Sentence) -> Mapping[str, str]:
    """Return the parts of a sentence, as templates name them."""
    root, verb, plural = sentence.parse.root, sentence.root, sentence.is_plural
    rest = sentence.text(root + 1, sentence.end)
    adverbs = sentence.text(sentence.subject_end, root)
    return {
        "s": sentence.subject_text,
        "p": sentence.predicate,
        "behind": sentence.text(sentence.subject_end + 1, sentence.end),
        "base": f"{adverbs} {verb.lemma} {rest}",
        "done": f"{adverbs} {participle(verb.lemma)} {rest}",
        "doing": f"{gerund(verb.lemma)} {rest}",
        "was": "were" if plural else "was",
        "be": "are" if plural else "is",
        "end": "" if plural else "s",
    }


def _question(sentence: Sentence, random: Random) -> str:
    """Return the question whether a sentence is so."""
    tokens, auxiliaries = sentence.parse.tokens, sentence.auxiliaries
    if not auxiliaries and random.random() < _INVERTED:
        helper = {"VBZ": "does", "VBP": "do", "VBD": "did"}[sentence.root.tag]
        return f"{helper} {sentence.subject_text} {_parts(sentence)['base']}?"
    if auxiliaries and auxiliaries[0] == sentence.subject_end and random.random() < _INVERTED:
        rest = sentence.text(sentence.subject_end + 1, sentence.end)
        return f"{tokens[auxiliaries[0]].text} {sentence.subject_text} {rest}?"
    return f"is it true that {sentence.inner}?"
