"""Examples of every command, and suggestions of what was meant by an unknown command or option."""

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typer


EXAMPLES = {
    "answer": "'What is ice made of?' --choice water --choice sand",
    "api": "--kb starter --port 8000",
    "lab accelerate list": "--data DATA --out accelerated",
    "lab accelerate run": "--data DATA --out accelerated --minutes 30",
    "lab bench claims": "--split dev",
    "lab bench entailmentbank": "--data DATA --task 1 --split dev",
    "lab bench explagraphs": "--data DATA --split dev",
    "lab bench factuality": "--data DATA",
    "lab bench inference": "--data DATA --split dev",
    "lab bench leaves": "--data DATA --sample 50",
    "lab bench reading": "--data DATA --out sheet.tsv",
    "lab bench schemas": "--data DATA",
    "lab bench worldtree": "--data DATA --systems bm25,stacked",
    "check": "--source notes.txt --claim 'The dog chased two cats.'",
    "lab data arcs": "--data DATA --limit 10",
    "lab data convert": "my-download --out my-roberta",
    "lab data download": "entailmentbank --data DATA",
    "lab data list": "--json",
    "lab data stats": "entailmentbank --split dev --html trees.html",
    "lab data verify": "worldtree-v2.1 --data DATA",
    "evaluate agreement": "ratings.tsv",
    "evaluate answers": "questions.dev.tsv answers.jsonl",
    "evaluate facts": "questions.dev.tsv out.jsonl",
    "evaluate graphs": "dev.tsv predicted.tsv",
    "evaluate labels": "ann.tsv bob.tsv --automatic automatic.tsv",
    "evaluate ranking": "questions.dev.tsv run.txt",
    "evaluate reading": "ann.tsv bob.tsv",
    "evaluate sheet": "step dev.jsonl predicted.tsv --out sheet.tsv",
    "evaluate shortlist": "questions.dev.tsv run.txt --out shortlist.tsv",
    "evaluate trees": "dev.jsonl predicted.tsv --mode official",
    "explain": "'What is ice made of?' --answer water --html page.html",
    "graph": "'Zoos should be banned.' 'Animals suffer in narrow cages.'",
    "kb add": "my-base more-notes.txt",
    "kb build": "notes.txt tables.csv --out my-base",
    "kb info": "starter",
    "kb remove": "my-base notes#12",
    "kb search": "starter 'frog skin'",
    "mcp": "--kb starter",
    "prove": "'a frog has moist skin' --premises premises.txt",
    "rank": "--questions questions.dev.tsv --kb starter --out run.txt",
    "schema cache": "patterns.iml --out kept",
    "schema check": "patterns.iml",
    "models install": "smollm2",
    "models list": "--json",
    "schema solve": "patterns.iml --out solved",
    "serve": "--database team.sqlite --port 8080",
    "lab train answers": "--data DATA --out my-answers",
    "lab train arc-encoder": "--data DATA --out my-arcs",
    "lab train arcs": "--data DATA --out my-arcs",
    "lab train claims": "--data DATA --out claims.jsonl.gz",
    "lab train concept-writer": "--checkpoint BART --data DATA --out my-concepts",
    "lab train cut-off": "--data DATA --out my-cut-off",
    "lab train generator": "--checkpoint T5 --kb WORLDTREE --out my-generator",
    "lab train graph-encoder": "--data DATA --out my-encoder",
    "lab train graph-judge": "semantic --data DATA --out my-verifier",
    "lab train graph-writer": "--checkpoint T5 --data DATA --out my-writer",
    "lab train graphs": "--data DATA --out my-graphs",
    "lab train judge": "--data DATA --out my-judge",
    "lab train language-relevance": "--data DATA --out my-relevance",
    "lab train language-worth": "--data DATA --out my-worth",
    "lab train conclusion-worth": "--data DATA --out my-worth",
    "lab train language-leaves": "--data DATA --out my-leaves",
    "lab train language-premises": "--data DATA --out my-premises",
    "lab train language-answers": "--out my-answers",
    "lab train answer-reading": "--out my-reading",
    "lab train language-choices": "--data DATA --out my-choices",
    "lab train language-reader": "--data DATA --out my-reader",
    "lab train leaf-support": "--data DATA --out my-support",
    "lab train leaves": "--data DATA --out my-leaves",
    "lab train neural-ranker": "bi-encoder --kb WORLDTREE --out my-ranker",
    "lab train parser": "--data DATA --out my-parser",
    "lab train pointers": "--kb worldtree-v2.1 --out my-pointers",
    "lab train proposals": "--out my-proposals",
    "lab train language-proposals": "--out my-answers",
    "lab train ranker": "--data DATA --out my-ranker",
    "lab train relevance": "--data DATA --out my-relevance",
    "lab train repetition": "--data DATA --out my-repetition",
    "lab train stance": "--data DATA --out my-stance",
    "lab train stance-encoder": "--data DATA --out my-stance",
    "lab train steps": "--data DATA --out my-steps",
    "lab train trees": "--data DATA --out my-trees",
    "lab train words": "--data DATA --out my-words",
    "lab train writer": "--data DATA --out my-writer",
    "workbench backup": "--database team.sqlite --out week-12.jsonl.gz",
    "workbench export": "'My trees' --database team.sqlite --out project.jsonl",
    "workbench import": "project.jsonl --database team.sqlite --title 'The same again'",
    "workbench keys": "--add reports",
    "workbench restore": "week-12.jsonl.gz --database restored.sqlite",
    "workbench users": "--database team.sqlite --add ann",
}


WHICH = (
    ("why an answer is right", "explain QUESTION --answer TEXT"),
    ("the right answer", "answer QUESTION --choice TEXT..."),
    ("errors in a text or an LLM's answer", "check --source FILE --claims FILE"),
    ("how a statement follows", "prove HYPOTHESIS --premises FILE"),
    ("how an argument bears on a belief", "graph BELIEF ARGUMENT"),
    ("facts of notes, tables, documents", "kb search FILE QUERY"),
    ("a knowledge base of many files", "kb build FILE... --out DIR"),
    ("a run file", "rank --questions FILE --out RUN"),
    ("scores of predictions", "evaluate ranking GOLD PREDICTED"),
    ("agreement of raters", "evaluate agreement FILE..."),
    ("calls from programs, assistants", "api, mcp"),
    ("people who write and rate", "serve"),
)
"""Tasks of users, and the commands for them."""

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
    **dict.fromkeys(("rankings", "map", "ndcg", "mrr", "trec-eval", "trec_eval", "qrels"), ("evaluate ranking",)),
    **dict.fromkeys(("bleu", "stances"), ("evaluate graphs",)),
    **dict.fromkeys(("alpha", "raters", "ratings"), ("evaluate agreement",)),
    **dict.fromkeys(("accuracy",), ("evaluate answers",)),
    **dict.fromkeys(("test", "claims", "hallucinations", "rag", "faithful"), ("check",)),
    **dict.fromkeys(("quiz", "questions", "mcq"), ("answer", "explain")),
    **dict.fromkeys(("convert", "add", "load", "open"), ("kb build", "kb add")),
    "help": ("--help",),
    "version": ("--version",),
}
"""Names of commands in other tools."""

_OPTIONS = {
    **dict.fromkeys(
        (
            *("--context", "--contexts", "--document", "--documents", "--docs", "--reference", "--evidence"),
            *("--retrieved-contexts", "--sources", "--against-source"),
        ),
        ("--source", "--kb"),
    ),
    **dict.fromkeys(("--threshold", "--min-support", "--minimum", "--at-least", "--min-score"), ("--fail-below",)),
    **dict.fromkeys(
        ("--text", "--statement", "--hypothesis", "--answer", "--answers", "--response", "--responses", "--records"),
        ("--claim", "--claims"),
    ),
    **dict.fromkeys(("--file", "--input", "--in", "--input-file"), ("--claims", "--questions", "--source")),
    **dict.fromkeys(("--output", "--output-file", "-o", "--save", "--export"), ("--out", "--html")),
    **dict.fromkeys(
        ("--knowledge", "--knowledge-base", "--facts-file", "--notes", "--corpus", "--kb", "--source"),
        ("--kb", "--source"),
    ),
    **dict.fromkeys(("--top", "--top-k", "-k", "-n", "--num", "--limit", "--number"), ("--facts", "--top", "--number")),
    **dict.fromkeys(("--choices", "--option", "--options"), ("--choice",)),
    **dict.fromkeys(("--jobs", "-j", "--processes", "--threads", "--num-workers"), ("--workers",)),
    **dict.fromkeys(("--continue", "--skip-existing"), ("--resume",)),
    **dict.fromkeys(("--xml", "--junit-xml", "--junitxml"), ("--junit",)),
    **dict.fromkeys(("--markdown", "--latex", "--tex", "--csv", "--table", "--md"), ("--format", "--summary")),
    **dict.fromkeys(("--output-format", "--fmt", "--format", "--as-json"), ("--format", "--json", "--html")),
    **dict.fromkeys(("--qrels", "--gold", "--run", "--predictions", "--predicted"), ("--against",)),
    **dict.fromkeys(("--report", "--web", "--page"), ("--html",)),
    **dict.fromkeys(("--baseline", "--compare", "--other", "--versus"), ("--against",)),
    **dict.fromkeys(("--system", "--models"), ("--systems", "--model")),
    **dict.fromkeys(("--ranker", "--retriever"), ("--model",)),
    **dict.fromkeys(("--silent", "--no-progress"), ("--quiet",)),
    **dict.fromkeys(("--fail", "--strict", "--exit-code"), ("--fail-on", "--fail-below")),
    **dict.fromkeys(("--premise", "--facts"), ("--premises",)),
    "--data-dir": ("--data",),
    "--random-seed": ("--seed",),
}
"""Names of options in other tools; only those that a command has are suggested."""

_MOST = 3


_NUMBERS = {
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "greater_than": "more than {gt}",
    "less_than": "less than {lt}",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
}
"""The accepted values by the type of an error of pydantic."""


def complaint(error: "typer.TyperException") -> str:
    """Return the sentence of an error of the command line, with what was probably meant."""
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if name := getattr(error, "option_name", None) if message.startswith("No such option") else None:
        return f"no option {name}{_meant_option(name, context)}"
    if message.startswith("No such command"):
        name = message.partition("'")[2].partition("'")[0]
        return f"no command '{name}'{_meant(_commands(name, context), context)}"
    if message.startswith("Got unexpected extra argument"):
        return _extra(message.partition("(")[2].partition(" (")[2].rstrip(")") or message, context)
    if message.startswith("Invalid value for"):
        return _value(error, message)
    if found := re.fullmatch(r"Option '(\S+)' requires an argument\.?", message):
        message = f"{found[1]} has no value"
    return f"{message.rstrip('.')}{_example(context)}" if message.startswith(("Missing ", "-")) else message


def _meant(names: list[str], context: Any) -> str:
    called = [f"'{name}'" for name in names[:_MOST]]
    if called:
        return f"; did you mean {' or '.join(called)}?"
    path = getattr(context, "command_path", "") or "explanans"
    return f"; accepted: what '{path} --help' lists"


def _meant_option(name: str, context: Any) -> str:
    """Return what was meant by an option: an argument, another option, or a command that has it."""
    arguments = {param.name: param for param in _params(context) if not param.opts[0].startswith("-")}
    plain = name.lstrip("-").replace("-", "_")
    if plain in arguments:
        return f"; accepted: {plain.upper()} as an argument, without a name before it"
    if names := _options(name, context):
        return _meant(names, context)
    if commands := _commands_with(name, context):
        called = ", ".join(f"'{command}'" for command in commands)
        return f"; it belongs to {called}"
    return _meant([], context)


def _commands_with(name: str, context: Any) -> list[str]:
    """Return the commands of the first level that have an option."""
    if context is None:
        return []
    root = context.find_root()
    names = (word for word in dict.fromkeys(command.partition(" ")[0] for command in EXAMPLES))
    found = []
    for command in names:
        loaded = root.command.get_command(root, command)
        if any(name in param.opts for param in getattr(loaded, "params", ())):
            found.append(command)
    return found


def _extra(extra: str, context: Any) -> str:
    """Return the sentence about arguments that a command does not take."""
    if any(not param.opts[0].startswith("-") for param in _params(context)):
        return f"{extra!r} is too much; accepted: a text of several words in quotation marks"
    return f"{extra!r} has no option before it{_example(context)}"


def _value(error: "typer.TyperException", message: str) -> str:
    """Return the sentence about a value that an option or argument does not take."""
    name, _, found = message.removeprefix("Invalid value for ").partition(": ")
    name = name.strip("'")
    details: list[dict[str, Any]] = getattr(error.__cause__ or error.__context__, "errors", list)()
    if details and (accepted := _NUMBERS.get(details[0]["type"])):
        return f"{name} {details[0]['input']}; accepted: {_plainly(accepted, details[0].get('ctx', {}))}"
    if choice := re.fullmatch(r"(?:Value error, )?('.*?') is not one of (.*?)\.?", found):
        return f"{name} {choice[1]}; accepted: {choice[2]}"
    return f"{name}: {found.removeprefix('Value error, ')}"


def _plainly(accepted: str, bounds: dict[str, Any]) -> str:
    """Return what is accepted, with bounds as people write them: 1 for 1.0."""
    return accepted.format(**{name: f"{bound:g}" for name, bound in bounds.items() if isinstance(bound, int | float)})


def _example(context: Any) -> str:
    """Return an example of a command, to end a sentence with."""
    path = getattr(context, "command_path", "").removeprefix("explanans").strip()
    example = EXAMPLES.get(path) or EXAMPLES.get(f"lab {path}")
    return f"; accepted, for example: explanans {path} {example}" if example else ""


def _params(context: Any) -> "list[Any]":
    return list(getattr(getattr(context, "command", None), "params", ()))


def _options(name: str, context: Any) -> list[str]:
    """Return the options of a command that an unknown one may stand for."""
    known = [option for param in _params(context) for option in param.opts if option.startswith("--")]
    meant = [option for option in _OPTIONS.get(name, ()) if option in known]
    return meant or get_close_matches(name, known, _MOST, 0.7)


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
    if inner or word in _COMMANDS:
        return inner or list(_COMMANDS[word])
    misspelt = get_close_matches(word, [*(item.partition(" ")[2] for item in EXAMPLES), *_COMMANDS], 1, 0.8)
    return _commands(misspelt[0], context) if misspelt else []


def which_command() -> str:
    """Return which command does what, as a part of the help."""
    width = max(len(wanted) for wanted, _ in WHICH)
    rows = (f"  {wanted:<{width}}  {command}" for wanted, command in WHICH)
    return "\n".join(["Which command do I need?", "", *rows, ""])
