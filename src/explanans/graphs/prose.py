"""Explanation graphs as English sentences."""

import re
from collections.abc import Iterator

from explanans.graphs.clause import NAMING_KINDS, Clause, Kind, Phrase
from explanans.graphs.grammar import asserted_form, named
from explanans.graphs.main_clause import Sentence, phrase_kind, read_sentence
from explanans.language.inflection import base_form, gerund, is_plural
from explanans.language.tokens import is_function_word
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

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
_GERUND = re.compile("[aeiouy].*ing$")
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
    ours, theirs = ({phrase.text for phrase in _phrases(side.clause)} for side in (belief, argument))
    claim = _text(belief.clause.predicate)
    argued = any({edge.source, edge.target} <= theirs for edge in graph.edges)
    first, joins, reasons, denials = list[str](), list[str](), ["this"] * argued, list[bool]()
    for edge in graph.edges:
        if edge.target == claim:
            denials.append(denies(edge.relation))
        if edge.target == claim and edge.source in theirs:
            reasons.append(_subject(edge.source, _kind(edge.source, (argument, belief))))
        elif edge.source in ours and edge.target in theirs and asserted_form(edge.relation) is Relation.CAUSES:
            joins.append(_join(edge, belief, argument))
        elif not any({edge.source, edge.target} <= side for side in (ours, theirs)):
            first.append(_general(edge, (argument, belief)))
    found = [*first, *([argument.whole()] if argued else []), *joins]
    if claim and any(claim in edge for edge in graph.edges):
        denied = denials[0] if denials else belief.clause.denied != (graph.stance is Stance.COUNTER)
        concluded = belief.whole() if denied == belief.clause.denied else belief.opposite()
        found.append(f"{reasons[0]} is a reason why {concluded}" if reasons else f"so {concluded}")
    return tuple(f"{said[:1].upper()}{said[1:]}." for said in dict.fromkeys(found))


def _join(edge: Edge, belief: Sentence, argument: Sentence) -> str:
    """Return what the topic of the belief leads to, or prevents, by an edge to what the argument says.

    The sentence has a subject, if the argument has: *speed cameras keep drivers from racing*.
    """
    clause, denied = belief.clause, denies(edge.relation)
    topic = next(phrase for phrase in clause.phrases() if phrase.text == edge.source)
    said = belief.worded(topic)
    if topic.kind is Kind.ACTION:
        said = _subject(said, topic.kind)
    elif topic.kind not in NAMING_KINDS and clause.subject:
        said = f"{belief.worded(clause.subject)} being {said}"
    many = topic.kind in NAMING_KINDS and _is_many(edge.source) and not _GERUND.search(edge.source.split()[0])
    who, what = _event(edge.target, argument.clause)
    doing = _subject(argument.worded(what), what.kind)
    if who is None and denied:
        return f"{said} {'do' if many else 'does'} not bring {doing}"
    leads = ("keep" if many else "keeps") if denied else "lead to" if many else "leads to"
    subject = argument.worded(who) if who else ""
    return " ".join(filter(None, (said, leads, subject, "from" if denied else "", doing)))


def _event(concept: str, clause: Clause) -> tuple[Phrase | None, Phrase]:
    """Return who does what by a concept of a clause, or of one beside it; None and the concept if it is a thing."""
    for part in (clause, *(part for _, part in clause.others)):
        phrase = named(part) if part is not clause else part.predicate
        if phrase and part.predicate and phrase.text == concept and part.predicate.kind not in NAMING_KINDS:
            return (part.subject or clause.subject), part.predicate if phrase != part.subject else phrase
    return None, next(phrase for phrase in _phrases(clause) if phrase.text == concept)


def _phrases(clause: Clause) -> Iterator[Phrase]:
    """Yield the phrases of a clause, and those that stand for the clauses beside it."""
    yield from clause.phrases()
    yield from (phrase for _, other in clause.others if (phrase := named(other)))


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
    return " ".join(filter(None, (_subject(_worded(edge.source, sentences), source), verb, rest, what)))


def _worded(concept: str, sentences: tuple[Sentence, Sentence]) -> str:
    """Return a concept in the words of the sentence that says it."""
    for sentence in sentences:
        for phrase in sentence.clause.phrases():
            if phrase.text == concept.lower() and phrase.kind in NAMING_KINDS:
                return sentence.worded(phrase)
    return concept


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
    if rest and rest[0] != "to" and (is_function_word(first) or first == "not"):
        return " ".join([first, gerund(base_form(rest[0])), *rest[1:]])
    return " ".join([first if _GERUND.search(first) else gerund(base_form(first)), *rest])


def _bare(action: str) -> str:
    """Return an action with its verb in the base form."""
    first, *rest = action.split()
    return " ".join([base_form(first), *rest])


def _is_many(concept: str) -> bool:
    """Return whether a noun phrase is in the plural: by the noun before a preposition, or by *and*."""
    words = concept.split()
    ends = [number for number, word in enumerate(words) if number and is_function_word(word)]
    return "and" in words or is_plural(words[ends[0] - 1 if ends else -1])


def _text(phrase: Phrase | None) -> str:
    return phrase.text if phrase else ""
