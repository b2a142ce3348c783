"""Requests to a workbench that is being served, as a browser of somebody would send them."""

import http.client
import re
import urllib.parse
from typing import Any

from tests.workbench.conftest import Bench


class Answer:
    """An answer of the server: its status, headers and text."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.text = response.read().decode("utf-8", "replace")


def send(bench: Bench, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Answer:
    """Send a request."""
    place = urllib.parse.urlsplit(bench.address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def seal(answer: Answer) -> str:
    """Return what a form of a page has to be sent with."""
    found = re.search(r'name="seal" value="(\w+)"', answer.text)
    assert found
    return found[1]


def post(  # noqa: PLR0913, PLR0917 - all that a form is
    bench: Bench,
    name: str,
    path: str,
    form: dict[str, Any] | list[tuple[str, Any]],
    file: bytes = b"",
    file_name: str = "f.jsonl",
) -> Answer:
    """Send a form of somebody, with a file if there is one."""
    cookie = bench.cookie(name)
    sealed = [
        ("seal", seal(send(bench, "GET", "/", Cookie=cookie))),
        *(form.items() if isinstance(form, dict) else form),
    ]
    if not file:
        kind = "application/x-www-form-urlencoded"
        return send(bench, "POST", path, urllib.parse.urlencode(sealed), Cookie=cookie, Content_Type=kind)
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in sealed
    ]
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{file_name}"\r\n\r\n'.encode()
    body = b"".join((*parts, head, file, b"\r\n--b--\r\n"))
    return send(bench, "POST", path, body, Cookie=cookie, Content_Type="multipart/form-data; boundary=b")
