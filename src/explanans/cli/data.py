"""``explanans data``: the public data sets, where to get them, and whether they are whole."""

import typer

app = typer.Typer(help="List, download and verify the public data sets.", no_args_is_help=True)


@app.callback()
def _data() -> None:
    """List, download and verify the public data sets."""
