"""Find the end of the subject of an inverted clause: by words if one place is left, else by the parser.

A small parser reads questions badly and statements well. So each place that is left is made into a statement, with
*will* for a form of *do*, and the statement that parses best wins.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from explanans.language.analysis import SyntaxTree
from explanans.language.dictionary import is_known
from explanans.language.grammar import (
    BE,
    CLAUSE_STARTS,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    NUMBERED,
    PREDICATES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_plural_form,
    is_plural_subject,
    is_verb,
)
from explanans.language.inflection import base_form, gerund, is_participle, is_plural, past
from explanans.language.parser import shared_parser
from explanans.language.wordnet import is_word
from explanans.structures.syntax import ROOT, Arc, Parse

_SUBJECT_PRONOUNS = frozenset("i you he she it we they there everyone someone anyone nobody everybody anybody".split())
_POINTING = frozenset("this that these those both all some most many any each none".split())
_ENDS_NO_SUBJECT = (
    DETERMINERS - _POINTING - {"one", "two", "three", "her"}
    | PREPOSITIONS
    | CONJUNCTIONS
    | set("to not less more fewer such".split())
)
_ADJECTIVE_ENDINGS = ("able", "ible", "ous", "ful", "less", "ive", "ical", "est")
_COMPARED = frozenset("different similar alike".split())
_NEARLY = frozenset("about almost nearly over under roughly".split())
_DISPOSED = frozenset("able unable likely unlikely ready willing about supposed".split())
"""Adjectives with an infinitive, as in *why are seals able to live in the cold*."""
_SUBJECTS = frozenset("nsubj csubj expl".split())
_MOST_PLACES = 8


def subject_end(auxiliary: str, rest: Sequence[str], *, gap: str = "") -> int | None:
    """Return how many words of an inverted clause are its subject.

    Args:
        gap: A stand-in for the predicate if none is left after the subject, as *here* for *where is the pump*.

    Returns:
        The number of words; None if no place can be found.

    Example:
        >>> subject_end("does", "the tide turn".split()), subject_end("are", "the keys in the drawer".split())
        (2, 2)
        >>> subject_end("is", "the trembling caused by the drug dangerous".split())
        6
    """
    low = tuple(bare(word) for word in rest)
    if not low:
        return None
    if low[0] in _SUBJECT_PRONOUNS and (len(low) > 1 or gap):
        return 1
    places = [place for place in range(1, len(low)) if _may_end(low, place)]
    places = [place for place in places if not _within_name(rest, place)] or places
    if auxiliary in BE:
        places = [place for place in places if low[place] not in {"of", "and", "or"}]
        open_end = bool(gap) and _may_end(low, len(low))
        if gap:
            places = [place for place in places if _is_evident(low, place)]
        opened = next((place for place in range(1, len(low)) if low[place] in CLAUSE_STARTS), len(low))
        places = [*(place for place in places if place < opened), opened] if open_end else places
        if gap and len(places) > 1 and _within_name(rest, places[0]):
            places = places[1:]
    elif auxiliary in HAVE:
        places = [place for place in places if _opens_predicate(low, place, is_participle)]
    else:
        places = [place for place in places if _opens_predicate(low, place, can_be_verb)]
        known = [place for place in places if is_adverb(low[place]) or is_word(low[place], "VERB")]
        places = known or places
    if auxiliary not in BE | HAVE and (be := _verb_be(low, places)):
        return be
    if len(places) < 2:
        return places[0] if places else None
    return _sure(auxiliary, low, places) or _parsed(auxiliary, tuple(rest), tuple(places[:_MOST_PLACES]), gap)


def subject_first(auxiliary: str, rest: Sequence[str], thing: str = "they") -> bool:
    """Return whether what is asked for is the subject, as in *which teams can score*, not the object.

    Example:
        >>> subject_first("can", "score in one end".split()), subject_first("can", "steel carry".split())
        (True, False)
    """
    (straight,) = shared_parser().parse([f"{thing} will {' '.join(rest)}"])
    end = subject_end(auxiliary, rest)
    if end is None:
        return True
    head = " ".join(rest[:end])
    (turned,) = shared_parser().parse([f"{head} will {' '.join(rest[end:])} them"])
    return _score(straight, len(thing) + 1, "will") >= _score(turned, len(head) + 1, "will")


def can_be_verb(word: str) -> bool:
    """Return whether a lower-case word can be the base form of a verb, however seldom.

    Example:
        >>> can_be_verb("cross"), can_be_verb("policy"), can_be_verb("theft"), can_be_verb("the")
        (True, True, False, False)
    """
    if word in {"be", "have", "do", "like"}:
        return True
    if base_form(word) != word and not is_common_verb(word):
        return False
    if is_verb(word):
        return True
    closed = DETERMINERS | PREPOSITIONS | CONJUNCTIONS | PRONOUNS | CLAUSE_STARTS | RELATIVES
    if not word.isalpha() or word in closed:
        return False
    return not is_known(word) or (is_known(past(word)) and is_known(gerund(word))) or is_known(f"{word}{word[-1]}ed")


def _may_end(low: Sequence[str], place: int) -> bool:
    before = low[place - 1]
    if before in RELATIVES or before in _ENDS_NO_SUBJECT or (place > 1 and before in _POINTING):
        return False
    if place == 1 and before == "her":
        return False  # *her* may end an object, but no subject: *her heart*
    if place == 2 and low[0] == "the" and before in {"last", "first", "next"}:
        return False
    return not is_adverb(before) and not before.endswith(("'s", "’s"))


def _is_evident(low: Sequence[str], place: int) -> bool:
    """Return whether a word is no noun, so that it may follow *be* where what is asked for may be missing there."""
    word = low[place]
    if word == "to":
        return False
    closed = PREPOSITIONS | DETERMINERS | PREDICATES | {"not", "open", "valid", "free", "legal"}
    return (
        word in closed or is_participle(word) or is_gerund(word) or is_adverb(word) or word.endswith(_ADJECTIVE_ENDINGS)
    )


def _within_name(rest: Sequence[str], place: int) -> bool:
    return all(rest[spot][:1].isupper() and rest[spot][-1:].isalnum() for spot in (place - 1, place))


def _opens_predicate(low: Sequence[str], place: int, is_head: Callable[[str], bool]) -> bool:
    while place < len(low) - 1 and (is_adverb(low[place]) or low[place] == "not"):
        place += 1
    return is_head(low[place])


def _sure(auxiliary: str, low: Sequence[str], places: list[int]) -> int | None:  # noqa: PLR0911 - one line a sign
    """Return the place if a rule determines it, else None."""
    first = places[0]
    word, after = low[first], low[first + 1] if first + 1 < len(low) else ""
    compared = [place for place in places if low[place : place + 1] and low[place] in _COMPARED]
    if auxiliary in BE and compared and low[compared[-1] + 1 : compared[-1] + 2] in ((), ("from",), ("to",), ("in",)):
        return compared[-1]
    if auxiliary in BE:
        measured = (place for place in places if _is_amount(low[place : place + 2]))
        if (start := next(measured, None)) is not None:
            return start  # as in *why is a year on Earth about 365 days long*
        simple = first == 1 or (first == 2 and low[0] in DETERMINERS)
        if word in _DISPOSED and after == "to" and simple:
            return first
        joined = is_participle(word) or word in _COMPARED
        closed = joined and (not after or after in PREPOSITIONS) and after != "by"
        others = [place for place in places[1:] if low[place - 1] != word and place < len(low)]
        return first if simple and closed and not others else None
    if auxiliary in HAVE:
        return None
    common = [place for place in places if is_common_verb(low[place])]
    if common == [len(low) - 1] and not {"to", "and", "or"} & {low[-2]}:
        return common[0]  # as in *what would a warm air mass over the ocean cause*
    run = common and all(place in places for place in range(first, common[0]))
    if len(common) == 1 and (common[0] <= first + 1 or run):
        return common[0]
    noun_before = is_plural_form(low[first - 1]) or low[first - 1] in PRONOUNS
    if word in {"be", "have", "do", "need"}:
        return first
    return (
        first if is_common_verb(word) and (noun_before or after in DETERMINERS) and not is_common_verb(after) else None
    )


def _is_amount(pair: Sequence[str]) -> bool:
    return len(pair) == 2 and pair[0] in _NEARLY and pair[1].isdigit()


def _verb_be(low: Sequence[str], places: list[int]) -> int | None:
    """Return the place of *be* or *have*, which are verbs wherever they follow a noun."""
    place = next((place for place in places if low[place] in {"be", "have"}), None)
    opened = RELATIVES | CLAUSE_STARTS | {"to"}
    return place if place is not None and opened.isdisjoint(low[:place]) else None


@lru_cache(4096)
def _parsed(auxiliary: str, rest: tuple[str, ...], places: tuple[int, ...], gap: str) -> int:
    inserted = auxiliary if auxiliary in BE or auxiliary in HAVE else "will"
    heads = [" ".join(rest[:place]) for place in places]
    sentences = [
        f"{head} {inserted} {' '.join(rest[place:]) or gap}" for head, place in zip(heads, places, strict=True)
    ]
    parses = shared_parser().parse(sentences)
    scores = [
        _score(parse, len(head) + 1, inserted)
        + 0.2 * (inserted == "will" and _starts_commonly([bare(word) for word in rest[place:]]))
        + _agreement(auxiliary, head.split())
        + (auxiliary in BE and _is_closed_participle([bare(word) for word in rest], place))
        + (
            auxiliary in BE
            and place < len(rest)
            and bare(rest[place]) in {"a", "an"}
            and not is_plural(bare(rest[place - 1]))
        )
        for parse, head, place in zip(parses, heads, places, strict=True)
    ]
    return places[scores.index(max(scores))]


def _starts_commonly(low: Sequence[str]) -> bool:
    """Return whether a common verb stands first but for adverbs."""
    return is_common_verb(next((word for word in low if not is_adverb(word)), ""))


def _is_closed_participle(low: Sequence[str], place: int) -> bool:
    """Return whether a participle ends a question, or only adverbials follow it, as in *is the pedal loosened*."""
    if place >= len(low) or not is_participle(low[place]):
        return False
    after = low[place + 1 :]
    if any(is_participle(word) or word in PREDICATES or word.endswith(_ADJECTIVE_ENDINGS) for word in after):
        return False
    return not after or (after[0] in PREPOSITIONS | CLAUSE_STARTS and after[0] != "by")


def _agreement(auxiliary: str, subject: Sequence[str]) -> float:
    """Return how well the number of a subject goes with the auxiliary: plain nouns in -s betray their number."""
    score = -0.75 * (bare(subject[-1]).endswith("ed") and is_participle(bare(subject[-1])))
    if auxiliary not in NUMBERED or bare(subject[0]) in {"you", "i"}:
        return score
    plural, last = is_plural_subject(subject), bare(subject[-1])
    if plural == NUMBERED[auxiliary]:
        return score
    doubtful = last.endswith("s") and (subject[-1][:1].isupper() or not plural)
    return score - (0.0 if doubtful else 1.5)


def _score(parse: Parse, start: int, inserted: str) -> float:
    """Return how well a parse agrees with the place of the auxiliary: the sum of what is as it should be."""
    tokens, arcs, tree = parse.tokens, parse.arcs, SyntaxTree(parse)
    place = next((place for place, token in enumerate(tokens) if token.start == start), None)
    if place is None or place + 1 >= len(tokens):
        return -1.0
    root = parse.root
    subject = next((arc.child for arc in arcs if arc.head == root and arc.kind in _SUBJECTS), ROOT)
    held = [subject in (word, *tree.ancestors(word)) for word in range(place)]
    head = tokens[subject]
    score = 3.0 * (arcs[place].head == root and arcs[place].kind in {"aux", "cop"})
    score += 2.0 * (0 <= subject < place) + 2.0 * (sum(held) / len(held) if subject != ROOT else 0)
    score += 1.0 * (root > place) - 1.0 * any(
        subject in (word, *tree.ancestors(word)) for word in range(place, len(tokens))
    )
    score += 0.5 * (head.pos in {"NOUN", "PROPN", "PRON", "NUM"} or head.tag == "VBG") - 0.5 * (
        tokens[place - 1].pos in {"ADJ", "ADP", "DET"}
    )
    score -= sum(_is_odd(parse, arc) for arc in arcs)
    if inserted == "will":
        score -= 0.4 * any(arc.head == root and arc.label == "obj" and _is_bare(parse, arc.child) for arc in arcs)
        score += (
            0.3 * is_common_verb(tokens[root].text)
            + 2.0 * (tokens[root].tag == "VB")
            - 1.0 * (tokens[root].tag.startswith("N"))
        )
    elif inserted in HAVE:
        score += 1.0 * tokens[root].tag.startswith("VB")
    else:
        label = [arc.label for arc in arcs if arc.head == root]
        score += 0.25 * (tokens[root].tag in {"VBN", "JJ"})
        score -= any(tokens[word].pos == "NOUN" for word in range(place, root)) * (tokens[root].pos in {"ADJ", "VERB"})
        score -= 1.5 * (tokens[root].tag == "NN" and not {"det", "case", "nmod:poss", "nummod"} & set(label))
    return score


def _is_odd(parse: Parse, arc: Arc) -> bool:
    """Return whether an arc indicates a wrong place: an adjective as an object, a participle left over."""
    child = parse.tokens[arc.child]
    if arc.kind in {"obl", "nmod", "flat"}:
        return child.pos == "ADJ" or (arc.kind == "flat" and child.text.islower())
    if arc.kind in {"parataxis", "dep", "appos", "list"}:
        return True
    if arc.kind == "xcomp" and child.tag == "VB":
        return all(parse.tokens[other.child].lemma != "to" for other in parse.arcs if other.head == arc.child)
    alone = all(other.head != arc.child for other in parse.arcs)
    return arc.label == "acl" and child.tag == "VBN" and alone


def _is_bare(parse: Parse, noun: int) -> bool:
    """Return whether a singular noun has nothing that hangs on it."""
    return parse.tokens[noun].tag == "NN" and all(arc.head != noun for arc in parse.arcs)
