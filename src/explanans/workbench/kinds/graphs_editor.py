"""The page on which a graph is drawn or refined: concepts, one fact at a time, and the drawing that grows."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from nicegui import context, ui

from explanans.errors import InputError
from explanans.graphs.concepts import spans
from explanans.language.tokens import is_function_word
from explanans.rendering.graph_drawing import graph_drawing
from explanans.rendering.phrases import origin, stance_sentence
from explanans.rendering.prose import edge_sentence, graph_prose
from explanans.structures.graphs import Relation
from explanans.workbench.kinds.graphs_work import LONGEST_CONCEPT, Contribution, Fact, Prompt, Round, changes, rounds
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.widgets import (
    button,
    choice,
    draggable,
    drop_zone,
    element,
    field,
    focus,
    set_value,
    tell_values,
    text,
)

SOURCE, RELATION, TARGET, ADD = "source", "relation", "target", "add-fact"
"""The ids of the form's fields and of its button."""
_FORM = (SOURCE, RELATION, TARGET)
_HINT = (
    "Drag a concept onto a field, or onto another concept; or press it, and it goes into the next empty field. "
    "Concepts of your own are typed. Enter adds the fact, Ctrl-Z takes back."
)


def draw(desk: EditingSession[Prompt, Contribution]) -> None:
    """Draw the page."""
    _Page(desk)


class _Page:
    def __init__(self, desk: EditingSession[Prompt, Contribution]) -> None:
        self.desk, self.client = desk, context.client
        self.held = ""
        """The concept that is being dragged."""
        self.place: int | None = None
        """The place of the fact that the form replaces; None if it adds one."""
        self.kept: tuple[str, ...] = ()
        """The concepts of the last fact: their fields may tell of them once more after it was added."""
        judged = rounds(desk.task.earlier)
        self.before: Round | None = judged[-1] if judged else None
        self._draw_task()
        if desk.may_edit:
            with element("section", "card", aria_label="Concepts"):
                text("h2", "Concepts")
                text("p", _HINT, "aside")
                self.concepts = element("div")
            with element("section", "card", aria_label="One fact"):
                self._draw_form()
        with element("section", "card", aria_label="Graph"):
            text("h2", "Graph")
            self.facts = element("div")
        desk.on_replaced = self._show
        self._show()

    def _draw_task(self) -> None:
        made = self.desk.made
        with element("section", "card"):
            with element("dl", "facts"):
                for name, words in (
                    ("Belief", made.belief),
                    ("Argument", made.argument),
                    ("Stance", stance_sentence(made.stance)),
                ):
                    text("dt", name)
                    text("dd", words)
            if self.before:
                self._draw_verdicts(self.before)

    @staticmethod
    def _draw_verdicts(before: Round) -> None:
        labels = Counter(work.made.label for work in before.verdicts)
        said = ", ".join(f"{label} ({number})" for label, number in labels.most_common())
        with element("div", "notice"):
            text("h2", "What verifiers said of this graph")
            text("p", f"Most say: {before.label or 'no label has a majority'}. All: {said}.")
            with element("ul", "list"):
                for work in before.verdicts:
                    for words in (*work.made.reasons, work.made.note):
                        if words:
                            text("li", f"{work.person}: {words}")

    def _draw_form(self) -> None:
        text("h2", "A fact")
        with element("div", "fact-form"):
            self._draw_slot(SOURCE, "Concept")
            relations = {"": "choose a relation"} | {str(it): str(it) for it in Relation}
            relation = choice("Relation", relations, "", lambda _: None, id=RELATION)
            self._draw_slot(TARGET, "Other concept")
            self.add = text("button", "Add the fact", "main", type="button", id=ADD)
        tell_values(relation, "keydown.enter", _FORM, self._enter)
        tell_values(self.add, "click", _FORM, self._enter)
        with element("div", "buttons"):
            self.cancel = button("Do not replace", self._end_replacing, hidden=True)
        self.said = text("p", "", "said", role="status")

    def _draw_slot(self, name: str, label: str) -> None:
        slot = field(label, "", self._look, typed=self._look, blank=True, id=name, maxlength=LONGEST_CONCEPT)
        drop_zone(slot, partial(self._drop_on_slot, name))
        tell_values(slot, "keydown.enter", _FORM, self._enter)

    def _show(self) -> None:
        if self.place is not None and self.place >= len(self.desk.made.facts):
            self._end_replacing()
        if self.desk.may_edit:
            self.concepts.clear()
            with self.concepts:
                self._draw_concepts()
        self.facts.clear()
        with self.facts:
            self._draw_facts()

    def _draw_concepts(self) -> None:
        made = self.desk.made
        belief, argument = list(proposed(made.belief)), list(proposed(made.argument))
        others = [it for it in made.graph().concepts() if it not in (*belief, *argument)]
        rows = {"Of the belief": belief, "Of the argument": argument, "Others in the graph": others}
        used = set(made.graph().concepts())
        for title, names in rows.items():
            if names:
                text("h3", title)
                with element("ul", "chips", aria_label=title):
                    for name in names:
                        with element("li"):
                            chip = text("button", name, "chip used" if name in used else "chip", type="button")
                            draggable(chip, partial(self._pick_up, name))
                            drop_zone(chip, partial(self._drop_on_chip, name))
                            tell_values(chip, "click", _FORM, partial(self._press, name))

    def _draw_facts(self) -> None:
        made = self.desk.made
        first = self.before.made.facts if self.before else made.facts
        added, removed = changes(first, made.facts)
        if not made.facts:
            text("p", "No fact yet.", "empty")
        with element("ol", "facts-list", aria_label="Facts"):
            for place, fact in enumerate(made.facts):
                with element("li", "fact"):
                    with element("span", "words"):
                        text("span", f"{fact.source} ")
                        text("span", fact.relation, "tag")
                        text("span", f" {fact.target}")
                        if fact in added:
                            text("span", "new", "tag warn")
                    self._draw_changes(place, fact)
        for fact in removed:
            with element("p", "fact"):
                text("del", f"removed: {edge_sentence(fact.edge())}", "words")
                if self.desk.may_edit:
                    button("Put back", partial(self._put_back, fact), "tiny")
        if made.facts:
            text("h3", "Read out")
            text("p", graph_prose(made.graph().edges), "prose", role="status")
            with element("div", "scroll", tabindex="0", role="region", aria_label="Drawing of the graph"):
                ui.html(graph_drawing(made.graph(), [fact.edge() for fact in added]), sanitize=False)

    def _draw_changes(self, place: int, fact: Fact) -> None:
        if self.desk.may_edit:
            said = edge_sentence(fact.edge())
            button("Replace", partial(self._begin_replacing, place), "tiny", aria_label=f"Replace: {said}")
            button("Remove", partial(self._remove, place), "tiny", aria_label=f"Remove: {said}")

    def _say(self, sentence: str) -> None:
        self.said.text = sentence

    def _look(self, words: str) -> None:
        """Show remarks on a concept while it is being written."""
        concept = " ".join(words.lower().split())
        if len(concept.split()) > 3:
            self._say(f"“{concept}” has {len(concept.split())} words; three are the most.")
        elif concept and concept not in self.kept:
            source = origin(self.desk.made.graph(), concept)
            where = "in neither belief nor argument" if source == "external" else f"in the {source}"
            self._say(f"“{concept}” is {where}.")

    def _pick_up(self, concept: str) -> None:
        self.held = concept

    def _drop_on_slot(self, name: str) -> None:
        if self.held:
            set_value(self.client, name, self.held)
            self._look(self.held)

    def _drop_on_chip(self, concept: str) -> None:
        if self.held and self.held != concept:
            set_value(self.client, SOURCE, self.held)
            set_value(self.client, TARGET, concept)
            self._say(f"How is “{self.held}” related to “{concept}”?")
            focus(self.client, RELATION)

    def _press(self, concept: str, source: str, _: str, target: str) -> None:
        name = TARGET if source.strip() and not target.strip() else SOURCE
        set_value(self.client, name, concept)
        if name == TARGET:
            self._say(f"How is “{source.strip()}” related to “{concept}”?")
            focus(self.client, RELATION)
        else:
            if source.strip():
                set_value(self.client, TARGET, "")
            self._look(concept)

    def _enter(self, source: str, relation: str, target: str) -> None:
        if not relation:
            self._say("Choose a relation.")
            focus(self.client, RELATION)
            return
        place = self.place
        try:
            made = self.desk.made.with_fact(source, relation, target, place)
        except InputError as error:
            self._say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        fact = made.facts[-1 if place is None else place]
        self.kept = (fact.source, fact.target)
        self._end_replacing()
        self._say(f"{'Added' if place is None else 'Replaced'}: {edge_sentence(fact.edge())}.")
        self.desk.change(made, f"{'added' if place is None else 'replaced'} ({'; '.join(fact.edge())})")
        focus(self.client, SOURCE)

    def _begin_replacing(self, place: int) -> None:
        self.place = place
        for name, value in zip(_FORM, self.desk.made.facts[place].edge(), strict=True):
            set_value(self.client, name, value)
        self.add.text = "Replace the fact"
        self.cancel.props(remove="hidden")
        focus(self.client, SOURCE)

    def _end_replacing(self) -> None:
        self.place = None
        for name in _FORM:
            set_value(self.client, name, "")
        self.add.text = "Add the fact"
        self.cancel.props("hidden")

    def _remove(self, place: int) -> None:
        fact = self.desk.made.facts[place]
        self._end_replacing()
        self._say(f"Removed: {edge_sentence(fact.edge())}.")
        self.desk.change(self.desk.made.without_fact(place), f"removed ({'; '.join(fact.edge())})")
        focus(self.client, SOURCE)

    def _put_back(self, fact: Fact) -> None:
        try:
            made = self.desk.made.with_fact(*fact.edge())
        except InputError as error:
            self._say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        self.desk.change(made, f"put back ({'; '.join(fact.edge())})")
        focus(self.client, SOURCE)


def proposed(sentence: str) -> Iterator[str]:
    """Yield concepts of a sentence that are proposed: spans without words such as *the* and *should*.

    Example:
        >>> list(proposed("Zoos should be banned."))
        ['zoos', 'banned']
    """
    for span in spans(sentence, ""):
        if not any(map(is_function_word, span.words[span.start : span.end])):
            yield span.concept
