"""The tools of the Model Context Protocol, by the client of its own package over standard input and output."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from explanans import __version__

from .conftest import ASKED, LIMIT


def with_client(folder: Path, arguments: tuple[str, ...], steps: Callable[[Client], Awaitable[None]]) -> str:
    """Let a client use the server, and return what the server logs."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "explanans", "mcp", *arguments], cwd=folder)

    async def run() -> None:
        with (folder / "log").open("w", encoding="utf-8") as log:
            async with asyncio.timeout(LIMIT), Client(stdio_client(server, errlog=log)) as client:
                await steps(client)

    asyncio.run(run())
    return (folder / "log").read_text(encoding="utf-8")


def test_an_assistant_explains_and_checks_with_provenance(tmp_path: Path, notes: Path) -> None:
    async def steps(client: Client) -> None:
        told = client.server_info
        assert told is not None
        assert (told.name, told.version) == ("explanans", __version__)
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools) == ["explain", "answer", "rank", "check", "graph"]
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools.values())
        calls: dict[str, dict[str, Any]] = {
            "explain": ASKED,
            "answer": {"question": ASKED["question"], "choices": ["water", "sand"]},
            "rank": {**ASKED, "limit": 1},
            "check": {"claims": ["Ice melts."], "sources": [{"name": "notes", "text": "Ice melts."}]},
            "graph": {"belief": "Zoos should be banned.", "argument": "Animals suffer in narrow cages."},
        }
        found = {}
        for name, arguments in calls.items():
            done = await client.call_tool(name, arguments)
            assert not done.is_error, done
            jsonschema.validate(arguments, tools[name].input_schema)
            jsonschema.validate(done.structured_content, tools[name].output_schema or {})
            found[name] = done.structured_content
        assert found["explain"]["verdict"]["because"][0] == "notes.txt#2"
        assert found["rank"]["facts"][0]["source"].endswith("notes.txt:2")
        assert found["check"]["claims"][0]["evidence"][0]["source"] == "notes"
        assert found["answer"]["answers"][0]["answer"] == "water"

        for name, arguments, sentence in (
            ("explain", {"question": "Why?"}, "answer: missing"),
            ("check", {"claims": ["a"], "sources": ["."]}, "source: holds no sentence; accepted: a text"),
            ("prove", {}, "there is no tool 'prove'; accepted: explain, answer, rank, check, graph"),
        ):
            done = await client.call_tool(name, arguments)
            assert done.is_error
            assert str(getattr(done.content[0], "text", "")).startswith(sentence)

    logged = with_client(tmp_path, ("--kb", str(notes), "--model", "bm25"), steps)
    assert "ice" not in logged.lower()


def test_the_tools_are_listed_without_a_client(capsys: pytest.CaptureFixture[str]) -> None:
    from explanans.server.tools import records

    for tool in records():
        assert set(tool) >= {"name", "title", "description", "inputSchema", "outputSchema"}
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
