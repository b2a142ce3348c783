"""Phenomena applied to real sentences by their parse.

Each function makes one example of a parse, with other parses at hand, or returns None if the sentence does not suit it.
"""

from collections.abc import Callable, Sequence
from random import Random

from explanans.lab.phenomena import edits
from explanans.lab.phenomena.example import Example, GeneratedClaim
from explanans.lab.phenomena.inflect import with_articles
from explanans.lab.phenomena.sentence import Sentence, denied_predicate, negate
from explanans.structures.syntax import Parse
from explanans.structures.verdicts import Status

ParsedPhenomenon = Callable[[Parse, Sequence[Parse], Random], Example | None]
"""Makes an example of a parse, with other parses to draw from; equal random states give equal examples."""

_MOST_CLAIMS = 5
_TRIES = 8
_DENIED = ("it is not true that {}", "it is a mistake to think that {}")


def changed(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence with claims that reword it, reduce it, deny it, or change one of its words."""
    sentence = Sentence.of(parse)
    if sentence is None:
        return None
    claims = [(Status.SUPPORTED, text) for text in (*edits.supported(sentence), *edits.reductions(sentence))]
    claims += [(Status.CONTRADICTED, text) for text in edits.contradicted(sentence, random)]
    claims += [(Status.UNKNOWN, text) for text in edits.unknown(sentence)]
    if crossing := crossed_claim(sentence, others, random):
        claims.append((Status.UNKNOWN, crossing))
    return example_of([parse.text], claims, random)


def reduced(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a sentence without one detail as the premise; claims with the detail are unknown."""
    sentence = Sentence.of(parse)
    if sentence is None or not (found := list(edits.reductions(sentence))):
        return None
    premise = random.choice(found)
    claims = [(Status.UNKNOWN, sentence.inner), (Status.SUPPORTED, premise)]
    if (denial := negate(sentence)) and not sentence.is_uncertain:
        claims.append((Status.UNKNOWN, denial))
    if (claim := crossed_claim(sentence, others, random)) is not None:
        claims.append((Status.UNKNOWN, claim))
    claims.append((Status.CONTRADICTED, random.choice(_DENIED).format(premise)))
    return example_of([with_articles(f"{premise}.")], claims, random)


def denied(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return the denial of a sentence, or what a negated sentence denies, with claims about both."""
    sentence = Sentence.of(parse)
    if sentence is None or sentence.is_uncertain or (denial := negate(sentence)) is None:
        return None
    claims = [(Status.SUPPORTED, denial), (Status.CONTRADICTED, sentence.inner)]
    if sentence.is_negated:
        # What is so remains so with fewer details, which is not so of what is not.
        claims.append((Status.CONTRADICTED, random.choice(_DENIED).format(denial)))
    else:
        claims.append((Status.SUPPORTED, random.choice(_DENIED).format(sentence.inner)))
        claims += [(Status.CONTRADICTED, text) for text in list(edits.supported(sentence))[1:]]
        claims += [(Status.UNKNOWN, text) for text in edits.reductions(sentence)]
    other = other_sentence(sentence, others, random)
    if other is not None:
        claims.append((Status.UNKNOWN, f"{sentence.subject_text} {other.predicate}"))
        if predicate := denied_predicate(other):
            claims.append((Status.UNKNOWN, f"{sentence.subject_text} {predicate}"))
    return example_of([with_articles(f"{denial}.")], claims, random)


def crossed(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return two sentences, with claims that take the subject of one and the predicate of the other."""
    sentence = Sentence.of(parse)
    if sentence is None or (other := other_sentence(sentence, others, random)) is None:
        return None
    claims = [(Status.SUPPORTED, sentence.inner), (Status.SUPPORTED, other.inner)]
    claims += [(Status.SUPPORTED, text) for text in (*edits.supported(sentence), *edits.supported(other))]
    claims += [(Status.CONTRADICTED, text) for text in edits.contradicted(sentence, random)]
    claims += [(Status.CONTRADICTED, text) for text in edits.contradicted(other, random)]
    crossing = [f"{sentence.subject_text} {other.predicate}", f"{other.subject_text} {sentence.predicate}"]
    claims += [(Status.UNKNOWN, text) for text in crossing]
    if predicate := denied_predicate(other):
        claims.append((Status.UNKNOWN, f"{sentence.subject_text} {predicate}"))
    texts = [parse.text, other.parse.text]
    random.shuffle(texts)
    return example_of(texts, claims, random)


def joined(parse: Parse, others: Sequence[Parse], random: Random) -> Example | None:
    """Return a paragraph of sentences with claims that join two of them, one perhaps changed."""
    sentence = Sentence.of(parse)
    if sentence is None or (other := other_sentence(sentence, others, random)) is None:
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
    return example_of(texts, claims, random)


def other_sentence(sentence: Sentence, others: Sequence[Parse], random: Random) -> Sentence | None:
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


def crossed_claim(sentence: Sentence, others: Sequence[Parse], random: Random) -> str | None:
    """Return the subject of a sentence with the predicate of another; None if there is no other."""
    other = other_sentence(sentence, others, random)
    return None if other is None else f"{sentence.subject_text} {other.predicate}"


def example_of(premises: list[str], claims: list[tuple[Status, str]], random: Random) -> Example | None:
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
