"""``explanans rank``: order every fact of a knowledge base for each question."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeName, Quiet, Seed, remark


def rank(
    questions: Annotated[Path, typer.Option("--questions", metavar="FILE", help="A file of questions.")],
    out: Annotated[Path, typer.Option("--out", metavar="RUN", help="The TextGraphs run file to write.")],
    kb: KnowledgeName = "starter",
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="The ranker.")] = "unification",
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Rank every fact for each question and write a TextGraphs run file."""
    import time

    from explanans.cli.streams import STANDARD, output, print_json, read_questions
    from explanans.codecs import runs
    from explanans.knowledge.base import KnowledgeBase
    from explanans.progress import track
    from explanans.rank.ranker import open_ranker
    from explanans.rank.ranker import rank as rank_facts

    asked = read_questions(questions)
    knowledge = KnowledgeBase.open(kb)
    ranker = open_ranker(model, knowledge)
    started = time.perf_counter()
    with output(out) as file:
        for question in track(asked, "Ranking", len(asked)):
            file.write(runs.encode(rank_facts(ranker, knowledge, question)))
    milliseconds = (time.perf_counter() - started) * 1000 / len(asked)
    if as_json and out != STANDARD:
        print_json(
            {
                "questions": len(asked),
                "facts": len(knowledge.facts),
                "model": model,
                "out": str(out),
                "milliseconds_per_question": round(milliseconds, 3),
            }
        )
    remark(
        f"ranked {len(knowledge.facts)} facts for {len(asked)} questions, {milliseconds:.1f} ms each: {out}",
        quiet=quiet or as_json,
    )
