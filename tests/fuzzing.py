"""Inputs that nobody meant, for every codec: ``python -m tests.fuzzing`` tries as many as it is told to.

Each input is a sound example of its format that was changed: parts are doubled, cut, moved, mixed with those of other
formats, repeated until the text is long, or nested. A codec may refuse it by an error of our own and by no other, and
must not take long. What breaks this is printed as a call that shows it again; then the exit status is 1.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from explanans.errors import ExplanansError
from explanans.formats import (
    annotations,
    answers,
    claims,
    conceptnet,
    conllu,
    delimited,
    entailmentbank,
    explagraphs,
    iml,
    jsonl,
    proof,
    prose,
    ratings,
    records,
    runs,
    worldtree,
)
from explanans.lab.datasets import inference, judged

LONG = 40_000
"""The characters of the longest inputs."""
SHORT = 400
"""Those of most inputs: many short ones find more than a few long ones, and long ones show what grows too fast."""
_OFTEN = 100
SLOW = 2.0
"""Seconds of processor time that none may take."""

TREE = '{"question":"Q","answer":"a","hypothesis":"ice is cold","facts":[{"id":"f1","text":"ice is cold","score":1.0}],"tree":{"hypothesis":"ice is cold","steps":[{"premises":["f1"],"conclusion":"hypothesis","text":"ice is cold","inference":""}]}}'  # fmt: skip # noqa: E501
PROBLEM = '{"id": "q1", "hypothesis": "heat melts ice", "proof": "sent1 & sent2 -> hypothesis; ", "meta": {"triples": {"sent1": "ice is a solid", "sent2": "heat melts a solid"}}}'  # fmt: skip # noqa: E501
STEP = '{"premises": ["ice melts", "snow melts"], "conclusion": "ice and snow melt", "root": false, "follows": true, "english": true, "copy": true, "source": "starter", "item": "q1 A", "seed": 0}'  # fmt: skip # noqa: E501


class FileReader(NamedTuple):
    """A codec and sound examples of what it reads.

    Attributes:
        read: Reads lines; its second argument is the name of their file.
        examples: Texts.
    """

    read: Callable[[Iterable[str], str], object]
    examples: tuple[str, ...]


def _whole(read: Callable[[str, str], object]) -> Callable[[Iterable[str], str], object]:
    """Return a reader of lines that reads them as one text."""
    return lambda lines, source: read("\n".join(lines), source)


def _table(lines: Iterable[str], source: str) -> object:
    return worldtree.decode_table(lines, "KINDOF", source)


PARSE = "# text = cats purr\n1\tcats\tcat\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tpurr\tpurr\tVERB\tVBP\t_\t0\troot\t_\t_\n"

READERS = {
    "annotations": FileReader(annotations.decode, ("question\tfact\trater\trating\nq1\tf1\tann\t3\nq1\tf2\tann\t",)),
    "answers": FileReader(answers.decode, ('{"id": "q1", "answers": [{"key": "B", "support": 0.9}]}',)),
    "brackets": FileReader(
        _whole(explagraphs.decode_graph), ("(rain; causes; wet streets)(wet streets; is a; danger)",)
    ),
    "claims": FileReader(claims.decode_claims, ("Ice melts. Rain\nfalls.", "ice melts\nrain falls")),
    "conceptnet": FileReader(
        conceptnet.decode, ("/a/[/r/IsA/,/c/en/cat/,/c/en/pet/]\t/r/IsA\t/c/en/cat/n\t/c/en/house_pet\t{}",)
    ),
    "conllu": FileReader(conllu.decode, (PARSE,)),
    "facts.csv": FileReader(delimited.CSV.decode, ('id,text\nf1,"Yeast, fed, makes gas"',)),
    "facts.jsonl": FileReader(jsonl.decode_facts, ('{"id": "f1", "text": "ice is a solid"}',)),
    "facts.md": FileReader(
        prose.decode_markdown, ("# Bread\n\n- **Yeast** makes [gas](u).\n\n|a|b|\n|-|-|\n|1|2|\n> q",)
    ),
    "facts.tsv": FileReader(delimited.TSV.decode, ("id\ttext\nf1\tYeast makes gas",)),
    "facts.txt": FileReader(prose.decode_text, ("Yeast makes gas. Gas lifts\ndough.\n\n- Dr. Frost knows!",)),
    "graded steps": FileReader(judged.decode_graded_steps, (STEP,)),
    "graphs": FileReader(
        explagraphs.decode, ("Rain is bad.\tWet streets are slippery.\tsupport\t(rain; causes; wet streets)",)
    ),
    "graphs.tsv": FileReader(explagraphs.decode_predictions, ("support\t(rain; causes; wet streets)",)),
    "iml": FileReader(
        _whole(iml.decode),
        ('inferencepattern kinds row a = [TABLE: "KINDOF", HYPONYM: <x> + "bird" || *<y>] endinferencepattern',),
    ),
    "inference": FileReader(
        inference.decode_inference, ('{"premise": "A dog runs .", "hypothesis": "A dog sleeps .", "label": "neutral"}',)
    ),
    "judged": FileReader(
        judged.decode, ("# Ice\nIce floats.\n\n-antonym: Ice sinks.\nQ: What floats?\n= ice\nx iron",)
    ),
    "premises": FileReader(prose.decode_premises, ('ice is a solid\n\n{"id": "h", "text": "heat melts ice"}',)),
    "problems": FileReader(entailmentbank.decode, (PROBLEM,)),
    "proof": FileReader(
        _whole(proof.decode), ("$proof$ = sent2 & sent5 -> int1: dust; blocks sun; sent4, int1 -> hypot",)
    ),
    "proofs.jsonl": FileReader(
        entailmentbank.decode_proof_records, ('{"id": "q1", "slots": {"proof": "a -> hypot"}}',)
    ),
    "questions.csv": FileReader(delimited.CSV_QUESTIONS.decode, ('answer,question\n"a solid, cold",What is ice?',)),
    "questions.jsonl": FileReader(jsonl.decode_questions, ('{"question": "What melts ice?", "answer": "heat"}',)),
    "questions.tsv": FileReader(
        worldtree.decode_questions,
        ("QuestionID\tAnswerKey\texplanation\tquestion\nq1\tB\tk1|CENTRAL\tWhat is ice? (A) a gas (B) a solid",),
    ),
    "ratings": FileReader(
        ratings.decode, ('{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": 6}]}]}',)
    ),
    "records": FileReader(records.decode, (TREE,)),
    "runs": FileReader(runs.decode, ("q1\tf2\nq2\tf1\nq1\tf1",)),
    "runs.jsonl": FileReader(runs.decode_explanations, ('{"question": "q1", "facts": ["f1", "f2"]}',)),
    "source.md": FileReader(_whole(prose.placed_markdown), ("# Bread\n\n**Yeast** makes gas.\n\n- one; two",)),
    "summary pairs": FileReader(
        inference.decode,
        ('[{"article_sent": "ice melted.", "correct_sent": "ice melted.", "incorrect_sent": "fire melted."}]',),
    ),
    "tables": FileReader(_table, ("THING\t[FILL] is a\tKIND\t[SKIP] UID\nice\tis a\tsolid\tk1",)),
}
"""Every codec that reads text, by what it reads."""

_ODD = (
    *r"""\ " ' [ { ( ) ] } < > * _ ` # | - -> → ; : , & / // /* */ . ... ? ! é 冰 🧊 0 -1 1e999""".split(),
    *("null", "true", "NaN", "\\ud800", "hypot", "a", "A", "(A)", "~~~", "![", "](", "&#10;", "9" * 30),
    *("\t", "\n", "\r", "\n\n", " ", "\u2028", "\ufeff", "\x1b[31m", "\x00", "\u202e"),
)


def read(name: str, text: str) -> bool:
    """Read a text, and decide whether the codec takes it.

    Args:
        name: The codec.
        text: The text.
    """
    found = READERS[name].read(text.split("\n"), "fuzzed")
    try:
        if isinstance(found, Iterable):
            for _ in found:
                pass
    except ExplanansError:
        return False
    return True


def tried(name: str, text: str) -> bool:
    """Read a text as ``read`` does, where a codec may refuse it at once as well."""
    try:
        return read(name, text)
    except ExplanansError:
        return False


def longest_of(number: int) -> int:
    """Return how many characters an input may have by its number: every hundredth is long."""
    return SHORT if number % _OFTEN else LONG


def changed(name: str, drawn: random.Random, longest: int = LONG) -> str:
    """Return a text that is nearly one of those that a codec reads.

    Args:
        name: The codec.
        drawn: Draws what is changed.
        longest: How many characters it may have.
    """
    text = drawn.choice(READERS[name].examples)
    for _ in range(drawn.randint(1, 6)):
        text = drawn.choice(_CHANGES)(text, drawn, longest)[:longest]
    return text


def _span(text: str, drawn: random.Random) -> tuple[int, int]:
    first = drawn.randint(0, len(text))
    return first, min(len(text), first + drawn.choice((0, 1, 1, 2, 5, 20, 100)))


def _cut(text: str, drawn: random.Random, _: int) -> str:
    first, last = _span(text, drawn)
    return text[:first] + text[last:]


def _put(text: str, drawn: random.Random, _: int) -> str:
    first, last = _span(text, drawn)
    return text[:first] + drawn.choice(_ODD) + text[last if drawn.random() < 0.5 else first :]


def _repeat(text: str, drawn: random.Random, longest: int) -> str:
    """Repeat a part, or something odd, a few times or until the text is long."""
    first, last = _span(text, drawn)
    part = text[first:last] if drawn.random() < 0.5 else "".join(drawn.choices(_ODD, k=drawn.randint(1, 3)))
    room = max(0, longest - len(text)) // max(1, len(part))
    times = drawn.choice((2, 3, 10, 100, room))
    return text[:first] + part * min(times, room) + text[last:]


def _nest(text: str, drawn: random.Random, longest: int) -> str:
    """Put a part into many brackets."""
    first, last = _span(text, drawn)
    opened, closed = drawn.choice(
        (("[", "]"), ("{", "}"), ("(", ")"), ('{"a":', "}"), ("*", "*"), ("> ", ""), ("<", ">"))
    )
    depth = min(drawn.choice((3, 60, 3000, 20_000)), max(0, longest - len(text)) // (len(opened) + len(closed)))
    closing = closed * (depth if drawn.random() < 0.7 else 0)
    return text[:first] + opened * depth + text[first:last] + closing + text[last:]


def _mix(text: str, drawn: random.Random, _: int) -> str:
    other = drawn.choice(READERS[drawn.choice(list(READERS))].examples)
    (first, last), (begin, end) = _span(text, drawn), _span(other, drawn)
    return text[:first] + other[begin:end] + text[last:]


_CHANGES = (_cut, _put, _put, _repeat, _repeat, _nest, _mix)


def main() -> None:
    """Try inputs and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codecs", nargs="*", metavar="CODEC", help="; ".join(READERS))
    parser.add_argument("--inputs", type=int, default=1_000_000, metavar="N", help="for each codec")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first input")
    parser.add_argument("--seconds", type=float, metavar="N", help="processor time after which a codec is left")
    parser.add_argument("--longest", type=int, metavar="N", help="characters of the longest input")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found: Counter[str] = Counter()
    for name in options.codecs or READERS:
        begun = time.process_time()
        taken, count, slowest, slowest_call = 0, 0, 0.0, ""
        for number in range(options.first, options.first + options.inputs):
            seed, longest = f"{options.seed} {name} {number}", options.longest or longest_of(number)
            text = changed(name, random.Random(seed), longest)
            call = f"changed({name!r}, Random({seed!r}), {longest})"
            started = time.process_time()
            try:
                taken += tried(name, text)
            except Exception as error:  # whatever it is, it is none of ours
                found[f"{name}: {type(error).__name__}"] += 1
                print(f"{name}: {type(error).__name__}: {call}", flush=True)
            ended = time.process_time()
            count += 1
            if ended - started > slowest:
                slowest, slowest_call = ended - started, call
            if ended - started > SLOW:
                found[f"{name}: slow"] += 1
                print(f"{name}: {ended - started:.1f} s: {call}", flush=True)
            if options.seconds and ended - begun > options.seconds:
                break
        rate = count / (time.process_time() - begun)
        print(f"| `{name}` | {count:,} | {taken:,} | {slowest:.2f} s | {rate:,.0f} | {slowest_call}", flush=True)
    print(", ".join(f"{what} {count} times" for what, count in found.items()) or "nothing found")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
