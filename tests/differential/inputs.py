"""Small files that the commands are run on; all written for these tests."""

import json
from pathlib import Path

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
_PREMISES = """\
a frog is a kind of amphibian
amphibians have moist skin
moist skin loses water in dry air
a rock is hard
losing water harms an animal
an amphibian is a kind of animal
"""
_SOURCE = """\
The museum opens at nine and closes at six. On Mondays it stays shut. Mrs Field, who runs the shop, sold forty cards
last Friday. The old boat in the first hall was found by two divers in 1961. Children under ten pay nothing.
"""
_CLAIMS = """\
The museum closes at six.
The museum is open on Mondays.
The boat was found by three divers.
A child of eight pays nothing.
The boat is made of oak.
"""
_PATTERNS = """\
inferencepattern made_of_a_conductor
    description = "What is made of a conductor"
    row made = [TABLE: "MADEOF", MATERIAL: <material>]
    row conduction = [TABLE: "CONDUCTION", MATERIAL: <material>]
endinferencepattern
"""
_GRAPHS = """\
Zoos should be banned.\tAnimals suffer in cages.\tsupport\t(animals; desires; freedom)(freedom; not at location; cages)\
(cages; part of; zoos)(zoos; receives action; banned)
Rain is bad weather.\tGardens need rain to grow.\tcounter\t(rain; causes; grow)(grow; has context; gardens)\
(gardens; not desires; bad weather)
"""
_DRAWN = (
    "support\t(animals; part of; zoos)(zoos; part of; cages)\ncounter\t(rain; causes; grow)(grow; causes; gardens)\n"
)
_SENTENCES = {
    "sent1": "ice is a solid",
    "sent2": "heat melts a solid",
    "sent3": "the sun gives heat",
    "sent4": "frogs jump",
}
_PROOFS = ("sent1 & sent2 -> int1: heat melts ice; int1 & sent3 -> hypothesis;", "sent1 & sent2 & sent3 -> hypothesis;")
_PROVED = """\
$proof$ = sent1 & sent2 -> int1: heat melts a solid such as ice; int1 & sent3 -> hypothesis;
$proof$ = sent1 & sent4 -> int1: frogs jump on ice; int1 & sent3 -> hypothesis;
"""
_RATINGS = """\
question\tfact\trater\trating
q1\tk3\tann\t3
q1\tp1\tann\t1
q1\tk1\tann\t0
q1\tk3\tbob\t3
q1\tp1\tbob\t0
q1\tk1\tbob\t0
q2\tk2\tann\t2
q2\tk2\tbob\t3
"""


def write_inputs(folder: Path) -> None:
    """Write all small files into a folder."""
    problems = [
        {"id": f"t{number}", "hypothesis": "the sun melts ice", "proof": proof, "meta": {"triples": _SENTENCES}}
        for number, proof in enumerate(_PROOFS)
    ]
    texts = {
        "rocks/tables/KINDOF.tsv": _KINDS,
        "rocks/tables/PARTOF.tsv": _PARTS,
        "rocks/questions/questions.train.tsv": _QUESTIONS,
        "rocks/questions/questions.dev.tsv": _QUESTIONS,
        "questions.tsv": _QUESTIONS,
        "premises.txt": _PREMISES,
        "source.txt": _SOURCE,
        "claims.txt": _CLAIMS,
        "conductors.iml": _PATTERNS,
        "graphs.tsv": _GRAPHS,
        "drawn.tsv": _DRAWN,
        "trees.jsonl": "".join(f"{json.dumps(problem)}\n" for problem in problems),
        "proved.tsv": _PROVED,
        "ratings.tsv": _RATINGS,
        "predicted.run": "q1\tk3\nq1\tk1\nq1\tp1\nq2\tk1\nq2\tk2\n",
        "predicted.jsonl": '{"question": "q1", "facts": ["k3", "k1"]}\n{"question": "q2", "facts": ["k2"]}\n',
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
