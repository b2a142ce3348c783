"""Client of chat-completion services (the OpenAI protocol)."""

import os
import re
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, NamedTuple, TypeVar, cast
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from explanans.errors import InputError, amount

KEY, LIMIT = "EXPLANANS_ENDPOINT_KEY", "EXPLANANS_ENDPOINT_LIMIT"
"""The environment variables of the API key and of the maximum number of requests."""

WHOLE = 1 << 20
"""Maximum size of a response in bytes."""

_PATH = "/chat/completions"
_BUSY = frozenset((429, 500, 502, 503, 504))
_LOCKED = frozenset((401, 403))
_LONGEST_REASON = 200  # characters
_BEFORE = re.compile(r"^(?:[-*•]|\(?\d+[.):])?\s*(?:So:?,? )?[\"“']?(?=\w)")
_AFTER = re.compile(r"[\"”'.\s]+$")
_THOUGHT = re.compile(r"<think>.*?(?:</think>|$)", re.DOTALL)
"""The reasoning section of some models."""


class Patience(NamedTuple):
    """Timeouts and retries of requests.

    Attributes:
        timeout: Seconds to wait for a response, and for each part of it.
        tries: Maximum number of tries while the service is busy.
        pause: Seconds before the second try; each further pause is twice as long.
        longest: Maximum pause in seconds; there is no retry if the service demands a longer one.
        requests: Maximum number of requests, including retries.
    """

    timeout: float = 60
    tries: int = 5
    pause: float = 1
    longest: float = 60
    requests: int = 5000

    @classmethod
    def usual(cls) -> "Patience":
        """Return the defaults, with the maximum number of requests of the environment variable `LIMIT`.

        Raises:
            InputError: The variable is no number.
        """
        limit = os.environ.get(LIMIT, "").strip()
        if not limit:
            return cls()
        if not limit.isdecimal():
            raise InputError(f"{LIMIT}={limit!r}; accepted: a number of requests")
        return cls(requests=int(limit))


Answer = TypeVar("Answer")


class Message(msgspec.Struct):
    """A message of a model.

    Attributes:
        content: Its text; None if there is none.
    """

    content: str | None = None


class _Choice(msgspec.Struct):
    message: Message


class _Answer(msgspec.Struct):
    choices: list[_Choice]


class RefusedError(InputError):
    """A service refused a request."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class _Stay(HTTPRedirectHandler):
    """A handler that follows no redirects, so that texts and the key are only sent to the given address."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Return no further request."""


class Completions:
    """A service of chat completions.

    Args:
        url: Its address, which ends before ``/chat/completions``.

    Raises:
        InputError: The address is none of HTTP, or holds a password.

    Example:
        >>> Completions("http://127.0.0.1:8080/v1/", Patience()).address
        'http://127.0.0.1:8080/v1/chat/completions'
    """

    def __init__(self, url: str, patience: Patience) -> None:
        self.address = _address(url)
        self.sent = 0
        self._patience = patience
        self._opener = build_opener(_Stay)

    def ask(self, asked: dict[str, object]) -> bytes:
        """Return the reply of the service; a busy service is asked again.

        Raises:
            RefusedError: The service refuses, or is still busy after the last try.
            InputError: There is no response in time, it is too long, or the limit of requests is reached.
        """
        content, tries, pause = msgspec.json.encode(asked), 0, self._patience.pause
        while True:
            tries += 1
            try:
                return self._send(content)
            except HTTPError as error:
                wanted = _retry_pause(error, pause)
                if error.code not in _BUSY or tries >= self._patience.tries or wanted > self._patience.longest:
                    raise self._refusal(error) from None
                error.close()
            time.sleep(wanted)
            pause = min(2 * pause, self._patience.longest)

    def read(self, answer: bytes, kind: type[Answer]) -> Answer:
        """Return an answer as a value.

        Args:
            kind: The type of the value; other fields are ignored.

        Raises:
            InputError: The answer is no such value.
        """
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self.error(f"an answer that cannot be read ({error})") from None

    def error(self, found: str, accepted: str = "a service of chat completions") -> InputError:
        """Return a complaint about the service."""
        return InputError(f"{self.address}: {found}; accepted: {accepted}")

    def _send(self, content: bytes) -> bytes:
        if self.sent >= self._patience.requests:
            raise self.error(f"sent {amount(self.sent, 'request')}", f"no more; {LIMIT} sets another limit")
        self.sent += 1
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "explanans"}
        if key := os.environ.get(KEY, "").strip():
            headers["Authorization"] = f"Bearer {key}"
        request = Request(self.address, content, headers)  # noqa: S310 - of HTTP, as was made sure
        try:
            with self._opener.open(request, timeout=self._patience.timeout) as answer:
                found = cast("bytes", answer.read(WHOLE + 1))
        except HTTPError:
            raise
        except (HTTPException, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            late = f"no answer within {self._patience.timeout:g} s"
            raise self.error(late if isinstance(reason, TimeoutError) else str(reason) or "no answer") from None
        if len(found) > WHOLE:
            raise self.error("an answer of more than a megabyte")
        return found

    def _refusal(self, error: HTTPError) -> RefusedError:
        """Return the error for a refusal, with the message of the service if there is one."""
        body: object = None
        with error:
            try:
                body = msgspec.json.decode(error.read(WHOLE))
            except (msgspec.DecodeError, OSError, HTTPException):
                body = None
        for name in ("error", "message"):
            body = body.get(name, body) if isinstance(body, dict) else body
        reason = " ".join(body.split())[:_LONGEST_REASON] if isinstance(body, str) else ""
        hint = f"; {KEY} holds the key" if error.code in _LOCKED else ""
        return RefusedError(f"{self.address}: {error.code} {reason or error.reason}{hint}", error.code)


class ChatModel:
    """A language model behind an address, which is asked one thing at a time.

    Nothing is sent before it is asked. The temperature is 0, and the same is asked once.

    Args:
        address: The address and the model, as ``URL#MODEL``; the address ends before ``/chat/completions``.
        patience: Timeouts and retries; ``Patience.usual`` if None.

    Raises:
        InputError: The address cannot be used, or no model is named.

    Example:
        >>> ChatModel("http://127.0.0.1:8080/v1#tiny").name
        'http://127.0.0.1:8080/v1#tiny'
    """

    def __init__(self, address: str, patience: Patience | None = None) -> None:
        url, _, self._model = address.partition("#")
        self.service = Completions(url, patience or Patience.usual())
        if not self._model:
            raise InputError(f"the address {url!r} without a model; accepted: {url}#MODEL")
        self.name = address
        self._known: dict[tuple[str, int], str] = {}

    def request(self, prompt: str, most: int) -> dict[str, object]:
        """Return the request that asks a question."""
        messages = [{"role": "user", "content": prompt}]
        return {"model": self._model, "messages": messages, "temperature": 0, "max_tokens": most}

    def ask(self, prompt: str, most: int) -> str:
        """Return the model's answer without its reasoning.

        Raises:
            InputError: There is no response, the service refuses, the response is malformed, or the limit of requests
                is reached.
        """
        if (prompt, most) not in self._known:
            self._known[prompt, most] = self._read(self.service.ask(self.request(prompt, most)))
        return self._known[prompt, most]

    def _read(self, answer: bytes) -> str:
        choices = self.service.read(answer, _Answer).choices
        text = (choices[0].message.content or "") if choices else ""
        said = _THOUGHT.sub("", text).strip()
        if not said:
            raise self.service.error("an answer without a text")
        return said


def listed(answer: str) -> list[str]:
    r"""Return the sentences of an answer that has one on each line, without what models like to put around them.

    Example:
        >>> listed('1. "Ice floats."\n\n- So: iron sinks')
        ['Ice floats', 'iron sinks']
    """
    lines = (_AFTER.sub("", _BEFORE.sub("", line.strip())) for line in answer.splitlines())
    return [line for line in lines if line]


def _retry_pause(error: HTTPError, pause: float) -> float:
    """Return how many seconds to wait: what the service says, else our own pause."""
    header = (error.headers.get("Retry-After") or "").strip()
    if header.isdecimal():
        return float(header)
    try:
        then = parsedate_to_datetime(header)
    except ValueError:
        return pause
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def _address(url: str) -> str:
    """Return the address that is asked."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and url.isprintable()
    except ValueError:
        usable = False
    if not usable or " " in url or "@" in parts.netloc:
        shown = "an address with a name or a password" if "@" in url else f"the address {url!r}"
        raise InputError(f"{shown}; accepted: one such as http://127.0.0.1:8080/v1; {KEY} holds the key")
    return parts._replace(path=parts.path.rstrip("/").removesuffix(_PATH) + _PATH, fragment="").geturl()
