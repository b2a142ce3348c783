"""An explanation read out: a short paragraph that says what the facts are and what follows from them."""

from collections.abc import Iterator

from explanans.explanation import Explanation
from explanans.render.outline import Conclusion, Leaf, Node, outline
from explanans.text.answers import lowered
from explanans.text.sentences import ends_sentence, tidy
from explanans.verdict import Status


def prose(explanation: Explanation) -> str:
    """Return an explanation as a paragraph.

    Where the facts support the hypothesis, or nothing was judged, the premises are said one after the other, each step
    is closed by what follows, and the hypothesis stands last; where a link is missing, it is not said to follow. Where
    they do not support it, that is said, and what they do say.

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
    return " ".join(map(_sentence, filter(None, _parts(explanation))))


def _parts(explanation: Explanation) -> Iterator[str]:
    status = explanation.verdict.status if explanation.verdict else Status.SUPPORTED
    root, hypothesis = outline(explanation), lowered(_plain(explanation.hypothesis))
    if status is Status.CONTRADICTED:
        yield from _against(explanation, hypothesis)
        return
    facts = [] if root else [_plain(item.fact.text) for item in explanation.facts]
    if root is None and explanation.method == "tree":
        yield "The facts at hand do not explain this"
        return
    if status is Status.UNKNOWN:
        yield "The facts at hand do not settle this, but they bear on it"
    if root and explanation.tree and explanation.tree.single:
        fact = _plain(explanation.tree.single.text)
        yield f"One fact says it: {lowered(fact)}" if status is Status.SUPPORTED else fact
        return
    yield from _said(root) if root else facts
    if status is Status.SUPPORTED and not explanation.missing:
        yield f"Therefore, {hypothesis}"
    elif root:
        yield f"This speaks for it that {hypothesis}"


def _against(explanation: Explanation, hypothesis: str) -> Iterator[str]:
    yield f"The facts at hand deny that {hypothesis}"
    because = explanation.verdict.because if explanation.verdict else ()
    yield from (_plain(item.fact.text) for item in explanation.facts if item.fact.id in because)


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
    for fact in facts:
        yield from _said(fact)


def _plain(text: str) -> str:
    return tidy(text).rstrip(" .")


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if ends_sentence(whole) else f"{whole}."
