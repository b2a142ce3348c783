"""Explanation graphs as English sentences."""

from collections.abc import Iterator

from explanans.graphs.grammar import asserted_form, point
from explanans.graphs.main_clause import NAMING_KINDS, Kind, Phrase, Sentence, phrase_kind, read_sentence
from explanans.language.inflection import base_form, gerund, is_plural
from explanans.language.tokens import is_function_word
from explanans.structures.graphs import Edge, ExplanationGraph, Relation

_VERBS = {
    Relation.SYNONYM_OF: ("is", "much the same as"),
    Relation.ANTONYM_OF: ("is", "the opposite of"),
    Relation.AT_LOCATION: ("is", "found in"),
    Relation.CAPABLE_OF: ("can", ""),
    Relation.CAUSES: ("causes", ""),
    Relation.CREATED_BY: ("is", "brought about by"),
    Relation.IS_A: ("is", "a kind of"),
    Relation.DESIRES: ("wants", ""),
    Relation.HAS_SUBEVENT: ("includes", ""),
    Relation.PART_OF: ("is", "part of"),
    Relation.HAS_CONTEXT: ("has", "to do with"),
    Relation.HAS_PROPERTY: ("is", ""),
    Relation.MADE_OF: ("is", "made of"),
    Relation.RECEIVES_ACTION: ("is", ""),
    Relation.USED_FOR: ("is", "used for"),
}
"""The verb of each relation, in the singular, and what follows it."""
_BARE = {"is": "be", "has": "have", "causes": "cause", "wants": "want", "includes": "include", "happens": "happen"}
_PLURAL = _BARE | {"is": "are"}
_UNABLE = ("cannot", "can't", "can’t")


def prose(graph: ExplanationGraph) -> tuple[str, ...]:
    """Return a graph as sentences: what holds anyway, what the argument says, and what follows for the belief.

    Edges that repeat what a sentence says already are left out.

    Example:
        >>> from explanans.structures.graphs import Stance
        >>> edges = Edge("turtles", Relation.CAPABLE_OF, "choke on plastic"), Edge("turtles", Relation.IS_A, "animals")
        >>> reason = Edge("choke on plastic", Relation.CAUSES, "banned")
        >>> texts = "Plastic bags should be banned.", "Turtles choke on plastic."
        >>> prose(ExplanationGraph(*texts, Stance.SUPPORT, (*edges, reason)))
        ('Turtles are a kind of animals.', 'Turtles choke on plastic.',
         'This is a reason why plastic bags should be banned.')
    """
    belief, argument = read_sentence(graph.belief), read_sentence(graph.argument)
    argued = {edge: said for edge in graph.edges if (said := _argued(edge, argument))}
    first = [said for said in argued.values() if not any(said != other and said in other for other in argued.values())]
    concluded = {edge: said for edge in graph.edges if edge not in argued and (said := _concluded(edge, belief))}
    within = _text(belief.clause.predicate), _text(belief.clause.adjunct)  # the conclusion says it
    others = [
        edge for edge in graph.edges if edge not in {*argued, *concluded} and (edge.source, edge.target) != within
    ]
    found = [*(_general(edge, (argument, belief)) for edge in others), *first]
    reasons: dict[str, str] = {}
    for edge, said in concluded.items():
        if edge.source != _text(belief.clause.subject):
            this = argued and edge.source == _text(point(argument.clause)) and not reasons
            source = "this" if this else _subject(edge.source, _kind(edge.source, (argument, belief)))
            reasons.setdefault(said, f"{source} is a reason why {said}")
    found += reasons.values()
    found += dict.fromkeys(f"so {said}" for said in concluded.values() if said not in reasons)
    return tuple(f"{said[:1].upper()}{said[1:]}." for said in dict.fromkeys(found))


def _argued(edge: Edge, argument: Sentence) -> str:
    """Return what the argument says of an edge; empty if it says nothing."""
    clause = argument.clause
    source, target = (_of(clause.phrases(), name) for name in (edge.source, edge.target))
    if not source or not target or target.last <= source.last:
        return ""
    if source == clause.subject and target != clause.adjunct:
        if target == clause.negative or (target == clause.predicate and clause.relation is Relation.HAS_CONTEXT):
            return argument.whole()
        return argument.said(target) if denies(edge.relation) == clause.denied else ""
    return argument.said(target) if target == clause.adjunct and not denies(edge.relation) else ""


def _concluded(edge: Edge, belief: Sentence) -> str:
    """Return the belief, or its opposite, as an edge states it or gives a reason for it; empty if it does neither."""
    clause = belief.clause
    if edge.target != _text(clause.predicate):
        return ""
    if edge.source != _text(clause.subject) and asserted_form(edge.relation) is not Relation.CAUSES:
        return ""
    return belief.whole() if denies(edge.relation) == clause.denied else belief.opposite()


def _general(edge: Edge, sentences: tuple[Sentence, Sentence]) -> str:
    """Return any edge as a sentence."""
    asserted = asserted_form(edge.relation)
    source, target = (_kind(concept, sentences) for concept in (edge.source, edge.target))
    verb, rest = _VERBS[asserted]
    if asserted is Relation.HAS_PROPERTY and target in NAMING_KINDS:
        verb = "has"
    many = source in NAMING_KINDS and _is_many(edge.source)
    if asserted is Relation.AT_LOCATION and source is Kind.ACTION:
        verb, rest = "happens", "in"
    if verb == "can":
        what = _bare(edge.target) if target is Kind.ACTION else f"bring {edge.target}"
        verb = "cannot" if denies(edge.relation) else "can"
    else:
        what = edge.target
        if asserted not in {Relation.HAS_PROPERTY, Relation.RECEIVES_ACTION}:
            what = f"to {_bare(what)}" if verb == "wants" and target is Kind.ACTION else _subject(what, target)
        helped = "do" if many else "does"
        if denies(edge.relation) and verb == "is":
            verb = "are not" if many else "is not"
        elif denies(edge.relation):
            verb = f"{helped} not {_BARE[verb]}"
        elif many:
            verb = _PLURAL[verb]
    return " ".join(filter(None, (_subject(edge.source, source), verb, rest, what)))


def denies(relation: Relation) -> bool:
    """Return whether a relation denies something; *antonym of* does not."""
    return relation not in {Relation.ANTONYM_OF, asserted_form(relation)}


def _kind(concept: str, sentences: tuple[Sentence, Sentence]) -> Kind:
    """Return the kind of a concept, in the sentence that has it, or else by itself."""
    for sentence in sentences:
        if sentence.holds(concept.lower()) and (kind := sentence.kind(concept)) is not Kind.BROKEN:
            return kind
    return phrase_kind(concept)


def _subject(concept: str, kind: Kind) -> str:
    """Return a concept as a subject or an object: an action as a gerund.

    Example:
        >>> for concept in ("reduces traffic", "cannot breed", "do not infect", "never sleep"):
        ...     print(_subject(concept, Kind.ACTION))
        reducing traffic
        not being able to breed
        not infecting
        never sleeping
    """
    if kind in {Kind.QUALITY, Kind.UNDERGOING}:
        return f"being {concept}"
    if kind is not Kind.ACTION:
        return concept
    first, *rest = concept.split()
    if first in _UNABLE:
        return " ".join(("not being able to", *rest))
    if (rest and rest[0] == "not") or first.endswith(("n't", "n’t")):
        rest = [word for word in rest if word != "not"]
        return " ".join(["not", gerund(base_form(rest[0])), *rest[1:]]) if rest else f"not {first}"
    if rest and (is_function_word(first) or first == "not"):
        return " ".join([first, gerund(base_form(rest[0])), *rest[1:]])
    return " ".join([first if first.endswith("ing") else gerund(base_form(first)), *rest])


def _bare(action: str) -> str:
    """Return an action with its verb in the base form."""
    first, *rest = action.split()
    return " ".join([base_form(first), *rest])


def _is_many(concept: str) -> bool:
    """Return whether a noun phrase is in the plural: by the noun before a preposition, or by *and*."""
    words = concept.split()
    ends = [number for number, word in enumerate(words) if number and is_function_word(word)]
    return "and" in words or is_plural(words[ends[0] - 1 if ends else -1])


def _of(phrases: Iterator[Phrase], text: str) -> Phrase | None:
    return next((phrase for phrase in phrases if phrase.text == text.lower()), None)


def _text(phrase: Phrase | None) -> str:
    return phrase.text if phrase else ""
