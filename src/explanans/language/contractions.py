"""Contractions written out, so that *not* and *is* are words of their own."""

import re

_NOT = re.compile(
    r"\b(?P<verb>ca|could|do|does|did|is|are|was|were|has|have|had|wo|would|should|must|might|need|sha|ai)n['’]t\b",
    re.IGNORECASE,
)
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_ASKED = re.compile(
    r"\b(?P<word>what|who|where|when|how|why|that|there|it|he|she)['’](?P<verb>s|re|ll|d)\b(?P<next> \w+)?",
    re.IGNORECASE,
)
_VERBS = {"re": "are", "ll": "will"}


def uncontracted(text: str) -> str:
    """Return a text whose contractions of a verb with *not*, or of a question word with a verb, are written out.

    Example:
        >>> uncontracted("Why can't penguins fly?"), uncontracted("Who's there?"), uncontracted("the dog's tail")
        ('Why can not penguins fly?', 'Who is there?', "the dog's tail")
    """
    return _ASKED.sub(_with_verb, _NOT.sub(_with_not, text.replace("Cannot ", "Can not ")))


def _with_not(match: re.Match[str]) -> str:
    verb = match["verb"]
    full = _SHORTENED.get(verb.lower(), verb)
    return f"{full.capitalize() if verb[:1].isupper() else full} not"


def _with_verb(match: re.Match[str]) -> str:
    following = match["next"] or ""
    verb = _VERBS.get(match["verb"].lower())
    if verb is None and match["verb"].lower() == "s":
        verb = "has" if following.strip().lower() in {"been", "got", "had"} else "is"
    elif verb is None:
        verb = "did" if match["word"].lower() in {"what", "who", "where", "when", "how", "why"} else "would"
    return f"{match['word']} {verb}{following}"
