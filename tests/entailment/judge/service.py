"""A service of chat completions on this machine that answers what a test wants, faults and all."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

from explanans.runtime.chat import Patience

QUICK = Patience(timeout=5, tries=3, pause=0.01, longest=1, requests=20)
"""How to ask it: as others are asked, and not so long."""


class Reply(NamedTuple):
    """What is answered to one request."""

    body: str = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    after: float = 0.0


def said(word: str | None, tokens: dict[str, float] | None = None) -> Reply:
    """Return the answer of a model; with what it tells of the first token of its answer, if that is given."""
    choice: dict[str, Any] = {"message": {"role": "assistant", "content": word}}
    if tokens is not None:
        likely = [{"token": token, "logprob": share} for token, share in tokens.items()]
        choice["logprobs"] = {"content": [{"token": next(iter(tokens)), "logprob": -0.1, "top_logprobs": likely}]}
    return Reply(json.dumps({"choices": [choice]}))


@dataclass
class Service:
    """A service that answers in order, and with the last answer ever after."""

    replies: list[Reply]
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    url: str = ""


@contextmanager
def serving(*replies: Reply) -> Iterator[Service]:
    """Answer at a free port of this machine."""
    service = Service(list(replies))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            service.asked.append(json.loads(content))
            service.headers.append(dict(self.headers))
            service.paths.append(self.path)
            reply = service.replies.pop(0) if len(service.replies) > 1 else service.replies[0]
            time.sleep(reply.after)
            body = reply.body.encode()
            try:
                self.send_response(reply.status)
                for name, value in (*reply.headers, ("Content-Length", str(len(body)))):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass  # whoever asked has gone

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
