"""A simple sentence by its parse: subject, verbs and the rest, and rearrangements of them."""

import re
from dataclasses import dataclass
from functools import cached_property

from explanans.lab.phenomena.inflect import inflect
from explanans.language.analysis import SyntaxTree, is_run
from explanans.language.inflection import participle, past, third_person
from explanans.language.wordnet import is_word
from explanans.structures.syntax import Parse, Token

_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})
_NEGATIONS = frozenset(
    {"not", "never", "no", "none", "nobody", "nothing", "neither", "nor", "without", "n't", "cannot"}
)
_DOWNWARD = _NEGATIONS | frozenset(
    "few fewer less least only if unless hardly rarely seldom barely except every all each any most".split()
)
_UNCERTAIN = frozenset(
    "some many several few most may might could sometimes often usually perhaps probably about around nearly".split()
)
_MOST_TOKENS = 28
_UNWANTED = re.compile(r"[?!:;\"()\[\]“”]| ['’,]|\w{2}[.] [A-Z]")
_POINTING = frozenset("the this that these those such his her its their our my your another both other".split())
_NATIONAL = frozenset(
    """
    african american arab asian australian austrian belgian brazilian british bulgarian canadian chilean chinese
    colombian croatian cuban czech danish dutch egyptian english ethiopian european finnish french german ghanaian
    greek hindu hungarian indian indonesian iranian iraqi irish islamic israeli italian jamaican japanese jewish
    kenyan korean latin mexican moroccan muslim nigerian norwegian pakistani peruvian polish portuguese roman romanian
    russian scottish serbian soviet spanish swedish swiss thai turkish ukrainian vietnamese welsh christian catholic
    buddhist victorian
    """.split()
)
_PRONOUN_TAGS = frozenset({"PRP", "PRP$", "WP", "WDT", "EX"})

_FORMS_BY_TAG = {"VBZ": "s", "VBD": "past", "VBN": "pp", "VBG": "ing", "NNS": "pl", "JJR": "er", "JJS": "est"}
_NEVER_PASSIVE = frozenset(
    """
    be become comprise consist contain cost do enjoy equal feature fit get go have hold include involve lack last let
    like love make mean need play possess reach remain resemble star suit take want weigh
    """.split()
)


@dataclass(frozen=True)
class Sentence:
    """A declarative sentence that starts with its subject.

    Attributes:
        subject: The number of the head of the subject.
        subject_end: The number of the first token after the subject.
        end: The number of the token after the last that is no final stop.
    """

    parse: Parse
    subject: int
    subject_end: int
    end: int

    @classmethod
    def of(cls, parse: Parse) -> "Sentence | None":
        """Return the sentence of a parse; None if it does not start with a subject, or is no plain statement."""
        tokens = parse.tokens
        if not 3 <= len(tokens) <= _MOST_TOKENS or tokens[-1].text != "." or not parse.text[:1].isalnum():
            return None
        if sum(arc.label == "root" for arc in parse.arcs) != 1 or _UNWANTED.search(parse.text):
            return None
        root = parse.root
        subjects = [arc.child for arc in parse.arcs if arc.head == root and arc.label in _SUBJECTS]
        if len(subjects) != 1 or tokens[subjects[0]].tag in _PRONOUN_TAGS or subjects[0] > root:
            return None
        places = SyntaxTree(parse).subtree(subjects[0])
        if places[0] or not is_run(places) or len(places) > root:
            return None
        found = cls(parse, subjects[0], len(places), len(tokens) - 1)
        return found if found.is_plain else None

    @cached_property
    def tree(self) -> SyntaxTree:
        """The parse as a tree."""
        return SyntaxTree(self.parse)

    @property
    def is_plain(self) -> bool:
        """Return whether only a finite verb, auxiliaries, adverbs and *not* stand between subject and root."""
        tokens, root = self.parse.tokens, self.parse.root
        between = [self.tree.label(place) for place in range(self.subject_end, root)]
        if tokens[self.subject_end].pos not in {"AUX", "VERB", "ADV", "PART"} or tokens[0].tag == "VB":
            return False
        if any(token.pos == "AUX" or token.tag == "VBZ" for token in tokens[: self.subject_end]):
            return False
        if self.auxiliaries:
            # Of a nominal predicate, its own modifiers stand before the root.
            return self.copula is not None or _AUXILIARIES | {"advmod"} >= {*between}
        if any(label != "advmod" for label in between):
            return False
        return tokens[root].pos == "VERB" and tokens[root].tag in {"VBZ", "VBP", "VBD"}

    @cached_property
    def auxiliaries(self) -> list[int]:
        """The numbers of the auxiliaries and the copula of the root, in order."""
        return [*self.tree.children(self.parse.root, *_AUXILIARIES)]

    @cached_property
    def copula(self) -> int | None:
        """The number of the copula, if there is one."""
        return self.tree.child(self.parse.root, "cop")

    @cached_property
    def words(self) -> frozenset[str]:
        """The lower-case words of the sentence."""
        return frozenset(token.text.lower() for token in self.parse.tokens)

    @property
    def is_negated(self) -> bool:
        """Return whether the sentence denies something somewhere."""
        return bool(self.words & _NEGATIONS)

    @property
    def is_upward(self) -> bool:
        """Return whether no word of the sentence turns what is less into what is more."""
        return not self.words & _DOWNWARD

    @property
    def is_uncertain(self) -> bool:
        """Return whether a quantity or modality keeps the sentence and its denial compatible."""
        return bool(self.words & _UNCERTAIN)

    @property
    def root(self) -> Token:
        """The root."""
        return self.parse.tokens[self.parse.root]

    @cached_property
    def is_plural(self) -> bool:
        """Return whether the subject takes a plural verb: by its verb, or else by its noun."""
        number = self.verb_number
        return is_plural(self.parse, self.subject) if number is None else number

    @cached_property
    def verb_number(self) -> bool | None:
        """Return whether the finite verb is in the plural; None if its form does not show it."""
        place = self.auxiliaries[0] if self.auxiliaries else self.parse.root
        token = self.parse.tokens[place]
        if token.tag == "VBZ" or token.text in {"is", "was", "has", "does"}:
            return False
        return True if token.tag == "VBP" or token.text in {"are", "were", "have", "do"} else None

    @property
    def is_pointing(self) -> bool:
        """Return whether the subject points at something that was mentioned before."""
        return self.parse.tokens[0].text.lower() in _POINTING

    def text(self, start: int, end: int) -> str:
        """Return the words from one token up to another, as written."""
        tokens = self.parse.tokens
        return self.parse.text[tokens[start].start : tokens[end - 1].end] if start < end else ""

    @property
    def subject_text(self) -> str:
        """The subject, as within a sentence."""
        return inner(self.parse, self.text(0, self.subject_end))

    @property
    def predicate(self) -> str:
        """The text after the subject, without the final stop."""
        return self.text(self.subject_end, self.end)

    @property
    def inner(self) -> str:
        """The sentence without its final stop, as part of another."""
        return f"{self.subject_text} {self.predicate}"

    def text_before(self, place: int) -> str:
        """Return the sentence, as part of another, up to a token."""
        return f"{self.subject_text} {self.text(self.subject_end, place).rstrip(' ,')}"

    def child(self, label: str, head: int | None = None) -> int | None:
        """Return the number of the only child of a label of the root, or of another word; None if there is not one."""
        place = self.parse.root if head is None else head
        found = [arc.child for arc in self.parse.arcs if arc.head == place and arc.label == label]
        return found[0] if len(found) == 1 else None

    def has(self, *kinds: str) -> bool:
        """Return whether the root has a child of one of several labels."""
        root = self.parse.root
        return any(arc.head == root and arc.label in kinds for arc in self.parse.arcs)

    def object_end(self, place: int) -> int | None:
        """Return the number of the token after an object that follows the root at once; None if it does not."""
        places = self.tree.subtree(place)
        return places[-1] + 1 if places[0] == self.parse.root + 1 and is_run(places) else None


def is_plural(parse: Parse, place: int) -> bool:
    """Return whether a noun, or the list that it starts, takes a plural verb."""
    joined = any(arc.head == place and arc.label == "conj" for arc in parse.arcs)
    return joined or parse.tokens[place].tag in {"NNS", "NNPS"}


def inner(parse: Parse, text: str) -> str:
    """Return the start of a sentence as it is written within one."""
    first, second = parse.tokens[:2]
    if first.text.lower() in _NATIONAL or first.text[1:] != first.text[1:].lower() or first.pos == "DET":
        return text if first.pos != "DET" else text[:1].lower() + text[1:]
    # A common noun at the start of a sentence is often taken for a name.
    is_common = first.tag != "NNP" or (second.pos == "NOUN" and is_word(first.lemma.lower(), "NOUN"))
    is_name = not is_common or any(word[0].isupper() for word in text.split()[1:]) or second.text.isdecimal()
    return text if is_name else text[:1].lower() + text[1:]


def negate(sentence: Sentence) -> str | None:
    """Return the denial of a sentence, or what it denies; None if no way is known."""
    tokens, root = sentence.parse.tokens, sentence.root
    before = sentence.subject_text
    place = next((place for place in range(sentence.subject_end, sentence.end) if tokens[place].text == "not"), None)
    if place is not None:
        return _without_not(sentence, place)
    joined = [arc.child for arc in sentence.parse.arcs if arc.head == sentence.parse.root and arc.label == "conj"]
    if sentence.is_negated or "'" in sentence.predicate or "’" in sentence.predicate:
        return None
    if any(tokens[place].pos in {"VERB", "AUX"} for place in joined):
        return f"it is not true that {sentence.inner}"
    if sentence.auxiliaries:
        first = sentence.auxiliaries[0]
        if first != sentence.subject_end:
            return None
        helper = "cannot" if tokens[first].text == "can" else f"{tokens[first].text} not"
        return f"{before} {helper} {sentence.text(first + 1, sentence.end)}"
    helper = {"VBZ": "does", "VBP": "do", "VBD": "did"}[root.tag]
    adverbs = sentence.text(sentence.subject_end, sentence.parse.root)
    rest = sentence.text(sentence.parse.root + 1, sentence.end)
    return " ".join(f"{before} {helper} not {adverbs} {root.lemma} {rest}".split())


def denied_predicate(sentence: Sentence) -> str | None:
    """Return the denied predicate of a sentence; None if it cannot be denied after its subject."""
    denial, before = negate(sentence), f"{sentence.subject_text} "
    return denial.removeprefix(before) if denial is not None and denial.startswith(before) else None


def _without_not(sentence: Sentence, place: int) -> str | None:
    """Return a sentence without its *not*."""
    tokens, root = sentence.parse.tokens, sentence.root
    helper = tokens[place - 1]
    if place - 1 != sentence.subject_end or len(sentence.words & _NEGATIONS) > 1:
        return None
    before, after = sentence.subject_text, sentence.text(place + 1, sentence.end)
    if helper.lemma != "do":
        return f"{before} {helper.text} {after}"
    if place + 1 != sentence.parse.root:
        return None
    form = {"do": "", "does": "s", "did": "past"}[helper.text.lower()]
    verb = inflect(root.lemma, form)
    return f"{before} {verb} {sentence.text(sentence.parse.root + 1, sentence.end)}"


def agree(sentence: Sentence, plural: bool) -> str:
    """Return the root of a sentence without auxiliaries as it follows a subject of a number."""
    if sentence.root.tag == "VBD":
        return sentence.root.text
    return sentence.root.lemma if plural else third_person(sentence.root.lemma)


def passive(sentence: Sentence) -> str | None:
    """Return an active sentence in the passive; None if it has no object or another form."""
    place = sentence.child("obj")
    if (
        place is None
        or sentence.auxiliaries
        or sentence.has("xcomp", "ccomp", "iobj", "compound:prt", "conj", "advmod")
    ):
        return None
    tokens = sentence.parse.tokens
    end = sentence.object_end(place)
    if end is None or tokens[place].pos not in {"NOUN", "PROPN"} or sentence.root.lemma in _NEVER_PASSIVE:
        return None
    past_tense = sentence.root.tag == "VBD"
    helper = ("were" if past_tense else "are") if is_plural(sentence.parse, place) else ("was" if past_tense else "is")
    patient = sentence.text(sentence.parse.root + 1, end)
    rest = sentence.text(end, sentence.end)
    verb = participle(sentence.root.lemma)
    return f"{patient} {helper} {verb} by {sentence.subject_text} {rest}".strip()


def active(sentence: Sentence) -> str | None:
    """Return a passive sentence with its agent as the subject; None if it has none or another form."""
    agent = sentence.child("obl:agent")
    if agent is None or len(sentence.auxiliaries) != 1 or not sentence.has("aux:pass") or sentence.has("xcomp", "conj"):
        return None
    tokens, root = sentence.parse.tokens, sentence.parse.root
    places = sentence.tree.subtree(agent)
    helper = tokens[sentence.auxiliaries[0]].text
    if not is_run(places) or tokens[places[0]].text != "by":
        return None
    if helper not in {"is", "are", "was", "were"} or places[0] != root + 1 or root != sentence.subject_end + 1:
        return None
    doer = sentence.text(places[0] + 1, places[-1] + 1)
    if helper in {"was", "were"}:
        verb = past(sentence.root.lemma)
    else:
        verb = sentence.root.lemma if is_plural(sentence.parse, agent) else third_person(sentence.root.lemma)
    return f"{doer} {verb} {sentence.subject_text} {sentence.text(places[-1] + 1, sentence.end)}".strip()


def exchanged(sentence: Sentence) -> str | None:
    """Return a sentence with subject and object exchanged; None if it has no object or another form."""
    place = sentence.child("obj")
    if place is None or sentence.auxiliaries or sentence.has("xcomp", "ccomp", "iobj", "conj"):
        return None
    end = sentence.object_end(place)
    if end is None or sentence.parse.tokens[place].pos not in {"NOUN", "PROPN"}:
        return None
    verb = agree(sentence, is_plural(sentence.parse, place))
    patient = sentence.text(sentence.parse.root + 1, end)
    adverbs = sentence.text(sentence.subject_end, sentence.parse.root)
    rest = sentence.text(end, sentence.end)
    return " ".join(f"{patient} {adverbs} {verb} {sentence.subject_text} {rest}".split())


def fronted(sentence: Sentence) -> str | None:
    """Return a sentence with its last adjunct, or clause of reason or time, put first; None if it has none."""
    root, tokens = sentence.parse.root, sentence.parse.tokens
    for arc in sentence.parse.arcs:
        if arc.head != root or arc.label not in {"obl", "advcl"}:
            continue
        places = sentence.tree.subtree(arc.child)
        if places[-1] + 1 != sentence.end or not is_run(places) or places[0] <= root:
            continue
        first = tokens[places[0]].text
        if arc.label == "obl" and first in {"in", "on", "at", "during", "after", "before", "since"}:
            return f"{sentence.text(places[0], sentence.end)}, {sentence.text_before(places[0])}"
        if arc.label == "advcl" and first in {"because", "although", "when", "if", "while", "after", "before"}:
            return f"{sentence.text(places[0], sentence.end)}, {sentence.text_before(places[0])}"
    return None


def inflected(text: str, model: Token) -> str:
    """Return a base form in the form of a token."""
    return inflect(text, _FORMS_BY_TAG.get(model.tag, ""))
