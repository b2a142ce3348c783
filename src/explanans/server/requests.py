"""Schemas of requests, with the limits of all callers, and errors in one sentence that names the fields."""

from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_SENTENCE = 2_000
_TEXT = 200_000
"""The characters that a sentence and a source may have."""
_MOST = 3
_BLANKS = {"string_pattern_mismatch", "string_too_short"}
_KINDS = {
    "string_type": "a text",
    "string_unicode": "a text",
    "list_type": "a list",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
"""Accepted types by pydantic's error types."""
_ALSO = {
    "claims": ("answer", "answers", "response", "text", "statement", "statements", "actualoutput", "output"),
    "sources": ("context", "contexts", "document", "documents", "retrievedcontexts", "retrievalcontext", "evidence"),
    "question": ("query", "userinput", "input", "prompt"),
    "answer": ("response", "actualoutput", "output", "claim"),
    "choices": ("options", "answers"),
    "belief": ("claim", "hypothesis"),
    "argument": ("text", "premise"),
}
"""Other names of fields, as tools of the same kind have them."""
_BRANCHES = ("constrained-str", "list[", "str", "Named", "function-")
"""Prefixes of parts of an error's place that name a type alternative, not a field."""
_UNKNOWN = "extra_forbidden"


Sentence = Annotated[str, Field(min_length=1, max_length=_SENTENCE, pattern=r"\S")]


Text = Annotated[str, Field(min_length=1, max_length=_TEXT, pattern=r"\S")]


Facts = Annotated[int, Field(ge=1, le=100, description="Maximum number of facts to explain with.")]


Alternatives = Annotated[int, Field(ge=1, le=10, description="How many distinct explanations to look for.")]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Explain(_Request):
    """A question with its answer, which is to be explained."""

    question: Sentence = Field(examples=["What is ice made of?"])
    answer: Sentence = Field(examples=["water"])
    facts: Facts = 12
    alternatives: Alternatives = 1


class Answer(_Request):
    """A question with its choices, or without, where answers are to be found in the knowledge base."""

    question: Sentence = Field(examples=["What is ice made of?"])
    choices: list[Sentence] = Field(
        default=[],
        max_length=20,
        examples=[["water", "sand"]],
        description="The answers to judge, each once; if empty, candidates are proposed from the knowledge base.",
    )
    facts: Facts = 12
    most: int = Field(default=5, ge=1, le=20, description="Without choices, how many answers to return.")


class Rank(_Request):
    """A question with its answer, for which facts are to be ranked."""

    question: Sentence = Field(examples=["What is ice made of?"])
    answer: Sentence = Field(examples=["water"])
    limit: int = Field(default=100, ge=1, le=1000, description="How many of the best facts to return.")


class Named(_Request):
    """A source with the name by which evidence refers to it; names that end in .md are read as Markdown."""

    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
    text: Text


class Check(_Request):
    """Claims, and the sources against which to check them; a source is always the text itself, never a file."""

    claims: Annotated[list[Sentence], Field(min_length=1, max_length=100)] | Sentence = Field(
        examples=[["The shop closes at six."], "The shop closes at six."], description="One claim, or a list of them."
    )
    sources: Annotated[list[Text | Named], Field(min_length=1, max_length=50)] | Text | Named = Field(
        examples=[["The shop closes at six. On Sundays it stays shut."]],
        description="Text to check against: one text, or a list; with names or without.",
    )
    arcs: bool = Field(default=False, description="Whether to check grammatical arcs beside.")


class Graph(_Request):
    """A belief and an argument about it, whose stance is predicted and explained."""

    belief: Sentence = Field(examples=["Zoos should be banned."])
    argument: Sentence = Field(examples=["Animals suffer in narrow cages."])
    stance: Literal["support", "counter"] | None = Field(default=None, description="The stance, where it is known.")
    alternatives: Alternatives = 1


def say(faults: Any) -> str:
    """Return the errors of a request as one sentence.

    Example:
        >>> say([{"type": "int_type", "loc": ("body", "facts"), "msg": "Input should be a valid integer"}])
        'facts: not a whole number'
        >>> say([{"type": "missing", "loc": ("body", "answer"), "msg": "Field required"}])
        'answer: missing'
        >>> extra = {"type": "extra_forbidden", "loc": ("body", "context"), "msg": ""}
        >>> say([{"type": "missing", "loc": ("body", "sources"), "msg": ""}, extra])
        'context: not a field of this request; did you mean sources?'
    """
    said: dict[str, list[str]] = {}
    faults = _fitting(list(faults))
    missing = [_place(fault) for fault in faults if fault["type"] == "missing"]
    unknown = [_place(fault) for fault in faults if fault["type"] == _UNKNOWN]
    meant = {name: field for name in unknown if (field := _meant(name, missing))}
    for name, field in meant.items():
        said[name] = [f"not a field of this request; did you mean {field}?"]
    for fault in faults:
        if _place(fault) not in {*meant, *meant.values()}:
            said.setdefault(_place(fault), []).append(_words(fault))
    lines = [f"{place}: {_joined(words)}" for place, words in said.items()]
    more = f"; and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
    return "; ".join(lines[:_MOST]) + more


def _fitting(faults: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return errors without those of type alternatives that do not fit the type of a value if another one does."""
    alternatives = [_alternatives(fault) for fault in faults]
    unfit = {fault["loc"] for fault in faults if fault["type"].endswith("_type")}
    fit = {found[:-1] for found in chain.from_iterable(alternatives) if found not in unfit}
    return [
        fault
        for fault, places in zip(faults, alternatives, strict=True)
        if not any(found in unfit and found[:-1] in fit for found in places)
    ]


def _alternatives(fault: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the places of the type alternatives in which an error is, each with the name of the alternative."""
    place = fault["loc"]
    return [place[: number + 1] for number in range(len(place)) if _is_alternative(fault, number)]


def _is_alternative(fault: Mapping[str, Any], number: int) -> bool:
    """Return whether a part of an error's place names a type alternative; an unknown field may have any name."""
    is_field = fault["type"] == _UNKNOWN and number == len(fault["loc"]) - 1
    return not is_field and str(fault["loc"][number]).startswith(_BRANCHES)


def _meant(name: str, missing: list[str]) -> str:
    """Return the missing field that an unknown one stands for; empty if there is none."""
    for field in missing:
        if name.lower().replace("_", "") in _ALSO.get(field, ()) or name.rstrip("s") == field.rstrip("s"):
            return field
    return ""


def _place(fault: Mapping[str, Any]) -> str:
    """Return the name of a field, and the number of the item in it."""
    place = ""
    for number, part in enumerate(fault["loc"]):
        if isinstance(part, int):
            place += f", item {part + 1}"
        elif (number or part != "body") and not _is_alternative(fault, number):
            place += f"{', ' * bool(place)}{part}"
    return place or "the body"


def _joined(words: list[str]) -> str:
    """Return the faults of a field; of one that has alternatives, what would have been accepted."""
    words = list(dict.fromkeys(words))
    if len(words) > 1 and all(word.startswith("not ") for word in words):
        *others, last = (word.removeprefix("not ") for word in words)
        return f"not {', '.join(others)} or {last}"
    return next((word for word in words if not word.startswith("not ")), words[0])


def _words(fault: Mapping[str, Any]) -> str:
    kind, limits = fault["type"], fault.get("ctx", {})
    if kind in _BLANKS:
        return "empty; accepted: a text"
    if kind in _KINDS:
        return f"not {_KINDS[kind]}"
    sentences = {
        "missing": "missing",
        _UNKNOWN: "not a field of this request",
        "string_too_long": f"more than {limits.get('max_length', 0):,} characters",
        "too_short": "an empty list; accepted: one item or more",
        "too_long": f"more than {limits.get('max_length')} items",
        "greater_than_equal": f"too small; accepted: {limits.get('ge')} or more",
        "less_than_equal": f"too large; accepted: {limits.get('le')} or less",
        "literal_error": f"unknown; accepted: {limits.get('expected', '')}",
    }
    return sentences.get(kind) or f"{fault['msg'][:1].lower()}{fault['msg'][1:]}"
