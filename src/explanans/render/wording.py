"""Words that every form of an explanation, a checked claim or an explanation graph shares."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from explanans.explanation import Explanation, Method, Schema
from explanans.fact import Fact
from explanans.graph import ExplanationGraph, Relation, Stance
from explanans.text.sentences import tidy
from explanans.verdict import ArcVerdict, ClaimVerdict, Evidence, RankedClaim


def provenance(fact: Fact) -> str:
    """Return where a fact comes from: its table and its place in a file, so far as they are known.

    Example:
        >>> provenance(Fact("f1", "ice is a solid", "KINDOF", source="kindof.tsv:12"))
        'KINDOF · kindof.tsv:12'
    """
    return " · ".join(filter(None, (tidy(fact.table), tidy(fact.source))))


def format_score(score: float) -> str:
    """Return a score with three digits after the point."""
    return f"{score:.3f}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or the plural.

    Args:
        number: How many.
        noun: The noun in the singular.

    Example:
        >>> counted(1, "step"), counted(2, "step")
        ('1 step', '2 steps')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def summarize(explanation: Explanation) -> str:
    """Return one line that says how far the explanation goes.

    Example:
        >>> summarize(Explanation("Why?", "so", "So.", (), None, (), ("nothing names so",), "v1"))
        'No tree · 1 link missing'
    """
    parts: list[str] = []
    if explanation.method is not Method.TREE:
        by = f" by {counted(len(explanation.schemas), 'pattern')}" if explanation.schemas else ""
        parts.append(f"{counted(len(explanation.facts), 'fact')}{by}")
    elif explanation.tree is None:
        parts.append("No tree")
    else:
        parts.append(
            f"{counted(len(explanation.tree.steps), 'step')} from {counted(len(explanation.tree.leaves), 'fact')}"
        )
    if explanation.verdicts:
        unsupported = sum(not verdict.supported for verdict in explanation.verdicts)
        held = "words" if all(verdict.arcs is None for verdict in explanation.verdicts) else "arcs"
        parts.append(
            f"{counted(unsupported, 'step')} with unsupported {held}" if unsupported else "every step supported"
        )
        doubtful = sum(verdict.follows is not None and verdict.follows < 0.5 for verdict in explanation.verdicts)
        parts += [f"{counted(doubtful, 'step')} unlikely to follow"] if doubtful else []
    if explanation.missing:
        parts.append(f"{counted(len(explanation.missing), 'link')} missing")
    return " · ".join(parts)


def missing_heading(explanation: Explanation) -> str:
    """Return the heading over what is missing."""
    wanted = explanation.method is Method.TREE and explanation.tree is None
    return "No tree: what is missing" if wanted else "What is missing"


def facts_of(explanation: Explanation, pattern: Schema) -> str:
    """Return which facts of an explanation a pattern accounts for, by their places."""
    places = [str(place) for place, item in enumerate(explanation.facts, 1) if item.fact.id in pattern.facts]
    return f"fact{'s' * (len(places) != 1)} {', '.join(places)}"


def missing_links(explanation: Explanation) -> tuple[str, ...]:
    """Return one line for each link that is missing; at least one where a tree was wanted and there is none.

    Example:
        >>> missing_links(Explanation("Why?", "so", "So.", (), None, (), (), "v1"))
        ('Too few facts were found to join.',)
    """
    if explanation.method is Method.TREE and explanation.tree is None and not explanation.missing:
        return ("Too few facts were found to join.",)
    return tuple(map(tidy, explanation.missing))


def arc_words(arc: ArcVerdict) -> str:
    """Return an arc in words: its head, its child and what the child is to the head."""
    return f"{tidy(arc.head.text)} → {tidy(arc.child.text)} ({tidy(arc.label)})"


def describe_arc(arc: ArcVerdict) -> str:
    """Return what the check says of an arc, in words."""
    support = "not supported"
    if arc.evidence:
        support = f"supported by sentence {arc.evidence.number}: {tidy(arc.evidence.text)}"
    return f"{arc_words(arc)}, score {format_score(arc.score)}, {support}"


def summarize_claim(verdict: ClaimVerdict) -> str:
    """Return in one line how far a claim is supported.

    Example:
        >>> summarize_claim(ClaimVerdict("Yes.", (), (), (), None, None)).partition(":")[0]
        'nothing to check'
    """
    if verdict.score is None or verdict.minimum is None:
        return "nothing to check: no two of its words depend on each other in a way that says something"
    supported = sum(arc.supported for arc in verdict.arcs)
    return (
        f"{supported} of {counted(len(verdict.arcs), 'arc')} supported · score {format_score(verdict.score)} · "
        f"least {format_score(verdict.minimum)}"
    )


def unsupported_arcs(verdict: ClaimVerdict) -> tuple[ArcVerdict, ...]:
    """Return the arcs of a claim that are not supported, the worst first."""
    return tuple(sorted((arc for arc in verdict.arcs if not arc.supported), key=lambda arc: arc.score))


def by_evidence(arcs: Iterable[ArcVerdict]) -> dict[Evidence, list[ArcVerdict]]:
    """Return the sentences of a source that support arcs, in order, each with its arcs."""
    found: dict[Evidence, list[ArcVerdict]] = {}
    for arc in sorted((arc for arc in arcs if arc.evidence), key=lambda arc: arc.evidence or ()):
        if arc.evidence:
            found.setdefault(arc.evidence, []).append(arc)
    return found


def summarize_claims(claims: Sequence[RankedClaim]) -> str:
    """Return in one line how many claims are supported in all their arcs.

    Example:
        >>> summarize_claims([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))])
        '1 claim · 1 with nothing to check'
    """
    doubtful = sum(bool(unsupported_arcs(claim.verdict)) for claim in claims)
    unchecked = sum(claim.verdict.score is None for claim in claims)
    whole = len(claims) - doubtful - unchecked
    parts = [
        counted(len(claims), "claim"),
        f"{whole} with every arc supported" * bool(whole),
        f"{doubtful} with unsupported arcs" * bool(doubtful),
        f"{unchecked} with nothing to check" * bool(unchecked),
    ]
    return " · ".join(filter(None, parts))


class Origin(StrEnum):
    """The text that a concept comes from."""

    BELIEF = "belief"
    ARGUMENT = "argument"
    BOTH = "belief and argument"
    EXTERNAL = "external"


def origin(graph: ExplanationGraph, concept: str) -> Origin:
    """Return whether a concept stands in the belief, in the argument, in both, or in neither.

    Args:
        graph: The graph.
        concept: One of its concepts; case makes no difference.

    Example:
        >>> graph = ExplanationGraph("Zoos should be banned.", "Animals suffer.", Stance.SUPPORT, ())
        >>> [origin(graph, concept).value for concept in ("zoos", "animals", "freedom")]
        ['belief', 'argument', 'external']
    """
    in_belief = concept.lower() in graph.belief.lower()
    if concept.lower() in graph.argument.lower():
        return Origin.BOTH if in_belief else Origin.ARGUMENT
    return Origin.BELIEF if in_belief else Origin.EXTERNAL


def denies(relation: Relation) -> bool:
    """Return whether a relation says that something is not so.

    Example:
        >>> denies(Relation.NOT_CAUSES), denies(Relation.IS_NOT_A), denies(Relation.CAUSES)
        (True, True, False)
    """
    return "not" in relation.split()


def stance_sentence(stance: Stance) -> str:
    """Return a stance as a sentence.

    Example:
        >>> stance_sentence(Stance.COUNTER)
        'The argument counters the belief.'
    """
    return f"The argument {stance}s the belief."


def describe_graph(graph: ExplanationGraph) -> str:
    """Return a graph in words, edge by edge.

    Example:
        >>> from explanans.graph import Edge
        >>> describe_graph(ExplanationGraph("", "", Stance.SUPPORT, (Edge("zoos", Relation.IS_A, "prison"),)))
        'zoos is a prison'
    """
    return "; ".join(tidy(f"{edge.source} {edge.relation} {edge.target}") for edge in graph.edges)
