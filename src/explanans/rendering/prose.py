"""Explanations and explanation graphs as paragraphs."""

import re
from collections.abc import Iterator, Sequence

from explanans.formats.explagraphs import depth_first
from explanans.language.sentences import ends_sentence, tidy
from explanans.language.statements.answers import decapitalize
from explanans.rendering.outline import Conclusion, Leaf, Node, outline
from explanans.rendering.phrases import context_and_statement, says_all
from explanans.structures.explanations import Explanation
from explanans.structures.facts import Fact
from explanans.structures.graphs import Edge, Relation
from explanans.structures.verdicts import Status

_OPENING = re.compile(r"(?:if|when|as|after|before|in|at|on|during|for|by|with|to|from|because of) [^,]+, ")
"""Introductory phrases before the subject, after which *whether* would not be idiomatic."""
_DENIAL = re.compile(r"\b(?:not|cannot|never|no)\b")
_NUMBERED = re.compile(r"#\d+$")
_SURE = 0.75
"""Minimum support for a hypothesis to be presented as following from a fact that lacks some of its words."""
_VERBS = {
    Relation.ANTONYM_OF: "is the opposite of",
    Relation.SYNONYM_OF: "means the same as",
    Relation.AT_LOCATION: "is found at",
    Relation.NOT_AT_LOCATION: "is not found at",
    Relation.CAPABLE_OF: "is capable of",
    Relation.NOT_CAPABLE_OF: "is not capable of",
    Relation.CAUSES: "causes",
    Relation.NOT_CAUSES: "does not cause",
    Relation.CREATED_BY: "is created by",
    Relation.NOT_CREATED_BY: "is not created by",
    Relation.IS_A: "is a kind of",
    Relation.IS_NOT_A: "is not a kind of",
    Relation.DESIRES: "desires",
    Relation.NOT_DESIRES: "does not desire",
    Relation.HAS_SUBEVENT: "includes the event",
    Relation.NOT_HAS_SUBEVENT: "does not include the event",
    Relation.PART_OF: "is part of",
    Relation.NOT_PART_OF: "is not part of",
    Relation.HAS_CONTEXT: "belongs to the context of",
    Relation.NOT_HAS_CONTEXT: "does not belong to the context of",
    Relation.HAS_PROPERTY: "has the property",
    Relation.NOT_HAS_PROPERTY: "does not have the property",
    Relation.MADE_OF: "is made of",
    Relation.NOT_MADE_OF: "is not made of",
    Relation.RECEIVES_ACTION: "receives the action",
    Relation.NOT_RECEIVES_ACTION: "does not receive the action",
    Relation.USED_FOR: "is used for",
    Relation.NOT_USED_FOR: "is not used for",
}


def prose(explanation: Explanation) -> str:
    """Return an explanation as a paragraph.

    If the facts support the hypothesis, or it was not judged, the paragraph lists the premises of each step, then its
    conclusion, and ends with the hypothesis. If words of the hypothesis lack support, it is called likely. If the facts
    contradict it, the paragraph states this and the contradicting facts. If they do not settle it, the paragraph lists
    the related facts without a conclusion. What the hypothesis repeats of the question comes first.

    Args:
        explanation: The explanation; without a tree, its set of facts is listed.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> from explanans.structures.trees import ROOT, EntailmentTree, Step
        >>> ice, heat = Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")
        >>> tree = EntailmentTree("heat melts ice", (ice, heat), (Step(("f1", "f2"), ROOT, "heat melts ice"),))
        >>> prose(Explanation("What melts ice?", "heat", "heat melts ice", (), tree, (), (), "v1"))
        'Ice is a solid. Heat melts a solid. Therefore, heat melts ice.'
    """
    return " ".join(map(_sentence, filter(None, _parts(explanation))))


def _parts(explanation: Explanation) -> Iterator[str]:
    status = explanation.verdict.status if explanation.verdict else Status.SUPPORTED
    # A name at the start of the hypothesis is capitalized in the question or a fact.
    beside = " ".join((explanation.question, explanation.answer, *(item.fact.text for item in explanation.facts)))
    context, statement = context_and_statement(explanation)
    root, hypothesis = outline(explanation), decapitalize(_plain(statement), beside)
    yield context
    if status is Status.CONTRADICTED:
        yield from _against(explanation, hypothesis)
    elif root is None and explanation.method == "tree":
        yield "The facts at hand do not explain this"
    elif status is Status.UNKNOWN:
        asked = "this:" if _OPENING.match(hypothesis) or _DENIAL.search(hypothesis) else "whether"
        yield f"The facts at hand do not settle {asked} {hypothesis}"
        yield from _unsettled(explanation, root)
    elif root and (fact := _covering_fact(root)):
        yield f"One fact says it: {decapitalize(_plain(fact.text), beside)}"
    else:
        yield from _premise_sentences(root) if root else (_plain(item.fact.text) for item in explanation.facts)
        doubted = bool(explanation.missing) or (
            root is not None and len(root.premises) == 1 and not _is_sure(explanation)
        )
        yield f"This makes it likely that {hypothesis}" if doubted else f"Therefore, {hypothesis}"


def _against(explanation: Explanation, hypothesis: str) -> Iterator[str]:
    denied = f"The facts at hand deny that {hypothesis}"
    because = explanation.verdict.because if explanation.verdict else ()
    said = [_plain(item.fact.text) for item in explanation.facts if item.fact.id in because]
    if len(said) == 1:
        yield f"{denied}: {decapitalize(said[0], f'{explanation.question} {hypothesis}')}"
    else:
        yield from (denied, *said)


def _unsettled(explanation: Explanation, root: Conclusion | None) -> Iterator[str]:
    against = [item.fact for item in explanation.facts if item.fact.id in explanation.contradicted_by]
    others = (item.fact for item in explanation.facts if item.fact not in against)
    sentences = [*_premise_sentences(root)] if root else [_plain(fact.text) for fact in others]
    if sentences and explanation.missing:
        yield "Nearest to it are these facts" if len(sentences) > 1 else "Nearest to it is this fact"
    elif sentences:
        yield "These facts bear on it" if len(sentences) > 1 else "This fact bears on it"
    yield from sentences
    if against:
        speaks = "Some facts speak" if len(against) > 1 else "One fact speaks"
        yield f"{speaks} against it: {'; '.join(decapitalize(_plain(fact.text)) for fact in against)}"


def _is_sure(explanation: Explanation) -> bool:
    return explanation.verdict is None or explanation.verdict.support >= _SURE


def _covering_fact(root: Conclusion) -> Fact | None:
    """Return the only premise if it has all content words of the hypothesis."""
    if len(root.premises) > 1 or not isinstance(leaf := root.premises[0], Leaf):
        return None
    return leaf.fact if says_all(root.text, leaf.fact) else None


def _in_document_order(facts: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return facts of one text in document order, so that anaphors follow their antecedents."""
    files = {leaf.fact.source.rpartition(":")[0] for leaf in facts}
    if len(files) != 1 or any(leaf.fact.table or not _NUMBERED.search(leaf.fact.id) for leaf in facts):
        return facts
    return sorted(facts, key=lambda leaf: int(leaf.fact.id.rpartition("#")[2]))


def _premise_sentences(node: Node) -> Iterator[str]:
    """Yield the premises of a conclusion as sentences; those that are conclusions follow their own premises."""
    if isinstance(node, Leaf):
        yield _plain(node.text)
        return
    steps = [premise for premise in node.premises if isinstance(premise, Conclusion)]
    facts = [premise for premise in node.premises if isinstance(premise, Leaf)]
    for step in steps:
        yield from _premise_sentences(step)
        yield f"So {decapitalize(_plain(step.text))}"
    for fact in _in_document_order(facts):
        yield from _premise_sentences(fact)


def _plain(text: str) -> str:
    return tidy(text).rstrip(" .")


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if ends_sentence(whole) else f"{whole}."


def edge_sentence(edge: Edge) -> str:
    """Return an edge as a sentence, without a full stop.

    Example:
        >>> edge_sentence(Edge("zoos", Relation.NOT_USED_FOR, "profit"))
        'zoos is not used for profit'
    """
    return tidy(f"{edge.source} {_VERBS[edge.relation]} {edge.target}")


def graph_prose(edges: Sequence[Edge]) -> str:
    """Return a graph as sentences along its edges, starting from concepts without incoming edges.

    Example:
        >>> graph_prose([Edge("mud", Relation.IS_A, "dirt"), Edge("rain", Relation.CAUSES, "mud")])
        'Rain causes mud. Mud is a kind of dirt.'
    """
    sentences = map(edge_sentence, depth_first(edges))
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)
