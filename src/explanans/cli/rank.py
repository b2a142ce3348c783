"""``explanans rank``: order every fact of a knowledge base for each question."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeNames, Quiet, Seed, Workers, remark


def rank(
    questions: Annotated[Path, typer.Option("--questions", metavar="FILE", help="A file of questions.")],
    out: Annotated[Path, typer.Option("--out", metavar="RUN", help="The TextGraphs run file to write.")],
    kb: KnowledgeNames = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="The ranker, or the folder of a trained one.")
    ] = None,
    workers: Workers = 1,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Rank every fact for each question and write a TextGraphs run file."""
    import time

    from explanans.batch.ranking import RankJob, rank_each
    from explanans.cli.streams import STANDARD, output, print_json, read_questions
    from explanans.knowledge.base import KnowledgeBase
    from explanans.progress import track
    from explanans.rank.ranker import default_ranker

    asked = read_questions(questions)
    bases = tuple(kb or ["starter"])
    knowledge = KnowledgeBase.open(*bases)
    count, model = knowledge.manifest.facts, model or default_ranker(knowledge)
    lines = rank_each(RankJob(bases, model), asked, workers)
    started = time.perf_counter()
    with output(out) as file:
        for text in track(lines, "Ranking", len(asked)):
            file.write(text)
    milliseconds = (time.perf_counter() - started) * 1000 / len(asked)
    if as_json and out != STANDARD:
        print_json(
            {
                "questions": len(asked),
                "facts": count,
                "model": model,
                "out": str(out),
                "milliseconds_per_question": round(milliseconds, 3),
            }
        )
    remark(
        f"ranked {count} facts for {len(asked)} questions, {milliseconds:.1f} ms each: {out}",
        quiet=quiet or as_json,
    )
