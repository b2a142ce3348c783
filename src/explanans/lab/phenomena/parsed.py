"""Phenomena applied to real sentences by their parse.

Each function makes one example of a parse, with other parses at hand, or returns None if the sentence does not suit it.
"""

from collections.abc import Callable, Sequence
from random import Random

from explanans.lab.phenomena import edits
from explanans.lab.phenomena.example import Example, GeneratedClaim
from explanans.lab.phenomena.inflect import with_articles
from explanans.lab.phenomena.lexicon import draw_person
from explanans.lab.phenomena.sentence import Sentence, negate
from explanans.language.inflection import gerund, participle
from explanans.structures.syntax import Parse
from explanans.structures.verdicts import Status

ParsedPhenomenon = Callable[[Parse, Sequence[Parse], Random], Example | None]
"""Makes an example of a parse, with other parses to draw from; equal random states give equal examples."""

_MOST_CLAIMS = 5
_TRIES = 8
_TRUE = (
    "it is a fact that {}",
    "it is well known that {}",
    "{a} knows that {}",
    "{a} has learned that {}",
    "we now know that {}",
    "as {a} has shown, {}",
    "it turned out that {}",
    "{a} was surprised to learn that {}",
)
_OPEN = (
    "{a} believes that {}",
    "{a} claims that {}",
    "some people say that {}",
    "{a} hopes that {}",
    "it is possible that {}",
    "{a} asked whether {}",
    "nobody knows whether {}",
    "if {}, {a} will be surprised",
    "{a} doubts that {}",
    "{a} would like to know whether {}",
    "there is a rumour that {}",
)
_FALSE = (
    "it is not true that {}",
    "it is a myth that {}",
    "{a} wrongly believes that {}",
    "it is a mistake to think that {}",
    "contrary to what {a} says, it is not so that {}",
    "the rumour that {} is false",
)


_S, _C, _U = Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN
_PAST = (
    *((_C, f"{{s}} {word} {{p}}") for word in ("almost", "nearly", "very nearly")),
    *((_C, f"{{s}} {verb} to {{base}}") for verb in ("failed", "refused", "declined", "{was} unable", "forgot")),
    *((_C, f"{{s}} would have {{done}} {reason}") for reason in ("without the help of friends", "with more time")),
    *((_C, "had there been more time, {s} would have {done}"),) * 2,
    (_C, "{s} came close to {doing}"),
    (_C, "{s} {was} about to {base}, but in the end it did not happen"),
    *((_S, f"{{s}} {verb} to {{base}}") for verb in ("managed", "{was} able", "went on")),
    (_S, "{s} succeeded in {doing}"),
    *((_U, f"{{s}} {verb} to {{base}}") for verb in ("tried", "attempted", "wanted", "hoped", "planned", "intended")),
    *((_U, f"{{s}} {verb} to {{base}}") for verb in ("promised", "agreed", "{was} asked", "{was} going")),
    *((_U, f"{{s}} {verb} to {{base}}") for verb in ("{be} expected", "plan{end}", "hope{end}", "{be} due")),
    *((_U, "{s} {be} accused of {doing}"), (_U, "{s} may have {done}"), (_U, "{s} {be} said to have {done}")),
)  # fmt: skip
"""Statuses of a sentence about a deed of the past beside what it is turned into, and templates for that."""
_PAST_STATES = ((_U, "{s} may have {done}"), (_U, "{s} {be} said to have {done}"), (_U, "{s} hoped to {base}"))
_PASSIVE = (
    *((_C, f"{{s}} {{was}} {word} {{behind}}") for word in ("almost", "nearly", "very nearly", "not")),
    *((_C, f"{{s}} would have been {{behind}} {reason}") for reason in ("without the help of friends", "by now")),
    *((_U, f"{{s}} {verb} to be {{behind}}") for verb in ("{was} going", "{was}", "{be} due", "{was} supposed")),
    *((_U, f"{{s}} {verb} have been {{behind}}") for verb in ("may", "might", "{be} said to")),
)  # fmt: skip
_PRESENT = (
    *((_C, f"{{s}} {verb} {{base}}") for verb in ("used to", "used to")),
    (_C, "{s} no longer {p}"),
    *((_S, f"{{s}} {word} {{p}}") for word in ("still", "indeed")),
    *((_U, f"{{s}} {verb} {{base}}") for verb in ("may", "might", "could", "should", "{be} supposed to")),
    *((_U, f"{{s}} {verb} to {{base}}") for verb in ("want{end}", "plan{end}", "hope{end}", "{be} expected")),
    (_U, "one day {s} will {base}"),
)  # fmt: skip
_ORDERS = (
    (
        ("because {a}, {b}", "{b} because {a}", "{a}, and so {b}", "{b}; the reason is that {a}"),
        (*((_S, text) for text in ("{b} because {a}", "{a}", "{b}")), *((_C, "{a} because {b}"),) * 2),
    ),
    (
        ("after {a}, {b}", "{a} before {b}", "first {a}, and then {b}", "{b} some time after {a}"),
        (
            *((_S, text) for text in ("{b} after {a}", "{a} before {b}", "{b}")),
            *((_C, text) for text in ("{a} after {b}", "{b} before {a}")),
            *((_U, text) for text in ("{b} because {a}", "{a} because {b}")),
        ),
    ),
    (
        ("if {a}, {b}", "{b} if {a}", "{b} only if {a}", "{b} unless {a}"),
        (*((_U, text) for text in ("{a}", "{b}", "{b} because {a}")), (_S, "it is not certain that {b}")),
    ),
    (
        ("although {a}, {b}", "{b} even though {a}", "{a}, but {b}"),
        (*((_S, text) for text in ("{a}", "{b}")), *((_U, text) for text in ("{b} because {a}", "{a} because {b}"))),
    ),
)
"""Forms of two sentences, and claims about both."""
_ANSWERS = (
    (_C, ("No.", "No, it is not so.", "The answer is no.", "Certainly not.")),
    (_S, ("Yes.", "Yes, it is so.", "The answer is yes.", "Certainly.")),
    (_U, ("", "", "It is not known.", "That will be decided later.", "Opinions differ.")),
)
"""Statuses of a sentence that a question asks for, and answers."""
_INVERTED = 0.8
"""Share of questions by inversion among those that allow it."""
_SELDOM = frozenset({"bear"})
"""Verbs of events that are not planned."""
_STATES = frozenset(
    """
    be have include contain consist comprise cost mean belong lie stand live know like love need own remain resemble
    seem weigh cover feature hold last exist
    """.split()
)
"""Verbs of states: no attempt is made to be in one."""


def changed(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence with claims that reword it, reduce it, deny it, or change one of its words."""
    sentence = Sentence.of(parse)
    if sentence is None:
        return None
    claims = [(Status.SUPPORTED, text) for text in (*edits.supported(sentence), *edits.reductions(sentence))]
    claims += [(Status.CONTRADICTED, text) for text in edits.contradicted(sentence, random)]
    claims += [(Status.UNKNOWN, text) for text in edits.unknown(sentence)]
    if crossed_claim := _crossed_claim(sentence, others, random):
        claims.append((Status.UNKNOWN, crossed_claim))
    return _example([parse.text], claims, random)


def reduced(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence without one detail as the premise; claims with the detail are unknown."""
    sentence = Sentence.of(parse)
    if sentence is None or not (found := list(edits.reductions(sentence))):
        return None
    premise = random.choice(found)
    claims = [(Status.UNKNOWN, sentence.inner), (Status.SUPPORTED, premise)]
    if (denial := negate(sentence)) and not sentence.is_uncertain:
        claims.append((Status.UNKNOWN, denial))
    if (claim := _crossed_claim(sentence, others, random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    claims.append((Status.CONTRADICTED, random.choice(_FALSE[:1] + _FALSE[3:4]).format(premise)))
    return _example([with_articles(f"{premise}.")], claims, random)


def reported(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence within one that asserts it, leaves it open, or denies it."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_uncertain or (denial := negate(sentence)) is None:
        return None
    person = draw_person(random).text
    frames = random.choice((_TRUE, _OPEN, _OPEN, _FALSE))
    template = random.choice(frames)
    premise = template.format(sentence.inner, a=person)
    own, opposite = {
        _TRUE: (Status.SUPPORTED, Status.CONTRADICTED),
        _OPEN: (Status.UNKNOWN, Status.UNKNOWN),
        _FALSE: (Status.CONTRADICTED, Status.SUPPORTED),
    }[frames]
    claims = [(own, sentence.inner), (opposite, denial), (Status.SUPPORTED, premise)]
    claims += [(own, text) for text in list(edits.supported(sentence))[1:]]
    if frames is not _FALSE and not template.startswith(("if", "as", "we")):
        claims.append((Status.CONTRADICTED, f"it is not the case that {premise}"))
    if (claim := _crossed_claim(sentence, others, random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    return _example([with_articles(f"{premise}.")], claims, random)


def qualified(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence of what nearly happened, was tried, managed, planned, is past or only possible."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_negated or sentence.is_uncertain or (denial := negate(sentence)) is None:
        return None
    if not (frames := _frames(sentence)):
        return None
    own, template = random.choice(frames)
    premise = " ".join(template.format(**_forms(sentence)).split())
    opposite = {Status.SUPPORTED: Status.CONTRADICTED, Status.CONTRADICTED: Status.SUPPORTED}.get(own, own)
    claims = [(own, sentence.inner), (opposite, denial), (Status.SUPPORTED, premise)]
    claims += [(own, text) for text in list(edits.supported(sentence))[1:]]
    if own is Status.UNKNOWN or opposite is Status.CONTRADICTED:
        claims.append((Status.CONTRADICTED, f"it is not true that {premise}"))
    if (claim := _crossed_claim(sentence, others, random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    return _example([with_articles(f"{premise}.")], claims, random)


def _frames(sentence: Sentence) -> Sequence[tuple[Status, str]]:
    """Return what a sentence may be turned into; nothing if its verb is no single word or passive past."""
    tokens, auxiliaries = sentence.parse.tokens, sentence.auxiliaries
    if not auxiliaries:
        is_state = sentence.root.lemma in _STATES
        return _PRESENT if sentence.root.tag != "VBD" else _PAST_STATES if is_state else _PAST
    is_passive = (
        sentence.has("aux:pass") and auxiliaries == [sentence.subject_end] and sentence.root.lemma not in _SELDOM
    )
    return _PASSIVE if is_passive and tokens[auxiliaries[0]].text in {"was", "were"} else ()


def _forms(sentence: Sentence) -> dict[str, str]:
    """Return the parts of a sentence, as templates of `_frames` name them."""
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


def ordered(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return two sentences as cause and effect, as earlier and later, or as condition and consequence."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_negated or (other := _other(sentence, others, random)) is None:
        return None
    premises, claims = random.choice(_ORDERS)
    names = {"a": sentence.inner, "b": other.inner}
    told = [(status, template.format(**names)) for status, template in claims]
    if (claim := _crossed_claim(sentence, [other.parse], random)) is not None:
        told.append((Status.UNKNOWN, claim))
    return _example([with_articles(f"{random.choice(premises).format(**names)}.")], told, random)


def asked(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a question about a sentence, with an answer or without one."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_negated or sentence.is_uncertain or (denial := negate(sentence)) is None:
        return None
    own, answers = random.choice(_ANSWERS)
    answer = random.choice(answers)
    opposite = {Status.SUPPORTED: Status.CONTRADICTED, Status.CONTRADICTED: Status.SUPPORTED}.get(own, own)
    claims = [(own, sentence.inner), (opposite, denial)]
    claims += [(own, text) for text in list(edits.supported(sentence))[1:]]
    if (claim := _crossed_claim(sentence, others, random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    return _example([f"{with_articles(_question(sentence, random))} {answer}".strip()], claims, random)


def _question(sentence: Sentence, random: Random) -> str:
    """Return the question whether a sentence is so."""
    tokens, auxiliaries = sentence.parse.tokens, sentence.auxiliaries
    if not auxiliaries and random.random() < _INVERTED:
        helper = {"VBZ": "does", "VBP": "do", "VBD": "did"}[sentence.root.tag]
        return f"{helper} {sentence.subject_text} {_forms(sentence)['base']}?"
    if auxiliaries and auxiliaries[0] == sentence.subject_end and random.random() < _INVERTED:
        rest = sentence.text(sentence.subject_end + 1, sentence.end)
        return f"{tokens[auxiliaries[0]].text} {sentence.subject_text} {rest}?"
    return f"is it true that {sentence.inner}?"


def denied(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return the denial of a sentence, or what a negated sentence denies, with claims about both."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_uncertain or (denial := negate(sentence)) is None:
        return None
    claims = [(Status.SUPPORTED, denial), (Status.CONTRADICTED, sentence.inner)]
    if sentence.is_negated:
        # What is so remains so with fewer details, which is not so of what is not.
        claims.append((Status.CONTRADICTED, random.choice(_FALSE[:1] + _FALSE[3:4]).format(denial)))
    else:
        claims.append((Status.SUPPORTED, random.choice(_FALSE[:1] + _FALSE[3:4]).format(sentence.inner)))
        claims += [(Status.CONTRADICTED, text) for text in list(edits.supported(sentence))[1:]]
        claims += [(Status.UNKNOWN, text) for text in edits.reductions(sentence)]
    other = _other(sentence, others, random)
    if other is not None:
        claims.append((Status.UNKNOWN, f"{sentence.subject_text} {other.predicate}"))
        if (negated := negate(other)) and (crossing := _crossing_denial(sentence, other, negated)):
            claims.append((Status.UNKNOWN, crossing))
    return _example([with_articles(f"{denial}.")], claims, random)


def crossed(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return two sentences, with claims that take the subject of one and the predicate of the other."""
    sentence = Sentence.of(parse)
    if sentence is None or (other := _other(sentence, others, random)) is None:
        return None
    claims = [(Status.SUPPORTED, sentence.inner), (Status.SUPPORTED, other.inner)]
    claims += [(Status.SUPPORTED, text) for text in (*edits.supported(sentence), *edits.supported(other))]
    claims += [(Status.CONTRADICTED, text) for text in edits.contradicted(sentence, random)]
    claims += [(Status.CONTRADICTED, text) for text in edits.contradicted(other, random)]
    crossing = [f"{sentence.subject_text} {other.predicate}", f"{other.subject_text} {sentence.predicate}"]
    claims += [(Status.UNKNOWN, text) for text in crossing]
    if (denial := negate(other)) is not None and (negated := _crossing_denial(sentence, other, denial)):
        claims.append((Status.UNKNOWN, negated))
    texts = [parse.text, other.parse.text]
    random.shuffle(texts)
    return _example(texts, claims, random)


def joined(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a paragraph of sentences with claims that join two of them, one perhaps changed."""
    sentence = Sentence.of(parse)
    if sentence is None or (other := _other(sentence, others, random)) is None:
        return None
    joint = random.choice(("{}, and {}", "{}, whereas {}", "{} and {}"))
    claims = [(Status.SUPPORTED, joint.format(sentence.inner, other.inner))]
    false = list(edits.contradicted(other, random))
    if false:
        claims.append((Status.CONTRADICTED, joint.format(sentence.inner, random.choice(false))))
    crossing = f"{sentence.subject_text} {other.predicate}"
    claims.append((Status.UNKNOWN, joint.format(sentence.inner, crossing)))
    claims.append((Status.UNKNOWN, f"{sentence.inner} because {other.inner}"))
    texts = [parse.text, other.parse.text]
    texts += [third.text for third in random.sample(list(others), min(len(others), random.randint(0, 2)))]
    texts = list(dict.fromkeys(texts))
    random.shuffle(texts)
    return _example(texts, claims, random)


PARSED: dict[str, ParsedPhenomenon] = {
    "asked": asked,
    "changed": changed,
    "crossed": crossed,
    "denied": denied,
    "joined": joined,
    "ordered": ordered,
    "qualified": qualified,
    "reduced": reduced,
    "reported": reported,
}
"""The phenomena that are applied to parsed sentences, by name."""


def _other(sentence: Sentence, others: Sequence[Parse], random: Random) -> Sentence | None:
    """Return another sentence with a subject of the same number and other words; None if none is found."""
    if not others or sentence.is_pointing:
        return None
    for _ in range(_TRIES):
        other = Sentence.of(random.choice(others))
        if other is None or other.is_pointing or other.is_negated or other.is_uncertain:
            continue
        if other.is_plural is not sentence.is_plural:
            continue
        names = [_lemmas(one) for one in (sentence, other)]
        if not names[0] & names[1]:
            return other
    return None


def _lemmas(sentence: Sentence) -> frozenset[str]:
    """Return the lemmas of the names and nouns of a subject."""
    tokens = sentence.parse.tokens
    places = sentence.tree.subtree(sentence.subject)
    return frozenset(tokens[place].lemma.lower() for place in places if tokens[place].pos in {"NOUN", "PROPN", "ADJ"})


def _crossed_claim(sentence: Sentence, others: Sequence[Parse], random: Random) -> str | None:
    """Return the subject of a sentence with the predicate of another; None if there is no other."""
    other = _other(sentence, others, random)
    return None if other is None else f"{sentence.subject_text} {other.predicate}"


def _crossing_denial(sentence: Sentence, other: Sentence, denial: str) -> str | None:
    """Return the subject of a sentence with the denied predicate of another."""
    if not denial.startswith(other.subject_text):
        return None
    return sentence.subject_text + denial[len(other.subject_text) :]


def _example(premises: list[str], claims: list[tuple[Status, str]], random: Random) -> Example | None:
    """Return an example with some of the claims, the statuses in turn; None if it has only one claim."""
    pools: dict[Status, list[str]] = {}
    for status, text in random.sample(claims, len(claims)):
        pools.setdefault(status, []).append(text)
    chosen: dict[str, Status] = {}
    wanted = random.randint(2, _MOST_CLAIMS)
    while pools and len(chosen) < wanted:
        for status in random.sample(list(pools), len(pools)):
            text = with_articles(f"{pools[status].pop()}.")
            chosen.setdefault(text, status)
            if not pools[status]:
                del pools[status]
    if len(chosen) < 2:
        return None
    return Example(
        tuple(premises), tuple(GeneratedClaim(text, status) for text, status in list(chosen.items())[:wanted])
    )
