"""A run of a training command: checks its output folder first, and reports at the end."""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from explanans.cli.command import given
from explanans.cli.options import AsJson, Quiet, Seed, remark
from explanans.errors import InputError

if TYPE_CHECKING:
    from explanans.lab.networks.fitting import Trained
    from explanans.lab.networks.lines import Matrices
    from explanans.learning.model import TrainedModel
    from explanans.neural.core.checkpoint import Schedule

Data = TypeVar("Data")

Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")]
Checkpoint = Annotated[
    str, typer.Option("--checkpoint", metavar="NAME", help="The encoder-decoder or language model to start from.")
]
Encoder = Annotated[
    str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", min=10, metavar="N", help="Maximum number of training examples; a sample."),
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", help="How often each example is seen.")]
Rate = Annotated[float | None, typer.Option("--rate", metavar="X", help="The highest learning rate.")]
TokenBatch = Annotated[int | None, typer.Option("--batch", min=1, help="How many tokens a step sees.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Options of every training: its reports and its seed."""

    as_json: AsJson = False
    quiet: Quiet = False
    seed: Seed = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceOptions:
    """Learning schedule of a network.

    Attributes:
        epochs: How often each example is seen; the usual if None, and so of all others.
    """

    epochs: Epochs = None
    batch: Annotated[int | None, typer.Option("--batch", metavar="N", help="Examples a batch.")] = None
    accumulate: Annotated[int | None, typer.Option("--accumulate", metavar="N", help="Batches a step.")] = None
    rate: Rate = None

    def changes(self, seed: int) -> dict[str, Any]:
        """Return the parts of a schedule that were asked for, by name, and the seed.

        Example:
            >>> PaceOptions(epochs=3).changes(seed=1)
            {'seed': 1, 'epochs': 3}
        """
        return {"seed": seed, **given(self)}

    def over(self, usual: "Schedule", seed: int) -> "Schedule":
        """Return the usual schedule with what was asked for in its place."""
        return replace(usual, **self.changes(seed))


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenPaceOptions(PaceOptions):
    """Learning schedule of a network whose batch size is in tokens.

    Attributes:
        batch: How many tokens a step sees.
    """

    batch: TokenBatch = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleOptions(PaceOptions):
    """All options of the training of a network."""

    decay: Annotated[float | None, typer.Option("--decay", metavar="X", help="The weight decay of AdamW.")] = None
    warm_up: Annotated[
        float | None, typer.Option("--warm-up", metavar="X", help="The share of the steps in which the rate grows.")
    ] = None
    choose_by: Annotated[
        str | None,
        typer.Option(
            "--choose-by",
            metavar="NAME",
            help="Criterion of the kept epoch on held-out examples: loss, measure or last.",
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixOptions:
    """Options of low-rank matrices that a language model is fine-tuned by."""

    rank: Annotated[
        int | None,
        typer.Option(
            "--lora-rank", min=1, metavar="N", help="Of a language model: rows of the matrices that are learnt."
        ),
    ] = None
    blocks: Annotated[
        int | None,
        typer.Option(
            "--lora-layers", min=1, metavar="N", help="Of a language model: how many of its last blocks learn."
        ),
    ] = None

    def of(self, checkpoint: str) -> "Matrices":
        """Return the matrices that a language model learns.

        Args:
            checkpoint: The network to start from; empty for an encoder.
        """
        from explanans.lab.networks.lines import Matrices
        from explanans.neural.core.language_models import is_language_model

        asked = given(self)
        if asked and not is_language_model(checkpoint):
            self.refuse(f"{checkpoint or 'an encoder'}, which is no language model")
        return Matrices(**asked)

    def refuse(self, other: str) -> None:
        """Raise if anything was asked for."""
        if asked := given(self):
            named = " and ".join(f"--{name}" for name in asked)
            raise InputError(f"{named} with {other}; accepted: trees, facts, graphs or concepts by one")


class Training:
    """The output folder and the reports of a training command.

    Args:
        out: The folder or file of what is made.
        holds: The name of something that an older folder of the kind holds, and that may be replaced; None if a file
            is made.
    """

    def __init__(self, out: Path, run: RunOptions, holds: str | None = "manifest.json") -> None:
        from explanans.io.files import check_file, check_folder

        if holds is None:
            check_file(out)
        else:
            check_folder(out, holds)
        self._out = out
        self._run = run
        self._started = time.perf_counter()

    def start(self) -> None:
        """Count seconds from now on: what is read and made before is no training."""
        self._started = time.perf_counter()

    def fit(self, what: "str | Callable[[Trained], str]", train: "Callable[[], Trained]", **record: object) -> None:
        """Train a network and report.

        Args:
            what: What its examples are, as ``graphs``; or returns what the report says.
            record: Fields of the JSON report, besides those of the result.
        """
        self.start()
        trained = train()
        summary = f"on {trained.examples} {what}" if isinstance(what, str) else what(trained)
        self.tell(summary, {**record, **asdict(trained)})

    def tell(self, what: str, record: Mapping[str, object]) -> None:
        """Report what was trained, the time, and the output folder.

        Args:
            what: The training data, as in ``on 40 graphs``.
            record: Fields of the JSON report, besides the folder and the seconds.
        """
        from explanans.cli.streams import print_json

        seconds = time.perf_counter() - self._started
        if self._run.as_json:
            print_json({"out": str(self._out), **record, "seconds": round(seconds, 1)})
        remark(f"trained {what} in {seconds:.0f} s: {self._out}", quiet=self._run.quiet or self._run.as_json)


def fit(
    out: Path, run: RunOptions, counted: str, gather: Callable[[], Data], train: "Callable[[Data], TrainedModel[Any]]"
) -> None:
    """Read data, train boosted trees on them, save the model and report.

    Args:
        counted: The training data that the report counts, a field of the data of the model's origin.
        gather: Returns what the model learns from; it is not timed.
    """
    training = Training(out, run)
    data = gather()
    training.start()
    model = train(data)
    model.save(out)
    training.tell(f"on {model.origin.data[counted]} {counted}", {"data": model.origin.data})
