"""Suggest what was meant by an unknown command or option, and which command does what."""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from explanans.cli.examples import EXAMPLES

if TYPE_CHECKING:
    import typer

WHICH = (
    ("why an answer is right", "explain QUESTION --answer TEXT"),
    ("the right answer", "answer QUESTION --choice TEXT..."),
    ("errors in a text or an LLM's answer", "check --source FILE --claims FILE"),
    ("how a statement follows", "prove HYPOTHESIS --premises FILE"),
    ("how an argument bears on a belief", "graph BELIEF ARGUMENT"),
    ("facts of notes, tables, documents", "kb search FILE QUERY"),
    ("a knowledge base of many files", "kb build FILE... --out DIR"),
    ("a run file", "rank --questions FILE --out RUN"),
    ("figures of predictions", "evaluate ranking GOLD PREDICTED"),
    ("how far people agree", "evaluate agreement FILE..."),
    ("calls from programs, assistants", "api, mcp"),
    ("people who write and rate", "serve"),
)
"""What people want, and the command that gives it."""

_COMMANDS = {
    **dict.fromkeys(("search", "find", "query", "grep"), ("kb search",)),
    **dict.fromkeys(("index", "ingest", "import-documents"), ("kb build",)),
    **dict.fromkeys(("verify", "validate", "factcheck", "fact-check", "faithfulness", "ground"), ("check",)),
    **dict.fromkeys(("why", "explanation"), ("explain",)),
    **dict.fromkeys(("ask", "qa", "question", "solve-question"), ("answer", "explain")),
    **dict.fromkeys(("tree", "trees", "entail", "entailment", "proof"), ("prove",)),
    **dict.fromkeys(("stance", "argument", "belief", "graphs"), ("graph",)),
    **dict.fromkeys(("retrieve", "retrieval", "run"), ("rank",)),
    **dict.fromkeys(("eval", "score", "measure", "metrics", "compare"), ("evaluate",)),
    **dict.fromkeys(("benchmark", "benchmarks"), ("bench",)),
    **dict.fromkeys(("fit", "finetune", "fine-tune"), ("train",)),
    **dict.fromkeys(("datasets", "dataset"), ("lab data list",)),
    **dict.fromkeys(("rest", "http", "openapi", "server"), ("api", "serve")),
    **dict.fromkeys(("ui", "web", "gui", "annotate"), ("serve",)),
    **dict.fromkeys(("kappa", "iaa"), ("evaluate agreement",)),
    "rankings": ("evaluate ranking",),
    "help": ("--help",),
    "version": ("--version",),
}
"""What commands are called elsewhere."""

_OPTIONS = {
    **dict.fromkeys(
        ("--context", "--contexts", "--document", "--documents", "--reference", "--evidence", "--against-source"),
        ("--source",),
    ),
    **dict.fromkeys(("--threshold", "--min-support", "--minimum", "--at-least", "--min-score"), ("--fail-below",)),
    **dict.fromkeys(("--text", "--statement", "--hypothesis", "--answer", "--response"), ("--claim", "--claims")),
    **dict.fromkeys(("--file", "--input", "--in", "--input-file"), ("--claims", "--questions", "--source")),
    **dict.fromkeys(("--output", "--output-file", "-o", "--save", "--export"), ("--out", "--html")),
    **dict.fromkeys(("--knowledge", "--knowledge-base", "--facts-file", "--notes", "--corpus"), ("--kb",)),
    **dict.fromkeys(("--top", "--top-k", "-k", "-n", "--num", "--limit", "--number"), ("--facts", "--top", "--number")),
    **dict.fromkeys(("--choices", "--option", "--options"), ("--choice",)),
    **dict.fromkeys(("--jobs", "-j", "--processes", "--threads", "--num-workers"), ("--workers",)),
    **dict.fromkeys(("--continue", "--skip-existing"), ("--resume",)),
    **dict.fromkeys(("--xml", "--junit-xml", "--junitxml"), ("--junit",)),
    **dict.fromkeys(("--markdown", "--latex", "--csv", "--table"), ("--format", "--summary")),
    **dict.fromkeys(("--output-format", "--fmt"), ("--format", "--json")),
    **dict.fromkeys(("--baseline", "--compare", "--other", "--versus"), ("--against",)),
    **dict.fromkeys(("--system", "--models"), ("--systems", "--model")),
    **dict.fromkeys(("--ranker", "--retriever"), ("--model",)),
    **dict.fromkeys(("--silent", "--no-progress"), ("--quiet",)),
    **dict.fromkeys(("--fail", "--strict", "--exit-code"), ("--fail-on", "--fail-below")),
    **dict.fromkeys(("--premise", "--facts"), ("--premises",)),
    "--page": ("--html",),
    "--question": ("--questions",),
    "--data-dir": ("--data",),
    "--random-seed": ("--seed",),
}
"""What options are called elsewhere; only those that a command has are suggested."""

_MOST = 3


def complaint(error: "typer.TyperException") -> str:
    """Return the sentence of an error of the command line, with what was probably meant.

    Args:
        error: The error.
    """
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if name := getattr(error, "option_name", None) if message.startswith("No such option") else None:
        return f"no option {name}{_meant(_options(name, context), context)}"
    if message.startswith("No such command"):
        name = message.partition("'")[2].partition("'")[0]
        return f"no command '{name}'{_meant(_commands(name, context), context)}"
    if message.startswith("Got unexpected extra argument"):
        extra = message.partition("(s) (")[2].rstrip(")")
        return f"{extra!r} is one argument too many; accepted: a text of several words in quotation marks"
    return message


def _meant(names: list[str], context: Any) -> str:
    called = [f"'{name}'" for name in names[:_MOST]]
    if called:
        return f"; did you mean {' or '.join(called)}?"
    path = getattr(context, "command_path", "") or "explanans"
    return f"; accepted: what '{path} --help' lists"


def _options(name: str, context: Any) -> list[str]:
    """Return the options of a command that an unknown one may stand for."""
    params = getattr(getattr(context, "command", None), "params", ())
    known = [option for param in params for option in param.opts if option.startswith("--")]
    meant = [option for option in _OPTIONS.get(name, ()) if option in known]
    close = get_close_matches(name, known, _MOST, 0.7)
    return list(dict.fromkeys([*meant, *close] if meant else [*close]))


def _commands(name: str, context: Any) -> list[str]:
    """Return the commands that an unknown one may stand for; those of a group have its name before them."""
    group = getattr(context, "command_path", "").removeprefix("explanans").strip()
    word = name.lower()
    prefix = f"{group} " * bool(group)
    if group:
        known = [command.removeprefix(prefix) for command in EXAMPLES if command.startswith(prefix)]
        close = get_close_matches(word, known, _MOST, 0.6)
        if close:
            return [f"{prefix}{command}" for command in close]
    else:
        known = list(dict.fromkeys(command.partition(" ")[0] for command in EXAMPLES))
        found = [*_COMMANDS.get(word, ()), *get_close_matches(word, known, _MOST, 0.7)]
        if found:
            return list(dict.fromkeys(found))
    inner = [command for command in EXAMPLES if command.partition(" ")[2] == word]
    return inner or list(_COMMANDS.get(word, ()))


def which_command() -> str:
    """Return which command does what, as a part of the help."""
    width = max(len(wanted) for wanted, _ in WHICH)
    rows = (f"  {wanted:<{width}}  {command}" for wanted, command in WHICH)
    return "\n".join(["Which command do I need?", "", *rows, ""])
