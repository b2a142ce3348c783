"""A writer of conclusions that puts premises side by side, with a word of one's choice between them."""

from collections.abc import Sequence

from explanans import Inference
from explanans.registry import takes
from explanans.trees.conclusions.conclusion import Conclusion


@takes("WORD")
class Joiner:
    def __init__(self, word: str = "and") -> None:
        self.name = f"joiner({word})"
        self._word = word

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:  # noqa: ARG002
        return Conclusion(f" {self._word} ".join(premises), Inference.SPECIFICATION)
