import asyncio

from mcp import Client, StdioServerParameters, stdio_client

SERVER = StdioServerParameters(command="explanans", args=["mcp", "--kb", "bicycle.txt", "--quiet"])


async def main() -> None:
    async with Client(stdio_client(SERVER)) as client:
        print(*(tool.name for tool in (await client.list_tools()).tools))
        asked = {"question": "What is an inner tube made of?", "answer": "rubber"}
        found = (await client.call_tool("explain", asked)).structured_content
        for fact in found["facts"][:2]:
            print(fact["text"], fact["source"])


asyncio.run(main())
