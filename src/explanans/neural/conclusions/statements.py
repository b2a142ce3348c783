"""Statements of questions and answers by a language model with few-shot examples."""

from collections.abc import Sequence

from explanans.language.statements.hypothesis import asking_sentence
from explanans.neural.conclusions.beams import Beams, search
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device
from explanans.neural.core.language_models import Loaded
from explanans.trees.conclusions.wellformed import spellings

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
