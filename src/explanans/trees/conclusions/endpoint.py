"""A language model behind an address as writer; nothing is sent unless such a writer is named."""

from collections.abc import Sequence

from explanans.registry import takes
from explanans.runtime.chat import ChatModel, Patience, listed
from explanans.trees.conclusions.model_writer import ConclusionRequest, ModelWriter

_MOST_TOKENS = 1000
"""Room for what some models think aloud; the answer is three sentences."""
_SENTENCES = 3
_ASKED = f"""\
Say what follows from the facts together: one short sentence in plain English that is true whenever all of them are,
says what no fact says alone and helps to show the hypothesis. Use no words of content but those of the facts and of the
hypothesis. Write {_SENTENCES} such sentences, the best first, each on a line of its own, and nothing else.

"""
_STATEMENTS = f"""\
Put the question and its answer into one statement: a plain English sentence that says what the answer says of the
question, keeps all that the question says of it, and is no question. Use no words of content but those of the question
and of the answer. Write {_SENTENCES} such statements, the best first, each on a line of its own, and nothing else.

"""
_PARAGRAPHS = f"""\
Read this explanation out: one short paragraph in plain English that says each fact and comes to the hypothesis. Join
what belongs together, such as by because, so, and, which. What follows on the way may be left out. Use no words of
content but those below, leave out no number and no denial, and add none. Write {_SENTENCES} such paragraphs, the best
first, each on a line of its own, and nothing else.

"""


@takes("URL#MODEL")
class EndpointWriter(ModelWriter):
    """Asks a chat model for conclusions, for statements of question and answer, and for paragraphs.

    Args:
        address: The address and the model, as ``URL#MODEL``; see ``ChatModel``.
        patience: Timeouts and retries; ``Patience.usual`` if None.

    Raises:
        InputError: The address cannot be used, or no model is named.
    """

    def __init__(self, address: str = "", patience: Patience | None = None) -> None:
        super().__init__(f"endpoint({address})")
        self.model = ChatModel(address, patience)

    def write(self, asked: ConclusionRequest) -> Sequence[str]:
        """Return conclusions as the model writes them; see ``ModelWriter``.

        Raises:
            InputError: The service does not answer or refuses, its answer is none, or the limit of requests is reached.
        """
        return self._listed(_ASKED + asked.prompt)

    def statements(self, question: str, answer: str) -> Sequence[str]:
        """Return statements of a question and its answer; see ``hypotheses.writer.StatementWriter``.

        Raises:
            InputError: See ``write``.
        """
        return self._listed(f"{_STATEMENTS}Question: {question}\nAnswer: {answer}\n")

    def paragraphs(self, facts: Sequence[str], conclusions: Sequence[str], hypothesis: str) -> Sequence[str]:
        """Return paragraphs that tell an explanation; see ``paragraphs.writer.ParagraphWriter``.

        Raises:
            InputError: See ``write``.
        """
        parts = ("Facts", facts), ("What follows on the way", conclusions), ("Hypothesis", [hypothesis])
        sections = (f"{name}:\n" + "".join(f"- {text}\n" for text in texts) for name, texts in parts if texts)
        return self._listed(_PARAGRAPHS + "".join(sections))

    def _listed(self, prompt: str) -> Sequence[str]:
        return listed(self.model.ask(prompt, _MOST_TOKENS))[:_SENTENCES]
