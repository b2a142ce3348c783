"""Phenomena in which real predicates are said of two subjects, of people, of kinds and at times.

Frames teach these with predicates of a small lexicon; here the predicates are of real sentences. How they are said is
listed in ``frames/of-two-subjects.txt``.
"""

from collections.abc import Mapping, Sequence
from random import Random

from explanans.lab.phenomena import edits, times
from explanans.lab.phenomena.example import Example
from explanans.lab.phenomena.inflect import finish
from explanans.lab.phenomena.lexicon import Person, draw_name
from explanans.lab.phenomena.matrix import Values
from explanans.lab.phenomena.parsed import example_of, other_sentence
from explanans.lab.phenomena.sentence import Sentence, denied_predicate, negate
from explanans.lab.phenomena.wrapped import read_wrappings
from explanans.language.grammar import MONTHS
from explanans.structures.syntax import Parse
from explanans.structures.verdicts import Status

_KIN = "brother sister mother father son daughter aunt uncle cousin neighbour colleague teacher assistant".split()
_ADJECTIVES = "old young small large wild rare local modern wounded grey northern healthy".split()
_POINTING = frozenset(("PRP", "PRP$"))
_TRIES = 8
_UNDATED = frozenset("know consist contain include belong remain".split())
"""Verbs of what has no day."""


def shared(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a predicate that is said of one, both, either or neither of two subjects."""
    if (found := _pair(parse, others, random)) is None:
        return None
    sentence, other = found
    is_joint = not sentence.auxiliaries and sentence.verb_number is not False and sentence.root.tag == "VBD"
    section = random.choice(("subjects", "joint", "clauses") if is_joint else ("subjects", "clauses"))
    names = {"s": sentence.subject_text, "t": other.subject_text, **_predicates(sentence, other)}
    return _filled(section, names, random)


def about_people(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return predicates of two people, who are called by names, pronouns, or as a relative of the other."""
    if (found := _pair(parse, others, random)) is None:
        return None
    if any(one.is_plural or one.parse.tokens[one.subject].pos != "PROPN" for one in found):
        return None
    people = list[Person]()
    while len(people) < 3:
        drawn = draw_name(random)
        if all(drawn.first != person.first and drawn.last != person.last for person in people):
            people.append(drawn)
    first, second, third = people
    # A pronoun must have one antecedent.
    if third.pronoun == first.pronoun:
        third = third._replace(pronoun={"he": "she", "she": "he"}.get(third.pronoun, third.pronoun))
    names = {
        "a": first.form(""),
        "b": second.form(""),
        "other": third.form("mr"),
    }
    names |= {name: first.form(name) for name in ("he", "his")}
    names |= {"He": names["he"].capitalize(), "His": names["his"].capitalize(), "him2": third.form("him")}
    names |= {"kin": random.choice(_KIN), **_predicates(*found)}
    return _filled("people", names, random)


def counted(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return what all, most, some, few or no members of a kind do, with claims about other quantities."""
    del others
    sentence = _plain(parse)
    if sentence is None or sentence.subject_end != 1 or not sentence.verb_number or sentence.root.tag == "VBD":
        return None
    if not sentence.subject_text.islower() or (denied := denied_predicate(sentence)) is None:
        return None
    names = {"k": sentence.subject_text, "j": random.choice(_ADJECTIVES), "p": sentence.predicate, "np": denied}
    return _filled("kinds", names, random)


def contrasted(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return two subjects with different values of one attribute, and claims with the values exchanged."""
    if (found := _pair(parse, others, random)) is None:
        return None
    sentence, other = found
    before = f"{sentence.subject_text} "
    changed = [
        text.removeprefix(before)
        for text in edits.contradicted(sentence, random)
        if text.startswith(before) and text != negate(sentence)
    ]
    if not changed:
        return None
    s, t, p, q = sentence.subject_text, other.subject_text, sentence.predicate, random.choice(changed)
    claims = [(Status.SUPPORTED, f"{s} {p}"), (Status.SUPPORTED, f"{t} {q}")]
    claims += [(Status.CONTRADICTED, f"{s} {q}"), (Status.CONTRADICTED, f"{t} {p}")]
    if sentence.verb_number is not False:
        claims.append((Status.CONTRADICTED, f"both {s} and {t} {q}"))
    claims.append((Status.UNKNOWN, f"{s} {other.predicate}"))
    joint = random.choice(("{}. // {}", "{}, and {}", "{}, while {}", "{}, but {}"))
    parts = [f"{s} {p}", f"{t} {q}"]
    random.shuffle(parts)
    return example_of(_sentences(joint.format(*parts)), claims, random)


def dated(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence with the day or months at which it is so, and claims about other times."""
    sentence = _plain(parse)
    if sentence is None or _is_dated(sentence) or (is_past := _is_past(sentence)) is None:
        return None
    alike = [other for other in others if (one := _plain(other)) and _is_past(one) is is_past and not _is_dated(one)]
    if (found := _pair(parse, alike, random)) is None:
        return None
    _, other = found
    section, draw = ("dates", times.dates) if is_past else ("months", times.seasons)
    names = {"s": sentence.subject_text, "t": other.subject_text, **_predicates(sentence, other)}
    return _filled(section, names, random, draw(random))


def _is_past(sentence: Sentence) -> bool | None:
    """Return whether what a sentence tells happened once; None if it has auxiliaries or tells of a lasting state."""
    if sentence.auxiliaries or sentence.root.lemma in _UNDATED:
        return None
    return sentence.root.tag == "VBD"


def _is_dated(sentence: Sentence) -> bool:
    """Return whether a sentence has a number or a month."""
    return any(token.tag == "CD" or token.text in MONTHS for token in sentence.parse.tokens)


def _pair(parse: Parse, others: Sequence[Parse], random: Random) -> tuple[Sentence, Sentence] | None:
    """Return two plain sentences with subjects of the same number; None if one of them is not to be had."""
    if (sentence := _plain(parse)) is None:
        return None
    for _ in range(_TRIES):
        other = other_sentence(sentence, others, random)
        if other is not None and _plain(other.parse) is not None:
            return sentence, other
    return None


def _plain(parse: Parse) -> Sentence | None:
    """Return a sentence without negation, uncertainty and pronouns; None for any other."""
    sentence = Sentence.of(parse)
    if sentence is None or not sentence.is_upward or sentence.is_uncertain or sentence.is_pointing:
        return None
    return (
        None
        if any(token.tag in _POINTING for token in parse.tokens) or denied_predicate(sentence) is None
        else sentence
    )


def _predicates(sentence: Sentence, other: Sentence) -> Mapping[str, str]:
    denied = {"np": denied_predicate(sentence) or "", "nq": denied_predicate(other) or ""}
    return {"p": sentence.predicate, "q": other.predicate, **denied}


def _filled(section: str, names: Mapping[str, str], random: Random, values: Values | None = None) -> Example | None:
    """Return an example of one of the blocks of a section.

    Args:
        values: Further values, which may be spelt otherwise each time.
    """
    block = random.choice(read_wrappings("of-two-subjects.txt", section))

    def said(template: str) -> str:
        drawn = {name: value(random) if callable(value) else str(value) for name, value in (values or {}).items()}
        return template.format(**names, **drawn)

    claims = [(status, said(template)) for status, template in block.claims]
    return example_of(_sentences(said(random.choice(block.premises))), claims, random)


def _sentences(text: str) -> list[str]:
    """Return the premises of a text whose sentences ``//`` separates."""
    return [finish(f"{part.strip().removesuffix('.')}.") for part in text.split("//")]
