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


@takes("URL#MODEL")
class EndpointWriter(ModelWriter):
    """Asks a chat model for conclusions.

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
        return listed(self.model.ask(_ASKED + asked.prompt, _MOST_TOKENS))[:_SENTENCES]
