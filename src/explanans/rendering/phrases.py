"""Phrases that all renderings of explanations, checked claims and explanation graphs share."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from explanans.graphs.prose import prose
from explanans.language.sentences import tidy, without_period
from explanans.language.statements.answers import decapitalize
from explanans.language.statements.contexts import context_of
from explanans.language.tokens import informative_lemmas
from explanans.structures.explanations import Candidate, Explanation, Method, Schema
from explanans.structures.facts import AsideKind, Fact, SetAside
from explanans.structures.graphs import ExplanationGraph, Relation, Stance
from explanans.structures.trees import ROOT
from explanans.structures.verdicts import (
    ArcVerdict,
    ClaimVerdict,
    Evidence,
    LabelAgreement,
    RankedClaim,
    Status,
    Verdict,
)

NO_ANSWER = "No answer was found in the knowledge base."
DENIES = "contradicts the hypothesis"
"""Note next to a contradicting fact."""


def provenance(fact: Fact) -> str:
    """Return the provenance of a fact: its table and its place in a file, if known.

    Example:
        >>> provenance(Fact("f1", "ice is a solid", "KINDOF", source="kindof.tsv:12"))
        'KINDOF · kindof.tsv:12'
    """
    return " · ".join(filter(None, (tidy(fact.table), tidy(fact.source))))


def format_score(score: float) -> str:
    """Return a score with three decimals."""
    return f"{score:.3f}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or the plural.

    Example:
        >>> counted(1, "step"), counted(2, "step")
        ('1 step', '2 steps')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def verdict_sentence(explanation: Explanation) -> str:
    """Return the verdict on the hypothesis as a sentence; empty if it was not judged.

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
    """Return the note next to the verdict on an answer; empty if none.

    Args:
        place: Its place, from 1: the first may be a guess; for others the note gives the reason for their rank.
    """
    return candidate.falls if place > 1 else guess_words(candidate)


def guess_words(candidate: Candidate) -> str:
    """Return a note that the first answer is a guess; empty if a fact supports it.

    The probability of a choice is not given as a percentage. It is calibrated on exam questions whose right answer the
    knowledge base covers; otherwise the nearest wrong answer would seem certain.

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

    Example:
        >>> verdict_words(Verdict(Status.SUPPORTED, 0.9, ()))
        'supported, 90%'
    """
    return (
        f"{verdict.status.value}, {verdict.support:.0%}" if verdict.status is Status.SUPPORTED else verdict.status.value
    )


def labelled(candidate: Candidate) -> str:
    """Return an answer with the label of its choice, if any."""
    return f"{candidate.key}: {candidate.answer}" if candidate.key else candidate.answer


def telling(explanation: Explanation) -> Explanation:
    """Return an explanation with only its decisive and its used facts; with its best facts if there are none.

    It has no question, and a hypothesis that repeats nothing of it: it stands below the question.
    """
    verdict, tree = explanation.verdict, explanation.tree
    named = {*(verdict.because if verdict else ()), *explanation.contradicted_by}
    named |= {leaf.id for leaf in tree.leaves} if tree else set()
    kept = tuple(item for item in explanation.facts if item.fact.id in named) or explanation.facts[:1]
    _, statement = context_and_statement(explanation)
    return replace(
        explanation,
        question="",
        hypothesis=statement,
        facts=kept,
        alternatives=(),
        schemas=(),
        signature="",
        milliseconds=None,
    )


def holds(explanation: Explanation) -> bool:
    """Return whether the hypothesis is presented as true: the facts support it, or it was not judged."""
    return explanation.verdict is None or explanation.verdict.status is Status.SUPPORTED


def says_all(hypothesis: str, fact: Fact) -> bool:
    """Return whether a fact has all content words of a hypothesis."""
    return informative_lemmas(hypothesis) <= informative_lemmas(fact.text)


def context_and_statement(explanation: Explanation) -> tuple[str, str]:
    """Return what the hypothesis repeats of the question, and the rest of it in lower case, without its full stop.

    Example:
        >>> asked = "It is cold. What freezes?", "water", "It is cold. Water freezes."
        >>> context_and_statement(Explanation(*asked, (), None, (), (), "v1"))
        ('It is cold.', 'water freezes')
    """
    context = context_of(explanation.question)
    if context and explanation.hypothesis.startswith(f"{context} "):
        said = without_period(explanation.hypothesis[len(context) + 1 :])
        return context, decapitalize(said, f"{explanation.question} {explanation.answer}")
    return "", explanation.hypothesis


def tree_heading(explanation: Explanation) -> str:
    """Return the heading of a tree, by the verdict on the hypothesis."""
    return "How it follows" if holds(explanation) else "What bears on it"


def summarize(explanation: Explanation) -> str:
    """Return the completeness of an explanation in one line.

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
        alone = holds(explanation) and says_all(context_and_statement(explanation)[1], explanation.tree.single)
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
    """Return the heading of the missing links."""
    wanted = explanation.method is Method.TREE and explanation.tree is None
    return "No tree: what is missing" if wanted else "What is missing"


def facts_of(explanation: Explanation, pattern: Schema) -> str:
    """Return the places of the facts of an explanation that a pattern accounts for."""
    return places_of(explanation, pattern.facts)


def places_of(explanation: Explanation, facts: Collection[str]) -> str:
    """Return the places of facts in an explanation, as in ``facts 1, 4``."""
    places = [str(place) for place, item in enumerate(explanation.facts, 1) if item.fact.id in facts]
    return f"fact{'s' * (len(places) != 1)} {', '.join(places)}"


def missing_links(explanation: Explanation) -> tuple[str, ...]:
    """Return one line for each missing link; at least one if a requested tree is missing that no fact contradicts.

    Example:
        >>> missing_links(Explanation("Why?", "so", "So.", (), None, (), (), "v1"))
        ('Too few facts were found to join.',)
    """
    is_wanted = explanation.method is Method.TREE and explanation.tree is None and not explanation.contradicted_by
    if is_wanted and not explanation.missing:
        return ("Too few facts were found to join.",)
    return tuple(map(tidy, explanation.missing))


def arc_words(arc: ArcVerdict) -> str:
    """Return an arc in words: its head, its child and their relation."""
    return f"{tidy(arc.head.text)} → {tidy(arc.child.text)} ({tidy(arc.label)})"


def describe_arc(arc: ArcVerdict) -> str:
    """Return the verdict on an arc in words."""
    support = "not supported"
    if arc.evidence:
        support = f"supported by sentence {arc.evidence.number}: {tidy(arc.evidence.text)}"
    return f"{arc_words(arc)}, score {format_score(arc.score)}, {support}"


def summarize_claim(verdict: ClaimVerdict) -> str:
    """Return the support of a claim in one line.

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
    """Return the unsupported arcs of a claim, least supported first."""
    return tuple(sorted((arc for arc in verdict.arcs if not arc.supported), key=lambda arc: arc.score))


def by_evidence(arcs: Iterable[ArcVerdict]) -> dict[Evidence, list[ArcVerdict]]:
    """Return the evidence sentences in source order, each with the arcs that it supports."""
    found: dict[Evidence, list[ArcVerdict]] = {}
    for arc in sorted((arc for arc in arcs if arc.evidence), key=lambda arc: arc.evidence or ()):
        if arc.evidence:
            found.setdefault(arc.evidence, []).append(arc)
    return found


def percentage(support: float) -> str:
    """Return a probability in whole percent; only 0 and 1 become 0% and 100%.

    Example:
        >>> percentage(0.999), percentage(0.004), percentage(1)
        ('99%', '1%', '100%')
    """
    if support in {0, 1}:
        return f"{support:.0%}"
    return f"{min(max(round(100 * support), 1), 99)}%"


def summarize_claims(claims: Sequence[RankedClaim]) -> str:
    """Return the number of supported claims in one line; a claim checked by arcs needs all its arcs supported.

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


def summarize_set_aside(set_aside: Sequence[SetAside]) -> str:
    """Return in one line how many parts of a text were not judged, and of which kinds.

    Example:
        >>> summarize_set_aside([SetAside("Sure!", AsideKind.COURTESY), SetAside("Tea", AsideKind.HEADING)])
        'not judged: 1 heading, 1 courtesy'
    """
    kinds = [item.kind for item in set_aside]
    names = {AsideKind.COURTESY: ("courtesy", "courtesies")}
    found = [
        f"{count} {names.get(kind, (kind.value, f'{kind.value}s'))[count > 1]}"
        for kind in AsideKind
        if (count := kinds.count(kind))
    ]
    return f"not judged: {', '.join(found)}"


def summarize_labels(labels: LabelAgreement) -> str:
    """Return in one line how far verdicts agree with labels.

    Example:
        >>> summarize_labels(LabelAgreement(4, 3, 2, 2))
        'labels: 5 of 6 records as labelled · balanced accuracy 88% · 1 false alarm'
        >>> summarize_labels(LabelAgreement(0, 0, 1, 0))
        'labels: 0 of 1 record as labelled · 1 missed'
    """
    balanced, alarms = labels.balanced_accuracy, labels.supported - labels.supported_found
    missed = labels.unsupported - labels.unsupported_found
    parts = [
        f"{labels.supported_found + labels.unsupported_found} of {counted(labels.records, 'record')} as labelled",
        "" if balanced is None else f"balanced accuracy {balanced:.0%}",
        counted(alarms, "false alarm") * bool(alarms),
        f"{missed} missed" * bool(missed),
    ]
    return f"labels: {' · '.join(filter(None, parts))}"


class Origin(StrEnum):
    """The text that contains a concept."""

    BELIEF = "belief"
    ARGUMENT = "argument"
    BOTH = "belief and argument"
    EXTERNAL = "external"


def origin(graph: ExplanationGraph, concept: str) -> Origin:
    """Return whether the belief, the argument, both or neither contain a concept.

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
    """Return whether a relation is negative.

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


def predicted_stance(graph: ExplanationGraph) -> str:
    """Return the stance of a graph as a sentence, with how probable it is where it was predicted.

    Example:
        >>> predicted_stance(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (), probability=0.83))
        'The argument supports the belief (83%).'
        >>> predicted_stance(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (), probability=0.55))
        'Unclear: perhaps the argument supports the belief (55%).'
    """
    sentence = stance_sentence(graph.stance)
    if graph.probability is None:
        return sentence
    sentence = f"{sentence[:-1]} ({graph.probability:.0%})."
    return f"Unclear: perhaps {sentence[0].lower()}{sentence[1:]}" if graph.is_unclear else sentence


def describe_graph(graph: ExplanationGraph) -> str:
    """Return a graph in words.

    Example:
        >>> from explanans.structures.graphs import Edge
        >>> describe_graph(ExplanationGraph("", "", Stance.SUPPORT, (Edge("zoos", Relation.IS_A, "prison"),)))
        'Zoos are a kind of prison.'
    """
    return tidy(" ".join(prose(graph)))
