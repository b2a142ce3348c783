"""Draws examples from frames so that neither a claim alone nor its words in the premises give its status away.

A claim of a frame that has the same status under all its premises could be recognised without them. Therefore a claim
that is neither supported nor contradicted is often stated or denied in a further sentence; claims are also made about
other people and things, of which the premises say nothing; and sometimes a claim is stated or denied instead of the
premises of its frame.
"""

from collections.abc import Callable
from random import Random

from explanans.lab.phenomena.example import Example, GeneratedClaim, Phenomenon
from explanans.lab.phenomena.matrix import Filler, Frame, Values, parse_frames
from explanans.lab.phenomena.words import frames_text
from explanans.structures.verdicts import Status

STATUSES = {"S": Status.SUPPORTED, "C": Status.CONTRADICTED, "U": Status.UNKNOWN}
# Probabilities, chosen so that naive Bayes over the words of the claims alone finds about 40% of the statuses: of
# stating or denying an open claim beside the premises (fewer if claims about others cannot be drawn), of a statement or
# denial in place of the premises, of claims about others in place of open ones, and of sentences about something else.
ADDED_SHARE = 0.55
ADDED_ALONE_SHARE = 0.3
STATED_SHARE = 0.2
OTHERS_SHARE = 0.6
DISTRACTED_SHARE = 0.25
ASSERTIONS = (
    "",
    "",
    "",
    "",
    "It is true that ",
    "Also, ",
    "Besides, ",
    "What is more, ",
    "It is also the case that ",
    "In addition, ",
)
DENIALS = (
    ("It is not true that ", "."),
    ("It is not the case that ", "."),
    ("It is false that ", "."),
    ("It would be wrong to say that ", "."),
    ("The claim that ", " is wrong."),
    ("The rumour that ", " is false."),
    ("It turned out not to be true that ", "."),
)
DISTRACTORS = frames_text("distractors").splitlines()


class _Drawing:
    """One example while it is drawn."""

    def __init__(self, random: Random, frame: Frame, values: Values) -> None:
        self.random = random
        self.frame = frame
        self.filler = Filler(random, values, frame.words)
        self.claims: dict[str, GeneratedClaim] = {}

    def add(self, template: str, letter: str, premises: list[str]) -> None:
        """Add a claim unless its text is a claim already or, mostly, a premise."""
        for _ in range(4):
            text = self.filler.fill(template)
            key = text.replace("n't", " not")
            if key not in self.claims and (text not in premises or self.random.random() < 0.3):
                self.claims[key] = GeneratedClaim(text, STATUSES[letter])
                return

    def stated(self, template: str, letter: str, *, beside: bool) -> str:
        """Return a sentence that states or denies a claim, beside other premises or alone."""
        if letter == "S":
            return self.filler.embed(self.random.choice(ASSERTIONS if beside else ASSERTIONS[:5]), template, ".")
        before, after = self.random.choice(DENIALS)
        return self.filler.embed(before, template, after)

    def rows_of_others(self) -> list[str]:
        """Return the claims of the frame with other words in their slots."""
        return [
            self.filler.of_others(text)
            for letters, text in self.frame.claims
            if self.filler.has_others(text) and set(letters) - {"U", "-"}
        ]

    def beside(self, premises: list[str]) -> list[str]:
        """Return the premises, sometimes with one or two sentences about something else around them."""
        if self.random.random() >= DISTRACTED_SHARE:
            return premises
        drawn = [
            [self.filler.fill(text)] if self.random.random() < 0.6 else []
            for text in self.random.sample(DISTRACTORS, 2)
        ]
        return drawn[0] + premises + drawn[1]

    def finished(self, premises: list[str]) -> Example:
        """Return the example with its claims in random order."""
        claims = list(self.claims.values())
        self.random.shuffle(claims)
        return Example(tuple(self.beside(premises)), tuple(claims))


def _of_premises(drawing: _Drawing) -> Example:
    """Draw an example from the premises of a frame, sometimes with one of its open claims stated or denied."""
    random, frame = drawing.random, drawing.frame
    column = random.randrange(len(frame.premises))
    premises = [drawing.filler.fill(sentence) for sentence in frame.premises[column].split(" // ")]
    pools = {letter: [text for letters, text in frame.claims if letters[column] == letter] for letter in STATUSES}
    others = drawing.rows_of_others()
    if pools["U"] and random.random() < (ADDED_SHARE if others else ADDED_ALONE_SHARE):
        added, letter = drawing.filler.choose(random.choice(pools["U"])), random.choice("SC")
        premises.insert(random.choice((0, len(premises), len(premises))), drawing.stated(added, letter, beside=True))
        drawing.add(added, letter, premises)
        pools["U"] = others
    elif others and (random.random() < OTHERS_SHARE or not pools["U"]):
        pools["U"] = others
    letters = [letter for letter, pool in pools.items() if pool]
    random.shuffle(letters)
    for letter in letters + [letter for letter in letters if random.random() < 0.4]:
        if len(drawing.claims) < 5 and pools[letter]:
            template = random.choice(pools[letter])
            if len(pools[letter]) > 1:
                pools[letter].remove(template)
            drawing.add(template, letter, premises)
    return drawing.finished(premises)


def _of_statement(drawing: _Drawing) -> Example:
    """Draw an example in which a claim of the frame is stated or denied, beside premises of the frame about others."""
    random, frame, filler = drawing.random, drawing.frame, drawing.filler
    rows = [row for row in frame.claims if set(row[0]) - {"-", "U"} and len(set(row[0]) - {"-"}) < 3]
    others = drawing.rows_of_others()
    if not rows or not others:
        return _of_premises(drawing)
    letters, template = random.choice(rows)
    letter = (
        "S"
        if letters.count("C") > letters.count("S")
        else "C"
        if letters.count("S") > letters.count("C")
        else random.choice("SC")
    )
    template = filler.choose(template)
    premises = [drawing.stated(template, letter, beside=False)]
    column = random.choice(frame.premises)
    if filler.has_others(column) and random.random() < 0.7:
        about_others = [filler.fill(sentence) for sentence in filler.of_others(filler.of_others(column)).split(" // ")]
        premises = about_others + premises if random.random() < 0.5 else premises + about_others
    for _ in range(random.choice((1, 1, 2))):
        drawing.add(template, letter, premises)
    for other in random.sample(others, min(len(others), random.choice((1, 1, 2)))):
        drawing.add(other, "U", premises)
    return drawing.finished(premises)


def no_values(random: Random) -> Values:  # noqa: ARG001 - the signature of a source
    """Return no values."""
    return {}


def phenomenon(name: str, source: Callable[[Random], Values] = no_values) -> Phenomenon:
    """Return a phenomenon drawn from frames.

    Args:
        source: Draws values for slots that are not words of the lexicon, such as numbers and times.
    """
    frames = parse_frames(frames_text(name))

    def draw(random: Random) -> Example:
        """Draw one example."""
        while True:
            drawing = _Drawing(random, random.choice(frames), source(random))
            example = _of_statement(drawing) if random.random() < STATED_SHARE else _of_premises(drawing)
            if len(example.claims) > 1:
                return example

    return draw
