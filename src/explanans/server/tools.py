"""The functions as tools of the Model Context Protocol, over standard input and output."""

import asyncio
from functools import partial
from typing import Any

import msgspec
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from explanans.errors import ExplanansError
from explanans.runtime.version import __version__
from explanans.server import telemetry
from explanans.server.offers import OFFERS, Parts
from explanans.server.requests import say
from explanans.server.server import open_functions
from explanans.server.workers import Workers

_INSTRUCTIONS = (
    "Explanans finds, composes and checks the facts that explain an answer. Facts come from one knowledge base, each "
    "with an id and the place where it stands: cite them. A status is 'supported', 'contradicted' or 'unknown', and "
    "'support' how probable it is that what was read supports the answer or claim. 'unknown' means that nothing found "
    "says so, not that it is false."
)
_QUEUE = 64


class _Uncounted:
    """Counts nothing."""

    def replaced(self, reason: str) -> None:
        """Do nothing."""


def tools() -> list[types.Tool]:
    """Return the tools.

    Example:
        >>> [tool.name for tool in tools()]
        ['explain', 'answer', 'rank', 'check', 'graph']
    """
    return [
        types.Tool(
            name=offer.name,
            title=offer.title,
            description=offer.description,
            input_schema=offer.request.model_json_schema(),
            output_schema=offer.reply.model_json_schema(by_alias=True),
            annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
        )
        for offer in OFFERS
    ]


def records() -> list[dict[str, Any]]:
    """Return the tools as plain values."""
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools()]


def serve(parts: Parts, *, workers: int = 1, seconds: float = 60.0, quiet: bool = False) -> None:
    """Serve one client over standard input and output until it goes."""
    telemetry.configure(quiet=quiet)
    pool = Workers(partial(open_functions, parts), workers, _QUEUE, seconds, _Uncounted())
    pool.start()
    try:
        asyncio.run(_serve(pool))
    finally:
        pool.close()


async def _serve(workers: Workers) -> None:
    server = _server(workers)
    watching = asyncio.create_task(workers.watch())
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        watching.cancel()


def _server(workers: Workers) -> Server[dict[str, Any]]:
    offers = {offer.name: offer for offer in OFFERS}

    async def list_tools(*_: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools())

    async def call_tool(_: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        offer = offers.get(asked.name)
        if offer is None:
            return _refused(f"there is no tool {asked.name!r}; accepted: {', '.join(offers)}")
        try:
            given = offer.request.model_validate(asked.arguments or {})
            found = await workers.call(offer.name, given.model_dump())
        except ValidationError as error:
            return _refused(say(error.errors()))
        except ExplanansError as error:
            return _refused(str(error))
        text = types.TextContent(type="text", text=found.decode())
        return types.CallToolResult(content=[text], structured_content=msgspec.json.decode(found))

    return Server(
        "explanans",
        version=__version__,
        title="Explanans",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _refused(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=sentence)], is_error=True)
