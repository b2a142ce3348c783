"""``explanans lab data arcs``: what scorers of arcs are trained on."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, ParserName, Quiet, Recipes, Seed, amount, remark

if TYPE_CHECKING:
    from explanans.entailment.arcs.arcs import ArcExample
    from explanans.structures.syntax import Arc


def arcs(
    recipe: Recipes = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Examples of each recipe at most.", min=1)] = 3,
    data: DataFolder = None,
    parser: ParserName = None,
    context: Annotated[
        int, typer.Option("--context", metavar="N", min=0, help="Let sources have up to N sentences of their text.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the examples to a file for 'train arc-encoder --arcs' (.jsonl) instead.",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Show the examples that scorers of arcs are trained on: altered sentences, and what is known of their arcs."""
    from explanans.cli.streams import output, print_json, say
    from explanans.lab.recipes.recipes import USUAL, training_examples
    from explanans.lab.recipes.written import encode
    from explanans.language.parser import DEFAULT, open_parser

    found = training_examples(open_parser(parser or DEFAULT), recipe or USUAL, limit, seed, data, context=context)
    if out:
        with output(out) as file:
            count = sum(file.write(f"{encode(example)}\n") > 0 for example in found)
        remark(f"wrote {amount(count, 'example')}: {out}", quiet=quiet or as_json)
        return
    made = list(found)
    if as_json:
        print_json([_record(example) for example in made])
        return
    for example in made:
        say("\n".join(_lines(example)) + "\n")
    for name in dict.fromkeys(example.recipe for example in made):
        say(_summary(name, [example for example in made if example.recipe == name]))


def _summary(name: str, made: "Sequence[ArcExample]") -> str:
    labels = [label for example in made for label in example.labels.values()]
    unknown = sum(len(_checked(example)) for example in made) - len(labels)
    supported = f"{sum(labels):,} arcs supported, {len(labels) - sum(labels):,} not, {unknown:,} not known"
    return f"{name}: {len(made):,} example{'s' * (len(made) > 1)}, {supported}"


def _lines(example: "ArcExample") -> Iterator[str]:
    yield f"{example.recipe} ({example.origin})"
    yield from (f"  source: {sentence.text}" for sentence in example.source)
    yield f"  claim:  {example.claim.text}"
    for label, words in ((True, "supported"), (False, "not supported"), (None, "not known")):
        arcs_ = [_arc(example, arc) for arc in _checked(example) if example.labels.get(arc) is label]
        if arcs_:
            yield f"  {words}: {', '.join(arcs_)}"


def _arc(example: "ArcExample", arc: "Arc") -> str:
    words = example.claim.tokens
    return f"{words[arc.head].text} → {words[arc.child].text} ({arc.label})"


def _checked(example: "ArcExample") -> "tuple[Arc, ...]":
    from explanans.entailment.arcs.arcs import checked_arcs

    return checked_arcs(example.claim)


def _record(example: "ArcExample") -> dict[str, object]:
    words = example.claim.tokens
    return {
        "recipe": example.recipe,
        "origin": example.origin,
        "source": [sentence.text for sentence in example.source],
        "claim": example.claim.text,
        "arcs": [
            {
                "head": words[arc.head].text,
                "child": words[arc.child].text,
                "label": arc.label,
                "supported": example.labels.get(arc),
            }
            for arc in _checked(example)
        ],
    }
