"""Turn a question and its answer into one statement; pronouns refer to the sentences before the question."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import (
    ASKING,
    AUXILIARIES,
    CLAUSE_STARTS,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    bare,
    is_past,
    is_plural_subject,
    is_third_person,
    uncontracted,
)
from explanans.language.inflection import base_form, indefinite_article, is_plural, singular
from explanans.language.lexicon import word_set
from explanans.language.statements.adverbial_questions import adverbial, fronted
from explanans.language.statements.amount_questions import how_many, how_much
from explanans.language.statements.answers import YES, Answer, decapitalize, lower_emphasis
from explanans.language.statements.contexts import BLANK, AskedSentence
from explanans.language.statements.declarative import Words
from explanans.language.statements.fixed_questions import (
    embedded,
    fixed,
    happening,
    reported,
    requested,
    true_statement,
)
from explanans.language.statements.polar_questions import affirm, chosen, polar
from explanans.language.statements.validation import is_sound
from explanans.language.statements.wh_questions import in_place, wh
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.language.wordnet import is_word
from explanans.structures.questions import says_something

_THINGS = {"it": False, "they": True}
_QUESTION_WORDS = frozenset("what which who whom when where why how do does did is are was were can could will".split())
_BEFORE = word_set("language.statements.hypothesis.before")
"""Words that may stand before the subject of a sentence."""
_LONGEST = 6


def resolve_context(before: str, asked: str, beside: str) -> str:
    """Return a question with the subject that was just named in the place of *it* or *they*, if that is plain.

    Example:
        >>> resolve_context("Ice floats on a pond.", "why does it float?", "")
        'why does ice float?'
        >>> resolve_context("Tom put the ball into a box.", "what color is it?", "")
        'what color is it?'
    """
    words = asked.split()
    low = [bare(word) for word in words]
    places = [place for place, word in enumerate(low[:6]) if word in _THINGS]
    if not places or low[0] in {"if", "when"} or sum(word in _THINGS for word in low) > 1:
        return asked
    subject = _subject(before)
    plural = _THINGS[low[places[0]]]
    if subject is None or is_plural_subject(subject) != plural or low[places[0] - 1] in PREPOSITIONS:
        return asked
    if places[0] and not _QUESTION_WORDS.intersection(low[: places[0]]):
        return asked
    phrase = decapitalize(" ".join(subject), beside)
    if bare(subject[0]) in {"a", "an", "some"}:
        phrase = " ".join(["the", *phrase.split()[1:]])
    mark = words[places[0]][len(low[places[0]]) :]
    return " ".join([*words[: places[0]], phrase + mark, *words[places[0] + 1 :]])


def _subject(before: str) -> Words | None:
    """Return the subject of a sentence that names one thing only, and starts with it."""
    words = before.rstrip(".!").split()
    while words and bare(words[0]) in _BEFORE:
        words = words[1:]
    if not words or bare(words[0]) in PREPOSITIONS or any(word.endswith(",") for word in words):
        return None
    end = finite_verb(words, 1)
    if end is None or end > _LONGEST:
        return None
    subject, rest = words[:end], words[end:]
    if bare(subject[0]) in {"it", "they", "he", "she", "we", "i", "you", "there", "this", "these", "those"}:
        return None
    return subject if _only(subject, rest) else None


def _only(subject: Words, rest: Words) -> bool:
    """Return whether nothing after a verb can be what a pronoun stands for: only what a preposition leads in."""
    if bare(rest[0]) in {"is", "are", "was", "were"}:
        return True
    low = [bare(word) for word in rest[1:]]
    person = len(subject) == 1 and subject[0][:1].isupper() and is_function_word(subject[0].lower())
    direct = bool(low) and (low[0] in DETERMINERS or low[0] not in PREPOSITIONS)
    objects = direct and low[0] not in {"to", "off", "out", "up", "down", "away"} and not low[0].endswith("ly")
    return not person and (not objects or is_plural_subject(low) != is_plural_subject(subject))


_OPENER = re.compile(
    r"^(?P<opener>.+?), (?P<question>(?:(?:in|at|for|by|during|from|to|on|about|approximately) )?"
    r"(?:which|what|who|whose|where|when|why|how|is|are|do|does|did|can|will|would|should)\b.+)$",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^(?:please )?(?:name|choose|identify|select|give|list|pick|find|tell|explain|describe|state|"
    r"mention|specify|provide|determine) (?P<object>.+)$",
    re.IGNORECASE,
)
_CONCLUDING = re.compile(
    r"^(?:this|that|it) (?:means|meant|shows|showed|indicates|indicated|suggests|suggested|demonstrates|demonstrated)"
    r"(?: that)?(?: (?P<stem>.+))?$",
    re.IGNORECASE,
)
_GIVING_REASON = re.compile(
    r"^(?:this|that|it) (?:is|was|happens|happened|occurs|occurred) (?P<because>because\b.*)$", re.IGNORECASE
)
_TAKING_UP = re.compile(
    r"^this(?: (?:\w+ )?(?:process|adaptation|behaviou?r|change|practice|ability|action|activity|event))? "
    r"(?P<rest>(?:is|was|causes|caused|helps|helped|allows|allowed|enables|enabled|makes|made|results|resulted|leads|led|will|"
    r"can|may|could|would) .+)$",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(
    r"^(?:because of this|as a result|therefore|for this reason|consequently), (?P<rest>.+)$", re.IGNORECASE
)
"""Starts of a sentence that its answer completes, and that takes up what the sentence before it says."""
_LAST_RELATIVE = re.compile(r", (?:who|whose|whom|which|where)\b[^,]*$")
"""The relative clause at the end of an answer."""
_LONGEST_BEFORE = 25
"""Maximum number of words of a sentence that is taken up."""
_MOST_LIKELY = re.compile(r"\bmost likely (?!to\b)(?!(?<=(?:is|be) most likely )(?:if|when|as|after)\b)", re.IGNORECASE)
_BEST = re.compile(r"(?<!\bthe )(?<!\bis )(?<!\bare )\bbest (?=[a-z]+ )(?!(?:of|for|to|in|at|by|when)\b)")
_EXCEPT = re.compile(r"^(?:all|each) of (?:the following|these|those) (?P<rest>.+?),? except\b.*$", re.IGNORECASE)
_EXCEPT_WITHIN = re.compile(
    r"^(?P<head>.+?) (?:all|each) of (?:the following|these|those)"
    r"(?P<rest>(?: (?!except\b)[\w'-]+)*),? except(?: for)?$",
    re.IGNORECASE,
)
_FOR_TO = re.compile(r" for to (?=[a-z])")
"""The ungrammatical rest if *what is it used for* is answered by an infinitive."""
_OR_NOT = re.compile(r",? or not$", re.IGNORECASE)
_REASONS = re.compile(r"\b(?:reason|advantage|disadvantage|benefit|effect|result|consequence|fact|drawback|rule)s?\b")
_ARTICLES = frozenset("a an the".split())
_ENDS_NOUN = PREPOSITIONS | RELATIVES | CLAUSE_STARTS | {"to"}
_MAY_ASK = frozenset("when where".split())

Rule = Callable[[Words, Answer], str | None]

_REMEMBERED = 4096
"""Number of statements that are kept: ranking, composing and judging ask for the same one."""


def hypothesis(question: str, answer: str) -> str:
    """Turn a question and its answer into one statement.

    The statement starts in lower case, unless with a name, and has no final full stop. Of a question of several
    sentences, the one that asks is used; *it* or *they* gives way to the subject that was just named, if that is
    plain. Rules over the words do the work, and the parser where they do not tell. What does not become an English
    sentence that holds the words of the answer becomes *the answer to “…” is “…”*.

    Args:
        question: A question, an unfinished sentence that the answer completes, or a sentence with a blank.
        answer: The answer: a word, a phrase or a sentence.

    Returns:
        The statement; empty only where both texts are blank.

    Example:
        >>> hypothesis("Which event occurs daily?", "sunrise")
        'sunrise occurs daily'
        >>> hypothesis("What does a plant need to grow?", "sunlight")
        'a plant needs sunlight to grow'
        >>> hypothesis("Ice floats on a pond. Why does it float?", "It is less dense than water.")
        'ice floats because it is less dense than water'
    """
    made = to_statement(question, answer)
    if made is not None:
        return made
    return f"the answer to “{' '.join(question.split())}” is “{' '.join(answer.split()).rstrip('.')}”"


@lru_cache(_REMEMBERED)
def to_statement(question: str, answer: str) -> str | None:
    """Return the statement that rules make of a question and its answer; None if they make none.

    Example:
        >>> to_statement("Which event occurs daily?", "sunrise")
        'sunrise occurs daily'
        >>> to_statement("Which of these dissolve in water?", "Sugar cubes"), to_statement("What melts ice?", "?!")
        (None, None)
    """
    if answer.strip() and not says_something(answer):
        return None
    text = uncontracted(lower_emphasis(question))
    reply = Answer.of(answer, text)
    asked, before, _ = AskedSentence.of(text)
    if not asked:
        return reply.text
    if not reply.words or not tokens(reply.text):
        return decapitalize(asked.rstrip(" ?.:"), text)
    asked = _with_what_is_taken_up(before, asked)
    statement = _stated(resolve_context(before, asked, text), reply, text)
    if statement and is_sound(statement, text, reply):
        return _with_closing_comma(_FOR_TO.sub(" to ", statement.replace(" can not ", " cannot ")), reply.text)
    return None


def _with_closing_comma(statement: str, answer: str) -> str:
    """Return a statement with a comma behind an answer that ends with a clause after a comma, if more follows.

    Example:
        >>> _with_closing_comma("Mrs Lind, who sings, lives here", "Mrs Lind, who sings")
        'Mrs Lind, who sings, lives here'
        >>> _with_closing_comma("Mrs Lind, who sings lives here", "Mrs Lind, who sings")
        'Mrs Lind, who sings, lives here'
    """
    if not _LAST_RELATIVE.search(answer):
        return statement
    before, found, after = statement.partition(answer)
    return f"{before}{found},{after}" if found and after.startswith(" ") else statement


def _with_what_is_taken_up(before: str, asked: str) -> str:
    """Return an unfinished sentence with the sentence before it in the place of *this*, if it takes that up."""
    said, stem = before.rstrip("."), asked.rstrip(" .:")
    if not before.endswith(".") or len(before.split()) > _LONGEST_BEFORE or _asks(asked) or BLANK.search(asked):
        return asked
    if reason := _GIVING_REASON.match(stem):
        return f"{said} {reason['because']}"
    if following := _FOLLOWING.match(stem):
        return f"{said}, so {following['rest']}"
    taken_up = _TAKING_UP.match(stem)
    return f"{said}, which {taken_up['rest']}" if taken_up else asked


def _stated(asked: str, answer: Answer, text: str) -> str | None:
    if BLANK.search(asked):
        return decapitalize(_joined(BLANK.sub("\0", asked, count=1).rstrip(" ."), answer), text)
    if answer.polarity is not None and not _asks(asked):
        return affirm(decapitalize(asked.rstrip(" ?.:"), text), answer)
    if _asks(asked) or requested(asked.rstrip(' ?.:!"”’')):
        return _question(decapitalize(asked.rstrip(' ?.:!"”’'), text), answer)
    return _unfinished(decapitalize(asked.rstrip(" ?.:;…-–—"), text), answer)


def _asks(asked: str) -> bool:
    words = [bare(word) for word in asked.split()]
    if words[0] == "how" and words[1:2] and words[1] in DETERMINERS and not asked.endswith("?"):
        return False  # as in *how a material responds to heat tells us of …*
    starts = words[0] in ASKING | AUXILIARIES or (words[0] in _MAY_ASK and words[1:2] and words[1] in AUXILIARIES)
    return asked.rstrip("\"”’' ").endswith("?") or bool(starts) or bool(_IMPERATIVE.match(asked))


def _question(asked: str, answer: Answer) -> str | None:
    """Answer a question that may open with an adverbial, as in *in winter, which animals sleep*."""
    asked = _OR_NOT.sub("", asked)
    if offered := Offered.of(asked, answer):
        statement = _question(offered.asked, answer)
        return f"{statement} than {offered.other}" if statement and offered.other else statement
    if inner := requested(asked):
        return embedded(inner.split(), answer) or _answered(inner, answer)
    statement = _answered(asked, answer) if asked.split(maxsplit=1)[0] in ASKING else None
    opened = None if statement else _OPENER.match(asked)
    if opened and (inner := _answered(opened["question"], answer)):
        return inner if ". " in opened["opener"] else f"{opened['opener']}, {inner}"
    return statement or _answered(asked, answer)


def _answered(asked: str, answer: Answer) -> str | None:
    words = _without_hedges(asked.split())
    if bare(words[0]) in AUXILIARIES and answer.polarity is None and (choice := chosen(words, answer)):
        return polar(choice, YES)
    for rule in _RULES:
        if statement := rule(words, answer):
            return statement
    return None


def _without_hedges(words: Words) -> Words:
    """Drop *most likely* and *best* before a verb: they compare the choices, not things in the world."""
    return _BEST.sub("", _MOST_LIKELY.sub("", " ".join(words))).split()


def _imperative(words: Words, answer: Answer) -> str | None:
    """Answer a request such as *name the largest desert*."""
    match = _IMPERATIVE.match(" ".join(words))
    if not match:
        return None
    rest = match["object"].split()
    if rest[0] in {"why", "how", "when", "where"}:
        return embedded(rest, answer) or _question(" ".join(rest), answer)
    if rest[0] in ASKING:
        return _answered(" ".join(rest), answer)
    verb = "are" if is_plural_subject(rest) else "is"
    if answer.is_clause and _REASONS.search(" ".join(rest)):
        return f"{' '.join(rest)} {verb} that {answer.text}"
    if rest[:3] == ["an", "example", "of"]:
        return f"{answer.text} is {' '.join(rest)}"
    return answer.text if answer.is_clause else f"{' '.join(rest)} {verb} {answer.text}"


def _unfinished(stem: str, answer: Answer) -> str:
    """Complete a sentence that the answer ends."""
    excepted = _EXCEPT.match(stem)
    if excepted:
        return _exception(excepted["rest"].split(), answer)
    if (within := _EXCEPT_WITHIN.match(stem)) and (said := _denied(within["head"].split(), answer, within["rest"])):
        return said
    if concluding := _CONCLUDING.match(stem):
        stem = concluding["stem"] or ""
    if not stem or stem.endswith(",") or answer.first == "that":
        return f"{stem} {answer.text}" if stem else answer.text.removeprefix("that ")
    words = stem.split()
    first, last = bare(words[0]), bare(words[-1])
    if first in CLAUSE_STARTS and answer.is_clause and "," not in stem:
        return f"{stem}, {answer.text}"
    open_end = last in PREPOSITIONS | AUXILIARIES | CLAUSE_STARTS or is_function_word(last)
    is_clause = ", which " in stem or finite_verb(words, 1) is not None
    if not (open_end or is_clause or answer.starts_with_verb):
        return f"{stem} {'are' if is_plural_subject(words) else 'is'} {answer.text}"
    return _joined(stem + " \0", answer)


def _exception(rest: Words, answer: Answer) -> str:
    """State that the answer alone is *not* what the others are."""
    end = next((place for place, word in enumerate(rest[:4]) if bare(word) in AUXILIARIES), 0)
    verb, *others = rest[end:] if end and is_plural(bare(rest[end - 1])) else rest
    if verb in {"are", "is", "were", "was"}:
        end = next((place for place, word in enumerate(others) if word in _ENDS_NOUN), len(others))
        if end and is_plural(others[end - 1]) and not answer.is_plural and "the" not in others[:end]:
            noun = " ".join([*others[: end - 1], singular(others[end - 1])])
            others = [indefinite_article(noun), noun, *others[end:]]
        return " ".join([answer.text, answer.be(verb), "not", *others])
    if verb in AUXILIARIES:
        return " ".join([answer.text, verb, "not", *others])
    return " ".join([answer.text, "do" if answer.is_plural else "does", "not", *rest])


def _denied(head: Words, answer: Answer, rest: str) -> str | None:
    """State that the answer alone does *not* follow, as in *plants need all of the following except*."""
    places = (place for place in range(1, len(head)) if bare(head[place]) in AUXILIARIES)
    place = next(places, finite_verb(head, 1))
    if place is None:
        return None
    low = [bare(word) for word in rest.split()]
    led = next((place for place, word in enumerate(low) if word in PREPOSITIONS), len(low))
    known = all(word in DETERMINERS | PREPOSITIONS or word in answer.text for word in low[led:])
    after = [] if known else rest.split()[led:]  # the noun of *all of these traits* gives way to the answer
    verb = head[place]
    if bare(verb) in AUXILIARIES and bare(verb) not in {"have", "has", "had"}:
        middle = [verb, "not"]
    else:
        middle = [_form_of_do(bare(verb)), "not", base_form(bare(verb))]
    return " ".join([*head[:place], *middle, *head[place + 1 :], answer.text, *after])


def _form_of_do(verb: str) -> str:
    return "does" if is_third_person(verb) else "did" if is_past(verb) and base_form(verb) != verb else "do"


def _joined(stem: str, answer: Answer) -> str:
    """Put the answer where the mark is; of two articles or equal prepositions that meet, the answer's stays."""
    before, _, after = stem.partition("\0")
    words = before.split()
    last = bare(words[-1]) if words else ""
    articles_meet = last in _ARTICLES and (answer.first in _ARTICLES or answer.is_plural)
    if articles_meet or (last == answer.first and last in PREPOSITIONS | AUXILIARIES | {"because"}):
        words = words[:-1]
    elif last in {"a", "an"}:
        words[-1] = indefinite_article(answer.text)
    return " ".join([*words, answer.text]) + (after if re.match(r"[,;:)]", after) else f" {after.strip()}").rstrip()


_RULES: tuple[Rule, ...] = (
    _imperative,
    reported,
    happening,
    how_many,
    how_much,
    fixed,
    adverbial,
    true_statement,
    wh,
    fronted,
    polar,
    in_place,
)


_OPTIONS = re.compile(r"[,:](?: [^,]+,)* (?:[^,]+ )?or [^,]+$")
_TWO = re.compile(r"[,:] (?P<one>[^,]+?) or (?P<other>[^,]+)$")
_NAMING = re.compile(r" than |\bthe (?:\w+er|more|less|worse)\b")
"""Signs of a question for a comparison that needs no second member."""
_COMPARED = frozenset("more less better worse".split())


class Offered(NamedTuple):
    """A question whose list of answers was taken off.

    Attributes:
        asked: The question without the list.
        other: The thing that the answer is compared with; empty if nothing is compared.
    """

    asked: str
    other: str

    @classmethod
    def of(cls, asked: str, answer: Answer) -> "Offered | None":
        """Return a question without the list at its end; None if it has none.

        Example:
            >>> Offered.of("which is heavier, iron or wood", Answer("iron"))
            Offered(asked='which is heavier', other='wood')
            >>> Offered.of("which is a metal, iron or wood", Answer("iron"))
            Offered(asked='which is a metal', other='')
        """
        options = _OPTIONS.search(asked)
        if options is None or not _may_be(asked[: options.start()], options[0], answer):
            return None
        return cls(asked[: options.start()], _other(asked[: options.start()], options[0], answer))


def _may_be(asked: str, options: str, answer: Answer) -> bool:
    """Return whether a list at the end of a question is what may be answered."""
    if answer.text.lower() in options.lower() or answer.first in {"neither", "both", "none"}:
        return True
    return asked.split(maxsplit=1)[0] in ASKING and ("first" in tokens(asked.lower()) or _compares(asked))


def _compares(asked: str) -> bool:
    return any(word in _COMPARED or _is_comparative(word) for word in tokens(asked.lower()))


def _is_comparative(word: str) -> bool:
    doubled = len(word) > 5 and word[-3] == word[-4] and is_word(word[:-3], "ADJ")  # as in *bigger*
    return word.endswith("er") and (lemma(word) != word or doubled)


def _other(asked: str, options: str, answer: Answer) -> str:
    """Return the other of two things that are compared, one of which is the answer; empty if there is none."""
    two = _TWO.fullmatch(options)
    if two is None or not _compares(asked) or _NAMING.search(asked) or asked.split(maxsplit=1)[0] not in ASKING:
        return ""
    given = {_bare_noun(two["one"]): two["other"], _bare_noun(two["other"]): two["one"]}
    return given.get(_bare_noun(answer.text), "")


def _bare_noun(phrase: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", phrase.lower())
