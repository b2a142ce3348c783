"""Statements of questions and answers by language models: fine-tuned, or with few-shot examples."""

import re
from collections.abc import Sequence
from pathlib import Path

from explanans.errors import InputError
from explanans.language.statements.answers import Answer
from explanans.language.statements.hypothesis import asking_sentence, hypothesis
from explanans.language.statements.validation import is_sound
from explanans.neural.conclusions.decoding import Beams, search
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.continuations import open_sequences
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device
from explanans.neural.core.language_models import Loaded
from explanans.neural.core.sequences import SequenceNetwork
from explanans.trees.conclusions.wellformed import foreign, spellings

BEAMS = 4
_LONGEST, _MORE = 48, 6
"""Tokens of a statement at most, and how many more than what is asked and the answer together have."""
_PROMPT = 1024
"""Maximum number of input tokens; longer inputs lose their beginning."""
_EXAMPLES = (
    ("Which organ pumps blood through the body?", "the heart", "the heart pumps blood through the body"),
    ("About how many days does a leap year have?", "366", "a leap year has about 366 days"),
    (
        "Two students roll a ball down a ramp. What property of the ball changed?",
        "Its speed increased.",
        "the speed of the ball increased",
    ),
    (
        "What feature do whales and bats share?",
        "They feed milk to their young.",
        "whales and bats feed milk to their young",
    ),
    (
        "Why did the baker put the dough into a warm place?",
        "so that it rises",
        "the baker put the dough into a warm place so that it rises",
    ),
)
NETWORK = "writer:hypotheses"
"""Purpose of such a writer in its manifest."""
_LONGEST_LINE = 96
"""Maximum number of tokens of a statement."""
_DENIAL = re.compile(r"\b(?:no|not|never|none|nobody|nothing|nowhere|cannot)\b|n['’]t\b", re.IGNORECASE)


def read_text(question: str, answer: str) -> str:
    """Return the prompt for a statement."""
    shown = (f"Question: {one}\nAnswer: {two}\nStatement: {three}\n\n" for one, two, three in _EXAMPLES)
    return f"{''.join(shown)}Question: {question}\nAnswer: {answer}\nStatement:"


class StatementModel:
    """Writes statements by a beam search over the words of question and answer."""

    def __init__(self, loaded: Loaded, beams: int = BEAMS) -> None:
        self._model = loaded.model.eval().to(best_device())
        self._tokenizer = loaded.tokenizer
        (*_, end) = token_ids(self._tokenizer, "\n") or [loaded.tokenizer.eos_token_id]
        self._beams = Beams(beams, _LONGEST, int(end))

    def lines(self, question: str, answer: str) -> Sequence[str]:
        """Return unchecked statements, most probable first."""
        read = token_ids(self._tokenizer, read_text(question, answer))[-_PROMPT:]
        # A statement has the words of what is asked and of the answer, hardly more.
        longest = min(_LONGEST, len(token_ids(self._tokenizer, f"{asking_sentence(question)} {answer}")) + _MORE)
        beams = self._beams._replace(longest=longest)
        found = search(self._model, self._tokenizer, read, spellings((question, answer)), beams)
        return tuple(dict.fromkeys(line.text for line in found if line.text))


def read_line(question: str, answer: str) -> str:
    """Return the input of a network.

    Example:
        >>> read_line("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat Statement:'
    """
    return f"Question: {question} Answer: {answer} Statement:"


class HypothesisWriter:
    """Turns a question and its answer into one statement, as ``text.hypothesis`` does by rules.

    Of what a beam search finds, the most probable statement is taken that is English, holds the answer, has no content
    word that neither question nor answer has, and denies something just where one of these does; if there is none,
    the rules' own.
    """

    def __init__(self, network: SequenceNetwork, beams: int = BEAMS) -> None:
        self._network = network
        self._beams = beams

    @classmethod
    def open(cls, folder: Path, beams: int = BEAMS) -> "HypothesisWriter":
        """Load a writer that ``explanans lab train writer --kind hypotheses`` made."""
        network = read_manifest(folder).network
        if network != NETWORK:
            raise InputError(
                f"{folder}: a {network}; accepted: one made by 'explanans lab train writer --kind hypotheses'"
            )
        return cls(open_sequences(folder, "writer of hypotheses"), beams)

    def __call__(self, question: str, answer: str) -> str:
        """Return the statement."""
        return self.each([(question, answer)])[0]

    def each(self, asked: Sequence[tuple[str, str]]) -> list[str]:
        """Return the statement of each of many questions, generated in batches."""
        found = zip(asked, self._lines(asked), strict=True)
        return [self._chosen(question, answer, lines) for (question, answer), lines in found]

    @staticmethod
    def _chosen(question: str, answer: str, lines: Sequence[str]) -> str:
        given = Answer.of(answer, question)
        for line in lines:
            as_denied = bool(_DENIAL.search(f"{question} {answer}")) == bool(_DENIAL.search(line))
            if as_denied and is_sound(line, question, given) and not foreign(line, (question, answer)):
                return line
        return hypothesis(question, answer)

    def lines(self, question: str, answer: str) -> list[str]:
        """Return the results of the search, most probable first."""
        return self._lines([(question, answer)])[0]

    def _lines(self, asked: Sequence[tuple[str, str]]) -> list[list[str]]:
        network, tokenizer = self._network, self._network.tokenizer
        texts = [read_line(question, answer) for question, answer in asked]
        found = network.search_each(texts, self._beams, self._beams, _LONGEST_LINE)
        return [
            [" ".join(str(tokenizer.decode(line, skip_special_tokens=True)).split()).rstrip(" .") for line in lines]
            for lines in found
        ]
