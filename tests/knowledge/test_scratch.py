"""Workplaces: gone at the end, and told from those of killed processes."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from explanans.knowledge.scratch import remove_abandoned, workplace_beside

HOLD = """
import sys
from pathlib import Path
from explanans.knowledge.scratch import workplace_beside
with workplace_beside(Path(sys.argv[1])) as place:
    (place / "half").touch()
    print(place, flush=True)
    sys.stdin.read()
"""


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@pytest.mark.parametrize("fault", [KeyboardInterrupt, OSError])
def test_a_workplace_is_removed_whatever_happens(fault: type[BaseException], tmp_path: Path) -> None:
    def work() -> None:
        with workplace_beside(tmp_path / "index") as place:
            assert place.parent == tmp_path
            (place / "new").mkdir()
            raise fault

    with pytest.raises(fault):
        work()
    assert names(tmp_path) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), workplace_beside(tmp_path / "nowhere" / "index"):
        pass


def test_only_workplaces_of_killed_processes_are_abandoned(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "index")]
    working, killed = (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    )
    assert working.stdout
    assert killed.stdout
    in_use, left = Path(working.stdout.readline().strip()), Path(killed.stdout.readline().strip())
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=60)
    with workplace_beside(tmp_path / "index") as mine:
        assert names(tmp_path) == sorted([in_use.name, left.name, mine.name])
        remove_abandoned(tmp_path, ".other.*.part")
        assert left.exists()
        remove_abandoned(tmp_path, ".index.*.part")
        assert names(tmp_path) == sorted([in_use.name, mine.name])
    working.communicate(timeout=60)
    assert working.returncode == 0
    assert names(tmp_path) == []
