"""Every error that Explanans raises on purpose.

The tree::

    ExplanansError
    ├── InputError       invalid input: one sentence with the fault, its place and the accepted input
    │   └── FormatError  a malformed file: names the file, the line and, if known, the column
    ├── StorageError     a file could not be written or read: disk full, read-only, gone
    └── MissingExtraError  an optional part is not installed: names the command that installs it
"""


def amount(number: int, noun: str) -> str:
    """Return a number without separators, with its noun in the singular or the plural, for a message.

    Example:
        >>> amount(1, "fact"), amount(1666, "fact")
        ('1 fact', '1666 facts')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


class ExplanansError(Exception):
    """The root of all errors of this package."""


class InputError(ExplanansError):
    """Invalid input."""


class FormatError(InputError):
    """A malformed file or text.

    Args:
        found: The object found, as the start of a sentence.
        source: The file or the name of the text.
        line: The line, counted from 1; 0 if the fault is not in a single line.
        accepted: The accepted input.
        column: The column, counted from 1; 0 if it is not known.

    Example:
        >>> str(FormatError("an empty id", "facts.tsv", 3, "a text without tabs"))
        'facts.tsv, line 3: an empty id; accepted: a text without tabs'
    """

    def __init__(self, found: str, source: str, line: int = 0, accepted: str = "", *, column: int = 0) -> None:
        self.found = found
        self.source = source
        self.line = line
        self.column = column
        self.accepted = accepted
        place = source + (f", line {line}" if line else "") + (f", column {column}" if column else "")
        super().__init__(f"{place}: {found}" + (f"; accepted: {accepted}" if accepted else ""))

    def __reduce__(self) -> tuple[object, ...]:
        # Worker processes send their errors home; the default would pass the finished sentence as `found`.
        return _format_error, (self.found, self.source, self.line, self.accepted, self.column)


def _format_error(found: str, source: str, line: int, accepted: str, column: int) -> FormatError:
    return FormatError(found, source, line, accepted, column=column)


class StorageError(ExplanansError):
    """A file could not be written or read."""


class MissingExtraError(ExplanansError):
    """An optional part of Explanans is not installed.

    Args:
        need: The feature that needs it.
        extra: The extra that brings it.

    Example:
        >>> str(MissingExtraError("the cross-encoder", "neural"))
        "the cross-encoder needs an optional part; install it with: pip install 'explanans[neural]'"
    """

    def __init__(self, need: str, extra: str) -> None:
        self.need = need
        self.extra = extra
        super().__init__(f"{need} needs an optional part; install it with: pip install 'explanans[{extra}]'")

    def __reduce__(self) -> tuple[object, ...]:
        # See ``FormatError.__reduce__``.
        return type(self), (self.need, self.extra)
