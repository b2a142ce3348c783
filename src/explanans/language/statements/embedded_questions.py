"""Questions inside a request, which keep the order of a statement: *do you know where the fuse box is*."""

import re

from explanans.language.grammar import AUXILIARIES, BE, DO, bare, is_third_person, wants_noun
from explanans.language.inflection import base_form
from explanans.language.statements.adverbial_questions import joined
from explanans.language.statements.amount_questions import counted
from explanans.language.statements.answers import Answer
from explanans.language.statements.clauses import Declared, Words, filled, finite_verb
from explanans.language.statements.inversion import can_be_verb

_REQUEST = re.compile(
    r"^(?:please )?(?:(?:do|does|did|can|could|would|will|may) (?:you|we|anyone|i) (?:please |happen to |perhaps )?)?"
    r"(?:know|tell|say|explain|remember|guess|find out|ask|state|describe|wonder|i wonder|i want to know|"
    r"i would like to know|have any idea|let me know|show)(?: me| us)?,? "
    r"(?P<inner>(?:(?:in|at|on|from|by|for|to) )?(?:who|whom|whose|what|which|when|where|why|how|whether|if) .+)$",
    re.IGNORECASE,
)


def requested(asked: str) -> str | None:
    """Return the question inside a request, in the order in which it stands there; None if there is none.

    Example:
        >>> requested("can you tell me what the tallest mammal is")
        'what the tallest mammal is'
    """
    match = _REQUEST.match(asked)
    return match["inner"] if match else None


def embedded(words: Words, answer: Answer) -> str | None:  # noqa: PLR0911 - one line a question word
    """Answer a question in the order of a statement.

    Args:
        words: The question from its question word on.
        answer: The answer.

    Example:
        >>> embedded("where the fuse box is".split(), Answer("in the cellar"))
        'the fuse box is in the cellar'
        >>> embedded("whether the shop opens on Sundays".split(), Answer("no"))
        'the shop does not open on Sundays'
    """
    asked, rest = bare(words[0]), words[1:]
    if not rest or (bare(rest[0]) in AUXILIARIES and asked != "what"):
        return None
    if asked in {"whether", "if"}:
        return None if answer.polarity is None else _confirm_or_deny(rest, answer)
    if asked == "how" and bare(rest[0]) in {"many", "much"}:
        return counted(words, answer)
    if asked in {"when", "where", "why", "how"}:
        return joined(" ".join(rest), asked, answer) if len(rest) > 1 else None
    if asked not in {"what", "who", "whom"} or bare(rest[0]) in AUXILIARIES or answer.is_clause:
        return None
    verb = finite_verb(rest, 1)
    if verb is None or finite_verb(rest, 0) == 0:
        return None
    if bare(rest[-1]) in DO:
        return " ".join([*rest[:-1], answer.text])
    if bare(rest[-1]) in BE:
        return f"{' '.join(rest)} {answer.text}"
    return filled(Declared(rest[: verb + 1], rest[verb + 1 :]), answer.text)


def _confirm_or_deny(rest: Words, answer: Answer) -> str:
    """Confirm or deny a statement."""
    place = finite_verb(rest, 1)
    if place is None:
        low = [bare(word) for word in rest]
        forms = (spot for spot in range(1, len(low)) if low[spot].endswith("s") and not wants_noun(low[spot - 1]))
        place = next((spot for spot in forms if can_be_verb(base_form(low[spot]))), None)
    if answer.polarity or place is None:
        return f"{' '.join(rest)}{answer.remark}" if answer.polarity else f"it is not true that {' '.join(rest)}"
    verb = bare(rest[place])
    if verb in AUXILIARIES - DO:
        words = [*rest[: place + 1], "not", *rest[place + 1 :]]
    else:
        form = (
            "does"
            if is_third_person(verb) or (verb.endswith("s") and base_form(verb) != verb)
            else "do"
            if base_form(verb) == verb
            else "did"
        )
        words = [*rest[:place], form, "not", base_form(verb), *rest[place + 1 :]]
    return f"{' '.join(words)}{answer.remark}"
