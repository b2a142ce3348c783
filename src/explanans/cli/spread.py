"""Options that several commands take together: a dataclass in a command's signature stands for its fields."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose signature has the fields of dataclasses in place of the parameters that take them.

    Typer reads the signature, so that the fields become options, where the parameter stood; the command is called with
    the dataclass made of them.

    Args:
        command: The command. Its parameters are called by name.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass
        ... class Size:
        ...     width: int
        ...     height: int = 1
        >>> def draw(name: str, *, size: Size, quiet: bool = False) -> None:
        ...     print(name, size.width * size.height)
        >>> list(signature(spread(draw)).parameters)
        ['name', 'width', 'height', 'quiet']
        >>> spread(draw)(name="a box", width=3, height=2)
        a box 6
    """
    written = signature(command)
    groups = {
        name: tuple(signature(kind).parameters.values())
        for name, parameter in written.parameters.items()
        if isinstance(kind := parameter.annotation, type) and is_dataclass(kind)
    }
    if not groups:
        return command

    @wraps(command)
    def run(**values: Any) -> None:
        for name, options in groups.items():
            said = {option.name: values.pop(option.name) for option in options if option.name in values}
            values[name] = written.parameters[name].annotation(**said)
        command(**values)

    parameters = [
        option.replace(kind=Parameter.KEYWORD_ONLY)
        for name, parameter in written.parameters.items()
        for option in groups.get(name, (parameter,))
    ]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def given(options: "DataclassInstance") -> dict[str, Any]:
    """Return the options that were given, by name: those that are not None.

    Args:
        options: Options that come together.
    """
    values = ((field.name, getattr(options, field.name)) for field in fields(options))
    return {name: value for name, value in values if value is not None}
