"""``explanans lab``: training, benchmarks and data sets."""

from explanans.cli.command import Commands
from explanans.lab.commands import accelerate, bench, data, train

app = Commands(help="Train models, run benchmarks, and list or describe data sets.")
app.add_typer(train.app, name="train")
app.add_typer(bench.app, name="bench")
app.add_typer(data.app, name="data")
app.add_typer(accelerate.app, name="accelerate")
