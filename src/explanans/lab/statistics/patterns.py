"""Statistics of patterns of explanations, and of solutions that others have found for them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from explanans.errors import FormatError
from explanans.lab.statistics.pairs import by_number, counts, mean, share
from explanans.lab.statistics.structures import DataPart
from explanans.structures.patterns import Pattern


class _Match(msgspec.Struct):
    uuids: list[str]


class _Matches(msgspec.Struct, rename="camel"):
    pattern_name: str
    matches: list[_Match]


class _SolvedRecord(msgspec.Struct, rename="camel"):
    pattern_matches: list[_Matches]


def describe_patterns(files: int, patterns: Sequence[Pattern], name: str = "patterns") -> DataPart:
    """Describe patterns (Jansen et al. 2021, section 6.1)."""
    rows = [row for pattern in patterns for row in pattern.rows]
    variables = (len({name for row in pattern.rows for name in row.variables}) for pattern in patterns)
    sizes = whole_sizes(patterns)
    figures = {
        **counts(
            files=("files", files),
            patterns=("patterns", len(patterns)),
            rows=("rows", len(rows)),
            with_parts=("patterns with other patterns as parts", sum(bool(pattern.parts) for pattern in patterns)),
        ),
        "rows_in_pattern": mean("rows in a pattern", (len(pattern.rows) for pattern in patterns)),
        "rows_with_parts": mean("rows in a pattern with those of its parts", sizes.values()),
        "optional": share("rows that may be absent", (row.optional for row in rows)),
        "by_uid": share("rows that are chosen by their id", (bool(row.uid) for row in rows)),
        "variables": mean("variables in a pattern", variables),
    }
    return DataPart(
        name, figures, {"rows": by_number("Patterns by rows, with those of their parts", "rows", sizes.values(), 30)}
    )


def whole_sizes(patterns: Sequence[Pattern]) -> Mapping[str, int]:
    """Return how many rows each pattern has with those of its parts, by its name; missing parts have none."""
    known = {pattern.name: pattern for pattern in patterns}

    def size(name: str, within: frozenset[str]) -> int:
        pattern = known.get(name)
        if pattern is None or name in within:
            return 0
        return len(pattern.rows) + sum(size(part.pattern, within | {name}) for part in pattern.parts)

    return {name: size(name, frozenset()) for name in known}


def describe_solutions(texts: Iterable[tuple[str, str]]) -> DataPart:
    """Describe released solutions of patterns."""
    found = [matches for source, text in texts for matches in _decode(text, source)]
    solutions = [match for matches in found for match in matches.matches]
    figures = {
        **counts(
            patterns=("patterns solved", len(found)),
            without=("of these without a solution", sum(not matches.matches for matches in found)),
            solutions=("solutions", len(solutions)),
        ),
        "facts": mean("facts in a solution", (len(match.uuids) for match in solutions)),
    }
    return DataPart("solutions", figures)


def _decode(text: str, source: str) -> Iterator[_Matches]:
    try:
        yield from msgspec.json.decode(text, type=_SolvedRecord).pattern_matches
    except msgspec.DecodeError as error:
        raise FormatError(str(error), source, accepted="solutions as CoSaTa's solver writes them") from None
