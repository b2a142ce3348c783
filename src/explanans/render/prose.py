"""An explanation read out: a short paragraph that says what the facts are and what follows from them."""

import re
from collections.abc import Iterator, Sequence

from explanans.explanation import Explanation
from explanans.fact import Fact
from explanans.render.outline import Conclusion, Leaf, Node, outline
from explanans.render.wording import says_all
from explanans.text.answers import lowered
from explanans.text.sentences import ends_sentence, tidy
from explanans.verdict import Status

_OPENING = re.compile(r"(?:if|when|as|after|before|in|at|on|during|for|by|with|to|from|because of) [^,]+, ")
"""What stands before the subject, after which nobody expects a *whether*."""
_DENIAL = re.compile(r"\b(?:not|cannot|never|no)\b")
_NUMBERED = re.compile(r"#\d+$")
_SURE = 0.75
"""The support from which on a hypothesis is said to follow from one fact that lacks some of its words."""


def prose(explanation: Explanation) -> str:
    """Return an explanation as a paragraph.

    Where the facts support the hypothesis, or nothing was judged, the premises are said one after the other, each step
    is closed by what follows, and the hypothesis stands last; where words of it have no support, it is only called
    likely. Where the facts deny it, that is said, and what they do say. Where they do not settle it, they are told as
    what bears on it, and nothing is said to follow. A paragraph that a writer has put into words is returned as it is.

    Args:
        explanation: The explanation; one by a set of facts says these.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> from explanans.fact import Fact
        >>> from explanans.tree import ROOT, EntailmentTree, Step
        >>> ice, heat = Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")
        >>> tree = EntailmentTree("heat melts ice", (ice, heat), (Step(("f1", "f2"), ROOT, "heat melts ice"),))
        >>> prose(Explanation("What melts ice?", "heat", "heat melts ice", (), tree, (), (), "v1"))
        'Ice is a solid. Heat melts a solid. Therefore, heat melts ice.'
    """
    if explanation.written and explanation.written.prose:
        return explanation.written.prose
    return " ".join(map(_sentence, filter(None, _parts(explanation))))


def _parts(explanation: Explanation) -> Iterator[str]:
    status = explanation.verdict.status if explanation.verdict else Status.SUPPORTED
    # A name that starts the hypothesis stands in capitals within the question or a fact.
    beside = " ".join((explanation.question, explanation.answer, *(item.fact.text for item in explanation.facts)))
    root, hypothesis = outline(explanation), lowered(_plain(explanation.hypothesis), beside)
    if status is Status.CONTRADICTED:
        yield from _against(explanation, hypothesis)
    elif root is None and explanation.method == "tree":
        yield "The facts at hand do not explain this"
    elif status is Status.UNKNOWN:
        asked = "this:" if _OPENING.match(hypothesis) or _DENIAL.search(hypothesis) else "whether"
        yield f"The facts at hand do not settle {asked} {hypothesis}"
        yield from _unsettled(explanation, root)
    elif root and (fact := _says_it(root)):
        yield f"One fact says it: {lowered(_plain(fact.text), beside)}"
    else:
        yield from _said(root) if root else (_plain(item.fact.text) for item in explanation.facts)
        doubted = bool(explanation.missing) or (
            root is not None and len(root.premises) == 1 and not _is_sure(explanation)
        )
        yield f"This makes it likely that {hypothesis}" if doubted else f"Therefore, {hypothesis}"


def _against(explanation: Explanation, hypothesis: str) -> Iterator[str]:
    denied = f"The facts at hand deny that {hypothesis}"
    because = explanation.verdict.because if explanation.verdict else ()
    said = [_plain(item.fact.text) for item in explanation.facts if item.fact.id in because]
    if len(said) == 1:
        yield f"{denied}: {lowered(said[0], f'{explanation.question} {hypothesis}')}"
    else:
        yield from (denied, *said)


def _unsettled(explanation: Explanation, root: Conclusion | None) -> Iterator[str]:
    against = [item.fact for item in explanation.facts if item.fact.id in explanation.contradicted_by]
    others = (item.fact for item in explanation.facts if item.fact not in against)
    told = [*_said(root)] if root else [_plain(fact.text) for fact in others]
    if told and explanation.missing:
        yield "Nearest to it are these facts" if len(told) > 1 else "Nearest to it is this fact"
    elif told:
        yield "These facts bear on it" if len(told) > 1 else "This fact bears on it"
    yield from told
    if against:
        speaks = "Some facts speak" if len(against) > 1 else "One fact speaks"
        yield f"{speaks} against it: {'; '.join(lowered(_plain(fact.text)) for fact in against)}"


def _is_sure(explanation: Explanation) -> bool:
    return explanation.verdict is None or explanation.verdict.support >= _SURE


def _says_it(root: Conclusion) -> Fact | None:
    """Return the only premise where it has all telling words of the hypothesis."""
    if len(root.premises) > 1 or not isinstance(leaf := root.premises[0], Leaf):
        return None
    return leaf.fact if says_all(root.text, leaf.fact) else None


def _as_read(facts: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return facts of one text in its order, so that *it* and *the town* follow what they stand for."""
    files = {leaf.fact.source.rpartition(":")[0] for leaf in facts}
    if len(files) != 1 or any(leaf.fact.table or not _NUMBERED.search(leaf.fact.id) for leaf in facts):
        return facts
    return sorted(facts, key=lambda leaf: int(leaf.fact.id.rpartition("#")[2]))


def _said(node: Node) -> Iterator[str]:
    """Yield the premises of a conclusion, those that are conclusions after what they follow from, without itself."""
    if isinstance(node, Leaf):
        yield _plain(node.text)
        return
    steps = [premise for premise in node.premises if isinstance(premise, Conclusion)]
    facts = [premise for premise in node.premises if isinstance(premise, Leaf)]
    for step in steps:
        yield from _said(step)
        yield f"So {lowered(_plain(step.text))}"
    for fact in _as_read(facts):
        yield from _said(fact)


def _plain(text: str) -> str:
    return tidy(text).rstrip(" .")


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if ends_sentence(whole) else f"{whole}."
