"""Merge two versions of a work field by field, by the version that both were made from."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Merged(NamedTuple):
    """The merge of two versions.

    Attributes:
        content: The merged content; where both changed a field, it has mine.
        mine: My value of each field that both changed, by the path of the field.
    """

    content: dict[str, Any]
    mine: Mapping[tuple[str, ...], Any]
    theirs: Mapping[tuple[str, ...], Any]


def merge(base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> Merged:
    """Return the merge of two versions: of each field the changed one; mine if both changed it.

    Fields that hold fields by names, such as grades by the ids of facts, are merged name by name, and lists of things
    with ids thing by thing.

    Example:
        >>> merge({"a": 1, "b": {"x": 1}}, {"a": 2, "b": {"x": 1}}, {"a": 1, "b": {"x": 3}}).content
        {'a': 2, 'b': {'x': 3}}
        >>> one, two, three = ({"id": name} for name in "123")
        >>> merge({"a": [one]}, {"a": [one, two]}, {"a": [three]}).content
        {'a': [{'id': '2'}, {'id': '3'}]}
        >>> merge({"a": 1}, {"a": 2}, {"a": 3})
        Merged(content={'a': 2}, mine={('a',): 2}, theirs={('a',): 3})
    """
    own: dict[tuple[str, ...], Any] = {}
    other: dict[tuple[str, ...], Any] = {}
    return Merged(_merge(base, mine, theirs, (), own, other), own, other)


def chosen(merged: Merged, theirs: frozenset[tuple[str, ...]]) -> dict[str, Any]:
    """Return the merged content with their value in some of the fields that both changed.

    Example:
        >>> chosen(merge({"a": 1}, {"a": 2}, {"a": 3}), frozenset({("a",)}))
        {'a': 3}
    """
    content = merged.content
    for path in theirs:
        content = _with(content, path, merged.theirs[path])
    return content


_ABSENT = object()


def _merge(  # noqa: PLR0913, PLR0917 - three versions, and where the differences go
    base: Mapping[str, Any],
    mine: Mapping[str, Any],
    theirs: Mapping[str, Any],
    path: tuple[str, ...],
    own: dict[tuple[str, ...], Any],
    other: dict[tuple[str, ...], Any],
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in dict.fromkeys((*mine, *theirs)):
        was, here, there = (it.get(name, _ABSENT) for it in (base, mine, theirs))
        if _are_named(here, there):
            before, own_by_id, other_by_id = (_by_id(it) for it in (was, here, there))
            merged = _merge(before, own_by_id, other_by_id, (*path, name), own, other)
            found[name] = list(merged.values())
            continue
        if isinstance(here, Mapping) and isinstance(there, Mapping):
            within = was if isinstance(was, Mapping) else {}
            found[name] = _merge(within, here, there, (*path, name), own, other)
            continue
        value = there if here in (was, there) else here
        if here not in (was, there) and there != was:
            own[*path, name], other[*path, name] = here, there
        if value is not _ABSENT:
            found[name] = value
    return found


def _are_named(*values: Any) -> bool:
    """Return whether values are lists of things that have ids."""
    return all(
        isinstance(it, list) and all(isinstance(one, Mapping) and isinstance(one.get("id"), str) for one in it)
        for it in values
    ) and any(values)


def _by_id(value: Any) -> dict[str, Any]:
    return {it["id"]: it for it in value} if _are_named(value) else {}


def _with(content: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *rest = path
    made = dict(content)
    if rest and isinstance(made.get(name), list):
        made[name] = list(_with(_by_id(made[name]), tuple(rest), value).values())
    elif rest:
        made[name] = _with(made.get(name, {}), tuple(rest), value)
    elif value is _ABSENT:
        made.pop(name, None)
    else:
        made[name] = value
    return made


def said(value: Any) -> str:
    """Return a value of a field for people to read."""
    if value is _ABSENT or value in (None, "", [], {}):
        return "nothing"
    if isinstance(value, list):
        return "; ".join(said(it) for it in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {said(it)}" for key, it in value.items() if it not in (None, "", [], {}))
    return str(value)
