"""``explanans lab train stance``."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.command import given
from explanans.cli.options import AsJson, DataFolder, Quiet, Seed
from explanans.errors import InputError
from explanans.lab.commands.training import MatrixOptions, Out, TokenPaceOptions, Training

if TYPE_CHECKING:
    from explanans.lab.networks.frame_adapter import FrameAdapterTraining
    from explanans.learning.model import TrainedModel
    from explanans.structures.graphs import ExplanationGraph


def stance(
    out: Out,
    data: DataFolder = None,
    language_model: Annotated[
        str,
        typer.Option(
            "--language-model",
            metavar="NAME",
            help="Ask this language model too, such as SmolLM2-135M-Instruct; needs 'neural'.",
        ),
    ] = "",
    teach: Annotated[
        bool,
        typer.Option("--fine-tune", help="Fine-tune the language model first; takes half an hour or more."),
    ] = False,
    say: Annotated[
        bool,
        typer.Option("--generate-label", help="Train it to predict the stance, too, without and with the graph."),
    ] = False,
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, metavar="N", help="Pairs for inference to teach before, at most.")
    ] = 0,
    *,
    reach: MatrixOptions,
    asked: TokenPaceOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what tells support from counter on ExplaGraphs; give the folder to --stances of 'graph'."""
    from explanans.lab.datasets.splits import training_graphs

    training = Training(out, as_json=as_json, quiet=quiet)
    examples = training_graphs(data)
    if teach and not language_model:
        raise InputError("there is no language model to teach; accepted: --fine-tune with --language-model NAME")
    if not teach and (say or pairs or given(reach) or given(asked)):
        raise InputError("how to teach is said, but not to teach; accepted: such options with --fine-tune")
    training.start()
    record: dict[str, object] = {}
    if teach:
        how = _teaching(say, reach, asked, seed)
        model, record["held_out"] = _taught(examples, language_model, how, pairs, data, out)
    else:
        model = _told(examples, language_model, seed)
        model.save(out)
    training.tell(f"on {len(examples)} graphs", {"data": model.origin.data, **record})


def _told(examples: "list[ExplanationGraph]", language_model: str, seed: int) -> "TrainedModel[Any]":
    """Return trees, with the readings of a language model if one is named."""
    if not language_model:
        from explanans.lab.training.stance import train

        return train(examples, seed=seed)
    from explanans.lab.networks.reading_stance import train_reading

    return train_reading(examples, language_model, seed=seed)


def _teaching(say: bool, reach: MatrixOptions, asked: TokenPaceOptions, seed: int) -> "FrameAdapterTraining":
    """Return how to teach."""
    from dataclasses import replace

    from explanans.lab.networks.frame_adapter import INFERENCE, SCHEDULE, FrameAdapterTraining

    before = replace(asked, epochs=None).over(INFERENCE, seed)
    return FrameAdapterTraining(asked.over(SCHEDULE, seed), before, says=say, **given(reach))


def _taught(
    examples: "list[ExplanationGraph]",
    language_model: str,
    how: "FrameAdapterTraining",
    pairs: int,
    data: Path | None,
    out: Path,
) -> "tuple[TrainedModel[Any], list[dict[str, Any]]]":
    """Fine-tune a language model, save the stance model, and return it with its accuracy after each epoch."""
    from explanans.lab.networks.reading_stance import train_taught
    from explanans.lab.training.inference_pairs import inference_pairs

    before = inference_pairs(data, pairs, how.schedule.seed, decided=True)
    with TemporaryDirectory() as workplace:
        model, progress = train_taught(examples, language_model, how, before, Path(workplace) / "adapter")
        model.save(out)
    return model, [
        {name: quality._asdict() for name, quality in (("alone", item.alone), ("with_graph", item.with_graph))}
        for item in progress
    ]
