"""A writer of conclusions behind an HTTP address: it is sent premises and hypothesis as JSON, and answers with a text."""

import json
from collections.abc import Sequence
from urllib.error import URLError
from urllib.request import Request, urlopen

from explanans import Inference, InputError
from explanans.compose.conclusions.conclusion import Conclusion
from explanans.registry import takes


@takes("ADDRESS")
class Endpoint:
    def __init__(self, address: str = "http://127.0.0.1:8899") -> None:
        self.name = f"endpoint({address})"
        self._address = address

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        asked = json.dumps({"premises": list(premises), "hypothesis": hypothesis}).encode()
        try:
            with urlopen(Request(self._address, asked, {"Content-Type": "application/json"}), timeout=60) as answer:
                text = json.load(answer)["text"]
        except (URLError, ValueError, KeyError) as error:
            raise InputError(f"{self._address}: {error}; accepted: a service that answers with a text") from error
        return Conclusion(text, Inference.SPECIFICATION)
