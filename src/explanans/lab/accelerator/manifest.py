"""The manifest of trainings: what each runs, how long it should take, and whether it can run here."""

import shlex
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec

from explanans.errors import InputError
from explanans.lab.datasets.catalogue import data_folder, download_folder, find
from explanans.learning import language_model

FLOPS = 300e12
"""Operations a second of one NVIDIA H100 in bfloat16: a third of what its makers name."""
LAYER_SECONDS = 0.005
"""Seconds of a step for each layer, however small the layer: a guess, which no measurement confirms yet."""
FORMULA = (
    "minutes = before + (6 × parameters × tokens ÷ 300 TFLOP/s + 0.005 s × layers × steps) ÷ 60; steps = tokens ÷ batch"
)
SMALL_MINUTES = 1.0
"""Expected minutes of a command at small size, on a processor."""


class Network(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A network that trainings start from, under the name that training commands take."""

    name: str
    parameters: float
    layers: int


class Benchmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The command that measures what was trained, and its expected minutes; the other fields are as in ``Training``."""

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
        row: The row of a ledger that its figure fills, as ``paper: place: what``, or a page of the documentation.
        command: The arguments of ``explanans``, without ``--out``; empty if no such training is built.
        full: Further arguments at full size, as ``small`` has those for a processor.
        network: The key of the network to start from.
        suffix: The suffix of the file that is made; empty if it is a folder.
        reads: The data sets that it needs, as ``needs`` has the trainings.
        installed: Whether it needs what ``explanans models install`` fetches.
        tokens: The number of tokens read in all epochs, at full size.
        before: Minutes of work on the processor, such as reading data.
        figures: The path of each figure in what it prints with ``--json``; see ``run.figure_at``.
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
    figures: dict[str, str] = {}
    benchmark: Benchmark | None = None

    @property
    def start(self) -> Network | None:
        """The network to start from; None if no such training is built."""
        return _manifest().networks.get(self.network)

    @property
    def minutes(self) -> float:
        """Expected minutes at full size on one accelerator, by ``FORMULA``."""
        size, layers = (self.start.parameters, self.start.layers) if self.start else (0, 0)
        seconds = 6 * size * self.tokens / FLOPS + LAYER_SECONDS * layers * self.tokens / self.batch
        return self.before + seconds / 60


class _Manifest(msgspec.Struct, forbid_unknown_fields=True):
    networks: dict[str, Network]
    training: tuple[Training, ...]


@cache
def _manifest() -> _Manifest:
    text = Path(__file__).with_name("trainings.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Manifest)


def trainings(names: Sequence[str] = ()) -> tuple[Training, ...]:
    """Return the trainings of some names, or all, the best value first.

    Example:
        >>> trainings()[0].name, round(trainings()[0].minutes, 1)
        ('language-reader', 11.0)
    """
    known = {training.name: training for training in _manifest().training}
    for name in names:
        if name not in known:
            raise InputError(f"no training for an accelerator is called {name!r}; accepted: {', '.join(known)}")
    return tuple(training for name, training in known.items() if not names or name in names)


def replacements(pairs: Iterable[str]) -> dict[str, str]:
    """Return the folders of pairs ``NAME=DIR`` by the names of the networks of the manifest that they replace."""
    known = [network.name for network in _manifest().networks.values()]
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
    """The mark of a training that finished.

    Attributes:
        command: The arguments with their places open, so that a folder that was moved is known again.
        measured: Whether nothing is left to be measured.
    """

    command: str
    seed: int
    seconds: float
    device: str
    figures: dict[str, float]
    measured: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how trainings run.

    Attributes:
        out: The folder of all that is trained.
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
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

    def minutes(self, work: Training | Benchmark) -> float:
        """Return the expected minutes of a command."""
        return SMALL_MINUTES if self.small and work.command else work.minutes

    def template(self, work: Training | Benchmark) -> str:
        """Return the arguments of a command with their places open."""
        return f"{work.command} {work.small if self.small else work.full}".strip()

    def words(self, training: Training, work: Training | Benchmark) -> list[str]:
        """Return the arguments of the command of a training or of its benchmark."""
        names = {
            "data": str(data_folder(self.data) or download_folder()),
            "network": self._start(training),
            "out": str(self.place(training)),
            "dir": str(self.out),
        }
        words = [word.format_map(names) for word in shlex.split(self.template(work))]
        return [*words, *(("--out", names["out"]) if work is training else ()), "--seed", str(self.seed), "--json"]

    def _start(self, training: Training) -> str:
        name = training.start.name if training.start else ""
        return self.replaced.get(name, name)

    def finished(self, training: Training) -> Finished | None:
        """Return the mark of a training that finished with the same command and seed; None if there is none."""
        try:
            found = msgspec.json.decode(self.mark(training).read_bytes(), type=Finished)
        except (OSError, msgspec.DecodeError):
            return None
        same = (found.command, found.seed) == (self.template(training), self.seed)
        return found if same and self.place(training).exists() else None

    def standing(self, training: Training) -> tuple[State, str]:
        """Return the state of a training, and why it cannot run; empty if it can."""
        if not training.command:
            return State.NOT_BUILT, "no such training is built yet"
        if done := self.finished(training):
            return (State.DONE if done.measured else State.UNMEASURED), ""
        why = self.obstacle(training)
        return (State.CANNOT if why else State.NOT_DONE), why

    def obstacle(self, training: Training) -> str:
        """Return why a training cannot run; empty if it can."""
        if lacks_torch():
            return "needs the extra 'neural'"
        from explanans.neural.core.language_models import located_language_model  # noqa: PLC0415 - an extra

        data_folder(self.data)  # complains of a folder that is named and is not there
        for needed in trainings(training.needs) if training.needs else ():
            if not self.finished(needed):
                return f"needs {needed.name}, which is not done"
        for name in training.reads:
            try:
                find(name, self.data)
            except InputError:
                return f"the data set {name} is not there"
        if training.installed and language_model.installed() is None:
            return f"needs `explanans models install {language_model.NAME}`"
        try:
            located_language_model(self._start(training))
        except InputError:
            return f"the network {self._start(training)} is not on this machine"
        return ""


def lacks_torch() -> bool:
    """Return whether the extra ``neural`` is not installed."""
    return find_spec("torch") is None or find_spec("transformers") is None
