"""eQASC: questions with chains of two sentences, which people found to be valid or not (Jhamtani & Clark 2020)."""

from collections.abc import Iterable, Iterator

import msgspec

from explanans.errors import FormatError
from explanans.language.statements.hypothesis import hypothesis
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

_ACCEPTED = (
    "a JSON list of objects with id, answerKey and question, whose choices have label, text and chains of two "
    "sentences and a turk_label"
)
_VALID = "yes"


class _Label(msgspec.Struct):
    label: str = ""


class _Part(msgspec.Struct):
    """One member of a chain: a sentence, or people's label of the chain."""

    text: str = ""
    turk_label: _Label = msgspec.field(default_factory=_Label)


class _Choice(msgspec.Struct):
    label: str
    text: str
    chains: list[list[_Part]] = []


class _QuestionRecord(msgspec.Struct):
    stem: str
    choices: list[_Choice]


class _Row(msgspec.Struct, rename="camel"):
    id: str
    question: _QuestionRecord
    answer_key: str


def decode(lines: Iterable[str], source: str) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems of each question: one hypothesis with its premises, each time with another gold tree.

    The hypothesis states the right answer; the premises are the sentences of its chains, each once, called ``sent1``
    and so on; the trees, of one step, are those of its chains that people found valid. Questions without any are left
    out.

    Raises:
        FormatError: The text is no JSON of this shape.

    Example:
        >>> chain = '[{"text": "ice is a solid"}, {"text": "heat melts solids"}, {"turk_label": {"label": "yes"}}]'
        >>> text = '[{"id": "q1", "answerKey": "A", "question": {"stem": "What melts ice?", "choices": '
        >>> text += '[{"label": "A", "text": "heat", "chains": [' + chain + ']}]}}]'
        >>> [(problem,)] = decode([text], "dev.json")
        >>> problem.hypothesis, [leaf.text for leaf in problem.tree.leaves]
        ('heat melts ice', ['ice is a solid', 'heat melts solids'])
    """
    try:
        rows = msgspec.json.decode("\n".join(lines), type=list[_Row])
    except msgspec.DecodeError as error:
        raise FormatError(str(error), source, accepted=_ACCEPTED) from None
    for row in rows:
        right = next((choice for choice in row.question.choices if choice.label == row.answer_key), None)
        if right is None:
            raise FormatError(f"question {row.id}, whose answer key names no choice", source, accepted=_ACCEPTED)
        problems = tuple(_problems(row, right, source))
        if problems:
            yield problems


def _problems(row: _Row, right: _Choice, source: str) -> Iterator[Problem]:
    said = hypothesis(row.question.stem, right.text)
    chains = [
        (tuple(part.text.strip() for part in chain if part.text.strip()), _label(chain)) for chain in right.chains
    ]
    ids = {
        text: f"sent{number}" for number, text in enumerate(dict.fromkeys(t for texts, _ in chains for t in texts), 1)
    }
    premises = tuple(Fact(uid, text, source=source) for text, uid in ids.items())
    for texts, label in chains:
        if label == _VALID and len(set(texts)) > 1:
            leaves = tuple(premise for premise in premises if premise.text in texts)
            step = Step(tuple(leaf.id for leaf in leaves), ROOT, said)
            tree = EntailmentTree(said, leaves, (step,), row.id)
            yield Problem(row.id, said, premises, tree, row.question.stem, right.text)


def _label(chain: list[_Part]) -> str:
    return next((part.turk_label.label for part in chain if part.turk_label.label), "").lower()
