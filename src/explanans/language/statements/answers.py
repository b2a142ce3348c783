"""Answers, by the kind of phrase that they are: a clause, an infinitive, a noun phrase, one adjective."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from explanans.language.dictionary import is_known, lemmatize
from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_past,
    is_plural_form,
    is_plural_subject,
    is_third_person,
    is_verb,
    wants_noun,
)
from explanans.language.inflection import base_form, indefinite_article, is_participle, is_plural, singular
from explanans.language.lexicon import word_set
from explanans.language.parser import parsed
from explanans.language.statements.declarative import Words
from explanans.language.statements.inversion import can_be_verb
from explanans.language.tokens import is_function_word
from explanans.language.wordnet import is_word, kinship
from explanans.structures.syntax import Parse

_GIVEN_NAMES = word_set("language.statements.answers.given-names")
_NAMES = frozenset("earth mars venus saturn neptune uranus jupiter pluto celsius".split()) | _GIVEN_NAMES
_PLACES = re.compile(
    r"\b(?:which|what) (?:city|town|country|river|university|continent|island|mountain|language|port|village|"
    r"street|planet|month|day|king|queen|company)\b",
    re.IGNORECASE,
)
_PEOPLES = word_set("language.statements.answers.peoples")
_TIMES = word_set("language.statements.answers.times")
"""Days and months, which are names but no adjectives."""
_DAYS = frozenset(f"{name}s" for name in _TIMES if name.endswith("day"))
_ADJECTIVE = re.compile(r"(?:al|ic|ive|[lnu]ar|ous|ary|ory|ular|ble|ant|ent|iac|less|ful|ible|neous|mune)$")
_NOUNS_LIKE_ADJECTIVES = word_set("language.statements.answers.nouns-like-adjectives")
_THINGS = word_set("language.statements.answers.things")
_PARTS = frozenset("layer organ organelle part".split())
_KINDS = frozenset("type types kind kinds form forms piece".split())
_QUALITIES = frozenset("color colour property characteristic trait term word state method way direction".split())
_MASSES = word_set("language.statements.answers.masses")
_SHARES = frozenset("half most part third quarter member piece all some one none each either both type kind".split())
"""Nouns and pronouns before *of the* that are not the only ones of what they belong to."""
_OWNED_BY = re.compile(r"(?:\w+ )?(?:property|characteristic|feature|quality) of (?P<owner>.+)")
_STUFF = word_set("language.statements.answers.stuff")
"""Words for things that WordNet has among objects, and that take no article."""
_OBJECT, _SUBSTANCE, _ORGAN = 0.85, 0.2, 0.6
"""Minimum share of the uses of a noun for things that can be counted, maximum for substances, minimum for organs.
Chosen on the bare nouns among the answers of WorldTree's training questions."""
_POSSESSIVES = frozenset("my your his her its our their".split())
_OWNED = frozenset("a an the your their".split())
_CHANGES = frozenset("transformation conversion change transfer transition".split())
_CHANGE = re.compile(r"(?!from )(?P<before>[\w -]+?) (?P<to>to|into) (?P<after>[\w -]+)")
"""A change from one thing to another, as in *mechanical energy to sound energy*."""
_LIMITS = word_set("language.statements.answers.limits")
_SUBJECTS = frozenset("it they he she we you i there".split())
BE_FORMS = {(False, False): "is", (False, True): "are", (True, False): "was", (True, True): "were"}
_POLAR = re.compile(
    r"(?:(?P<yes>yes|yeah|true|correct|of course|certainly|definitely|indeed)|"
    r"(?P<no>no|not at all|false|incorrect|not|wrong))(?:[,;.:!]+(?= |$)|$)",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"(?:it|they|he|she|you|we|i|this|that|there|one) (?:is|are|was|were|do|does|did|has|have|had|can|could|may|might|"
    r"must|should|will|would)(?P<no> not|n['’]t|not)?\.?$",
    re.IGNORECASE,
)
_ASKING = re.compile(r"(?:what|which|who|why|how|where|when|is|are|do|does|did|can|will) .+\?", re.IGNORECASE)
_SYMBOLS = re.compile(r"[A-Z][a-z]?(?:,? (?:and )?[A-Z][a-z]?)+")
"""Symbols of elements, as in *He, Ne, and Ar*."""
_EMPHASIS = re.compile(r"\b(?:NOT|EXCEPT|BEST|MOST|LEAST|ALL|LIKELY|FIRST|ONLY|CANNOT|AND|OR|NO|BOTH)\b")


def lower_emphasis(text: str) -> str:
    """Return a text on one line, with capitals that only stress a word undone.

    Example:
        >>> lower_emphasis(" Which is  NOT a metal? ")
        'Which is not a metal?'
    """
    return _EMPHASIS.sub(lambda match: match[0].lower(), " ".join(text.split()))


def decapitalize(text: str, beside: str = "") -> str:
    """Return a text that starts in lower case, unless its first word is a name or *I*.

    Args:
        beside: More text by the same author; a word that it capitalizes within a sentence is a name.

    Example:
        >>> decapitalize("The Sun rises."), decapitalize("Earth turns."), decapitalize("DNA holds genes.")
        ('the Sun rises.', 'Earth turns.', 'DNA holds genes.')
        >>> decapitalize("Sam uses a tape measure.")
        'Sam uses a tape measure.'
    """
    if _SYMBOLS.fullmatch(text):
        return text
    first, *others = text.split(" ")
    word = bare(first).removesuffix("'s").removesuffix("’s")
    return text if not word or _is_name(first, word, others, beside) else first[0].lower() + text[1:]


def _is_name(first: str, word: str, others: Words, beside: str) -> bool:  # noqa: PLR0911 - one line a sign, the surest first
    if first in {"A", "An", "The"} and others:
        return False
    if first == "I" or word in _NAMES or len(word) == 1 or re.search(r"[A-Z0-9]", first[1:]):
        return True
    if word in {"march", "may", "august"} and others and re.match(r"\d", others[0]):
        return True
    if is_function_word(word):
        return False
    named = [other for other in others if not is_function_word(bare(other))]
    if named and all(other[:1].isupper() for other in named):
        return True
    if not others and first.endswith(("'s", "’s")):
        return True
    if len(word) == 2 or (others and others[0][:1].isupper()):
        return True
    within = re.search(rf"[a-z,] {re.escape(first.rstrip('.,;:!?'))}\b", " ".join(others) + "\n" + beside)
    if word in _PEOPLES | _TIMES | _DAYS:
        return True
    is_unknown = not all(len(part) > 1 and is_known(part) for part in word.split("-"))
    return bool(within) or lemmatize(word)[:1].isupper() or is_unknown


def _is_finite_form(word: str) -> bool:
    """Return whether a word can be a finite verb after a pronoun, with an adverb before it or without."""
    return (
        word in AUXILIARIES or is_adverb(word) or is_past(word) or is_third_person(word) or can_be_verb(base_form(word))
    )


def has_subject(text: str) -> bool:
    """Return whether a text is a clause by its parse: the root is finite and has a subject.

    Example:
        >>> has_subject("heat melts ice"), has_subject("the ice on the water")
        (True, False)
    """
    parse = parsed(text)
    if not parse.tokens:
        return False
    labels = _kinds_below_root(parse)
    finite = parse.tokens[parse.root].tag in {"VBZ", "VBD", "VBP"} or bool({"cop", "aux"} & labels)
    return finite and bool({"nsubj", "csubj", "expl"} & labels)


def _kinds_below_root(parse: Parse) -> set[str]:
    root = parse.root
    return {arc.kind for arc in parse.arcs if arc.head == root}


@dataclass(frozen=True)
class Answer:
    """An answer, ready to be put into a sentence.

    Attributes:
        text: The answer without its final full stop; it starts in lower case unless with a name.
        is_sentence: Whether it was written with a capital and a full stop.
    """

    text: str
    is_sentence: bool = False

    @classmethod
    def of(cls, text: str, question: str) -> "Answer":
        """Return an answer as it was written, made ready."""
        tidied = lower_emphasis(text)
        if _ASKING.fullmatch(tidied):
            return cls(f"“{tidied}”")
        if _PLACES.search(question) and tidied[:1].isupper() and len(tidied.split()) == 1:
            return cls(tidied.rstrip(" .;,"))
        return cls(decapitalize(tidied.rstrip(" .;,"), question), tidied[:1].isupper() and tidied.endswith("."))

    @cached_property
    def words(self) -> Words:
        """The words, split at blanks."""
        return self.text.split()

    @property
    def first(self) -> str:
        """The first word in lower case."""
        return bare(self.words[0])

    @cached_property
    def is_clause(self) -> bool:  # noqa: C901, PLR0911, PLR0912 - one line a sign, the surest first
        """Return whether the answer has a subject and a finite verb."""
        if self.is_sentence and self.first in CLAUSE_STARTS | {"as"} - {"because"} and "," in self.text:
            return True
        if self.is_sentence and self.first in PREPOSITIONS and (inner := self.text.partition(", ")[2]):
            return finite_verb(inner.split(), 1) is not None  # as *At night, owls hunt.*
        if self.is_sentence and self.is_gerund and len(self.words) > 2 and is_third_person(bare(self.words[1])):
            return True  # as *Brushing removes sugar.*
        if self.is_sentence and self.is_gerund and any(map(is_third_person, map(bare, self.words[2:5]))):
            return "," not in self.text and has_subject(self.text)  # as *Shedding fur helps the hare.*
        if len(self.words) < 2 or self.is_gerund or self.is_adverbial or self.is_infinitive:
            return False
        if not self.is_sentence and bare(self.words[1]) in {"who", "whom", "whose"}:
            return False  # as *anyone who has had a heart attack*
        if self.first in _SUBJECTS and _is_finite_form(bare(self.words[1])):
            return True
        if self.text.startswith("“") or self.is_command or self._is_modified_noun:
            return False
        parts = self.text.split(", ")
        if len(parts) > 2 and not self.is_sentence and all(len(part.split()) < 3 for part in parts):
            return False
        place = self._verb
        if place is None:
            if self.is_sentence and self._has_distant_verb and not is_common_verb(self.first):
                return True
            return self._may_hide_verb and has_subject(self.text)
        if (
            not self.is_sentence
            and re.search(r", .*\b(?:and|or) [^,]+$", self.text)
            and len(self.words) < 3 * self.text.count(",") + 6
        ):
            return has_subject(self.text)
        low = [bare(word) for word in self.words]
        if not self.is_sentence and is_plural(low[place]) and "".join(low[place + 1 : place + 2]) in PREPOSITIONS:
            return has_subject(self.text)  # *seasonal changes in the climate* has no verb
        if self.is_sentence and is_past(self.first) and has_subject(self.text):
            return True  # as *melted rock cooled*
        if finite_verb(self.words[:3], 0) == 0 or CLAUSE_STARTS.intersection(low[1:place]):
            return False
        after = low[place + 1] if place + 1 < len(low) else "of"
        is_done = is_participle(low[place]) and after in PREPOSITIONS
        return self.is_sentence or not is_done or self._ends_in_event

    @property
    def is_command(self) -> bool:
        """Return whether the answer tells what to do, as in *Close the door on your way out*."""
        return self.is_sentence and can_be_verb(self.first) and bare("".join(self.words[1:2])) in _OWNED

    @property
    def _is_modified_noun(self) -> bool:
        """Return whether the answer is a noun with a relative clause, as in *the material that it is made of*."""
        if self.is_sentence or self.first not in {"the", "a", "an"}:
            return False
        if self.first == bare(self.words[2] if len(self.words) > 3 else "") == "the":
            return True  # as *the minerals the rock contains*
        parse = parsed(self.text)
        labels = _kinds_below_root(parse)
        noun = parse.tokens[parse.root].pos in {"NOUN", "PROPN"}
        return noun and "acl" in labels and not {"nsubj", "csubj", "expl", "cop", "aux"} & labels

    @property
    def _verb(self) -> int | None:
        """The place of the finite verb; None if there is none, as in *50 turns* and *an aluminum can*."""
        place = finite_verb(self.words, 1)
        no_verb = place == len(self.words) - 1 and (self.words[place - 1].isdigit() or self.words[place] == "can")
        return None if no_verb else place

    @property
    def _has_distant_verb(self) -> bool:
        """Return whether a verb follows its plural subject at a distance, or with a particle."""
        # As in *the muscles of the chest tighten* and *salt water speeds up rust*.
        low = [bare(word) for word in self.words]
        if is_third_person(low[-1]) and not wants_noun(low[-2]):
            return True
        if any(is_third_person(word) and after in PARTICLES for word, after in pairwise(low[1:])):
            return True
        return any(
            is_verb(word)
            and any(map(is_plural_form, low[:place]))
            and not wants_noun(low[place - 1])
            and low[place - 1] != "to"
            for place, word in enumerate(low)
        )

    @property
    def _ends_in_event(self) -> bool:
        """Return whether the answer is a possessive phrase with a past verb, as in *his mother's eyesight failed*."""
        # A parser takes the verb for a participle. After a possessive, a participle is hardly ever the last word, as it
        # is in *the energy released*.
        low = [bare(word) for word in self.words]
        return len(low) > 2 and low[0] in _POSSESSIVES and is_past(low[-1]) and not wants_noun(low[-2])

    @property
    def _may_hide_verb(self) -> bool:
        """Return whether a verb may have been missed: the answer is longer and starts as a subject does."""
        low = [bare(word) for word in self.words]
        if len(low) < 3 or low[0] in CLAUSE_STARTS | RELATIVES or can_be_verb(low[0]):
            return False
        return any(_is_finite_form(word) and not is_adverb(word) for word in low[1:])

    @cached_property
    def is_gerund(self) -> bool:
        """Return whether the answer starts with an *-ing* form of a verb, as in *using less water*."""
        return is_gerund(self.first)

    @property
    def is_infinitive(self) -> bool:
        """Return whether the answer starts with *to*, as in *to breathe*."""
        return self.first == "to"

    @property
    def is_adverbial(self) -> bool:
        """Return whether the answer starts with a preposition or a word that opens a clause, as in *during winter*."""
        opened = self.words[1:] if self.first in _LIMITS else self.words
        first = bare(opened[0]) if opened else ""
        return not self.is_infinitive and (first in PREPOSITIONS or first in CLAUSE_STARTS)

    @property
    def is_verb_phrase(self) -> bool:
        """Return whether the answer starts with a bare verb, as in *absorb water*."""
        followed_by_noun = not self.words[1:] or bare(self.words[1]) not in {"in", "of", "from"}
        if self.words[2:] and is_word(self.first, "ADJ") and is_plural(bare(self.words[-1])) and not self.is_sentence:
            followed_by_noun = bare(self.words[1]) in DETERMINERS | PREPOSITIONS  # *cool ocean waters* are no deed
        return is_common_verb(self.first) and followed_by_noun and not (self._opens_with_adjectives or self.is_clause)

    @property
    def _opens_with_adjectives(self) -> bool:
        """Return whether two adjectives are joined before a noun, as in *warm and moist regions*."""
        low = [bare(word) for word in self.words[:4]]
        joined = len(low) == 4 and low[1] in {"and", "or"}
        return joined and all(is_word(word, "ADJ") for word in (low[0], low[2])) and not is_word(low[2], "VERB")

    @property
    def starts_with_verb(self) -> bool:
        """Return whether the answer continues a sentence at its verb, as in *could be a solid* or *absorbs water*."""
        return self.first in AUXILIARIES or is_common_verb(self.first) or is_third_person(self.first)

    @cached_property
    def _split(self) -> tuple[bool | None, str]:
        """Yes or no, and what follows it."""
        if short := _SHORT.match(self.text):
            return short["no"] is None, ""
        said = _POLAR.match(self.text)
        if not said:
            return None, ""
        rest = self.text[said.end() :].strip(" ,;.:")
        polarity = said["yes"] is not None
        return polarity, "" if _SHORT.match(rest) or _POLAR.fullmatch(rest) else rest

    @property
    def polarity(self) -> bool | None:
        """True for yes, False for no, None for any other answer."""
        return self._split[0]

    @property
    def remark(self) -> str:
        """The rest of an answer after its yes or no, with the punctuation that joins it."""
        rest = self._split[1]
        if not rest:
            return ""
        aside = Answer(decapitalize(rest))
        if aside.first == "but":
            return f", {aside.text}"
        if aside.first == "yet" or aside.is_adverbial or aside.is_infinitive or aside.first in {"because", "since"}:
            return f" {aside.text}"
        return f"; {aside.text}" if aside.is_clause else f", {aside.text}"

    def be(self, form: str) -> str:
        """Return a form of *be* with the number of the answer."""
        return BE_FORMS[form in {"was", "were"}, self.is_plural] if form in BE else form

    @cached_property
    def is_plural(self) -> bool:
        """Return whether the answer, as a subject, wants a plural verb."""
        return is_plural_subject(self.words)

    @property
    def is_adjective(self) -> bool:
        """Return whether the answer is one adjective, or two."""
        parts = [bare(word) for word in self.words if bare(word) not in {"and", "or"}]
        if not parts or len(parts) > 2 or (len(self.words) == 2 and is_word(parts[-1], "NOUN")):
            return False
        if self.text[:1].isupper() and self.first not in _PEOPLES:
            return False
        return all(
            (_ADJECTIVE.search(part) and part not in _NOUNS_LIKE_ADJECTIVES)
            or (is_word(part, "ADJ") and not is_word(part, "NOUN"))
            for part in parts
        )

    @property
    def is_bare_noun(self) -> bool:
        """Return whether the answer is a short singular noun phrase without a determiner."""
        if len(self.words) > 3 or self.first in DETERMINERS or self.is_gerund or self.is_plural or self.is_adverbial:
            return False
        if "," in self.text or any(
            bare(word) in PREPOSITIONS | RELATIVES | {"and", "or"} or is_adverb(bare(word)) for word in self.words
        ):
            return False
        return self.text[:1].islower() and not is_plural(bare(self.words[-1]))

    def of_kind(self, noun: Words, *, complement: bool = False) -> str:  # noqa: PLR0911 - one line a kind
        """Return the answer as a thing of the kind that was asked for.

        One adjective takes the noun with it; the bare name of a tool or a living thing takes an article.

        Args:
            noun: The kind of thing that was asked for, as *type of energy*; may be empty.

        Example:
            >>> Answer("solar").of_kind(["type", "of", "energy"]), Answer("barometer").of_kind(["weather", "tool"])
            ('solar energy', 'a barometer')
            >>> Answer("digestive and circulatory").of_kind(["body", "systems"])
            'the digestive and circulatory systems'
        """
        within = [bare(word) for word in noun]
        of_body = (
            within[:1]
            and within[-1] != "system"
            and (within[0] in _PARTS or within in (["cell", "structure"], ["cellular", "structure"]))
        )
        if of_body and self.is_bare_noun and len(self.words) < 3 - (bare(noun[0]) == "part"):
            return f"the {self.text}"
        if possessed := self._possessed(noun):
            return possessed
        kind = _head_noun(noun)
        if within[:1] in (["color"], ["colour"]) and len(noun) == 2 and len(self.words) == 1:
            return self._with_noun(kind)
        if kind and self.first == "one" and len(self.words) > 2 and bare(self.words[1]) in PREPOSITIONS | RELATIVES:
            return " ".join([indefinite_article(kind), kind, *self.words[1:]])
        if kind == "process" and len(noun) > 1 and bare(noun[-2]) in _CHANGES:
            kind = bare(noun[-2])
        if kind in _CHANGES and (change := _CHANGE.fullmatch(self.text)):
            return f"the {kind} of {change['before']} {change['to']} {change['after']}"
        if not kind:
            return self.text if noun or complement else self._with_article()
        if self.is_adjective or (singular(kind) == "system" and self.is_bare_noun and len(self.words) == 1):
            compound = len(noun) == 4 and bare(noun[0]) in _KINDS and "and" in self.words
            return self._with_noun(" ".join(noun[2:]) if compound else kind)
        if (
            complement
            or kind in _MASSES | {"stage", "phase"}
            or (is_plural(kind) and _share(self.words[-1], "organ") >= _ORGAN)
        ):
            return self.text
        return self._with_article(counted=singular(kind) in _THINGS)

    def _possessed(self, noun: Words) -> str:
        """Return the answer as what a thing has: *the boiling point of the liquid*; empty if it does not name it so."""
        owned = _OWNED_BY.match(" ".join(noun))
        if owned and self.is_bare_noun and not self.is_adjective and is_word(bare(self.words[-1]), "NOUN"):
            return f"the {self.text} of {owned['owner']}"
        place = self.words.index("of") if "of" in self.words[1:4] else 0
        head = self.words[:place]
        if not place or self.words[place + 1 : place + 2] != ["the"] or self.is_clause or self.is_gerund:
            return ""
        named = head[-1] not in _SHARES and is_word(head[-1], "NOUN") and not is_plural(head[-1])
        is_free = self.first not in DETERMINERS | PREPOSITIONS and head[0].islower() and not self.starts_with_verb
        return f"the {self.text}" if named and is_free else ""

    def _with_article(self, *, counted: bool = False) -> str:
        """Return a bare noun with its article, if it names what can be counted, by WordNet or by the question."""
        if not self.is_bare_noun or any(map(is_plural, self.words)):
            return self.text
        if counted and self.words[-1] not in _STUFF:
            return f"{indefinite_article(self.text)} {self.text}"
        if self.is_adjective or self.starts_with_verb or is_past(self.first):
            return self.text
        last = bare(self.words[-1])
        only = self.first.endswith("est") and is_word(self.first, "ADJ")
        if last == "system" or last.endswith("sphere") or _share(last, "organ") >= _ORGAN:
            return f"the {self.text}"
        if _share(last, "object") >= _OBJECT and _share(last, "substance") < _SUBSTANCE:
            return f"{'the' if only else indefinite_article(self.text)} {self.text}"
        return self.text

    def _with_noun(self, kind: str) -> str:
        if singular(kind) == "system":
            return f"the {self.text} {'systems' if 'and' in self.words else 'system'}"
        if is_plural(kind) or kind in _MASSES or kind.endswith(("ing", "tion", "ment", "ism", "sis")):
            return f"{self.text} {kind}"
        return f"{indefinite_article(self.text)} {self.text} {kind}"


def _share(noun: str, kind: str) -> float:
    return 0.0 if noun in _STUFF else kinship(noun, kind, "NOUN", 12)


def _head_noun(noun: Words) -> str:
    """Return the noun that an adjective can be joined to: *energy* of *type of energy*; empty if there is none."""
    words = [bare(word) for word in noun]
    if len(words) > 2 and words[-3] in _KINDS | {"two"} and words[-2] == "of":
        return words[-1]
    if any(word in PREPOSITIONS or word in RELATIVES for word in words):
        return _head_noun(noun[2:]) if len(words) > 2 and words[0] in _KINDS and words[1] == "of" else ""
    return words[-1] if words and words[-1] not in _KINDS | _QUALITIES else ""


YES = Answer("yes")
"""The answer that confirms a question."""
