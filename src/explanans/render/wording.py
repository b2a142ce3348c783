"""Words that every form of an explanation, a checked claim or an explanation graph shares."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from explanans.candidate import Candidate
from explanans.explanation import Explanation, Method, Schema
from explanans.fact import Fact
from explanans.graph import ExplanationGraph, Relation, Stance
from explanans.text.lemmas import telling_lemmas
from explanans.text.sentences import tidy
from explanans.tree import ROOT
from explanans.verdict import ArcVerdict, ClaimVerdict, Evidence, RankedClaim, Status, Verdict

NO_ANSWER = "No answer was found in the knowledge base."
DENIES = "contradicts the hypothesis"
"""What is said beside a fact."""


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


def verdict_sentence(explanation: Explanation) -> str:
    """Return what the facts say of the hypothesis, in one sentence; empty where it was not judged.

    Example:
        >>> unknown = Verdict(Status.UNKNOWN, 0.2, ())
        >>> verdict_sentence(Explanation("Why?", "so", "So.", (), None, (), (), "v1", verdict=unknown))
        'Unknown: no fact was found.'
    """
    verdict = explanation.verdict
    if verdict is None:
        return ""
    by = places_of(explanation, verdict.because)
    if verdict.status is Status.SUPPORTED:
        unsaid = [f"‘{word}’" for step in explanation.verdicts if step.step == ROOT for word in step.unsupported]
        gap = f", though no premise of the last step says {' or '.join(unsaid)}" if unsaid else ""
        return f"Supported by {by}{gap}."
    if verdict.status is Status.CONTRADICTED:
        return f"Contradicted by {by}."
    if not explanation.facts:
        return "Unknown: no fact was found."
    if explanation.contradicted_by:
        against = places_of(explanation, explanation.contradicted_by)
        speaks = "speak" if len(explanation.contradicted_by) > 1 else "speaks"
        return f"Unknown: {against} {speaks} against it, but the facts do not decide."
    return "Unknown: no fact found says that it is so, and none that it is not."


def remark(candidate: Candidate, place: int) -> str:
    """Say what is told of an answer beside its verdict; nothing where nothing is.

    Args:
        candidate: The answer.
        place: Its place, from 1: the first may be a guess, of others it is said why they fall behind.
    """
    return candidate.falls if place > 1 else guess_words(candidate)


def guess_words(candidate: Candidate) -> str:
    """Say of the first answer, where no fact supports it, that it is a guess; nothing where one does.

    A chance among choices is not told as a percentage: it is calibrated on questions of exams whose right answer the
    base knows. Where the base lacks it, the nearest wrong answer would seem certain.

    Args:
        candidate: The first answer.

    Example:
        >>> unknown = Verdict(Status.UNKNOWN, 0.4, ())
        >>> guess_words(Candidate("A", "roots", unknown, Explanation("", "", "", (), None, (), (), ""), chance=0.97))
        'a guess: the facts come nearest to it, but do not say it'
    """
    if candidate.chance is None or candidate.verdict.status is Status.SUPPORTED:
        return ""
    return "a guess: the facts come nearest to it, but do not say it"


def verdict_words(verdict: Verdict) -> str:
    """Return a verdict in a few words.

    Args:
        verdict: The verdict.

    Example:
        >>> verdict_words(Verdict(Status.SUPPORTED, 0.9, ()))
        'supported, 90%'
    """
    return (
        f"{verdict.status.value}, {verdict.support:.0%}" if verdict.status is Status.SUPPORTED else verdict.status.value
    )


def labelled(candidate: Candidate) -> str:
    """Return an answer with the label of its choice, where it has one.

    Args:
        candidate: The candidate answer.
    """
    return f"{candidate.key}: {candidate.answer}" if candidate.key else candidate.answer


def telling(explanation: Explanation) -> Explanation:
    """Return an explanation with those facts only that decide and those that it is built from; the best where none do.

    Args:
        explanation: The explanation, to be shown beside others.
    """
    verdict, tree = explanation.verdict, explanation.tree
    named = {*(verdict.because if verdict else ()), *explanation.contradicted_by}
    named |= {leaf.id for leaf in tree.leaves} if tree else set()
    kept = tuple(item for item in explanation.facts if item.fact.id in named) or explanation.facts[:1]
    return replace(explanation, question="", facts=kept, alternatives=(), schemas=(), signature="", milliseconds=None)


def holds(explanation: Explanation) -> bool:
    """Tell whether the hypothesis is shown to hold: the facts support it, or it was not judged."""
    return explanation.verdict is None or explanation.verdict.status is Status.SUPPORTED


def says_all(hypothesis: str, fact: Fact) -> bool:
    """Tell whether a fact has all telling words of a hypothesis.

    Args:
        hypothesis: The hypothesis.
        fact: The fact.
    """
    return telling_lemmas(hypothesis) <= telling_lemmas(fact.text)


def tree_heading(explanation: Explanation) -> str:
    """Return the heading over a tree, which shows how the hypothesis follows unless it is judged otherwise."""
    return "How it follows" if holds(explanation) else "What bears on it"


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
    elif explanation.tree.single:
        alone = holds(explanation) and says_all(explanation.hypothesis, explanation.tree.single)
        parts.append("One fact says it all" if alone else "One fact")
    else:
        parts.append(
            f"{counted(len(explanation.tree.steps), 'step')} from {counted(len(explanation.tree.leaves), 'fact')}"
        )
    if explanation.verdicts:
        unsupported = sum(not verdict.supported for verdict in explanation.verdicts)
        held = "words" if all(verdict.arcs is None for verdict in explanation.verdicts) else "arcs"
        if unsupported:
            parts.append(f"{counted(unsupported, 'step')} with unsupported {held}")
        elif holds(explanation) and not (explanation.tree and explanation.tree.single):
            parts.append("every step supported")
        inner = [verdict.follows for verdict in explanation.verdicts if verdict.step != ROOT]
        doubtful = sum(follows is not None and follows < 0.5 for follows in inner)
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
    return places_of(explanation, pattern.facts)


def places_of(explanation: Explanation, facts: Collection[str]) -> str:
    """Return where facts stand in an explanation, as in ``facts 1, 4``.

    Args:
        explanation: The explanation.
        facts: Their ids.
    """
    places = [str(place) for place, item in enumerate(explanation.facts, 1) if item.fact.id in facts]
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


def percentage(support: float) -> str:
    """Return a probability in whole percent; what is not certain is not called so.

    Example:
        >>> percentage(0.999), percentage(0.004), percentage(1)
        ('99%', '1%', '100%')
    """
    if support in {0, 1}:
        return f"{support:.0%}"
    return f"{min(max(round(100 * support), 1), 99)}%"


def summarize_claims(claims: Sequence[RankedClaim]) -> str:
    """Return in one line how many claims are supported; where only arcs were checked, in all their arcs.

    Example:
        >>> summarize_claims([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))])
        '1 claim · 1 with nothing to check'
    """
    if any(claim.verdict.judgement for claim in claims):
        statuses = [claim.verdict.status for claim in claims]
        found = (f"{statuses.count(status)} {status}" for status in Status if status in statuses)
        return " · ".join((counted(len(claims), "claim"), *found))
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
