"""Former spellings of options, which stay valid but are not shown in help."""

from collections.abc import Iterator, Mapping, Sequence

_EXPLAIN = {"--check": "--step-checker", "--model": "--ranker", "--trees": "--search-model", "--with": "--method"}
_TRAINING = {"--blocks": "--lora-layers", "--rank": "--lora-rank"}

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "answer": {"--model": "--ranker", "--most": "--max-answers"},
    "api": {"--keys": "--key-file", "--model": "--ranker", "--new-key": "--create-key", "--open": "--no-auth"},
    "bench": {"--curve": "--learning-curve", "--stand-ins": "--automatic"},
    "evaluate": {
        "--at-least": "--min-relevance",
        "--by-provenance": "--group-by-source",
        "--highest": "--max-rating",
        "--lenient": "--allow-invalid",
        "--stand-ins": "--automatic",
    },
    "explain": _EXPLAIN,
    "graph": {
        "--knowledge": "--assertions",
        "--model": "--graph-model",
        "--order": "--strategy",
        "--stances": "--stance-model",
        "--style": "--relations",
    },
    "mcp": {"--model": "--ranker"},
    "prove": _EXPLAIN,
    "rank": {"--model": "--ranker"},
    "train": _TRAINING,
    "train claims": {"--model": "--language-model", "--most": "--max-claims"},
    "train neural-ranker": {
        "--depth": "--rerank-depth",
        "--first": "--first-stage",
        "--near": "--hard-negatives",
        "--random": "--random-negatives",
        "--window": "--max-tokens",
    },
    "train ranker": {"--cold": "--no-gold-features", "--pointers": "--encoders"},
    "train stance": {**_TRAINING, "--say": "--generate-label", "--teach": "--fine-tune"},
}
"""The present spelling of each former one, by command; a group's table holds for its commands without a table."""


def current_spelling(command: str, arguments: Sequence[str]) -> Iterator[str]:
    """Yield arguments with former spellings of options replaced.

    Args:
        command: The words that call the command, such as ``evaluate ranking``.
        arguments: The arguments after them.

    Example:
        >>> list(current_spelling("rank", ["--model=bm25", "--out", "run", "--", "--model"]))
        ['--ranker=bm25', '--out', 'run', '--', '--model']
    """
    path = command.removeprefix("lab ")
    table = OPTIONS.get(path) or OPTIONS.get(path.partition(" ")[0], {})
    options = True
    for argument in arguments:
        options = options and argument != "--"
        name, equals, value = argument.partition("=")
        yield f"{table[name]}{equals}{value}" if options and name in table else argument
