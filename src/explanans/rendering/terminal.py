"""Terminal output: styles, colours and encodings; other outputs get plain text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from explanans.language.visible import visible
from explanans.structures.presentable import SIGNED
from explanans.structures.verdicts import Status

QUIET = "dim"
HEADING = "bold cyan"
UNSUPPORTED = "bold underline yellow"
CONTRADICTED = "bold underline red"
VERDICTS = {Status.SUPPORTED: "bold green", Status.CONTRADICTED: "bold red", Status.UNKNOWN: "bold yellow"}
_PLAIN = str.maketrans({"·": "-", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "→": "->"})


def signature_lines(signature: str) -> Iterator[Text]:
    """Yield the signature of figures as a line, if signatures are shown and there is one."""
    if signature and SIGNED.get():
        yield Text(signature, style=QUIET)


class PlainConsole(Console):
    r"""A console that prints control characters of any input as visible escapes.

    Example:
        >>> PlainConsole(width=60).print(Text("ice \x1b]0;melts\x07"))
        ice \x1b]0;melts
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments to print."""
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(visible(text), style)


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal or another output."""

    console: Console
    options: ConsoleOptions

    @property
    def coloured(self) -> bool:
        """Return whether styles are shown."""
        console = self.console
        return console.is_terminal and console.color_system is not None and not console.no_color

    def text(self, text: str, style: str = "") -> Text:
        """Return a text on one line, with unencodable characters replaced."""
        return Text(expressible(visible(" ".join(text.split())), self.options.encoding), style)

    def show(self, parts: Iterable[RenderableType]) -> Iterator[Segment]:
        """Yield the lines of parts without trailing blanks."""
        for part in parts:
            for line in self.console.render_lines(part, self.options, pad=False):
                yield from _without_trailing_blanks(line)
                yield Segment.line()


def grid(*columns: JustifyMethod) -> Table:
    """Return a table without lines.

    Args:
        columns: Alignment of all columns but the last; columns are as wide as their content.
    """
    table = Table.grid(padding=(0, 2))
    for justify in columns:
        table.add_column(justify=justify, no_wrap=True)
    table.add_column()
    return table


def expressible(text: str, encoding: str) -> str:
    """Return a text with unencodable characters replaced.

    Example:
        >>> expressible("ice → water…", "ascii")
        'ice -> water...'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def _without_trailing_blanks(line: list[Segment]) -> list[Segment]:
    """Return a line without the padding of a table's last column."""
    line = list(line)
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
    return line
