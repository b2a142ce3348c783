"""What a knowledge base costs as it grows: to build, to open, to add to, to ask; and what it still finds.

Run ``python benchmarks/scale.py``; ``--help`` lists the options. The facts are WorldTree's, hidden among made-up ones
(``synthetic.py``), the same in every run. Each figure comes from a process of its own. Times are those of the
processor, of all processes that take part, so that whatever else runs on the machine counts little; the time of the
clock stand beside them, and the peak of the memory of a process, and what of it in the end is mapped from no file.
``explain`` reads with the language model, and is left out where none is installed; ``explain-fast`` reads without it.
The first question is asked once before the others, and counts as opening. ``--shards N --cluster ADDRESS`` parts the
index and lets the workers of a Dask cluster hold it; the processor time of a question that its scheduler and all its
workers take stands beside that of the process that asks. Five million facts take some 6 GB where they are built. The
questions are WorldTree's dev questions, spread evenly over them; of a ranking the best 100 facts are taken.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import synthetic
from explanans.formats.worldtree import decode_questions
from explanans.io.files import cache_folder, read_lines
from explanans.knowledge import changes, index
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find
from explanans.retrieval.ranker import open_ranker, ranker_names, score
from explanans.structures.questions import Question

NEURAL = {"bi-encoder", "cross-encoder", "graded", "meaning"}
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
ADDED = 1_000
WORLDTREE = 9_720
DEPTH = 100
PARTS = ("open", "search", "explain-fast", "explain", "add")
"""What is measured beside building and rankers."""


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--facts", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], metavar="N")
    parser.add_argument(
        "--rankers", nargs="*", default=["bm25", "cold", "stacked-lexical"], metavar="NAME", help="or all"
    )
    parser.add_argument("--questions", type=int, default=60, metavar="N", help="how many to ask")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that build")
    parser.add_argument("--vectors", action="store_true", help="build the vectors of the index, too")
    parser.add_argument("--place", type=Path, help="where to build; a temporary folder where it is not said")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add the figures as JSON lines, for growth.py")
    parser.add_argument("--without", nargs="+", default=[], choices=PARTS, metavar="NAME", help="what not to measure")
    parser.add_argument("--shards", type=int, default=1, metavar="N", help="parts of the index")
    parser.add_argument("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers hold the parts")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = find("worldtree-v2.1", options.data)
    if options.measure:
        print(json.dumps(measure(options.measure[0], options.measure[1], folder, options)))
        return
    rankers = sorted({*ranker_names()} - NEURAL) if options.rankers == ["all"] else options.rankers
    print(f"{'facts':>9}  {'what':16} {'processor':>10}  ")
    for size in options.facts:
        with tempfile.TemporaryDirectory(dir=options.place) as place:
            synthetic.write(size - WORLDTREE, Path(place, "made-up.jsonl"))
            synthetic.write(ADDED, Path(place, "more.jsonl"), first=size)
            command = [sys.executable, __file__, "--data", folder.parent, "--questions", str(options.questions)]
            command += ["--workers", str(options.workers), "--shards", str(options.shards)]
            command += ["--cluster", options.cluster] if options.cluster else []
            command += ["--vectors"] * options.vectors
            left_out = {*options.without, *([] if link_models(Path(place, "cache")) else ["explain"])}
            names = ("build", "open", "search", *rankers, "explain-fast", "explain", "add")
            for name in (name for name in names if name not in left_out):
                done = subprocess.run(
                    [*map(str, command), "--measure", name, place],
                    env=os.environ | ONE_THREAD | {"EXPLANANS_CACHE": f"{place}/cache"},
                    stdout=subprocess.PIPE,
                    text=True,
                    check=True,
                )
                figures = json.loads(done.stdout)
                shown = "  ".join(f"{key} {value}" for key, value in figures.items() if key != "seconds")
                print(f"{size:9}  {name:16} {figures['seconds']:8.2f} s  {shown}", flush=True)
                if options.out:
                    with options.out.open("a", encoding="utf-8") as file:
                        label = name if options.shards == 1 else f"{name} in {options.shards} parts"
                        file.write(json.dumps({"facts": size, "what": label, **figures}) + "\n")


def link_models(cache: Path) -> bool:
    """Link the installed language models into a new cache folder; return whether there are any."""
    models = cache_folder() / "models"
    if there := models.is_dir():
        cache.mkdir()
        (cache / "models").symlink_to(models.resolve())
    return there


def measure(what: str, place: str, source: Path, options: argparse.Namespace) -> dict[str, float | str]:
    """Return the seconds that building, adding or opening takes, and what else is known of it."""
    started, clock = processor(), time.perf_counter()
    found: dict[str, float | str] = {}
    folder = Path(place, "index")
    if what == "build":
        sources: list[str | Path] = [source, f"{place}/made-up.jsonl"]
        index.build(sources, folder, vectors=options.vectors, workers=options.workers, shards=options.shards)
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        found = {"clock": f"{time.perf_counter() - clock:.1f} s", "size": f"{size / 1e6:.0f} MB"}
    elif what == "add":
        changes.add(folder, [f"{place}/more.jsonl"])
    else:
        asked = dev_questions(source, options.questions)
        ask = opened(what, f"{folder}@{options.cluster}" if options.cluster else str(folder))
        ask(asked[0])
        found = {"clock": f"{time.perf_counter() - clock:.1f} s"}
    seconds = processor() - started
    if what not in {"build", "add"}:
        others = cluster_seconds(options.cluster) if options.cluster else dict
        before = others()
        found |= answered(ask, asked)
        found |= {who: f"{(taken - before[who]) / len(asked) * 1000:.1f} ms" for who, taken in others().items()}
    usage = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    peak = max(usage) / (2**20 if sys.platform == "darwin" else 2**10)
    return {"seconds": seconds, **found, "memory": f"{peak:.0f} MiB", "private": f"{private():.0f} MiB"}


def private() -> float:
    """Return the MiB of memory of this process that is mapped from no file; 0 where the system does not tell.

    The rest is mapped from files, such as the index and the libraries, and counts once for all workers of a machine.
    """
    told = Path("/proc/self/smaps_rollup")
    lines = told.read_text(encoding="ascii").splitlines() if told.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:")) / 1024


def processor() -> float:
    """Return the seconds of the processor that this process and those that it started have taken."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + usage.ru_utime + usage.ru_stime


def cluster_seconds(address: str) -> Callable[[], dict[str, float]]:
    """Return a function that returns the processor time of a scheduler and of all its workers together."""
    from distributed import Client  # noqa: PLC0415 - an extra

    client = Client(address, set_as_default=False)
    return lambda: {
        "scheduler": client.run_on_scheduler(time.process_time),
        "workers": sum(client.run(time.process_time).values()),
    }


def dev_questions(source: Path, wanted: int) -> list[Question]:
    """Return questions of the dev split that have a gold explanation, evenly spread over it."""
    path = source / "questions" / "questions.dev.tsv"
    explained = [question for question in decode_questions(read_lines(path), path.name) if question.explanation]
    step = max(len(explained) / wanted, 1)
    return [explained[int(number * step)] for number in range(min(wanted, len(explained)))]


def answered(ask: Callable[[Question], Sequence[str]], questions: Sequence[Question]) -> dict[str, float | str]:
    """Return the milliseconds of a question, and how well its explanation is found."""
    times, clocks, precisions, recalls = [], [], [], []
    for question in questions:
        started, clock = processor(), time.perf_counter()
        best = ask(question)
        times.append((processor() - started) * 1000)
        clocks.append((time.perf_counter() - clock) * 1000)
        gold = {item.fact for item in question.explanation}
        hits = [place for place, fact in enumerate(best, 1) if fact in gold]
        precisions.append(sum(number / place for number, place in zip(count(1), hits, strict=False)) / len(gold))
        recalls.append(len(hits) / len(gold))
    found: dict[str, float | str] = {}
    for name, taken in (("", sorted(times)), ("clock-", sorted(clocks))):
        found[f"{name}median"] = f"{statistics.median(taken):.1f} ms"
        found[f"{name}p95"] = f"{taken[int(len(taken) * 0.95)]:.1f} ms"
    if any(recalls):
        found |= {"MAP": f"{statistics.mean(precisions):.3f}", "recall": f"{statistics.mean(recalls):.3f}"}
    return found


def opened(what: str, folder: str) -> Callable[[Question], Sequence[str]]:
    """Open something and return what gives the ids of the best facts for a question."""
    knowledge = KnowledgeBase.open(folder)
    if what == "open":
        return lambda _: ()
    if what == "search":
        return lambda question: [item.fact.id for item in knowledge.search(f"{question.text} {question.answer}", DEPTH)]
    if what in {"explain", "explain-fast"}:
        from explanans.pipeline.explainer import (  # noqa: PLC0415 - it brings every stage, which rankers do without
            Explainer,
        )

        explainer = Explainer(knowledge, judge="judge" if what == "explain" else "fast-judge")
        return lambda question: [item.fact.id for item in explainer.explain_question(question).facts]
    ranker = open_ranker(what, knowledge)
    return lambda question: [item.fact.id for item in score(ranker, knowledge, question).best(DEPTH)]


if __name__ == "__main__":
    main()
