"""A language model behind an address as writer of conclusions; nothing is sent unless such a writer is named."""

from collections.abc import Sequence

from explanans.completions import ChatModel, Patience, listed
from explanans.compose.conclusions.model_writer import Asked, ModelWriter
from explanans.registry import takes

_MOST_TOKENS = 1000
"""Room for what some models think aloud; the answer is three sentences."""
_SENTENCES = 3
_ASKED = f"""\
Say what follows from the facts together: one short sentence in plain English that is true whenever all of them are,
says what no fact says alone and helps to show the hypothesis. Use no words of content but those of the facts and of the
hypothesis. Write {_SENTENCES} such sentences, the best first, each on a line of its own, and nothing else.

"""


@takes("URL#MODEL")
class EndpointWriter(ModelWriter):
    """Asks a chat model for conclusions.

    Args:
        address: The address and the model, as ``URL#MODEL``; see ``ChatModel``.
        patience: How long to wait and how often to ask; ``Patience.usual`` where None.

    Attributes:
        name: Its name in signatures.
        model: What is asked.

    Raises:
        InputError: The address cannot be used, or no model is named.
    """

    def __init__(self, address: str = "", patience: Patience | None = None) -> None:
        super().__init__(f"endpoint({address})")
        self.model = ChatModel(address, patience)

    def write(self, asked: Asked) -> Sequence[str]:
        """Return conclusions as the model writes them; see ``ModelWriter``.

        Args:
            asked: What they are wanted of.

        Raises:
            InputError: Nobody answers, the service refuses, its answer is none, or the limit of requests is reached.
        """
        return listed(self.model.ask(_ASKED + asked.prompt, _MOST_TOKENS))[:_SENTENCES]
