"""Inflected forms of verb phrases whose first word is the verb."""

from collections.abc import Mapping, Sequence

from explanans.lab.phenomena.texts import lines

IRREGULAR = {verb: (past, participle) for verb, past, participle in (line.split() for line in lines("irregular-verbs"))}
# Verbs that double their last consonant.
DOUBLING = frozenset(
    """cancel chat chop clap cut debug dig drip drop fit forget format get grab hit jog knit label let mop outrun
    patrol pin plan put quarrel refer rig rub run scan set ship shut sit slip snap spot stir stop sublet submit swap
    swim tap transfer travel trim whip win wrap zip""".split()
)


def _past(verb: str) -> str:
    """Return the past of a regular verb."""
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + (verb[-1] if verb in DOUBLING else "") + "ed"


def _third(verb: str) -> str:
    """Return the third person singular of the present."""
    special = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if verb in special:
        return special[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "z", "o")) else "s")


def _progressive(verb: str) -> str:
    """Return the form in -ing."""
    if verb in {"be", "see", "tie", "untie"}:
        return {"be": "being", "see": "seeing", "tie": "tying", "untie": "untying"}[verb]
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + (verb[-1] if verb in DOUBLING else "") + "ing"


def phrase_forms(phrases: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the forms of verb phrases that mean the same.

    Args:
        phrases: Infinitives without *to*, the usual wording first.

    Returns:
        The infinitives under "", and the forms named *s*, *past*, *pp* and *ing*, each in the order of the phrases.

    Example:
        >>> phrase_forms(["go home"])["past"]
        ('went home',)
    """
    forms: dict[str, list[str]] = {"": [], "s": [], "past": [], "pp": [], "ing": []}
    for phrase in phrases:
        verb, space, rest = phrase.partition(" ")
        past, participle = IRREGULAR.get(verb) or (_past(verb), _past(verb))
        for name, word in (
            ("", verb),
            ("s", _third(verb)),
            ("past", past),
            ("pp", participle),
            ("ing", _progressive(verb)),
        ):
            forms[name].append(word + space + rest)
    return {name: tuple(words) for name, words in forms.items()}
