"""People, places, actions, facts and sets that fill the slots of generated examples."""

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from random import Random

from explanans.lab.phenomena.spellings import DAYS, MONTHS


def frames_text(name: str) -> str:
    """Return the text of a file of frames."""
    return resources.files(__package__).joinpath("matrices", f"{name}.txt").read_text(encoding="utf-8")


def lines(name: str) -> list[str]:
    """Return the lines of a file of the lexicon."""
    return resources.files(__package__).joinpath("word-lists", f"{name}.txt").read_text(encoding="utf-8").splitlines()


def table(name: str) -> dict[str, list[str]]:
    """Return the fields of the lines of a file of the lexicon by the first one; the fields are separated by tabs."""
    return {key: fields for key, *fields in (line.split("\t") for line in lines(name))}


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


Item = Mapping[str, tuple[str, ...]]
"""The forms of a drawn word by their names; the first alternative of a form is its usual wording."""


_VOWEL_PLURALS = ("s", "x", "ch", "sh")


def _plural(noun: str) -> str:
    """Return the plural of a regular noun."""
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(_VOWEL_PLURALS) else "s")


def word_items(text: str) -> list[Item]:
    """Return words separated by `|`, with other wordings behind `/` and the forms b, c, d … behind `:`.

    Example:
        >>> word_items("saw/handsaw|axe:axes")[1]["b"]
        ('axes',)
    """
    return [
        {letter: tuple(field.split("/")) for letter, field in zip(("", *"bcdefgh"), entry.split(":"), strict=False)}
        for entry in text.split("|")
    ]


WOMEN, MEN, SURNAMES, ROLES, PLACES = (lines(name) for name in ("women", "men", "surnames", "roles", "places"))


def _phrases(name: str) -> list[Item]:
    """Return the forms of the verb phrases of a file; other wordings of a phrase stand behind `/`."""
    return [phrase_forms(entry.split("/")) for entry in lines(name)]


def _actions() -> list[Item]:
    """Return the forms of the actions, verbs | objects, of which every combination means the same, with passives."""
    items: list[Item] = []
    for entry in lines("actions"):
        verbs, objects = (part.split("/") for part in entry.split("|"))
        forms = phrase_forms([f"{verb} {thing}" for thing in objects for verb in verbs])
        plural = objects[0].endswith("s") and not objects[0].endswith("ss")
        was, being, has = ("were", "are", "have") if plural else ("was", "is", "has")
        passive = {
            "obj": tuple(objects),
            "made": phrase_forms(verbs)["pp"],
            "was": (was,),
            "is": (being,),
            "has": (has,),
        }
        items.append({**forms, **passive})
    return items


def _fact(entry: str) -> Item:
    """Return the forms of a fact: subject | copula | predicate | other words for it | what cannot be true beside it."""
    subject, copula, predicate, other, opposite = entry.split("|")
    past = {"is": "was", "are": "were"}[copula]
    return {
        "": (f"{subject} {copula} {predicate}",),
        "neg": (f"{subject} {copula} not {predicate}",),
        "ask": (f"{copula} {subject} {predicate}",),
        "subj": (subject,),
        "pred": (predicate,),
        "is": (copula,),
        "was": (past,),
        "other": (other,),
        "opp": (opposite,),
    }


def _thing_set(entry: str) -> Item:
    """Return a plural noun, its singular and what the things can be."""
    many, one, states = entry.split("|")
    return {"": (many,), "one": (one,), **{f"p{index}": (state,) for index, state in enumerate(states.split(","), 1)}}


def _people(entry: str) -> Item:
    """Return a noun for people in the plural and singular."""
    one, _, many = entry.partition("/")
    return {"": (many or _plural(one),), "one": (one,)}


def _state(entry: str) -> Item:
    """Return a thing with a state, its opposite and other words for it."""
    thing, state, opposite, other = entry.split("|")
    return {"": (thing,), "state": (state,), "opp": (opposite,), "other": (other,)}


def _person(random: Random) -> Item:
    """Draw a person: a first name, a full name, a title with a surname or an occupation, with pronouns."""
    woman = random.random() < 0.5
    first = random.choice(WOMEN if woman else MEN)
    last = random.choice(SURNAMES)
    kind = random.random()
    if kind < 0.5:
        name = first
    elif kind < 0.68:
        name = f"{first} {last}"
    elif kind < 0.85:
        name = f"{random.choice(('Ms', 'Mrs', 'Dr', 'Professor') if woman else ('Mr', 'Dr', 'Professor'))} {last}"
    else:
        name = f"the {random.choice(ROLES)}"
        woman = name in {"the chairwoman", "the midwife"} or (woman and not name.endswith(("man", "master", "lord")))
    he, him, his = ("she", "her", "her") if woman else ("he", "him", "his")
    return {"": (name,), "he": (he,), "him": (him,), "his": (his,)}


def _plain(words: list[str]) -> list[Item]:
    """Return words without further forms."""
    return [{"": (word,)} for word in words]


def _chooser(items: list[Item]) -> Callable[[Random], Item]:
    """Return a function that draws one of the items."""
    return lambda random: random.choice(items)


_ORGANISATIONS = _plain(lines("organisations"))


def _agent(random: Random) -> Item:
    """Draw a person or an organisation."""
    return _person(random) if random.random() < 0.75 else random.choice(_ORGANISATIONS)


def _number(low: int, high: int) -> Callable[[Random], Item]:
    """Return a function that draws a whole number between bounds."""
    return lambda random: {"": (str(random.randint(low, high)),)}


CATEGORIES: dict[str, Callable[[Random], Item]] = {
    "person": _person,
    "agent": _agent,
    "org": _chooser(_ORGANISATIONS),
    "place": _chooser(_plain(PLACES)),
    "act": _chooser(_actions()),
    "feat": _chooser(_phrases("feats")),
    "habit": _chooser(_phrases("habits")),
    "rule": _chooser(_phrases("rules")),
    "setact": _chooser(_phrases("set-acts")),
    "fact": _chooser([_fact(entry) for entry in lines("facts")]),
    "set": _chooser([_people(entry) for entry in lines("people-sets")]),
    "things": _chooser([_thing_set(entry) for entry in lines("thing-sets")]),
    "state": _chooser([_state(entry) for entry in lines("states")]),
    "detail": _chooser(_plain(lines("details"))),
    "reason": _chooser(_plain(lines("reasons"))),
    "day": _chooser(_plain(DAYS)),
    "month": _chooser(_plain(MONTHS)),
    "n": _number(2, 19),
    "big": _number(21, 990),
    "year": _number(1850, 2023),
    **{line.split()[0]: _chooser(word_items(line.partition(" ")[2])) for line in lines("nouns")},
}
"""Draws a word of each category of slots."""
