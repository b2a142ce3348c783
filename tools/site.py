"""Parts of pages that are made from the code, written by mkdocs each time that the site is built.

A page asks for it by a comment, which readers of the bare Markdown do not see:

- ``<!-- commands -->``: all commands, each in one sentence;
- ``<!-- options: explain -->``: how a command is called, its arguments and its options;
- ``<!-- names: Explainer Explanation -->``: the reference of public names, or of others by module and name.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from typer.main import get_command

import explanans
from explanans.cli import app

SHARED = ("--json", "--quiet", "--help")
"""Options that every command has and that mean the same everywhere."""


def commands(command: Any, *words: str) -> Iterator[tuple[str, Any]]:
    """Yield the words that call each command, and the command."""
    children = getattr(command, "commands", {})
    if not children:
        yield " ".join(words), command
    for name, child in children.items():
        yield from commands(child, *words, name)


COMMANDS = dict(commands(get_command(app)))


def summary(command: Any) -> str:
    """Return what a command does, in one sentence."""
    return _coded(command.help.partition("\n\n")[0].replace("``", "`"))


def _default(parameter: Any) -> str:
    default = parameter.default.value if isinstance(parameter.default, Enum) else parameter.default
    if parameter.required or callable(default) or default in {None, "", False} or default == ():
        return ""
    return f" Default: `{default}`."


def _code(quoted: re.Match[str]) -> str:
    word = quoted[1]
    return f"`{word}`" if " " not in word or word.partition(" -")[0] in COMMANDS else quoted[0]


def _coded(text: str) -> str:
    """Return a text of the command line on one line, its names and options as code."""
    parts = re.sub(r"'([^']+)'", _code, " ".join(text.split())).split("`")
    parts[::2] = [re.sub(r"(--[a-z][a-z-]*)", r"`\1`", part) for part in parts[::2]]
    return "`".join(parts)


def _row(parameter: Any) -> str:
    metavar = parameter.metavar or ("" if getattr(parameter, "is_flag", False) else "N")
    if parameter.param_type_name == "argument":
        name = f"`{metavar}`"
    else:
        names = sorted(parameter.opts, key=len, reverse=True)
        name = f"`{names[0]}{' ' + metavar if metavar else ''}`" + "".join(f", `{short}`" for short in names[1:])
        name += " *(needed)*" if parameter.required else ""
    text = _coded(parameter.help or "")
    return f"| {name} | {text.replace('|', chr(92) + '|')}{_default(parameter)} |"


def options(name: str) -> str:
    """Return how a command is called, with a table of its arguments and options, as Markdown."""
    command = COMMANDS[name]
    wanted = [parameter for parameter in command.params if not set(SHARED) & set(parameter.opts)]
    words = [
        parameter.metavar if parameter.required else f"[{parameter.metavar}]"
        for parameter in wanted
        if parameter.param_type_name == "argument"
    ]
    usage = " ".join(["explanans", name, *words, "[OPTIONS]"])
    rows = "\n".join(_row(parameter) for parameter in wanted)
    return f"```text\n{usage}\n```\n\n| argument or option | what it does |\n|---|---|\n{rows}"


def _page_of(name: str) -> str:
    first = name.removeprefix("lab ").partition(" ")[0]
    own = first if first in {"evaluate", "schema", "data", "train", "bench", "workbench"} else "explain"
    pages = {"api": "service", "kb": "data", "mcp": "service", "serve": "workbench", "workbench": "workbench"}
    page = (pages | {"accelerate": "train", "models": "data"}).get(first, own)
    return f"{page}.md#{name.replace(' ', '-')}"


def all_commands(_: str) -> str:
    """Return a table of all commands, as Markdown."""
    pages = ("explain", "evaluate", "schema", "data", "train", "service", "workbench", "bench")
    ordered = sorted(COMMANDS, key=lambda name: pages.index(_page_of(name).partition(".")[0]))
    rows = "\n".join(f"| [`{name}`]({_page_of(name)}) | {summary(COMMANDS[name])} |" for name in ordered)
    return f"| command | what it does |\n|---|---|\n{rows}"


def names(wanted: str) -> str:
    """Return directives for the reference of names: public ones, or others by their module."""
    modules = explanans._MODULES  # noqa: SLF001 - the one place that tells where a public name is defined
    paths = (name if "." in name else f"{modules[name]}.{name}" for name in wanted.split())
    return "\n\n".join(f"::: explanans.{path}" for path in paths)


WRITERS: dict[str, Callable[[str], str]] = {"commands": all_commands, "options": options, "names": names}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Write what a page asks for."""
    asked = re.compile(rf"^<!-- ({'|'.join(WRITERS)})(?:: ([^>]*?))? -->$", re.MULTILINE)
    return asked.sub(lambda found: WRITERS[found[1]](found[2] or ""), markdown)
