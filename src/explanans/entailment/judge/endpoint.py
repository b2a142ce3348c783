"""A language model behind an address as judge: any service that speaks the common protocol of chat completions.

Nothing is sent anywhere unless such a judge is named; then premises and claims go to the address that is named.
"""

import math
from collections.abc import Sequence
from functools import partial

import msgspec

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.prompt import WORDS, of_tokens, of_word, prompt
from explanans.registry import takes
from explanans.runtime.cache import Memory
from explanans.runtime.chat import ChatModel, Message, Patience, RefusedError
from explanans.structures.verdicts import NliScores

_OPTIONS = frozenset((400, 422))
"""The HTTP statuses of services that do not know an option."""
_MOST_TOKENS = 1000
"""Room for what some models think aloud; the answer is one word."""
_LIKELIEST = 10
_REMEMBERED = 1 << 14
_BLANKS = " \n\r\t▁Ġ*"


class _Likely(msgspec.Struct):
    token: str
    logprob: float


class _Token(msgspec.Struct):
    token: str
    top_logprobs: list[_Likely] = []


class _Tokens(msgspec.Struct):
    content: list[_Token] | None = None


class _Choice(msgspec.Struct):
    message: Message
    logprobs: _Tokens | None = None


class _Answer(msgspec.Struct):
    choices: list[_Choice]


@takes("URL#MODEL")
class Endpoint:
    """Asks a language model whether premises support a claim, contradict it, or do not tell.

    Where the service tells how probable tokens are, the probabilities of the three words are the judgement; else the
    word is, see ``prompt.SURE``. The temperature is 0, and the same pair is asked once.

    Args:
        address: The address and the model, as ``URL#MODEL``; the address ends before ``/chat/completions``.
        patience: How long to wait and how often to ask; ``Patience.usual`` where None.

    Raises:
        InputError: The address cannot be used, or no model is named.
    """

    def __init__(self, address: str = "", patience: Patience | None = None) -> None:
        self._chat = ChatModel(address, patience)
        self.service = self._chat.service
        self.name = f"endpoint({address})"
        self._tells_tokens = True
        self._known = Memory[Pair, NliScores](_REMEMBERED)

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Judge claims; see ``Judge``.

        Raises:
            InputError: The service refuses, does not answer or answers badly, or the limit of requests is reached.
        """
        return [self._known.one(pair, partial(self._answered, pair)) for pair in pairs]

    def _answered(self, pair: Pair) -> NliScores:
        return self._read(self._ask(pair))

    def _ask(self, pair: Pair) -> bytes:
        asked = self._chat.request(prompt(pair), _MOST_TOKENS)
        if not self._tells_tokens:
            return self.service.ask(asked)
        try:
            return self.service.ask(asked | {"logprobs": True, "top_logprobs": _LIKELIEST})
        except RefusedError as error:
            if error.status not in _OPTIONS:
                raise
        # Some services know no probabilities and refuse to be asked for them.
        found = self.service.ask(asked)
        self._tells_tokens = False
        return found

    def _read(self, answer: bytes) -> NliScores:
        """Return what an answer says."""
        choices = self.service.read(answer, _Answer).choices
        if not choices:
            raise self.service.error("an answer without a choice")
        text = choices[0].message.content or ""
        logprobs = choices[0].logprobs
        tokens = (logprobs.content if logprobs else None) or []
        first = next((token for token in tokens if token.token.strip(_BLANKS)), None)
        # Of what is thought aloud the first token says nothing.
        likely = () if first is None or text.lstrip().startswith("<") else first.top_logprobs
        found = of_tokens((item.token, math.exp(min(item.logprob, 0.0))) for item in likely) or of_word(text)
        if found is None:
            raise self.service.error(f"the answer {text[:60]!r}", f"one of {', '.join(WORDS)}")
        return found
