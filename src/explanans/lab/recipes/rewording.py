"""Recipes that keep a sentence true: synonyms, passives, other orders, relative clauses, shorter sentences."""

from collections.abc import Iterable, Iterator
from random import Random

from explanans.lab.recipes.alteration import NOMINAL, Piece, Syntax, in_case
from explanans.lab.recipes.claims import AlteredClaim
from explanans.language.analysis import is_run
from explanans.language.inflection import gerund, is_plural, participle, past, plural, third_person
from explanans.structures.facts import Fact

_FORMS = {"NNS": plural, "VBD": past, "VBG": gerund, "VBN": participle, "VBZ": third_person}
_BASES = frozenset({"", "JJ", "NN", "RB", "VB", "VBP"})
_MOST = 3
"""Words that are replaced at most."""
_OBJECTIVE = {"i": "me", "he": "him", "she": "her", "they": "them", "we": "us"}
_SUBJECTIVE = {objective: subjective for subjective, objective in _OBJECTIVE.items()}
_STATES = frozenset({"be", "become", "cost", "fit", "have", "lack", "like", "love", "mean", "need", "seem", "want"})
"""Verbs that have no passive, or seldom one."""
_FORMLESS = frozenset({"it", "that", "there", "this", "what", "which", "who", "whom", "myself", "himself", "herself"})
_COMMA = Piece(",", None)
_DROPPED = frozenset({"acl", "advcl", "advmod", "amod", "appos", "discourse", "nmod", "obl", "parataxis", "vocative"})
_HELD = frozenset(
    """
    all almost allegedly any at barely few fewer half hardly less little many maybe more most n't nearly never no none
    not only perhaps possibly reportedly scarcely seldom some
    """.split()
)
"""Words that hedge or bound what they modify: without them, a sentence claims more."""
_CONDITIONS = frozenset({"if", "unless", "until", "whether", "except", "without", "but", "before"})
_ASKING = frozenset({"WDT", "WP", "WP$", "WRB"})
_SAYING = frozenset(
    """
    add admit announce argue claim confirm declare explain insist mention note report reveal say state tell write
    """.split()
)
_HEADLINES = 0.2
"""The share of compressions that lose articles and auxiliaries too."""
_MOST_DROPPED = 4
"""Phrases that are dropped at most."""
_RELATIVE = frozenset({"that", "which", "who"})
_FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})


class Synonyms:
    """Groups of words, each of one part of speech.

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


def passives(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with one of its clauses in the passive: *cats chase mice*, *mice are chased by cats*."""
    for verb, token in enumerate(sentence.tokens):
        subject = sentence.subject(verb)
        objects = sentence.children(verb, "obj")
        finite = token.tag in {"VBD", "VBP", "VBZ"} and not sentence.children(verb, "aux", "iobj", "xcomp", "ccomp")
        if not finite or subject is None or len(objects) != 1 or token.lemma in _STATES:
            continue
        done_by, done_to = sentence.subtree(subject), sentence.subtree(objects[0])
        whole = is_run(done_by) and is_run(done_to)
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
            phrase = sentence.subtree(child)
            if not is_run(phrase) or not _can_move(sentence, child):
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
        phrase = sentence.subtree(noun)
        described = sentence.head(noun)
        if sentence.kind(noun) != "appos" or token.pos != "NOUN" or not is_run(phrase) or described > noun:
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


def compression(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Drop modifiers, subordinate clauses, second conjuncts or who said it.

    All arcs that are left are supported, also where the parser reads what is left in another way. Hedges, negations,
    conditions and bounds (*nearly*, *if*, *less than*) are never dropped, since what is left would claim more.
    Summaries are such compressions; without them a scorer takes any shorter sentence for a wrong one.

    There is no draft where nothing can be dropped.
    """
    said = _said(sentence)
    if said and rng.random() < 0.5:
        return AlteredClaim.of(sentence, sentence.pieces(said), keeps=True)
    phrases = [phrase for word in range(len(sentence.tokens)) if (phrase := _dropped(sentence, word))]
    if not phrases:
        return None
    chosen = rng.sample(phrases, rng.randint(1, min(_MOST_DROPPED, len(phrases))))
    rest = sentence.rest(number for phrase in chosen for number in phrase)
    if sum(sentence.tokens[number].pos != "PUNCT" for number in rest) < 3:
        return None
    if rng.random() < _HEADLINES:
        rest = tuple(number for number in rest if not _is_left_out(sentence, number))
    return AlteredClaim.of(sentence, sentence.pieces(rest), keeps=True)


def _is_left_out(sentence: Syntax, word: int) -> bool:
    """Return whether headlines leave a word out: an article, or *have* and *be* before a participle."""
    kind, lemma = sentence.kind(word), sentence.tokens[word].lemma.lower()
    past = kind == "aux" and lemma in {"be", "have"} and sentence.tokens[sentence.head(word)].tag in {"VBD", "VBN"}
    return (kind == "det" and lemma in {"a", "an", "the"}) or (past and not sentence.is_negated(sentence.head(word)))


def _dropped(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return the phrase that can be dropped with a word; nothing if it cannot."""
    kind, phrase = sentence.kind(word), sentence.subtree(word)
    low = {sentence.tokens[number].text.lower() for number in phrase}
    if kind == "conj" and not sentence.children(word, "conj"):
        marked = sentence.children(word, "cc")
        is_last = word == sentence.children(sentence.head(word), "conj")[-1]
        is_and = all(sentence.tokens[number].lemma.lower() == "and" for number in marked)
        return phrase if marked and is_last and is_and and is_run(phrase) else ()
    if kind not in _DROPPED or not is_run(phrase) or low & _HELD or _is_denied(sentence, word):
        return ()
    if any(sentence.tokens[number].tag in _ASKING for number in phrase) and kind not in {"acl", "advcl"}:
        return ()
    opening = {sentence.tokens[number].text.lower() for number in sentence.children(word, "case", "mark", "cc")}
    agent = sentence.label(word) in {"obl:agent", "obl:by"} or sentence.tokens[word].text.lower().endswith("n't")
    needed = kind == "nmod" and sentence.label(word) == "nmod:poss"
    return () if opening & _CONDITIONS or agent or needed else phrase


def _is_denied(sentence: Syntax, word: int) -> bool:
    """Return whether a word stands under a negation, where less said is more denied."""
    while (word := sentence.head(word)) >= 0:
        if sentence.is_negated(word):
            return True
    return False


def _said(sentence: Syntax) -> tuple[int, ...]:
    """Return the words of reported speech, without the reporting clause; empty if there is none."""
    for word in range(len(sentence.tokens)):
        head = sentence.head(word)
        if sentence.kind(word) == "ccomp" and sentence.kind(head) == "root" and sentence.subject(word) is not None:
            phrase = sentence.subtree(word)
            marks = set(sentence.children(word, "mark"))
            telling = sentence.tokens[head].lemma.lower() in _SAYING and not sentence.is_negated(head)
            only_that = all(sentence.tokens[mark].text.lower() == "that" for mark in marks)
            if telling and only_that and is_run(phrase):
                return tuple(number for number in phrase if number not in marks)
    return ()


def extraction(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Return a draft of one clause of a sentence, with the subject that it has from the rest.

    *Ann came and sang* becomes *Ann sang*, *Ann, who sang, left* the same, and *Ann, a baker, left* becomes *Ann is a
    baker*. Every arc is supported. Only the syntax of the source distinguishes these examples from splices.

    There is no draft if every clause has its own subject.
    """
    found = [pieces for pieces in (*_second(sentence), *_described(sentence), *_named(sentence)) if len(pieces) > 2]
    if not found:
        return None
    return AlteredClaim.of(sentence, [*rng.choice(found), *_stop(sentence)], keeps=True)


def _second(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield the subject of a verb with each later verb that shares it."""
    for verb in range(len(sentence.tokens)):
        first = sentence.head(verb)
        is_shared = sentence.kind(verb) == "conj" and sentence.subject(verb) is None and _is_finite(sentence, verb)
        subject = sentence.subject(first) if is_shared else None
        if subject is None or subject > first or sentence.is_negated(first):
            continue
        clause = _without(sentence, verb, "cc", "punct")
        if sentence.kind(first) in {"root", "conj", "parataxis"} and is_run(sentence.subtree(verb)):
            yield sentence.pieces([*sentence.subtree(subject), *clause])


def _described(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a noun with each clause that describes it and has it for its subject."""
    for verb in range(len(sentence.tokens)):
        noun, subject = sentence.head(verb), sentence.subject(verb)
        if sentence.label(verb) != "acl:relcl" or subject is None or not _is_finite(sentence, verb):
            continue
        if sentence.tokens[subject].text.lower() in _RELATIVE and sentence.tokens[noun].pos in NOMINAL:
            clause = [number for number in _without(sentence, verb, "punct") if number != subject]
            yield sentence.pieces([*_bare(sentence, noun), *clause])


def _named(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a noun that is what its apposition says."""
    for noun, token in enumerate(sentence.tokens):
        described = sentence.head(noun)
        if sentence.kind(noun) != "appos" or token.pos != "NOUN" or sentence.tokens[described].pos != "PROPN":
            continue
        if described < noun and sentence.children(noun, "det"):
            be = Piece("is", None)
            phrase = _without(sentence, noun, "punct")
            yield [*sentence.pieces(_bare(sentence, described)), be, *sentence.pieces(phrase)]


def _is_finite(sentence: Syntax, verb: int) -> bool:
    """Return whether a verb, or the auxiliary or *be* before it, has a tense."""
    return any(sentence.tokens[word].tag in _FINITE for word in (verb, *sentence.children(verb, "aux", "cop")))


def _without(sentence: Syntax, word: int, *kinds: str) -> list[int]:
    """Return the phrase of a word without its children of some kinds."""
    gone = {number for child in sentence.children(word, *kinds) for number in sentence.subtree(child)}
    return [number for number in sentence.subtree(word) if number not in gone]


def _bare(sentence: Syntax, noun: int) -> list[int]:
    """Return the phrase of a noun without what describes it in clauses, what it is listed with, and its preposition."""
    return _without(sentence, noun, "acl", "appos", "case", "cc", "conj", "mark", "parataxis", "punct", "cop", "nsubj")


def _stop(sentence: Syntax) -> list[Piece]:
    """Return the full stop of a sentence; nothing if it has none."""
    last = len(sentence.tokens) - 1
    return sentence.pieces([last]) if sentence.tokens[last].text in {".", "!"} else []
