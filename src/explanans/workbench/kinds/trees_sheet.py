"""The sheet of an author: facts in three parts, conclusions from them, and the changes that can be made to both."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from explanans.errors import InputError
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Step

LONGEST = 2000
"""Characters of one sentence."""
_MOST = 200
"""Facts, or conclusions, on one sheet."""


class Part(StrEnum):
    """The parts of the worksheet."""

    CORE = "core"
    """The central ideas."""
    GROUNDING = "grounding"
    """Facts that link them to the things that the question names."""
    OTHER = "other"
    """Whatever else may be of use; it need not be used."""


class Question(msgspec.Struct, frozen=True):
    """A question whose answer is to be explained.

    Attributes:
        hypothesis: Both as one statement, as it is proposed to the author.
    """

    question: str
    answer: str
    hypothesis: str


class Premise(msgspec.Struct, frozen=True):
    """A fact on the sheet.

    Attributes:
        part: The part of the worksheet that it is in.
        origin: Whether it is from the knowledge base, the author's own, or was suggested.
        uid: Its id in the knowledge base; empty for the author's facts.
    """

    id: str
    text: str
    part: Part = Part.CORE
    origin: Literal["base", "own", "suggested"] = "base"
    uid: str = ""


class Conclusion(msgspec.Struct, frozen=True):
    """A conclusion on the sheet.

    Attributes:
        premises: The ids of facts and of other conclusions.
        text: The conclusion in words; empty while it is not written.
        inference: How it follows, one of ``tree.Inference``; empty if not said.
        suggested: Whether the program wrote it and it is unchanged.
    """

    id: str
    premises: tuple[str, ...]
    text: str = ""
    inference: str = ""
    suggested: bool = False


class Sheet(msgspec.Struct, frozen=True):
    """All that an author made of a question.

    Every change returns a new sheet; ids are never given twice on one sheet.

    Attributes:
        conclusions: The conclusions, in the order in which they are read out.
        root: The id of the conclusion that is the hypothesis; empty while there is none.
        numbers: The number of ids given to facts and to conclusions.

    Example:
        >>> sheet = Sheet("heat melts ice").add("ice is a solid").add("heat melts solids").join(("F1", "F2"))
        >>> sheet = sheet.rooted("C1")
        >>> sheet.tree().faults(), sheet.conclusions[0].text
        ((), 'heat melts ice')
    """

    hypothesis: str
    facts: tuple[Premise, ...] = ()
    conclusions: tuple[Conclusion, ...] = ()
    root: str = ""
    numbers: tuple[int, int] = (0, 0)

    def add(self, text: str, part: Part = Part.CORE, uid: str = "", origin: str = "own") -> "Sheet":
        """Return the sheet with one more fact; as it is where it has that fact of the base already."""
        if uid and any(fact.uid == uid for fact in self.facts):
            return self
        if len(self.facts) >= _MOST:
            raise InputError(f"more than {_MOST} facts on one sheet")
        number = self.numbers[0] + 1
        fact = Premise(f"F{number}", _sentence(text), part, "base" if uid and origin == "own" else origin, uid)  # type: ignore[arg-type]
        return self._with(facts=(*self.facts, fact), numbers=(number, self.numbers[1]))

    def join(self, premises: Iterable[str], text: str = "", *, suggested: bool = False) -> "Sheet":
        """Return the sheet with one more conclusion."""
        chosen = tuple(dict.fromkeys(name for name in premises if name in self.texts()))
        if len(chosen) < 2:
            raise InputError("a conclusion rests on two premises or more; pick two")
        if len(self.conclusions) >= _MOST:
            raise InputError(f"more than {_MOST} conclusions on one sheet")
        number = self.numbers[1] + 1
        made = Conclusion(f"C{number}", chosen, text, "", suggested)
        return self._with(conclusions=(*self.conclusions, made), numbers=(self.numbers[0], number))

    def attach(self, conclusion: str, premise: str) -> "Sheet":
        """Return the sheet with one more premise of a conclusion."""
        if premise == conclusion or premise not in self.texts():
            return self
        return self._each(
            lambda it: (
                msgspec.structs.replace(it, premises=(*it.premises, premise))
                if it.id == conclusion and premise not in it.premises
                else it
            )
        )

    def detach(self, conclusion: str, premise: str) -> "Sheet":
        """Return the sheet with one premise of a conclusion less."""
        return self._each(
            lambda it: (
                msgspec.structs.replace(it, premises=tuple(name for name in it.premises if name != premise))
                if it.id == conclusion
                else it
            )
        )

    def drop(self, name: str) -> "Sheet":
        """Return the sheet without a fact or a conclusion, wherever it is used."""
        rest = self._with(
            facts=tuple(fact for fact in self.facts if fact.id != name),
            conclusions=tuple(it for it in self.conclusions if it.id != name),
            root="" if self.root == name else self.root,
        )
        for made in rest.conclusions:
            rest = rest.detach(made.id, name)
        return rest

    def reword(self, name: str, text: str) -> "Sheet":
        """Return the sheet with a fact or a conclusion in other words, which are the author's own."""
        if name == self.root:
            return self.hypothesized(text)
        if name.startswith("F"):
            words = _sentence(text)
            changed = tuple(
                msgspec.structs.replace(fact, text=words, origin="own")
                if fact.id == name and fact.text != words
                else fact
                for fact in self.facts
            )
            return self._with(facts=changed)
        words = _sentence(text) if text.strip() else ""
        return self._each(
            lambda it: (
                msgspec.structs.replace(it, text=words, suggested=False) if it.id == name and it.text != words else it
            )
        )

    def suggested(self, name: str, text: str) -> "Sheet":
        """Return the sheet with words for a conclusion that the program wrote, marked as such."""
        if name == self.root:
            return self
        return self._each(
            lambda it: msgspec.structs.replace(it, text=_sentence(text), suggested=True) if it.id == name else it
        )

    def inferred(self, name: str, inference: str) -> "Sheet":
        """Return the sheet with the kind of inference of a conclusion."""
        if inference and inference not in list(Inference):
            raise InputError(f"the inference {inference!r}; accepted: {', '.join(Inference)}")
        return self._each(lambda it: msgspec.structs.replace(it, inference=inference) if it.id == name else it)

    def rooted(self, name: str) -> "Sheet":
        """Return the sheet whose hypothesis is what a conclusion says; none if the name is empty."""
        return self._with(root=name, conclusions=self._with_words(name, self.hypothesis))

    def hypothesized(self, text: str) -> "Sheet":
        """Return the sheet with another hypothesis, in the root as well."""
        words = _sentence(text)
        return self._with(hypothesis=words, conclusions=self._with_words(self.root, words))

    def put(self, name: str, part: Part) -> "Sheet":
        """Return the sheet with a fact in another part of the worksheet, the last there."""
        moved = [msgspec.structs.replace(fact, part=part) for fact in self.facts if fact.id == name]
        return self._with(facts=(*(fact for fact in self.facts if fact.id != name), *moved)) if moved else self

    def shift(self, name: str, by: int) -> "Sheet":
        """Return the sheet with a fact or a conclusion further up or down among its kind."""
        if name.startswith("C"):
            names = [it.id for it in self.conclusions]
            return self._with(conclusions=_shifted(self.conclusions, names, name, by))
        part = next((fact.part for fact in self.facts if fact.id == name), Part.CORE)
        there = tuple(fact for fact in self.facts if fact.part == part)
        ordered = _shifted(there, [fact.id for fact in there], name, by)
        return self._with(facts=(*(fact for fact in self.facts if fact.part != part), *ordered))

    def texts(self) -> dict[str, str]:
        """Return the words of all facts and conclusions by id."""
        return {it.id: it.text for it in self.facts} | {it.id: it.text for it in self.conclusions}

    def conclusion(self, name: str) -> Conclusion | None:
        """Return a conclusion; None if there is none of that id."""
        return next((it for it in self.conclusions if it.id == name), None)

    def tops(self) -> tuple[Conclusion, ...]:
        """Return the conclusions that no other rests on; of a circle, the first of it."""
        used = {name for it in self.conclusions for name in it.premises}
        tops = [it for it in self.conclusions if it.id not in used]
        reached = {name for top in tops for name in self.below(top.id)}
        for made in self.conclusions:
            if made.id not in reached:
                tops.append(made)
                reached |= self.below(made.id)
        return tuple(tops)

    def below(self, name: str) -> set[str]:
        """Return the ids of all that a conclusion rests on, and its own."""
        seen, waiting = set[str](), [name]
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                made = self.conclusion(here)
                waiting += made.premises if made else ()
        return seen

    def tree(self, top: str = "") -> EntailmentTree:
        """Return the content of the sheet as a tree, complete or not.

        Args:
            top: The id of the conclusion to show; the root and all else where empty.

        Returns:
            A tree whose leaves are the facts that are used, and those of the first two parts of the worksheet.
        """
        root = top or self.root
        wanted = self.below(top) if top else {it.id for it in self.conclusions}
        chosen = [it for it in self._in_order() if it.id in wanted]
        used = {name for it in chosen for name in it.premises}
        facts = [it for it in self.facts if it.id in used or (not top and it.part != Part.OTHER)]
        hypothesis = self.texts().get(top, "") if top and top != self.root else self.hypothesis
        steps = (
            Step(
                tuple(ROOT if name == root else name for name in it.premises),
                ROOT if it.id == root else it.id,
                hypothesis if it.id == root else it.text,
                it.inference,
            )
            for it in chosen
        )
        leaves = tuple(Fact(it.id, it.text, source=it.uid or it.origin) for it in facts)
        return EntailmentTree(hypothesis, leaves, tuple(sorted(steps, key=lambda step: step.conclusion == ROOT)))

    def _in_order(self) -> Iterator[Conclusion]:
        """Yield the conclusions in topological order; those in a cycle in their given order."""
        waiting, given = list(self.conclusions), {fact.id for fact in self.facts}
        while waiting:
            ready = next((it for it in waiting if given.issuperset(it.premises)), waiting[0])
            waiting.remove(ready)
            given.add(ready.id)
            yield ready

    def _each(self, change: Callable[[Conclusion], Conclusion]) -> "Sheet":
        return self._with(conclusions=tuple(map(change, self.conclusions)))

    def _with_words(self, name: str, words: str) -> tuple[Conclusion, ...]:
        return tuple(msgspec.structs.replace(it, text=words) if it.id == name else it for it in self.conclusions)

    def _with(self, **changes: object) -> "Sheet":
        return msgspec.structs.replace(self, **changes)


_Placed = TypeVar("_Placed")


def _shifted(items: tuple[_Placed, ...], names: list[str], name: str, by: int) -> tuple[_Placed, ...]:
    if name not in names:
        return items
    start = names.index(name)
    rest = (*items[:start], *items[start + 1 :])
    place = max(0, min(start + by, len(rest)))
    return (*rest[:place], items[start], *rest[place:])


def _sentence(text: str) -> str:
    words = " ".join(text.split())
    if not 0 < len(words) <= LONGEST:
        raise InputError(f"a sentence of {len(words)} characters; accepted: 1 to {LONGEST:,}")
    return words
