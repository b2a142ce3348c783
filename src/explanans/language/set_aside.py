"""Parts of a text without an assertion: courtesies, lead-ins, references, citation markers and answered questions."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from explanans.language.finite_verbs import has_finite_verb
from explanans.language.statements.answers import decapitalize
from explanans.structures.facts import AsideKind

_QUESTION = re.compile(r"\?[\"”’')\]]*$")
_QUESTION_LABEL = re.compile(r"^(?:Q|Question|A|Answer)\s?\d{0,3}\s?[:.)]\s+", re.IGNORECASE)
_POLAR = re.compile(
    r"^(?:yes|no|yeah|nope|of course|certainly|definitely|not at all)(?=[,;.:!–—-]|$)[,;.:!]*\s*", re.IGNORECASE
)
_NO = re.compile(r"^(?:no|nope|not at all)\b", re.IGNORECASE)
_ECHO = re.compile(
    r"^(?:it|they|he|she|you|we|i|this|that|there|one) (?:is|are|was|were|do|does|did|has|have|had|can|could|may|might"
    r"|must|should|will|would|need)(?: not|n['’]t|not)?$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(?:It|They|He|She|That|This|Those|These)\b")
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|I'm|I’m)\b")
_SWAPPED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "you": "we", "your": "our",
    "yours": "ours",
}  # fmt: skip
_PERSON = re.compile(r"\b(?:(am|was) (I)|(I) (am|was)|(I|me|my|mine|myself|you|your|yours))\b", re.IGNORECASE)
_FALLBACK = "the answer to "
_LONGEST_FRAGMENT = 14  # words of an answer that is no sentence


class Reading(NamedTuple):
    """A sentence of a text as read.

    Attributes:
        text: The assertion: the sentence, or the statement of a question and its answer.
        first: The number of its first sentence in the text, from 0.
    """

    text: str
    first: int
    last: int


def is_question(sentence: str) -> bool:
    """Return whether a sentence ends as a question does."""
    return _QUESTION.search(sentence.rstrip()) is not None


def read_answered(sentences: Iterable[str]) -> Iterator[Reading]:
    """Yield assertions of sentences: a question and its short answer become a statement, other questions are left out.

    Example:
        >>> [found.text for found in read_answered(["Does Vault work offline?", "Yes.", "It is fast.", "Why?"])]
        ['Vault works offline.', 'It is fast.']
    """
    question = ""
    for number, text in enumerate(sentences):
        if is_question(text):
            question = text
        elif question:
            yield from _answered(_QUESTION_LABEL.sub("", question), _QUESTION_LABEL.sub("", text), number - 1)
            question = ""
        else:
            yield Reading(text, number, number)


def _answered(question: str, answer: str, number: int) -> Iterator[Reading]:
    """Yield the assertions of a question and the sentence after it."""
    polar = _POLAR.match(answer)
    statement = ""
    if polar or _is_short(answer) or _PRONOUN.match(answer):
        statement = _statement(question, answer, polar)
    if statement:
        yield Reading(statement, number, number + 1)
    else:
        rest = answer[polar.end() :] if polar else answer
        if any(map(str.isalnum, rest)):
            yield Reading(rest[0].upper() + rest[1:], number + 1, number + 1)


def _is_short(answer: str) -> bool:
    """Return whether an answer is a phrase rather than a sentence."""
    from explanans.language.finite_verbs import has_finite_verb  # noqa: PLC0415 - most texts ask nothing

    words = answer.rstrip(".!").split()
    return len(words) <= _LONGEST_FRAGMENT and not has_finite_verb(words)


def _statement(question: str, answer: str, polar: re.Match[str] | None) -> str:
    """Return the statement of a question and its answer; empty if none can be made."""
    from explanans.language.statements.hypothesis import hypothesis  # noqa: PLC0415 - most texts ask nothing

    said = answer.rstrip(".! ")
    if polar:
        word, rest = ("No" if _NO.match(said) else "Yes"), said[polar.end() :].strip()
        said = word if not rest or _ECHO.match(rest) else f"{word}, {rest[0].lower() + rest[1:]}"
    found = hypothesis(_by_answerer(question, answer), said)
    if found.startswith(_FALLBACK):
        return ""
    return f"{found[0].upper()}{found[1:]}."


def _by_answerer(question: str, answer: str) -> str:
    """Return a question with the persons that the one who answers would use: *Can I* becomes *Can you*."""
    asks_for_self = _FIRST_PERSON.search(question) is not None
    if not asks_for_self and not re.search(r"\b(?:we|our|us)\b", answer, re.IGNORECASE):
        return question

    def swapped(found: re.Match[str]) -> str:
        if found[1]:
            return f"{_cased('are' if found[1].lower() == 'am' else 'were', found[1])} you"
        if found[3]:
            return f"you {'are' if found[4].lower() == 'am' else 'were'}"
        word = found[5]
        if not asks_for_self and word.lower() not in {"you", "your", "yours"}:
            return word
        return (
            word if asks_for_self and word.lower() in {"you", "your", "yours"} else _cased(_SWAPPED[word.lower()], word)
        )

    return _PERSON.sub(swapped, question)


def _cased(word: str, like: str) -> str:
    """Return a word with a capital if another word has one; *I* has one anywhere."""
    return word.capitalize() if like[0].isupper() and like != "I" else word


_I = r"(?:i|we)"
_WE = r"(?:(?:’|')m| am|(?:’|')re| are|(?:’|')d| would|(?:’|')ll| will)"
_OPENERS = "|".join(
    (
        r"sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|great(?: question)?|good question",
        r"excellent question|thanks?(?: you)?(?: (?:so|very) much)?(?: for [^.!?]*)?|hello(?: there)?|hi(?: there)?",
        r"hey(?: there)?|greetings|good (?:morning|afternoon|evening)|dear(?: \w+){1,3}(?=,|$)",
        r"you(?:’|')re (?:very )?welcome",
        r"you are welcome|no problem|my pleasure|okay|ok|alright|got it|understood|yes|no|happy to help|glad to help",
        r"(?:best|kind|warm)? ?(?:regards|wishes)(?:,? [^.!?]{1,30})?|(?:yours )?sincerely(?:,? [^.!?]{1,30})?|cheers",
        r"good luck|enjoy(?: it| your \w+)?|have (?:a|fun)\b[^.!?]*|happy [a-z]+ing|bon appétit",
        r"hope (?:this|that) helps",
        r"that(?:’|')s (?:it|all)|that is all|voilà",
    )
)
_COURTESY = re.compile(rf"^(?:{_OPENERS})(?:[,!.…\s]+(?:{_OPENERS}))*[\s!.…,:)]*$", re.IGNORECASE)
_OFFER = re.compile(
    rf"^(?:{_I} (?:really |sincerely )?hope (?:this|that|it|the|you)\b[^.]*\b(?:help|useful|clear|answer|find|enjoy)"
    r"|(?:please |just |so |and )?(?:do not|don(?:’|')t) hesitate to\b|(?:please |just )?let (?:me|us) know\b"
    r"|(?:please |just )?feel free to (?:ask|reach|contact|let|share|follow|message)\b|(?:please )?reach out\b"
    r"|(?:if (?:you|there(?:’|')s|there is|anything)\b[^.]*\b"
    r"(?:let (?:me|us) know|feel free|just ask|hesitate|reach out|(?:happy|glad|here) to (?:help|assist)"
    rf"|{_I}{_WE} here))\b"
    rf"|{_I}{_WE} (?:be )?(?:always |more than )?(?:happy|glad|here|pleased|delighted) to"
    r" (?:help|assist|answer|provide|clarify|explain|elaborate|go|be of)\b"
    r"|(?:is|was) there anything else\b|(?:would you like|do you want|shall i|should i|can i|may i)\b[^?]*\?"
    rf"|(?:as|being) an? (?:ai|language model|assistant)\b|{_I}{_WE} sorry\b|i apologi[sz]e\b"
    rf"|{_I}(?:(?:’|')ve| have|) ?(?:just )?(?:checked|looked|read|searched|went through|reviewed)\b[^.]*\b"
    r"(?:for you|document|text|guide|manual|source|page|note|file)s?\b"
    r"|thank(?:s| you)\s?(?:$|[!.,]|for\b|so\b|very\b|again\b))",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(
    r"^(?:(?:sure|certainly|of course|absolutely|okay|ok|yes)[,!.\s]+)?(?:(?:so|now|well|first|next)[,\s]+)?"
    r"(?:here(?:(?:’|')s|(?:’|')re| is| are)|below(?: is| are|,)|the following|this is (?:what|how)|these are"
    r"|let(?:’|')?s|let me|in (?:summary|short|brief|conclusion)[,:]?$|to summari[sz]e[,:]?$"
    rf"|(?:based on|according to) (?:the|your|this)\b[^.]*:$|{_I}(?:(?:’|')ll| will|(?:’|')ve| have)\b[^.]*:$)",
    re.IGNORECASE,
)
_HERE_IS = re.compile(r"^(?:\w+[,!]?\s){0,2}(?:here|below|let)\b", re.IGNORECASE)
_FOLLOWING = re.compile(
    r"\b(?:following|below|as follows|these|steps?|here|this way|like this)\b[^:]*:$"
    r"|\b(?:tips?|points?|reasons?|facts?|details?|options?|ingredients?|features?|notes?|summary|overview"
    r"|instructions?|answers?)\b[^:]*:$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:if|when|whenever|once|before|after|unless|while|until|in case|as soon as)\b", re.IGNORECASE
)
_OPEN_VERB = re.compile(
    r"\b(?:offers?|includes?|contains?|has|have|provides?|requires?|needs?|covers?|supports?|comprises?|sells?|serves?"
    r"|consists of|allows?|uses?|brings?|wears?|avoids?|costs?|accepts?|excludes?|lends?|rents?|sends?|makes?|produces?"
    r"|holds?|gives?|wants?|eats?|grows?|shows?|teach(?:es)?|visits?|buys?|gets?|takes?|speaks?|employs?|owns?)\s?:$",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"^\W*(?:references?|sources?|bibliography|citations?|works cited|further reading|footnotes?|literature)\W*$",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"^(?:\[\^?\w{1,4}\]:?\s*)?(?:<?https?://\S+>?|www\.\S+|doi:\s?\S+)\W*$"
    r"|^(?:sources?|references?|see also|citations?|retrieved from):\s",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(?:\[\^?\w{1,4}\]|[¹²³⁰-⁹]+|\^\d+)[:.]?\s+(?=\S)")
_PUBLICATION = re.compile(
    r"https?://|www\.|\bdoi\b|\bpp?\. ?\d|\bet al\b|\bvol\b|\((?:19|20)\d\d[a-z]?\)|\bretrieved\b", re.IGNORECASE
)
_CITATION = re.compile(
    r"\s*(?:\[(?:\^?\d{1,3}(?:\s?[,;–-]\s?\^?\d{1,3})*|\^[\w-]{1,20}|citation needed|sources?(?: \d+)?"
    r"|source:[^\]]{1,60}|ref(?:erence)?s? ?\d*)\](?!\()"
    r"|【[^】]{1,60}】|(?<=[a-z.,;)])[⁰¹²³⁴-⁹]+(?=[\s.,;:]|$)(?<![\sk]m[²³])(?<!\s[cdm]m[²³])"
    r"|<sup>\s*\[?\d+\]?\s*</sup>)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(?:(?:please )?note(?: that)?|important(?: note)?|tip|hint|warning|caution|remember|attention|n\.?b\.?"
    r"|disclaimer|(?:step|point|part|item|phase|stage) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten))"
    r"\s?[:–—-]\s+|^\(\d{1,2}\)\s+",
    re.IGNORECASE,
)
_SPACED_STOP = re.compile(r"\s+(?=[.,;:!?](?:\s|$))")
_WORDS = 12  # of a courtesy or a heading at most


def without_citations(text: str) -> str:
    """Return a text without markers of citations, such as *[1]* and *【3†source】*.

    Example:
        >>> without_citations("The pool opens at 7 am [1][2], not at 8 [3]. See a[1].")
        'The pool opens at 7 am, not at 8. See a.'
    """
    if "[" not in text and "【" not in text and not any(mark in text for mark in "⁰¹²³⁴⁵⁶⁷⁸⁹<"):
        return text
    found = _CITATION.sub("", text)
    return _SPACED_STOP.sub("", found).strip() if found != text else text


def without_label(text: str) -> str:
    """Return a sentence without a label such as *Note:* or *Step 1:* before it.

    Example:
        >>> without_label("Step 2: Wait a minute."), without_label("Weight: 2.4 kg")
        ('Wait a minute.', 'Weight: 2.4 kg')
    """
    found = _LABEL.match(text)
    rest = text[found.end() :] if found else ""
    return rest[0].upper() + rest[1:] if rest else text


def is_reference_heading(text: str) -> bool:
    """Return whether a line opens a list of references."""
    return _REFERENCES.match(text) is not None


def aside_kind(sentence: str, *, announces: bool = False) -> AsideKind | None:
    """Return why a sentence of an answer is not judged; None if it is.

    Args:
        announces: Whether a list, a table or a further paragraph follows what it announces.

    Example:
        >>> aside_kind("Sure!"), aside_kind("I hope this helps!"), aside_kind("The pool is open.")
        (<AsideKind.COURTESY: 'courtesy'>, <AsideKind.COURTESY: 'courtesy'>, None)
        >>> aside_kind("To reset the router, follow these steps:")
        <AsideKind.LEAD_IN: 'lead-in'>
    """
    text = sentence.strip()
    if _REFERENCE.match(text) or _is_numbered_reference(text):
        return AsideKind.REFERENCE
    if _OFFER.match(text) or (_COURTESY.match(text) and len(text.split()) <= _WORDS):
        return AsideKind.COURTESY
    if is_question(text):
        return AsideKind.QUESTION
    if text.endswith(":") and (announces or _ANNOUNCEMENT.match(text) or _FOLLOWING.search(text)):
        return AsideKind.LEAD_IN
    if _ANNOUNCEMENT.match(text) and _HERE_IS.match(text):
        return AsideKind.LEAD_IN
    return None


def _is_numbered_reference(text: str) -> bool:
    """Return whether a line names a publication behind a number, as *[1] Annual report, p. 4* does."""
    number = _NUMBERED.match(text)
    if number is None:
        return False
    rest = text[number.end() :]
    return _PUBLICATION.search(rest) is not None or not has_finite_verb(rest.rstrip(".").split())


def reads_on(lead_in: str) -> bool:
    """Return whether a lead-in is read together with each item of its list.

    Example:
        >>> reads_on("If the light stays red:"), reads_on("The hotel offers:"), reads_on("Follow these steps:")
        (True, True, False)
    """
    return not _FOLLOWING.search(lead_in) and bool(_CONDITION.match(lead_in) or _OPEN_VERB.search(lead_in))


def behind_lead_in(lead_in: str, item: str) -> str:
    """Return an item of a list behind its lead-in; an item that is a sentence needs none but a condition.

    Args:
        lead_in: The lead-in, with its colon; see `reads_on`.

    Example:
        >>> behind_lead_in("If the light stays red:", "Call the hotline.")
        'If the light stays red, call the hotline.'
        >>> behind_lead_in("The hotel offers:", "free Wi-Fi"), behind_lead_in("The hotel offers:", "The pool is free.")
        ('The hotel offers free Wi-Fi', 'The pool is free.')
    """
    stem = lead_in.rstrip(": ")
    if _CONDITION.match(lead_in):
        return f"{stem}, {decapitalize(item, stem)}"
    return item if has_finite_verb(item.rstrip(".!").split()) else f"{stem} {decapitalize(item, stem)}"
