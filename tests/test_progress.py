"""Progress bars: drawn on a terminal that wants them, silent everywhere else."""

import io
import sys
from collections.abc import Iterator

import pytest

from explanans.runtime import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def silent_again() -> Iterator[None]:
    yield
    progress.show(False)


def test_a_terminal_shows_the_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    progress.show(True)
    assert list(progress.track(range(3), "Reading facts", 3)) == [0, 1, 2]
    assert "Reading facts" in terminal.getvalue()
    assert capsys.readouterr().out == ""


def test_no_bar_unless_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(progress.track(range(3), "Reading facts", 3)) == [0, 1, 2]
    progress.show(True)
    progress.show(False)
    assert list(progress.track(range(3), "Reading facts", 3)) == [0, 1, 2]
    assert terminal.getvalue() == ""


def test_no_bar_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    progress.show(True)
    assert list(progress.track(range(3), "Reading facts", 3)) == [0, 1, 2]
    assert pipe.getvalue() == ""


@pytest.mark.parametrize("wanted", [False, True])
def test_items_are_taken_one_at_a_time(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    progress.show(wanted)
    taken: list[int] = []
    items = progress.track((taken.append(i) or i for i in range(1000)), "Reading facts", 1000)  # type: ignore[func-returns-value]
    assert next(iter(items)) == 0
    assert taken == [0]


@pytest.mark.parametrize("wanted", [False, True])
def test_faults_of_the_work_pass_through(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def items() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stderr", Terminal())
    progress.show(wanted)
    tracked = progress.track(items(), "Reading facts", 2)
    assert next(tracked) == 1
    with pytest.raises(KeyboardInterrupt):
        next(tracked)
