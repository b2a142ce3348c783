"""``explanans rank``: order every fact of a knowledge base for each question."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeNames, ManyOptions, Quiet, Seed, remark
from explanans.errors import amount

if TYPE_CHECKING:
    from explanans.structures.questions import Question

_WITH_SCORES = {".jsonl", ".parquet"}


def rank(
    questions: Annotated[Path, typer.Option("--questions", metavar="FILE", help="A file of questions.")],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="RUN",
            help="The TextGraphs run file to write; with scores if it ends in .jsonl or .parquet.",
        ),
    ],
    kb: KnowledgeNames = None,
    model: Annotated[
        str | None, typer.Option("--ranker", metavar="NAME", help="Ranker, or the folder of a trained one.")
    ] = None,
    *,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Rank every fact for each question and write a TextGraphs run file."""
    import time

    from explanans.cli.many import Writing, counted, end, questions_of, work_through
    from explanans.cli.streams import STANDARD, print_json
    from explanans.formats import runs
    from explanans.knowledge.base import KnowledgeBase
    from explanans.pipeline.parallel import ranking_line, run_lines
    from explanans.pipeline.ranking import RankJob
    from explanans.retrieval.ranker import default_ranker
    from explanans.runtime.journal import json_lines, table_lines
    from explanans.structures.rankings import Ranking

    with_scores = out.suffix.lower() in _WITH_SCORES

    def usable(question: "Question") -> object:
        # The line of a run file begins with the question's id.
        question.check()
        return with_scores or runs.encode(Ranking(question.id, (question.id,)))

    given = questions_of(questions, usable)
    bases = tuple(kb or ["starter"])
    knowledge = KnowledgeBase.open(*bases)
    count, model = knowledge.manifest.facts, model or default_ranker(knowledge)
    how = Writing.by(many, out, as_json=as_json, quiet=quiet)
    encode, reading = (ranking_line, json_lines) if with_scores else (run_lines, table_lines)
    started = time.perf_counter()
    written = work_through(RankJob({"ranker": model}, bases), encode, given, how, reading)
    milliseconds = (time.perf_counter() - started) * 1000 / max(written.new, 1)
    if as_json and out != STANDARD:
        record = {
            "questions": written.items,
            "facts": count,
            "model": model,
            "out": str(out),
            "milliseconds_per_question": round(milliseconds, 3),
        }
        print_json(counted(record, written))
    remark(
        f"ranked {amount(count, 'fact')} for {amount(written.items, 'question')}, {milliseconds:.1f} ms each: {out}",
        quiet=quiet or as_json,
    )
    end(written, given, how)
