"""Small files that commands are run on, and sentences that models are asked about; all written for these tests."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

_PREMISES = """\
a frog is a kind of amphibian
amphibians have moist skin
moist skin loses water in dry air
a rock is hard
losing water harms an animal
an amphibian is a kind of animal
"""
_JSON_PREMISES = [
    {"id": "p1", "text": "rubber is an electrical insulator"},
    {"id": "p2", "text": "an electrical insulator does not conduct electricity"},
    {"id": "p3", "text": "a glove that does not conduct electricity protects the hand from a shock"},
    {"id": "p4", "text": "some gloves are made of rubber"},
    {"id": "p5", "text": "the Moon orbits the Earth"},
]
SOURCE = """\
The old dog chased two cats in the large garden. A farmer sold seven cows and three pigs last week. My sister, who
lives in Paris, bought a green car yesterday. The young teacher read many books about birds. The company said on
Monday that it would close its factory in Leeds next year. Nobody was hurt when the bridge fell into the river.
"""
CLAIMS = (
    "The old dog chased two cats.",
    "Two cats chased the old dog.",
    "A farmer bought seven cows.",
    "A farmer sold seven cows and three sheep last week.",
    "My sister lives in Paris.",
    "My sister sold a green car in Leeds.",
    "The company will close its factory next year. The bridge hurt nobody.",
    "Yes.",
)
_ASSERTIONS = """\
/r/Causes\t/c/en/cage\t/c/en/boredom
/r/PartOf\t/c/en/boredom\t/c/en/zoo
/r/Causes\t/c/en/boredom\t/c/en/suffering
"""
_KINDS = """\
THING\t[FILL] is a kind of\tKIND\t[SKIP] UID
granite\tis a kind of\trock\tk1
ice\tis a kind of\tsolid\tk2
a frog\tis a kind of\tamphibian\tk3
a newt\tis a kind of\tamphibian\tk4
"""
_PARTS = "THING\t[FILL] has\tPART\t[SKIP] UID\nan amphibian\thas\tmoist skin\tp1\na rock\thas\tgrains\tp2\n"
_QUESTIONS = """\
QuestionID\tAnswerKey\texplanation\tquestion\tflags
q1\tB\tk3|GROUNDING p1|CENTRAL\tWhy is a frog moist? (A) It is granite. (B) It has moist skin.\tSUCCESS
q2\tA\tk2|CENTRAL\tWhat is ice? (A) a solid (B) a gas\tSUCCESS
"""
ASKED = (
    ("Why does an electrician wear rubber safety gloves?", "Electricity does not flow through rubber."),
    ("What keeps a frog's skin from drying out?", "living in a moist place"),
    ("Why does ice float on a lake?", "Ice is less dense than water."),
    ("Which of these makes its own light?", "the Sun"),
    ("What happens to a puddle on a hot day?", "It evaporates."),
    ("How does a cactus survive in the desert?", "It stores water in its stem."),
    ("Why do we see lightning before we hear thunder?", "Light travels faster than sound."),
    ("Which tool measures the temperature of the air?", "a thermometer"),
)
_PATTERNS = """\
inferencepattern stars
    description = "What kind of thing a star is"
    row one = [TABLE: "KINDOF", THING: <x>, KIND: "star"]
    row *more = [TABLE: "KINDOF", THING: "star", KIND: <kind>]
endinferencepattern

inferencepattern made_of_a_conductor
    row made = [TABLE: "MADEOF", MATERIAL: <material>]
    row conduction = [TABLE: "CONDUCTION", MATERIAL: <material>]
endinferencepattern
"""
_WRONG_PATTERN = 'inferencepattern p row a = [TABLE: "KINDOF", THING: <x>, KIND: "star" endinferencepattern\n'


def write_inputs(folder: Path) -> None:
    """Write all small files into a folder."""
    questions = [
        {"id": f"own-{number}", "text": text, "choices": [["A", answer]], "key": "A"}
        for number, (text, answer) in enumerate(ASKED, 1)
    ]
    texts = {
        "premises.txt": _PREMISES,
        "premises.jsonl": _lines(_JSON_PREMISES),
        "source.txt": SOURCE,
        "claims.txt": "".join(f"{claim}\n" for claim in CLAIMS),
        "net.tsv": _ASSERTIONS,
        "notes.txt": "A cage causes boredom. Boredom is part of a zoo. A frog has moist skin.\n",
        "own.jsonl": _lines(questions),
        "three.jsonl": _lines(questions[:3]),
        "stars.iml": _PATTERNS,
        "wrong.iml": _WRONG_PATTERN,
        "rocks/tables/KINDOF.tsv": _KINDS,
        "rocks/tables/PARTOF.tsv": _PARTS,
        "rocks/questions/questions.train.tsv": _QUESTIONS,
        "rocks/questions/questions.dev.tsv": _QUESTIONS,
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _lines(records: Sequence[Mapping[str, object]]) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


SENTENCES = (
    "The dog chased two cats.",
    "Zoos should be banned because animals suffer in narrow cages.",
    "A frog is a kind of amphibian, and amphibians have moist skin.",
    "Who told you that the train to Leeds was late?",
    "She wanted to buy bread, but the shop had already been closed.",
    "In 1912, a ship that nobody thought could sink sank.",
    "Rubber gloves protect an electrician's hands from a shock.",
    "Not every student reads books; some don't even own one.",
    "The tall man gave his youngest daughter a red bicycle for her birthday.",
    "Ice melts when it is heated above 0 °C.",
    "Running fast makes the heart beat faster.",
    "There are three apples and a pear on the table.",
    "According to the mayor, the bridge will be repaired by May.",
    "If it rains tomorrow, we will stay at home and play chess.",
    "The Earth, which orbits the Sun, takes a year to do so.",
    "Light travels faster than sound",
    "electrical insulator",
    "Having eaten, the children went outside to play.",
    "What he said surprised everyone in the room.",
    "Water is made of hydrogen and oxygen.",
)
ARGUED = (
    ("Zoos should be banned.", "Animals suffer in narrow cages."),
    ("Zoos should be banned.", "Zoos save rare animals from dying out."),
    ("Students should read paper books.", "A bright screen makes tired eyes and bad sleep."),
    ("Students should read paper books.", "Paper books are heavy and cost many trees."),
    ("Cities should build more bicycle lanes.", "Bicycles keep the air clean and people healthy."),
    ("Cities should build more bicycle lanes.", "Bicycle lanes take space from busy shops."),
    ("Homework does more harm than good.", "Children without homework have time to play and sleep."),
    ("Homework does more harm than good.", "Practice at home helps pupils remember lessons."),
    ("Everybody should learn an instrument.", "Music lessons are expensive for poor families."),
    ("Everybody should learn an instrument.", "Playing music trains memory and patience."),
    ("Fireworks should be forbidden.", "Loud bangs frighten pets and old people."),
    ("Fireworks should be forbidden.", "Fireworks are a joyful tradition for many families."),
)
