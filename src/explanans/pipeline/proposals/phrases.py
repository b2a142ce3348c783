"""The phrases of a sentence that may answer a question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from explanans.language.analysis import SyntaxTree
from explanans.language.tokens import is_function_word
from explanans.language.values import Value, find_ranges, find_values
from explanans.language.values.numbers import numerals


def run(words: Sequence[int], around: int) -> list[int]:
    """Return the numbers that follow one another without a gap around one of them.

    Example:
        >>> run([2, 3, 5, 6, 7, 9], 6)
        [5, 6, 7]
    """
    first = last = around
    while first - 1 in words:
        first -= 1
    while last + 1 in words:
        last += 1
    return list(range(first, last + 1))


_HEADS = frozenset("NOUN PROPN NUM VERB ADJ ADV SYM X PRON AUX".split())
_LOOSE = frozenset("acl appos conj cc parataxis advcl punct dep dislocated ccomp".split())
"""Dependents after a noun that may be left out."""
_INNER = frozenset("flat fixed compound goeswith".split())
"""Dependency labels of parts of a name or a word, which are no heads."""
_LEADING = frozenset("case mark cc punct".split())
_LINKS = frozenset("to and – - through".split())
_MARKS = frozenset(",;:–—")
_AND = frozenset({"and", "but"})
_BEFORE_RANGES = frozenset({"from", "between"})
_BOUNDS = frozenset(
    "at most|at least|up to|more than|less than|fewer than|no more than|not more than|no less than|no fewer than".split(
        "|"
    )
)
_LONGEST = 18


@dataclass(frozen=True)
class Phrase:
    """A phrase of a sentence.

    Attributes:
        lead: The number of the preposition or conjunction before it, whether or not it stands in the phrase; -1 where
            there is none.
        whole: Whether nothing that hangs on its head is left out, but for what leads it in.
    """

    tree: SyntaxTree
    head: int
    first: int
    last: int
    lead: int
    whole: bool

    @property
    def text(self) -> str:
        """The phrase as written, in lower case where only its place gives it a capital."""
        tokens = self.tree.tokens
        text = self.tree.parse.text[tokens[self.first].start : tokens[self.last].end]
        if self.first == 0 and tokens[0].pos != "PROPN" and not text[:2].isupper():
            return text[:1].lower() + text[1:]
        return text

    def led(self) -> "Phrase":
        """Return the phrase with the preposition before it."""
        return replace(self, first=self.lead) if self.lead == self.first - 1 >= 0 else self

    def bare(self) -> "Phrase":
        """Return the phrase without the preposition before it."""
        return replace(self, first=self.first + 1) if self.lead == self.first < self.last else self

    def is_part(self, other: "Phrase") -> bool:
        """Return whether the phrase lies within another one."""
        return self.tree is other.tree and other.first <= self.first and self.last <= other.last

    @property
    def words(self) -> range:
        """The numbers of its words."""
        return range(self.first, self.last + 1)


def phrases(tree: SyntaxTree) -> list[Phrase]:
    """Return the phrases of a sentence, each once; none cuts a range of numbers in two or is a part of a value.

    Nor is what stands beside each other by ellipsis one phrase, as *driver fourteen* where a bus carries *18 people,
    driver fourteen*.
    """
    found = dict[tuple[int, int], Phrase]()
    ranges = list(_ranges(tree))
    heads = filter(lambda number: _may_lead(tree, number), range(len(tree.tokens)))
    for phrase in (*ranges, *(_bounded(phrase) for head in heads for phrase in _around(tree, head))):
        found.setdefault((phrase.first, phrase.last), phrase)
    # The word between both ends of a range leads in no phrase.
    between = {phrase.head - 1 for phrase in ranges}
    links = [number for number in range(1, len(tree.tokens) - 1) if _links_numbers(tree, number)]
    gaps = list(_left_out_verbs(tree))
    values = find_values(tree.parse.text)
    return [
        replace(phrase, lead=-1) if phrase.lead in between else phrase
        for phrase in found.values()
        if not any(_cuts(phrase, link) for link in links)
        and not any(phrase.first <= gap < phrase.last for gap in gaps)
        and not _cuts_word(phrase)
        and not any(_is_inside(phrase, value) for value in values)
        and phrase.first not in between
    ]


def _ranges(tree: SyntaxTree) -> Iterator[Phrase]:
    """Yield the ranges of dates, times and amounts with the word before them, as *from 1 May to 30 September*."""
    for first, last in find_ranges(tree.parse.text):
        places = [
            place for place, token in enumerate(tree.tokens) if first.start < token.end and token.start < last.end
        ]
        head = next(place for place in places if tree.tokens[place].end > last.start)
        start = places[0]
        if start and tree.tokens[start - 1].text.lower() in _BEFORE_RANGES:
            yield Phrase(tree, head, start - 1, places[-1], start - 1, False)
        else:
            yield Phrase(tree, head, start, places[-1], -1, False)


def _bounded(phrase: Phrase) -> Phrase:
    """Return a phrase with the whole of a bound at its start: *at most twelve*, not *most twelve*."""
    words = [token.text.lower() for token in phrase.tree.tokens[max(0, phrase.first - 2) : phrase.first + 1]]
    for length in (2, 1):
        if len(words) > length and " ".join(words[-length - 1 :]) in _BOUNDS:
            return replace(phrase, first=phrase.first - length)
    return phrase


def _may_lead(tree: SyntaxTree, number: int) -> bool:
    inner = tree.kind(number) in _INNER
    led = any(tree.kind(word) in {"case", "det"} for word in tree.children(number))
    return tree.tokens[number].pos in _HEADS and (led or not inner)


def _links_numbers(tree: SyntaxTree, number: int) -> bool:
    """Return whether a word stands between the ends of a range, as *to* of *50 to 64*."""
    if not 0 < number < len(tree.tokens) - 1:
        return False
    before, word, after = (tree.tokens[place].text.lower() for place in (number - 1, number, number + 1))
    return word in _LINKS and before[:1].isdigit() and after[:1].isdigit()


def _left_out_verbs(tree: SyntaxTree) -> Iterator[int]:
    """Yield each noun behind which a verb is left out before a number, as in *adults pay ten, children five*."""
    # They are then a clause without a verb, behind another one.
    tokens = tree.tokens
    for numeral in numerals(tree.parse.text):
        own = [place for place, token in enumerate(tokens) if token.start < numeral.end and numeral.start < token.end]
        start = own[0]
        while start and tokens[start - 1].pos in {"DET", "ADJ", "NOUN", "PROPN"}:
            start -= 1
        if not 0 < start < own[0] or tokens[start - 1].text not in _MARKS | _AND:
            continue
        ends = (place for place in range(own[-1], len(tokens)) if tokens[place].text in _MARKS)
        if not any(token.pos in {"VERB", "AUX"} for token in tokens[start : next(ends, len(tokens))]):
            yield own[0] - 1


def _cuts(phrase: Phrase, link: int) -> bool:
    """Return whether a phrase holds one end of a range and not the other."""
    ends = (link - 1, link + 1)
    return 0 < sum(phrase.first <= end <= phrase.last for end in ends) < len(ends)


def _is_inside(phrase: Phrase, value: Value) -> bool:
    """Return whether a phrase is a part of a value, as *12* of *12 kg*."""
    tokens = phrase.tree.tokens
    start, end = tokens[phrase.bare().first].start, tokens[phrase.last].end
    return value.start <= start and end <= value.end and (start, end) != (value.start, value.end)


def _cuts_word(phrase: Phrase) -> bool:
    """Return whether a phrase begins or ends within a word with hyphens, as *work miners* of *out-of-work miners*."""
    tree = phrase.tree
    text, start, end = tree.parse.text, tree.tokens[phrase.first].start, tree.tokens[phrase.last].end
    begins = text[start : start + 1] == "-" or (start > 1 and text[start - 1] == "-" and text[start - 2].isalpha())
    return begins or (text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha())


def _around(tree: SyntaxTree, head: int) -> Iterator[Phrase]:
    lead = next((word for word in tree.children(head) if tree.kind(word) in {"case", "mark"} and word < head), -1)
    full = tree.subtree(head)
    cuts = (full, True), (tree.subtree(head, _LOOSE), False), (tree.subtree(head, (*_LOOSE, "nmod", "obl")), False)
    for held, whole in cuts:
        yield from _trimmed(tree, run(held, head), head, lead, whole)
    number = tree.child(head, "nummod")
    if number is not None and number < head:
        yield from _trimmed(tree, list(range(number, head + 1)), head, lead, False)
    if tree.tokens[head].pos in {"VERB", "AUX"}:
        yield from _deed(tree, full, head)
    if name := _name(tree, head):
        yield from _trimmed(tree, name, head, lead, False)
    if reach := _reach(tree, head):
        yield from _trimmed(tree, reach, head, lead, False)


def _deed(tree: SyntaxTree, full: Sequence[int], head: int) -> Iterator[Phrase]:
    """Yield a verb with what stands behind it, as *reduce the swelling*: without its subject and its auxiliaries."""
    behind = [word for word in full if word >= head]
    deed = run(behind, head)
    stop = next((word for word in deed[1:] if tree.kind(word) == "punct"), deed[-1] + 1)
    yield from _trimmed(tree, deed, head, -1, False)
    yield from _trimmed(tree, [word for word in deed if word < stop], head, -1, False)


def _name(tree: SyntaxTree, head: int) -> list[int]:
    """Return the words in capitals around a name, which the parser may have taken apart; none if it stands alone."""
    if tree.tokens[head].pos != "PROPN":
        return []
    first = last = head
    while first and _is_capital(tree, first - 1):
        first -= 1
    while last + 1 < len(tree.tokens) and _is_capital(tree, last + 1):
        last += 1
    return list(range(first, last + 1)) if first < last else []


def _is_capital(tree: SyntaxTree, word: int) -> bool:
    return word > 0 and tree.tokens[word].text[:1].isupper()


def _reach(tree: SyntaxTree, head: int) -> list[int]:
    """Return the words of a range of numbers, with a noun before or behind it; none if the head begins no such."""
    number = next((word for word in (head, head + 1) if _links_numbers(tree, word + 1)), None) if head else None
    if number is None:
        return []
    last = number + 2
    if number == head and tree.tokens[min(last + 1, len(tree.tokens) - 1)].pos == "NOUN":
        last = min(last + 1, len(tree.tokens) - 1)
    first = head - 1 if head < number and tree.kind(head - 1) == "case" else head
    return list(range(first, last + 1))


def _trimmed(tree: SyntaxTree, held: list[int], head: int, lead: int, whole: bool) -> Iterator[Phrase]:
    def is_edge(word: int) -> bool:
        return tree.kind(word) in {"punct", "cc"} and word != head

    while held and is_edge(held[0]):
        held = held[1:]
    while held and is_edge(held[-1]):
        held = held[:-1]
    if not held or (len(held) > _LONGEST and not (whole and tree.kind(head) == "root")):
        return
    tokens = tree.tokens
    if any(not is_function_word(tokens[word].text.lower()) for word in held):
        yield Phrase(tree, head, held[0], held[-1], lead, whole)
    bare = held
    while len(bare) > 1 and tree.kind(bare[0]) in _LEADING and bare[0] != head:
        bare = bare[1:]
    if bare != held and any(not is_function_word(tokens[word].text.lower()) for word in bare):
        yield Phrase(tree, head, bare[0], bare[-1], lead, whole)
