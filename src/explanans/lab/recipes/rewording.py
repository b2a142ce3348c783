"""Paraphrasing recipes: synonyms, the passive, reordering, relative clauses."""

from collections.abc import Iterable, Iterator
from random import Random

from explanans.lab.recipes.alteration import Piece, in_case
from explanans.lab.recipes.draft import AlteredClaim
from explanans.lab.recipes.syntax import Syntax
from explanans.language.inflection import gerund, is_plural, participle, past, plural, third_person
from explanans.structures.facts import Fact

_FORMS = {"NNS": plural, "VBD": past, "VBG": gerund, "VBN": participle, "VBZ": third_person}
_BASES = frozenset({"", "JJ", "NN", "RB", "VB", "VBP"})


class Synonyms:
    """Groups of words, each of one part of speech.

    Args:
        groups: The part of speech of each group, and its words in their base form.

    Example:
        >>> Synonyms([("VERB", ("begin", "start"))]).of("begin", "VERB", "VBZ")
        ('starts',)
    """

    def __init__(self, groups: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        self._others: dict[tuple[str, str], dict[str, None]] = {}
        for pos, words in groups:
            for word in words:
                others = self._others.setdefault((word, pos), {})
                others.update(dict.fromkeys(other for other in words if other != word))

    def of(self, lemma: str, pos: str, tag: str = "") -> tuple[str, ...]:
        """Return the synonyms of a word, in its form.

        Args:
            tag: Its tag in the Penn Treebank's set, which says its form; the base form where empty.

        Returns:
            The synonyms; none for forms that are not made by rule, such as comparatives.
        """
        others = tuple(self._others.get((lemma.lower(), pos), ()))
        if tag in _BASES:
            return others
        return tuple(map(_FORMS[tag], others)) if tag in _FORMS else ()


def table_groups(facts: Iterable[Fact]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the pairs of single nouns that a table of synonyms names, as in *a boat is similar to a ship*.

    Args:
        facts: Facts; only those of tables whose name begins with ``SYNONYM`` are looked at.
    """
    groups: list[tuple[str, tuple[str, ...]]] = []
    for fact in facts:
        cells = [_noun(cell.text) for cell in fact.cells if not cell.column.startswith("[")]
        if fact.table.startswith("SYNONYM") and len(cells) == 2 and all(cells):
            groups.append(("NOUN", (cells[0], cells[1])))
    return groups


def _noun(cell: str) -> str:
    """Return the noun of a cell with a noun and its article; nothing if anything else stands there."""
    article, _, noun = cell.lower().partition(" ")
    alone = article in {"a", "an"} and noun.isalpha() and not is_plural(noun)
    return noun if alone else ""


_MOST = 3
"""Words that are replaced at most."""


class Synonym:
    """Replaces words by synonyms.

    All arcs are supported, as in section 5.3 of Goyal & Durrett 2020, which picks paraphrases that differ by few words
    out of a corpus; here the words are replaced on purpose, since no such corpus comes with the package.
    """

    def __init__(self, synonyms: Synonyms) -> None:
        self._synonyms = synonyms

    def __call__(self, sentence: Syntax, rng: Random) -> AlteredClaim | None:
        """Return the draft; None if no word has a synonym."""
        found = [
            (number, others)
            for number, token in enumerate(sentence.tokens)
            if (others := self._synonyms.of(token.lemma, token.pos, token.tag))
        ]
        if not found:
            return None
        pieces = sentence.pieces()
        for number, others in rng.sample(found, rng.randint(1, min(_MOST, len(found)))):
            chosen = rng.choice(others)
            is_capital = pieces[number].text[:1].isupper()
            pieces[number] = pieces[number]._replace(text=chosen.capitalize() if is_capital else chosen)
        return AlteredClaim.of(sentence, pieces, keeps=True)


_OBJECTIVE = {"i": "me", "he": "him", "she": "her", "they": "them", "we": "us"}
_SUBJECTIVE = {objective: subjective for subjective, objective in _OBJECTIVE.items()}
_STATES = frozenset({"be", "become", "cost", "fit", "have", "lack", "like", "love", "mean", "need", "seem", "want"})
"""Verbs that have no passive, or seldom one."""
_FORMLESS = frozenset({"it", "that", "there", "this", "what", "which", "who", "whom", "myself", "himself", "herself"})


def passives(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with one of its clauses in the passive: *cats chase mice*, *mice are chased by cats*."""
    for verb, token in enumerate(sentence.tokens):
        subject = sentence.subject(verb)
        objects = sentence.children(verb, "obj")
        finite = token.tag in {"VBD", "VBP", "VBZ"} and not sentence.children(verb, "aux", "iobj", "xcomp", "ccomp")
        if not finite or subject is None or len(objects) != 1 or token.lemma in _STATES:
            continue
        done_by, done_to = sentence.phrase(subject), sentence.phrase(objects[0])
        whole = sentence.is_whole(done_by) and sentence.is_whole(done_to)
        named = {sentence.tokens[number].lemma.lower() for number in (subject, objects[0])}
        if not whole or named & _FORMLESS or not done_by[-1] < verb < done_to[0]:
            continue
        yield [
            *sentence.pieces(range(done_by[0])),
            *_in_case(sentence.pieces(done_to), _SUBJECTIVE),
            *sentence.pieces(range(done_by[-1] + 1, verb)),
            Piece(_be(sentence, objects[0], token.tag), None),
            Piece(participle(token.lemma.lower()), verb),
            *sentence.pieces(range(verb + 1, done_to[0])),
            Piece("by", None),
            *_in_case(sentence.pieces(done_by), _OBJECTIVE),
            *sentence.pieces(range(done_to[-1] + 1, len(sentence.tokens))),
        ]


def _be(sentence: Syntax, subject: int, tag: str) -> str:
    """Return the form of *be* for a new subject, in the tense of the old verb."""
    token = sentence.tokens[subject]
    plural = token.tag in {"NNS", "NNPS"} or sentence.children(subject, "conj") or token.lemma in {"they", "we", "you"}
    if tag == "VBD":
        return "were" if plural else "was"
    return "are" if plural else ("am" if token.lemma.lower() == "i" else "is")


def _in_case(pieces: list[Piece], forms: dict[str, str]) -> list[Piece]:
    """Return a phrase whose only word, if it is a pronoun, has another case."""
    return [in_case(pieces[0], forms)] if len(pieces) == 1 else pieces


_COMMA = Piece(",", None)


def reordered(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with an adverbial or a clause of its main verb moved to the front, or from there to the end."""
    roots = [number for number in range(len(sentence.tokens)) if sentence.kind(number) == "root"]
    for root in roots[:1]:
        subject = sentence.subject(root)
        if subject is None or subject > root or sentence.tokens[-1].text == "?":
            continue
        count = len(sentence.tokens)
        end = count - (sentence.tokens[-1].pos == "PUNCT")
        for child in sentence.children(root, "advcl", "obl", "ccomp"):
            phrase = sentence.phrase(child)
            if not sentence.is_whole(phrase) or not _can_move(sentence, child):
                continue
            if child > root and phrase[-1] < end:
                others = [number for number in range(end) if number not in phrase]
                yield [*sentence.pieces(phrase), _COMMA, *sentence.pieces([*others, *range(end, count)])]
            elif phrase[0] == 0 and sentence.kind(child) != "ccomp":
                others = [number for number in range(end) if number not in phrase]
                yield sentence.pieces([*others, *phrase, *range(end, count)])


def _can_move(sentence: Syntax, child: int) -> bool:
    """Return whether a phrase means the same at the front: it has a preposition, a conjunction or names a time."""
    kind = sentence.kind(child)
    marked = sentence.children(child, "case", "mark")
    if kind == "ccomp":
        return not marked and sentence.subject(child) is not None
    return bool(marked) or sentence.label(child) in {"obl:tmod", "obl:unmarked"}


def relative_clauses(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with an apposition as a relative clause: *Ann, a baker, sang*, *Ann, who is a baker, sang*."""
    for noun, token in enumerate(sentence.tokens):
        phrase = sentence.phrase(noun)
        described = sentence.head(noun)
        if sentence.kind(noun) != "appos" or token.pos != "NOUN" or not sentence.is_whole(phrase) or described > noun:
            continue
        start = next((number for number in phrase if sentence.tokens[number].pos != "PUNCT"), phrase[0])
        if start == 0 or sentence.tokens[start - 1].text != ",":
            continue
        person = sentence.tokens[described].pos in {"PROPN", "PRON"}
        be = "are" if token.tag == "NNS" else "is"
        pieces = sentence.pieces()
        yield [*pieces[:start], Piece("who" if person else "which", None), Piece(be, None), *pieces[start:]]


def rewordings(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence in the passive, in another order, and with relative clauses for appositions."""
    yield from passives(sentence)
    yield from reordered(sentence)
    yield from relative_clauses(sentence)


def rewording(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Paraphrase a sentence by passivization, clausal reordering and more (Goyal & Durrett 2020, section 4).

    All arcs are supported, whatever their labels have become.

    There is no draft where no rule fits.
    """
    found = list(rewordings(sentence))
    return AlteredClaim.of(sentence, rng.choice(found), keeps=True) if found else None
