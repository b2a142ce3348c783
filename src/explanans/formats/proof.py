"""The proof language of Dalvi et al. 2021, section 5.1: a tree as a line of steps.

``sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypothesis;`` is such a line. People and models leave
out spaces, put commas for ``&``, write ``hypot`` or break the order of the steps; the reader takes all of these, and
the writer writes none.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from explanans.errors import FormatError, InputError
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

MOST_STEPS = 500
"""The largest tree of EntailmentBank has 17."""
_ACCEPTED = "steps such as 'sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypothesis;'"
_PREFIX = re.compile(r"\s*\$proof\$\s*=", re.IGNORECASE)
_SPACES = re.compile(r"\s*")
_ARROW = re.compile(r"->|→")
_ROOT = re.compile(r"\s*hypot(?:hesis)?\s*(?:$|:)", re.IGNORECASE)
_NAME = re.compile(r"[^\s:&,;]+")
_CONCLUSION = re.compile(r"\s*(?:(?P<root>hypot(?:hesis)?)\s*(?:$|:)|(?P<id>[^\s:&,;]+)\s*(?:$|:))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _PlacedStep:
    """A step, and the columns where its premises and its conclusion stand."""

    step: Step
    premises: tuple[int, ...]
    conclusion: int


def decode(text: str, source: str, line: int = 0) -> tuple[Step, ...]:
    """Return the steps of a proof as they are written, without looking at what their ids stand for.

    A part between two ``;`` that has no arrow belongs to the conclusion before it, since conclusions may hold ``;``.
    Where a step has two arrows, the first conclusion is the premise of the second.

    Args:
        text: One proof, with or without ``$proof$ =`` before it; nothing but spaces gives no step.
        line: Its line, counted from 1; 0 if it is not of a file.

    Raises:
        FormatError: A step has no arrow, no conclusion, or a premise without a name, or there are more than
            ``MOST_STEPS`` of them.

    Example:
        >>> for step in decode("sent2&sent5->int1: eruptions block sunlight; sent4, int1 -> hypot", "proof"):
        ...     print(step.premises, step.conclusion, step.text)
        ('sent2', 'sent5') int1 eruptions block sunlight
        ('sent4', 'int1') hypothesis
    """
    return tuple(placed.step for placed in _decode(text, source, line))


def decode_tree(text: str, problem: Problem, source: str, line: int = 0, *, lenient: bool = False) -> EntailmentTree:
    """Return the tree that a proof describes, its steps in an order in which each rests on earlier ones.

    The leaves are the premises that the steps name, in the order of the problem. Other faults, such as a conclusion
    that nothing uses, are found by ``EntailmentTree.faults``.

    Args:
        line: Its line, counted from 1; 0 if it is not of a file.
        lenient: Leave to ``EntailmentTree.faults`` all that is named below but the form of a step.

    Raises:
        FormatError: A step is none (see ``decode``), rests on what is no premise and no conclusion, or rests on itself
            by way of others; or the hypothesis is concluded twice.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> ice, heat = Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid")
        >>> tree = decode_tree("sent1 & sent2 -> hypot", Problem("q1", "heat melts ice", (ice, heat)), "proof")
        >>> tree.steps[0].text, tree.faults()
        ('heat melts ice', ())
        >>> decode_tree("sent1 & sent3 -> hypot", Problem("q1", "heat melts ice", (ice, heat)), "proof")
        Traceback (most recent call last):
        explanans.errors.FormatError: proof, column 9: hypothesis rests on sent3, which is no sentence of problem q1
        and no conclusion; accepted: sent1, sent2 and the conclusions of other steps
    """
    placed = _decode(text, source, line)
    if not lenient:
        _check_names(placed, problem, source, line)
        _check_root(placed, source, line)
    ordered, waiting = _ordered(placed)
    if waiting and not lenient:
        circular = _cycle(waiting)
        names = list(dict.fromkeys(item.step.conclusion for item in circular))
        shown = names if len(names) < 6 else [*names[:4], f"{len(names) - 4} more"]
        found = f"a cycle: {' and '.join(shown)} {'rest on one another' if len(names) > 1 else 'rests on itself'}"
        accepted = "steps that rest on sentences and on conclusions that do not rest on them"
        raise FormatError(found, source, line, accepted, column=circular[0].conclusion)
    steps = tuple(_worded(item.step, problem.hypothesis) for item in (*ordered, *waiting))
    named = {premise for step in steps for premise in step.premises}
    leaves = tuple(premise for premise in problem.premises if premise.id in named)
    return EntailmentTree(problem.hypothesis, leaves, steps, problem.id)


def encode(steps: Iterable[Step]) -> str:
    """Return a proof on one line, without a line end.

    The hypothesis is named, not worded, as in the data set; kinds of inference have no place.

    Raises:
        InputError: The proof would be read back differently, such as for an id with spaces or a conclusion with an
            arrow or a line end.

    Example:
        >>> encode([Step(("sent2", "sent5"), "int1", "eruptions block sunlight"), Step(("sent4", "int1"), ROOT, "H")])
        'sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypothesis;'
    """
    written = tuple(
        Step(step.premises, step.conclusion, "" if step.conclusion == ROOT else step.text) for step in steps
    )
    proof = " ".join(f"{_encode_step(step)};" for step in written)
    if len(proof.splitlines()) > 1 or not _is_read_back(proof, written):
        raise InputError(
            "a proof that would be read back differently; accepted: ids without spaces, '&', ',', ';' and ':', and "
            "conclusions of one line without arrows"
        )
    return proof


def _encode_step(step: Step) -> str:
    words = f": {step.text}" if step.text else ""
    return f"{' & '.join(step.premises)} -> {step.conclusion}{words}"


def _is_read_back(proof: str, steps: tuple[Step, ...]) -> bool:
    try:
        return decode(proof, "proof") == steps
    except FormatError:
        return False


def _decode(text: str, source: str, line: int) -> list[_PlacedStep]:
    prefix = _PREFIX.match(text)
    start = prefix.end() if prefix else 0
    parts: list[tuple[int, int]] = []  # the spans of the steps
    for match in re.finditer(r"[^;]+", text[start:]):
        first, last = match.start() + start, match.end() + start
        if _ARROW.search(text, first, last):
            parts.append((first, last))
        elif match[0].strip():
            if not parts:
                raise FormatError(
                    f"{match[0].strip()[:40]!r}, which has no arrow",
                    source,
                    line,
                    _ACCEPTED,
                    column=_column(text, first),
                )
            parts[-1] = parts[-1][0], last
    placed = [placed for first, last in parts for placed in _decode_step(text, first, last, source, line)]
    if len(placed) > MOST_STEPS:
        raise FormatError(f"{len(placed):,} steps", source, line, f"at most {MOST_STEPS}")
    return placed


def _decode_step(text: str, first: int, last: int, source: str, line: int) -> list[_PlacedStep]:
    """Return the steps of a span: one, or more where conclusions are premises of what follows them."""
    arrow = _ARROW.search(text, first, last)
    premises = _premises(text, first, arrow.start(), source, line) if arrow else []
    steps = []
    arrows = _WordedArrows(text, last)
    while arrow is not None:
        start = arrow.end()
        following = arrows.after(start)
        end = following.start() if following else last
        match = _CONCLUSION.match(text, start, end)
        if match is None:
            found = text[start:end].strip()
            raise FormatError(
                f"{found[:40]!r}, which is no conclusion" if found else "a step without a conclusion",
                source,
                line,
                _ACCEPTED,
                column=_column(text, start),
            )
        name = ROOT if match["root"] else match["id"]
        ids, columns = zip(*premises, strict=True)
        column = _column(text, start)
        steps.append(_PlacedStep(Step(ids, name, text[match.end() : end].strip()), columns, column))
        premises = [(name, column)]
        arrow = following
    return steps


class _WordedArrows:
    """The arrows of a span that a conclusion follows, rather than more words of the one before.

    Names may hold arrows, so that a run of them is one name for each; it is read once for all.
    """

    def __init__(self, text: str, last: int) -> None:
        self._text = text
        self._last = last
        self._end = 0  # of the name that was read last
        self._worded = False

    def after(self, start: int) -> re.Match[str] | None:
        """Return the first of them from a place on; places are asked for from left to right."""
        found = _ARROW.finditer(self._text, start, self._last)
        return next((arrow for arrow in found if self._is_worded(arrow.end())), None)

    def _is_worded(self, start: int) -> bool:
        if _ROOT.match(self._text, start, self._last):
            return True
        begin = self._past_spaces(start)
        if begin >= self._end:
            name = _NAME.match(self._text, begin, self._last)
            if name is None:
                return False
            self._end = name.end()
            self._worded = self._text.startswith(":", self._past_spaces(self._end), self._last)
        return self._worded

    def _past_spaces(self, start: int) -> int:
        spaces = _SPACES.match(self._text, start, self._last)
        return spaces.end() if spaces else start


def _premises(text: str, first: int, last: int, source: str, line: int) -> list[tuple[str, int]]:
    """Return the premises before an arrow, each with its column."""
    named = []
    start = first
    for name in re.split(r"[&,]", text[first:last]):
        if len(name.split()) != 1:
            found = f"{name.strip()[:40]!r}, which is no id" if name.strip() else "a premise without a name"
            raise FormatError(found, source, line, _ACCEPTED, column=_column(text, start))
        named.append((name.strip(), _column(text, start)))
        start += len(name) + 1
    return named


def _column(text: str, start: int) -> int:
    """Return the column, counted from 1, of the first character from a place that is no space."""
    spaces = _SPACES.match(text, start)
    return (spaces.end() if spaces else start) + 1


def _check_names(placed: Sequence[_PlacedStep], problem: Problem, source: str, line: int) -> None:
    sentences = [premise.id for premise in problem.premises]
    known = {*sentences, *(item.step.conclusion for item in placed)} - {ROOT}
    for item in placed:
        for premise, column in zip(item.step.premises, item.premises, strict=True):
            if premise not in known:
                found = f"{item.step.conclusion} rests on {premise}, which is no sentence of problem {problem.id}"
                found += " but its root" if premise == ROOT else " and no conclusion"
                few = ", ".join(sentences if len(sentences) < 5 else (*sentences[:2], "…", sentences[-1]))
                accepted = f"{few} and the conclusions of other steps" if few else "the conclusions of other steps"
                raise FormatError(found, source, line, accepted, column=column)


def _check_root(placed: Sequence[_PlacedStep], source: str, line: int) -> None:
    roots = [item for item in placed if item.step.conclusion == ROOT]
    if len(roots) > 1:
        found = f"{len(roots)} roots: the {ROOT} is concluded {len(roots)} times"
        raise FormatError(found, source, line, "one step that concludes it", column=roots[1].conclusion)


def _ordered(placed: Sequence[_PlacedStep]) -> tuple[list[_PlacedStep], list[_PlacedStep]]:
    """Return the steps in an order in which each rests on earlier ones, and those that wait for ever."""
    unsaid = Counter(item.step.conclusion for item in placed)
    waiting_for: dict[str, list[int]] = {}
    missing: list[int] = []
    for number, item in enumerate(placed):
        names = {name for name in item.step.premises if unsaid[name]}
        missing.append(len(names))
        for name in names:
            waiting_for.setdefault(name, []).append(number)
    ready = [number for number, count in enumerate(missing) if not count]
    ordered: list[int] = []
    while ready:
        number = heappop(ready)
        ordered.append(number)
        name = placed[number].step.conclusion
        unsaid[name] -= 1
        if not unsaid[name]:
            for other in waiting_for.get(name, ()):
                missing[other] -= 1
                if not missing[other]:
                    heappush(ready, other)
    return [placed[number] for number in ordered], [
        placed[number] for number in sorted({*range(len(placed))} - {*ordered})
    ]


def _cycle(waiting: Sequence[_PlacedStep]) -> list[_PlacedStep]:
    """Return those of the steps that wait for ever that others wait for."""
    needed = Counter(name for item in waiting for name in {*item.step.premises})
    saying: dict[str, list[_PlacedStep]] = {}
    for item in waiting:
        saying.setdefault(item.step.conclusion, []).append(item)
    idle = [name for name in saying if not needed[name]]
    while idle:
        for item in saying.pop(idle.pop()):
            for name in {*item.step.premises}:
                needed[name] -= 1
                if not needed[name] and name in saying:
                    idle.append(name)
    return [item for item in waiting if item.step.conclusion in saying]


def _worded(step: Step, hypothesis: str) -> Step:
    return replace(step, text=hypothesis) if step.conclusion == ROOT else step
