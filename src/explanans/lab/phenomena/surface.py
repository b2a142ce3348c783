"""Citation markers, hedges, lead-ins, spelling, hyphens, abbreviations and titles, which change no meaning."""

from collections.abc import Callable
from random import Random

from explanans.lab.phenomena.matrix import Naming, Values
from explanans.lab.phenomena.words import MEN, ROLES, SURNAMES, WOMEN, table

DRESSINGS = table("dressings")
DRESSED = ("citation-markers", "discourse-markers", "lead-ins")
"""Phenomena of texts around the same premises and claims, in the order of their examples."""


def dressed(name: str) -> Callable[[Random], Values]:
    """Return a source of what stands around sentences: before and after premises, before and after claims."""
    options = dict(zip(("open", "close", "lead", "mark"), [*DRESSINGS[name], ""], strict=False))

    def source(random: Random) -> Values:
        number = random.randint(2, 60)
        surname, other = random.sample(SURNAMES, 2)
        year = random.randint(1950, 2024)

        def drawn(texts: str) -> Callable[[Random], str]:
            """Return a function that draws a text and fills in numbers, names and years."""

            def draw(random: Random) -> str:
                text = random.choice(texts.split("|"))
                figures = {"#": str(random.randint(1, 40)), "&": surname, "%": other, "~": str(year)}
                return "".join(figures.get(character, character) for character in text)

            return draw

        around = {place: drawn(texts) for place, texts in options.items()}
        return {**around, "x": number, "y": number + random.randint(1, 9)}

    return source


def titles(random: Random) -> Values:
    """Draw a person by the full name, with short forms that refer to the same person, and another person."""
    woman = random.random() < 0.5
    first = random.choice(WOMEN if woman else MEN)
    second = random.choice([name for name in (*WOMEN, *MEN) if name != first])
    last, other = random.sample(SURNAMES, 2)
    title = random.choice(("Dr", "Professor", "Captain", "Ms" if woman else "Mr", "Mrs" if woman else "Mr"))
    middle = random.choice("ABCDEFGHJKLMNPRSTW")
    full = random.choice(
        (f"{title} {first} {last}", f"{first} {last}", f"{first} {middle}. {last}", f"{title} {first} {middle}. {last}")
    )
    shorts = [last, f"{first} {last}"] + (
        [f"{title} {last}"] * 2 if full.startswith(title) else [f"{'Ms' if woman else 'Mr'} {last}"]
    )
    job = random.choice([role for role in ROLES if not role.endswith(("man", "woman", "lord", "master"))])
    article = "an" if job[0] in "aeiou" else "a"
    return {
        "full": full,
        "plain": f"{first} {last}",
        "short": Naming(tuple(shorts)),
        "othername": f"{second} {other}",
        "othershort": Naming((other, f"{second} {other}")),
        "sur": last,
        "he": "she" if woman else "he",
        "job": f"{article} {job}",
        "job0": job,
    }
