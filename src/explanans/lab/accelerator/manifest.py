"""The manifest of trainings: what each runs, how long it should take, and whether it can run here."""

import shlex
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import msgspec

from explanans.errors import InputError
from explanans.lab.datasets.locate import data_folder, download_folder, find
from explanans.learning import language_model

FLOPS = 300e12
"""Operations a second of one NVIDIA H100 in bfloat16: a third of what its makers name."""
LAYER_SECONDS = 0.005
"""Seconds that a step takes for each layer, however small the layer: a guess, which no measurement confirms yet."""
FORMULA = (
    "minutes = before + (6 × parameters × tokens ÷ 300 TFLOP/s + 0.005 s × layers × steps) ÷ 60; steps = tokens ÷ batch"
)
SMALL_MINUTES = 1.0
"""Expected minutes of a training or a benchmark at its small sizes, on a processor."""


class Network(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A network that trainings start from.

    Attributes:
        name: Its name, as the training commands take it.
    """

    name: str
    parameters: float
    layers: int


class Benchmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The command that measures what was trained.

    Attributes:
        command: Its arguments; see ``Training``.
        full: Further arguments at full size.
        small: Further arguments at small size.
        minutes: Expected minutes on an accelerator.
        figures: The path of each figure in what it prints with ``--json``; see ``records.figure_at``.
    """

    command: str
    minutes: float
    figures: dict[str, str]
    full: str = ""
    small: str = ""


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A training that is worth an accelerator.

    In arguments ``{data}`` stands for the folder of the data sets, ``{network}`` for the network to start from,
    ``{out}`` for what is trained, and ``{dir}`` for the folder of all trainings.

    Attributes:
        what: A short description.
        row: The row of a ledger that its figure fills, as ``paper: place: what``, or a page of the documentation.
        command: The arguments of ``explanans``, without ``--out``; empty if no such training is built.
        full: Further arguments at full size.
        small: Further arguments at small size, for a processor.
        network: The key of the network to start from.
        suffix: The suffix of the file that is made; empty if it is a folder.
        reads: The data sets that it needs.
        needs: Trainings that have to be done before.
        installed: Whether it needs what ``explanans models install`` fetches.
        tokens: The number of tokens read in all epochs, at full size.
        batch: Tokens a step.
        before: Minutes of work on the processor, such as reading data.
        reports: The path of each figure in what the training prints with ``--json``.
    """

    name: str
    what: str
    row: str
    command: str = ""
    full: str = ""
    small: str = ""
    network: str = ""
    suffix: str = ""
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    installed: bool = False
    tokens: int = 0
    batch: int = 1
    before: float = 0.0
    reports: dict[str, str] = {}
    benchmark: Benchmark | None = None

    def minutes(self, *, small: bool = False) -> float:
        """Return the expected minutes on one accelerator, by ``FORMULA``; at small sizes ``SMALL_MINUTES``."""
        if small or self.network not in networks():
            return SMALL_MINUTES if self.command else 0.0
        start = networks()[self.network]
        seconds = 6 * start.parameters * self.tokens / FLOPS + LAYER_SECONDS * start.layers * self.tokens / self.batch
        return self.before + seconds / 60


class _Manifest(msgspec.Struct, forbid_unknown_fields=True):
    networks: dict[str, Network]
    training: tuple[Training, ...]


@cache
def _manifest() -> _Manifest:
    text = Path(__file__).with_name("trainings.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Manifest)


def trainings() -> tuple[Training, ...]:
    """Return all trainings, the best value first.

    Example:
        >>> trainings()[0].name, round(trainings()[0].minutes(), 1)
        ('language-reader', 11.0)
    """
    return _manifest().training


def networks() -> Mapping[str, Network]:
    """Return the networks that trainings start from, by their keys."""
    return _manifest().networks


def chosen(names: Sequence[str]) -> tuple[Training, ...]:
    """Return the trainings of some names in the order of the manifest; all if none is named.

    Raises:
        InputError: There is no such training.
    """
    known = [training.name for training in trainings()]
    for name in names:
        if name not in known:
            raise InputError(f"no training for an accelerator is called {name!r}; accepted: {', '.join(known)}")
    return tuple(training for training in trainings() if not names or training.name in names)


def replacements(pairs: Iterable[str]) -> dict[str, str]:
    """Return the networks that replace those of the manifest, by the names of the latter.

    Args:
        pairs: Each ``NAME=DIR``.

    Raises:
        InputError: There is no such network in the manifest, or nothing in its place.
    """
    known = [network.name for network in networks().values()]
    found = {}
    for pair in pairs:
        name, _, place = pair.partition("=")
        if name not in known or not place:
            raise InputError(f"the network {pair!r}; accepted: NAME=DIR with one of {', '.join(known)}")
        found[name] = place
    return found


class State(StrEnum):
    """The state of a training."""

    DONE = "done"
    UNMEASURED = "not measured"
    NOT_DONE = "not done"
    CANNOT = "cannot run"
    NOT_BUILT = "not built"


class Finished(msgspec.Struct, frozen=True):
    """The manifest of a training that finished.

    Attributes:
        command: The arguments with their places open, so that a folder that was moved is known again.
        seed: The random seed.
        seconds: How long the command took.
        device: The device, as torch names it.
        figures: Figures that the training printed.
        measured: Figures that the benchmark printed; None if it has not run.
    """

    command: str
    seed: int
    seconds: float
    device: str
    figures: dict[str, float]
    measured: dict[str, float] | None = None


class Standing(NamedTuple):
    """The state of a training, and why it cannot run; empty if it can."""

    state: State
    why: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how trainings run.

    Attributes:
        out: The folder of all that is trained.
        data: The folder of the data sets; if None, see ``locate.data_folder``.
        replaced: Networks in place of those of the manifest; see ``replacements``.
        small: Whether to use small sizes, for a processor.
    """

    out: Path
    data: Path | None = None
    replaced: Mapping[str, str] = field(default_factory=dict)
    small: bool = False
    seed: int = 0

    def place(self, training: Training) -> Path:
        """Return the folder or file that a training makes."""
        return self.out / f"{training.name}{training.suffix}"

    def mark(self, training: Training) -> Path:
        """Return the file that marks a finished training; see ``Finished``."""
        return self.out / f"{training.name}.json"

    def template(self, work: Training | Benchmark) -> str:
        """Return the arguments of a command with their places open."""
        return f"{work.command} {work.small if self.small else work.full}".strip()

    def words(self, training: Training, work: Training | Benchmark) -> list[str]:
        """Return the arguments of the command of a training or of its benchmark."""
        start = networks().get(training.network)
        names = {
            "data": str(data_folder(self.data) or download_folder()),
            "network": self.replaced.get(start.name, start.name) if start else "",
            "out": str(self.place(training)),
            "dir": str(self.out),
        }
        words = [word.format_map(names) for word in shlex.split(self.template(work))]
        return [*words, *(("--out", names["out"]) if work is training else ()), "--seed", str(self.seed), "--json"]

    def finished(self, training: Training) -> Finished | None:
        """Return the manifest of a training that finished with the same command and seed; None if there is none."""
        try:
            found = msgspec.json.decode(self.mark(training).read_bytes(), type=Finished)
        except (OSError, msgspec.DecodeError):
            return None
        same = (found.command, found.seed) == (self.template(training), self.seed)
        return found if same and self.place(training).exists() else None

    def standing(self, training: Training) -> Standing:
        """Return the state of a training.

        Raises:
            InputError: The named folder of the data sets is not there.
        """
        if not training.command:
            return Standing(State.NOT_BUILT, "no such training is built yet")
        if done := self.finished(training):
            waits = training.benchmark and done.measured is None
            return Standing(State.UNMEASURED if waits else State.DONE)
        why = self._obstacle(training)
        return Standing(State.CANNOT, why) if why else Standing(State.NOT_DONE)

    def _obstacle(self, training: Training) -> str:
        """Return why a training cannot run; empty if it can."""
        if lacks_torch():
            return "needs the extra 'neural'"
        from explanans.neural.core.language_models import located_language_model  # noqa: PLC0415 - an extra

        data_folder(self.data)  # complains of a folder that is named and is not there
        known = {item.name: item for item in trainings()}
        for name in training.needs:
            if not (name in known and self.finished(known[name])):
                return f"needs {name}, which is not done"
        for name in training.reads:
            try:
                find(name, self.data)
            except InputError:
                return f"the data set {name} is not there"
        if training.installed and language_model.installed() is None:
            return f"needs `explanans models install {language_model.NAME}`"
        if start := networks().get(training.network):
            try:
                located_language_model(self.replaced.get(start.name, start.name))
            except InputError:
                return f"the network {start.name} is not on this machine"
        return ""


def lacks_torch() -> bool:
    """Return whether the extra ``neural`` is not installed."""
    return find_spec("torch") is None or find_spec("transformers") is None
