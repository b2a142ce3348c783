"""Logs are JSON, and say nothing of what callers sent."""

import json
import subprocess
import sys

SCRIPT = """
import logging
from explanans.server import telemetry
telemetry.configure(quiet={quiet})
import structlog
structlog.stdlib.get_logger("explanans.server").info("request", status=200, contents="\\x1b[31m\\u202e")
logging.getLogger("uvicorn.error").info("listening")
try:
    try:
        int("a secret")
    except ValueError as error:
        raise RuntimeError("a secret") from error
except RuntimeError:
    logging.getLogger("explanans").exception("failed")
    structlog.stdlib.get_logger("explanans.server").exception("failed")
"""


def logged(*, quiet: bool) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(quiet=quiet)], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_every_line_is_an_object_and_exceptions_keep_their_words() -> None:
    lines = logged(quiet=False)
    assert all(line.isascii() and line.isprintable() for line in lines)
    request, listening, *failed = map(json.loads, lines)
    assert (request["event"], request["status"], request["level"]) == ("request", 200, "info")
    assert request["time"].endswith("Z")
    assert listening["event"] == "listening"
    for event in failed:
        assert (event["exception"], event["cause"], event["at"]) == ("RuntimeError", "ValueError", ["__main__:12"])
    assert "secret" not in "".join(lines)


def test_quiet_logs_tell_errors_only() -> None:
    assert [json.loads(line)["event"] for line in logged(quiet=True)] == ["failed", "failed"]
