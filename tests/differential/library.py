"""Records of explanations, claims, graphs and rankings, made by the functions of the package."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from explanans import (
    ClaimVerdict,
    Explainer,
    Explanation,
    ExplanationGraph,
    KnowledgeBase,
    Mark,
    Question,
    check,
    graph,
    load,
    rank,
)

from .records import Record, make_record, packaged

_EXPLAINED = 40
_CHECKED = 20
_GRAPHS = 10
_RANKED = 5
_RANKED_WHOLE = 40
_FACTS = 50
"""Facts of a ranking that are compared."""
_CLAIM = re.compile(r"[+?-][a-z]*: (.*\S)")


def explanations(*, whole: bool) -> Iterator[Record]:
    """Yield a record per question of the starter base: 501, or forty of them."""
    knowledge = KnowledgeBase.open("starter")
    questions: list[Question] = [*knowledge.questions, *load(packaged("questions.dev.tsv"), "questions")]
    explainer = Explainer.open(knowledge=knowledge)
    for question in questions if whole else questions[:: len(questions) // _EXPLAINED][:_EXPLAINED]:
        yield _explained(question.id, explainer.explain_question(question))


def _explained(name: str, explanation: Explanation) -> Record:
    tree, verdict = explanation.tree, explanation.verdict
    leaves = [leaf.id for leaf in tree.leaves] if tree else []
    status = verdict.status if verdict else "not judged"
    content = {
        "hypothesis": explanation.hypothesis,
        "facts": [(item.fact.id, item.score) for item in explanation.facts],
        "leaves": leaves,
        "steps": [(step.premises, step.conclusion, step.text) for step in tree.steps] if tree else [],
        "unsupported": [(step.step, step.supported, step.unsupported, step.follows) for step in explanation.verdicts],
        "missing": explanation.missing,
        "status": status,
        "support": verdict.support if verdict else None,
        "because": verdict.because if verdict else (),
        "contradicted_by": explanation.contradicted_by,
    }
    return make_record(f"explanations/{name}", content, f"{status}, {len(leaves)} leaves")


class ClaimedText(NamedTuple):
    """A text of the package with claims about it."""

    id: str
    text: str
    claims: list[str]


def claimed_texts() -> Iterator[ClaimedText]:
    """Yield the texts of the part ``fresh``: a title after ``#``, prose, an empty line, claims with their label."""
    for path in sorted(packaged("fresh", folder=True).glob("*.txt")):
        parts = re.split(r"^# ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        for number, part in enumerate(parts, 1):
            _, *lines = part.splitlines()
            claims = [found[1] for line in lines if (found := _CLAIM.fullmatch(line.strip()))]
            prose = "\n".join(line for line in lines if not _CLAIM.fullmatch(line.strip()))
            yield ClaimedText(f"{path.stem}/{number}", prose.strip(), claims)


def claims(*, whole: bool) -> Iterator[Record]:
    """Yield a record per claim: 2,109 of 64 texts, or 60 of three texts."""
    texts = list(claimed_texts())
    for text in texts if whole else texts[:: len(texts) // 3 + 1]:
        asked = text.claims if whole else text.claims[:_CHECKED]
        for number, verdict in enumerate(check(asked, text.text), 1):
            yield _checked(f"{text.id}/{number}", verdict)


def _checked(name: str, verdict: ClaimVerdict) -> Record:
    content = {
        "claim": verdict.claim,
        "status": verdict.status,
        "support": verdict.support,
        "unsupported": _spans(verdict.unsupported),
        "contradicted": _spans(verdict.contradicted),
        "evidence": [(quote.text, quote.start, quote.end) for quote in verdict.evidence],
    }
    return make_record(f"claims/{name}", content, str(verdict.status))


def _spans(marks: tuple[Mark, ...]) -> list[tuple[int, int, str]]:
    return [(mark.start, mark.end, mark.text) for mark in marks]


def graphs(data: Path, *, whole: bool) -> Iterator[Record]:
    """Yield a record per pair of the development set of ExplaGraphs: 199, or ten."""
    lines = (data / "explagraphs" / "dev.tsv").read_text(encoding="utf-8").splitlines()
    pairs = {f"dev-{number}": tuple(line.split("\t")[:2]) for number, line in enumerate(lines, 1)}
    chosen = list(pairs) if whole else list(pairs)[:: len(pairs) // _GRAPHS][:_GRAPHS]
    asked = ((belief, argument) for belief, argument in (pairs[name] for name in chosen))
    for name, found in zip(chosen, graph(asked), strict=True):
        yield _drawn(name, found)


def _drawn(name: str, found: ExplanationGraph) -> Record:
    content = {"stance": found.stance, "edges": [tuple(map(str, edge)) for edge in found.edges]}
    return make_record(f"graphs/{name}", content, f"{found.stance}, {len(found.edges)} edges")


def rankings(data: Path, *, whole: bool) -> Iterator[Record]:
    """Yield a record per ranking of WorldTree for its first development questions.

    The sample has five by the ranker without vectors, since to embed all facts takes a minute. The whole has 40 by the
    default ranker, too.
    """
    folder = data / "worldtree-v2.1"
    every: Iterator[Question] = load(folder / "questions" / "questions.dev.tsv", "questions")
    questions, knowledge = list(islice(every, _RANKED_WHOLE)), KnowledgeBase.open(folder)
    asked = {"stacked-lexical": questions[:_RANKED]} | ({"stacked": questions} if whole else {})
    for ranker, some in asked.items():
        for question, ranking in zip(some, rank(some, knowledge=knowledge, ranker=ranker), strict=True):
            best = list(zip(ranking.facts, map(float, ranking.scores), strict=True))[:_FACTS]
            yield make_record(f"rankings/{ranker}/{question.id}", best, best[0][0])
