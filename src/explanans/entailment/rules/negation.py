"""Negation: which words of a sentence are negated."""

from collections.abc import Iterator

from explanans.entailment.rules.reading import Reading, Word
from explanans.structures.syntax import ROOT

NEGATORS = frozenset("not n't never no nor neither hardly scarcely barely nowhere".split())
"""Words that deny what they hang on, in lower case."""

NOBODY = frozenset("nobody none nothing no-one neither".split())
"""Pronouns that deny what is said of them."""

_DENYING = frozenset(
    """
    fail refuse decline deny avoid forget neglect omit cease stop prevent forbid ban prohibit refrain hesitate doubt
    unable impossible unlikely lack
    """.split()
)
"""Verbs and adjectives that deny what they are said with: who failed to come did not come."""

_DOUBTING = frozenset("deny doubt".split())
_FORBIDDING = frozenset("forbid forbidden ban banned prohibit prohibited".split())
"""Words whose subject may be an action that is forbidden: *jumping is forbidden*."""
_ALLOWING = frozenset("allow allowed permit permitted".split())
"""Words whose subject may be an action that is allowed: *jumping is not allowed*."""
_SHARES = frozenset(
    "all every both each everyone everything everybody always entirely completely necessarily only just".split()
)
"""Words after *not* of which, and not of the predicate, it is a denial."""

_CONTRASTS = frozenset("but whereas while".split())


def denied(reading: Reading) -> tuple[bool, ...]:
    """Return for each word of a sentence whether it is denied; twice denied is not denied.

    A word is denied by negators on itself and on what it belongs to, up to its predicate.
    """
    own = [_is_denied_itself(reading, word) for word in reading.words]
    # However it is parsed, what starts with *none of them* denies its first predicate.
    if reading.words and reading.words[0].lower in NOBODY and reading.words[0].head >= 0:
        first = next((word for word in reading.words[1:] if reading.is_predicate(word)), None)
        if first is not None and first.number != reading.words[0].head and not own[first.number]:
            own[first.number] = True
    known: dict[int, bool] = {}

    def of(number: int, depth: int = 0) -> bool:
        if number in known:
            return known[number]
        word = reading.words[number]
        found = own[number]
        if word.head != ROOT and depth < len(own) and _inherits(reading, word):
            found ^= of(word.head, depth + 1)
        known[number] = found
        return found

    return tuple(of(number) for number in range(len(own)))


def _is_denied_itself(reading: Reading, word: Word) -> bool:
    count = sum(1 for _ in negators(reading, word))
    if word.head != ROOT:
        head = reading.words[word.head]
        label = word.label.partition(":")[0]
        count += (head.lemma in _DENYING and label == "xcomp") or (head.lemma in _DOUBTING and label == "ccomp")
        count += head.lower in _FORBIDDING and _is_deed(word)
    return count % 2 == 1


def _is_deed(word: Word) -> bool:
    """Return whether a word is a deed of which something is said: *jumping from the side is ...*."""
    return word.tag == "VBG" and word.label.partition(":")[0] in {"nsubj", "csubj"}


def negators(reading: Reading, word: Word) -> Iterator[Word]:
    """Yield the words that deny a word: negators on it, and if it is a predicate on what takes part in it."""
    if word.lower in NEGATORS or word.lower in NOBODY:
        return
    is_predicate = reading.is_predicate(word)
    for child in reading.children[word.number]:
        if child.lower in {"longer", "more"} and reading.words[child.number - 1].lower in {"no", "n't", "not", "any"}:
            if reading.words[child.number - 1].lower == "no":
                yield child
        elif (
            (child.lower in NEGATORS and _denies(reading, child))
            or child.lower == "without"
            or (child.lower in NOBODY and is_predicate)
        ):
            yield child
        elif is_predicate and child.label.partition(":")[0] in {"nsubj", "obj", "obl", "iobj"}:
            # *No fungus was found*: the predicate is denied as well.
            yield from (below for below in reading.children[child.number] if below.lower in {"no", "neither"})


def _denies(reading: Reading, negator: Word) -> bool:
    """Return whether a negator denies: *no fewer than* and *not only* do not."""
    following = [word.lower for word in reading.words[negator.number + 1 : negator.number + 2]]
    if negator.lower in {"not", "n't"} and following and following[0] in _SHARES:
        return False
    if negator.lower in {"no", "not"} and following and following[0] in {"only", "less", "fewer", "more", "later"}:
        return False
    # *No fungus* is counted at the predicate; the noun itself is denied through it.
    return not (negator.lower in {"no", "neither"} and negator.label == "det" and not _stands_alone(reading, negator))


def _stands_alone(reading: Reading, negator: Word) -> bool:
    """Return whether the noun of a determiner takes part in no predicate."""
    noun = reading.words[negator.head]
    return noun.label.partition(":")[0] not in {"nsubj", "obj", "obl", "iobj"}


def _inherits(reading: Reading, word: Word) -> bool:
    """Return whether what denies the head of a word denies the word."""
    label = word.label.partition(":")[0]
    if label == "xcomp" or (_is_deed(word) and reading.words[word.head].lower in _ALLOWING):
        return True
    if label == "conj":
        joined = {child.lower for child in reading.children[word.number] if child.label == "cc"}
        return not joined & _CONTRASTS and not reading.is_predicate(word)
    return not reading.is_predicate(word) or _is_thing(reading, word)


def _is_thing(reading: Reading, word: Word) -> bool:
    """Return whether a word that the parser takes for a verb is a thing all the same: *drones have no sting*."""
    takes_part = word.label.partition(":")[0] in {"nsubj", "obj", "obl", "iobj"}
    return takes_part and any(child.label == "det" for child in reading.children[word.number])
