r"""The language of inference patterns, as CoSaTa's ``.iml`` files have it (Jansen 2020).

The grammar, where ``{x}`` is any number of x, ``[x]`` one or none, and quoted characters stand for themselves::

    file        = {pattern}
    pattern     = "inferencepattern" name {statement} "endinferencepattern"
    statement   = "description" "=" string
                | "infpat" name "=" name
                | "musthaveoromit" "(" condition ")"
                | "row" ["*"] name "=" "[" ("TABLE" | "UUID") ":" string {"," cell} "]"
    cell        = name ":" alternative {"||" alternative}
    alternative = term {"+" term}
    term        = ["*"] ["~"] string | ["*"] "<" ["~"] name ">"
    condition   = conjunction {"||" conjunction}
    conjunction = comparison {"&&" comparison}
    comparison  = value ("==" | "!=") value | "(" condition ")"
    value       = [name "."] "<" name ">" | string
    name        = letters, digits and underscores
    string      = '"' anything but quotation marks and line ends '"'

Comments run from ``//`` to the end of the line, or from ``/*`` to ``*/``; strings hold neither.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from explanans.errors import FormatError
from explanans.structures.patterns import (
    CellConstraint,
    Comparison,
    Condition,
    Junction,
    Literal,
    Part,
    Pattern,
    Reference,
    RowConstraint,
    Term,
    Variable,
)

_TOKEN = re.compile(
    r'(?P<space>(?:\s+|//[^\n]*|/\*.*?\*/)+)|(?P<string>"[^"\n]*")|(?P<name>\w+)'
    r"|(?P<sign>\|\||&&|==|!=|[=\[\]():,+*~<>.])",
    re.DOTALL,
)
DEEPEST = 50
"""Maximum nesting of brackets of a condition."""
_STATEMENTS = ("description", "infpat", "musthaveoromit", "row")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int


def decode(text: str, source: str) -> tuple[Pattern, ...]:
    """Return the patterns of a file.

    Raises:
        FormatError: The text breaks the grammar above, or a name stands for two patterns or parts.

    Example:
        >>> (pattern,) = decode('inferencepattern kinds row a = [TABLE: "KINDOF", HYPONYM: <x> + "bird"] '
        ...                     'endinferencepattern', "kinds.iml")
        >>> pattern.rows[0].cells[0].terms
        (Variable(name='x', optional=False, relaxed=False), Literal(text='bird', optional=False, relaxed=False))
    """
    parser = _Parser(text, source)
    patterns: dict[str, Pattern] = {}
    while parser.next.kind != "end":
        at = parser.next
        pattern = parser.pattern()
        if patterns.setdefault(pattern.name, pattern) is not pattern:
            raise parser.error(at, f"a second pattern called {pattern.name}", "each name once")
    return tuple(patterns.values())


class _Parser:
    """Reads one text from left to right, one method a rule of the grammar."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._depth = 0
        self._tokens = self._lexed(text)
        self.next = next(self._tokens)

    def _lexed(self, text: str) -> Iterator[_Token]:
        line, start, position = 1, 0, 0
        while position < len(text):
            found = _TOKEN.match(text, position)
            at = _Token("end", text[position], line, position - start + 1)
            if found is None:
                raise self._unknown(at, text[position:])
            if found.lastgroup != "space":
                yield _Token(found.lastgroup or "", found[0], at.line, at.column)
            elif "\n" in found[0]:
                line += found[0].count("\n")
                start = found.start() + found[0].rindex("\n") + 1
            position = found.end()
        yield _Token("end", "", line, position - start + 1)

    def _unknown(self, at: _Token, rest: str) -> FormatError:
        if at.text == '"':
            return self.error(at, "a string without its closing quotation mark", "a string that ends on its line")
        if rest.startswith("/*"):
            return self.error(at, "a comment without its end", "a comment closed by */")
        return self.error(at, f"the character {at.text!r}", "names, strings and the signs of the grammar")

    def error(self, at: _Token, found: str, accepted: str) -> FormatError:
        return FormatError(found, self._source, at.line, accepted, column=at.column)

    def _wrong(self, accepted: str) -> FormatError:
        return self.error(self.next, self.next.text or "the end of the file", accepted)

    def _take(self, kind: str, accepted: str) -> str:
        if self.next.kind != kind:
            raise self._wrong(accepted)
        text = self.next.text
        self.next = next(self._tokens)
        return text

    def _skip(self, text: str) -> bool:
        """Pass over a sign or word where it stands next."""
        if self.next.text != text:
            return False
        self.next = next(self._tokens)
        return True

    def _need(self, text: str) -> None:
        if not self._skip(text):
            raise self._wrong(f"{text!r}")

    def _name(self, what: str) -> str:
        return self._take("name", f"the name of {what}")

    def _string(self, what: str) -> str:
        return self._take("string", f"{what} in quotation marks")[1:-1]

    def pattern(self) -> Pattern:
        self._need("inferencepattern")
        name = self._name("the pattern")
        rows: list[RowConstraint] = []
        parts: dict[str, Part] = {}
        conditions: list[Condition] = []
        description = ""
        while not self._skip("endinferencepattern"):
            at = self.next
            if self._skip("description"):
                self._need("=")
                description = self._string("the description")
            elif self._skip("infpat"):
                part = self._part()
                if parts.setdefault(part.name, part) is not part:
                    raise self.error(at, f"a second part called {part.name}", "each name once")
            elif self._skip("musthaveoromit"):
                self._need("(")
                conditions.append(self._condition())
                self._need(")")
            elif self._skip("row"):
                rows.append(self._row())
            else:
                raise self._wrong(", ".join((*_STATEMENTS, "endinferencepattern")))
        return Pattern(name, tuple(rows), description, tuple(conditions), tuple(parts.values()))

    def _part(self) -> Part:
        name = self._name("the part")
        self._need("=")
        return Part(name, self._name("the pattern that is a part"))

    def _row(self) -> RowConstraint:
        optional = self._skip("*")
        name = self._name("the row")
        self._need("=")
        self._need("[")
        kind = self.next.text
        if kind not in {"TABLE", "UUID"}:
            raise self._wrong("TABLE or UUID")
        self._need(kind)
        self._need(":")
        at = self.next
        where = self._string("the table" if kind == "TABLE" else "the uid")
        if not where.strip():
            raise self.error(at, "an empty name", "a table or uid")
        cells = []
        while self._skip(","):
            cells.append(self._cell())
        self._need("]")
        table, uid = (where, "") if kind == "TABLE" else ("", where)
        return RowConstraint(name, table, uid, tuple(cells), optional)

    def _cell(self) -> CellConstraint:
        column = self._name("a column")
        self._need(":")
        alternatives = [self._alternative()]
        while self._skip("||"):
            alternatives.append(self._alternative())
        return CellConstraint(column, tuple(alternatives))

    def _alternative(self) -> tuple[Term, ...]:
        terms = [self._term()]
        while self._skip("+"):
            terms.append(self._term())
        return tuple(terms)

    def _term(self) -> Term:
        optional = self._skip("*")
        if self._skip("<"):
            relaxed = self._skip("~")
            name = self._name("a variable")
            self._need(">")
            return Variable(name, optional, relaxed)
        relaxed = self._skip("~")
        at = self.next
        text = " ".join(self._string("words, or a variable as <name>,").split())
        if not text:
            raise self.error(at, "an empty string", "one or more words")
        return Literal(text, optional, relaxed)

    def _condition(self) -> Condition:
        return self._junction("||", every=False)

    def _junction(self, sign: str, *, every: bool) -> Condition:
        operand = self._comparison if every else lambda: self._junction("&&", every=True)
        conditions = [operand()]
        while self._skip(sign):
            conditions.append(operand())
        return conditions[0] if len(conditions) == 1 else Junction(tuple(conditions), every)

    def _comparison(self) -> Condition:
        at = self.next
        if self._skip("("):
            self._depth += 1
            if self._depth > DEEPEST:
                raise self.error(at, f"more than {DEEPEST} brackets within each other", "fewer")
            condition = self._condition()
            self._need(")")
            self._depth -= 1
            return condition
        left = self._value()
        equal = self._skip("==")
        if not equal and not self._skip("!="):
            raise self._wrong("== or !=")
        return Comparison(left, self._value(), equal)

    def _value(self) -> Reference | str:
        if self.next.kind == "string":
            return self._string("a text")
        part = ""
        if self.next.kind == "name":
            part = self._name("a part")
            self._need(".")
        if not self._skip("<"):
            raise self._wrong('<name>, part.<name> or "text"')
        name = self._name("a variable or row")
        self._need(">")
        return Reference(name, part)


def encode(patterns: Iterable[Pattern]) -> Iterator[str]:
    r"""Yield the lines of a file of patterns.

    Args:
        patterns: The patterns; comments that they were read with are gone.

    Raises:
        FormatError: A pattern would be read back differently, such as one whose name holds a space.

    Example:
        >>> row = RowConstraint("a", "KINDOF", cells=(CellConstraint("HYPONYM", ((Variable("x"),),)),))
        >>> print(*encode([Pattern("kinds", (row,))]), sep="\n")
        inferencepattern kinds
            row a = [TABLE: "KINDOF", HYPONYM: <x>]
        endinferencepattern
    """
    known: set[str] = set()
    for number, pattern in enumerate(patterns):
        lines = list(_encoded(pattern))
        if pattern.name in known or not _is_read_back(lines, pattern):
            accepted = (
                "names of letters, digits and underscores, each once; texts without quotation marks and line ends; "
                "rows with either a table or a uid; words separated by single spaces"
            )
            raise FormatError(
                f"pattern {pattern.name!r}, which would be read back differently", "patterns", 0, accepted
            )
        known.add(pattern.name)
        yield from ([""] if number else [])
        yield from lines


def _encoded(pattern: Pattern) -> Iterator[str]:
    yield f"inferencepattern {pattern.name}"
    if pattern.description:
        yield f'    description = "{pattern.description}"'
    for part in pattern.parts:
        yield f"    infpat {part.name} = {part.pattern}"
    for condition in pattern.conditions:
        yield f"    musthaveoromit({_condition_text(condition)})"
    for row in pattern.rows:
        where = f'TABLE: "{row.table}"' if row.table else f'UUID: "{row.uid}"'
        cells = (f"{cell.column}: {' || '.join(map(_alternative_text, cell.alternatives))}" for cell in row.cells)
        yield f"    row {'*' * row.optional}{row.name} = [{', '.join((where, *cells))}]"
    yield "endinferencepattern"


def _alternative_text(terms: tuple[Term, ...]) -> str:
    return " + ".join(map(_term_text, terms))


def _term_text(term: Term) -> str:
    relaxed = "~" * term.relaxed
    text = f"<{relaxed}{term.name}>" if isinstance(term, Variable) else f'{relaxed}"{term.text}"'
    return "*" * term.optional + text


def _condition_text(condition: Condition) -> str:
    if isinstance(condition, Comparison):
        return f"{_value_text(condition.left)} {'==' if condition.equal else '!='} {_value_text(condition.right)}"
    sign = " && " if condition.every else " || "
    return sign.join(
        f"({_condition_text(part)})" if isinstance(part, Junction) else _condition_text(part)
        for part in condition.conditions
    )


def _value_text(value: Reference | str) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value.part}.<{value.name}>" if value.part else f"<{value.name}>"


def _is_read_back(lines: list[str], pattern: Pattern) -> bool:
    try:
        return decode("\n".join(lines), "") == (pattern,)
    except FormatError:
        return False
