"""A small data set of the tests' own, and a web server on this machine that offers it as an archive."""

import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from explanans.lab.datasets.catalogue import Archive, DataFile, DataSet

CONTENTS = {"questions/dev.tsv": b"q1\tWhat is ice?\n", "tables/KINDOF.tsv": b"ice is a solid\n"}
"""The files that the small data set needs."""


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def pack(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


@dataclass
class Web:
    """What the server offers, by path; a path in ``cut`` breaks off in the middle."""

    address: str
    pages: dict[str, bytes] = field(default_factory=dict)
    cut: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def offer(self, members: dict[str, bytes], path: str = "/small.zip") -> Archive:
        """Offer an archive of the small data set and return what a catalogue would know of it."""
        self.pages[path] = pack(members)
        folders = {"questions": "export", "tables": "export/tables", ".": "export"}
        return Archive((self.address + path,), (sha256(self.pages[path]),), folders)


@pytest.fixture
def web() -> Iterator[Web]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            offered.asked.append(self.path)
            page = offered.pages.get(self.path)
            if page is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page[: len(page) // 2] if self.path in offered.cut else page)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        offered = Web(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield offered
        server.shutdown()
        thread.join()


def small(archive: Archive | None = None, by_hand: str = "", **changed: DataFile) -> DataSet:
    """Return the small data set; ``changed`` replaces the record of a file, named by its stem."""
    files = [DataFile(path, len(content), sha256(content)) for path, content in CONTENTS.items()]
    files = [changed.pop(file.path.partition("/")[2].partition(".")[0], file) for file in files]
    return DataSet(
        name="small",
        title="A small data set",
        purpose="tests",
        citation="none",
        licence="Apache-2.0",
        terms="none",
        page="http://127.0.0.1/",
        by_hand=by_hand,
        archive=archive,
        files=(*files, *changed.values()),
    )
