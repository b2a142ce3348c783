from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from explanans.cli.command import Commands, given, spread


@dataclass(frozen=True, kw_only=True)
class Size:
    width: Annotated[int, typer.Option("--width", help="How wide.")]
    height: Annotated[int | None, typer.Option("--height", help="How high.")] = None


@dataclass(frozen=True, kw_only=True)
class Box(Size):
    height: Annotated[int | None, typer.Option("--tall", help="How tall.")] = 7
    depth: Annotated[int, typer.Option("--depth", help="How deep.")] = 2


def draw(name: str, *, size: Size, loud: bool = False) -> None:
    """Draw."""
    print(name, given(size), loud)


def pack(*, size: Box) -> None:
    """Pack."""
    print(size)


def plain(name: str) -> None:
    """Say a name."""


def test_a_command_without_options_that_come_together_is_left_as_it_is() -> None:
    assert spread(plain) is plain


def test_fields_stand_where_the_parameter_stood() -> None:
    assert list(signature(spread(draw)).parameters) == ["name", "width", "height", "loud"]
    assert list(signature(spread(pack)).parameters) == ["width", "height", "depth"]  # what is said anew stays in place


def test_what_is_not_given_is_as_the_dataclass_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    spread(draw)(name="a box", width=3)
    spread(pack)(width=1)
    assert capsys.readouterr().out == "a box {'width': 3} False\nBox(width=1, height=7, depth=2)\n"


def test_the_fields_are_options_of_the_command() -> None:
    app = Commands(help="Draw.")
    assert app.command()(draw) is not None
    app.command()(pack)
    run = CliRunner()
    assert run.invoke(app, ["draw", "a box", "--width", "3", "--height", "4"]).output == (
        "a box {'width': 3, 'height': 4} False\n"
    )
    assert run.invoke(app, ["pack", "--width", "1", "--tall", "2"]).output == "Box(width=1, height=2, depth=2)\n"
    assert run.invoke(app, ["draw", "a box"]).exit_code == 2
