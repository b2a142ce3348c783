"""The manifest of trainings for an accelerator: its commands, its rows, its times, and what cannot run."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools import papers
from typer.main import get_command

from explanans.cli import app
from explanans.errors import InputError
from explanans.lab.accelerator.manifest import (
    Finished,
    Setting,
    State,
    Training,
    replacements,
    trainings,
)
from explanans.lab.datasets.catalogue import data_set

LONGEST = 12
"""Minutes that a training may take."""
BUILT = [training for training in trainings() if training.command]
ROWS = {f"{name[2:]}: {row.place}: {row.what}" for name in papers.PAPERS for row in papers.rows(name)}


def parse(words: list[str]) -> None:
    """Raise if a command line does not parse."""
    command: Any = get_command(app)
    context = None
    while hasattr(command, "commands"):
        name, *words = words
        command = command.commands[name]
        context = command.context_class(command, info_name=name, parent=context)
    command.make_context(command.name, words, help_option_names=["-h", "--help"])


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("training", BUILT, ids=lambda training: training.name)
def test_commands_parse_at_both_sizes(training: Training, small: bool, tmp_path: Path) -> None:
    setting = Setting(tmp_path, tmp_path, small=small)
    words = setting.words(training, training)
    assert words[words.index("--out") + 1] == str(tmp_path / f"{training.name}{training.suffix}")
    parse(words)
    if training.benchmark:
        parse(setting.words(training, training.benchmark))


@pytest.mark.parametrize("training", trainings(), ids=lambda training: training.name)
def test_rows_are_those_of_ledgers_or_pages(training: Training) -> None:
    assert training.row in ROWS or (papers.DOCS / f"{training.row}.md").is_file()


@pytest.mark.parametrize("training", BUILT, ids=lambda training: training.name)
def test_trainings_fit_and_read_known_data(training: Training) -> None:
    assert 0 < training.minutes <= LONGEST
    assert training.start
    assert training.figures or training.benchmark
    for name in training.reads:
        data_set(name)


def test_minutes_grow_with_parameters_tokens_and_steps() -> None:
    training = Training("new", "a test", "", "lab", network="roberta", tokens=3_000_000, batch=1000, before=2.0)
    assert training.minutes == pytest.approx(2 + (6 * 355e6 * 3e6 / 300e12 + 0.005 * 24 * 3000) / 60)
    assert Setting(Path("out"), small=True).minutes(training) == 1


def test_trainings_that_are_named_keep_the_order_of_value() -> None:
    assert [training.name for training in trainings(["judge", "claims"])] == ["claims", "judge"]
    assert trainings([]) == trainings()
    with pytest.raises(InputError, match="no training for an accelerator is called 'jugde'; accepted: language-reader"):
        trainings(["jugde"])


def test_networks_are_replaced_by_name() -> None:
    assert replacements(["roberta-large=models/roberta"]) == {"roberta-large": "models/roberta"}
    for pair in ("roberta-large", "roberta=models", "roberta-large="):
        with pytest.raises(InputError, match="accepted: NAME=DIR with one of all-MiniLM-L6-v2"):
            replacements([pair])


def test_names_of_folders_may_have_spaces(tmp_path: Path) -> None:
    (training,) = trainings(["cross-encoder"])
    words = Setting(tmp_path / "my models", tmp_path).words(training, training)
    assert str(tmp_path / "my models" / "cross-encoder") in words


@pytest.fixture
def setting(tmp_path: Path) -> Setting:
    """Return a setting whose data sets are empty folders, and whose encoders are not on the machine."""
    for name in ("explagraphs", "worldtree-v2.1"):
        (tmp_path / name).mkdir()
    return Setting(tmp_path / "out", tmp_path, {"roberta-large": str(tmp_path / "absent")}, small=True)


def test_what_cannot_run_has_a_reason(setting: Setting) -> None:
    pytest.importorskip("torch")
    reasons = {
        "leaf-reader": (State.NOT_BUILT, "no such training is built yet"),
        "judge": (State.CANNOT, "needs claims, which is not done"),
        "writer-t5": (State.CANNOT, "the data set entailmentbank is not there"),
        "graph-judge-semantic": (
            State.CANNOT,
            f"the network {setting.replaced['roberta-large']} is not on this machine",
        ),
    }
    assert {training.name: setting.standing(training) for training in trainings(list(reasons))} == reasons


def test_a_finished_training_is_known_by_its_command_and_seed(setting: Setting) -> None:
    (training,) = trainings(["graph-judge-semantic"])
    setting.place(training).mkdir(parents=True)
    done = Finished(setting.template(training), 0, 1.0, "cpu", {"accuracy": 0.5}, measured=True)
    setting.mark(training).write_bytes(msgspec.json.encode(done))
    assert setting.standing(training) == (State.DONE, "")
    moved = setting.out.rename(setting.out.with_name("moved"))
    assert replace(setting, out=moved).finished(training) == done
    for other in (replace(setting, out=moved, small=False), replace(setting, out=moved, seed=1)):
        assert other.finished(training) is None


def test_a_folder_of_data_sets_that_is_not_there_is_refused(setting: Setting, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    (training,) = trainings(["graph-judge-semantic"])
    with pytest.raises(InputError, match="no such folder, though --data names it"):
        replace(setting, data=tmp_path / "none").standing(training)
