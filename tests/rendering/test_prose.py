"""Explanations read out."""

from dataclasses import replace

from explanans.rendering.prose import prose
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.structures.verdicts import Status, Verdict

FACTS = tuple(
    Fact(f"f{number}", text)
    for number, text in enumerate(("iron is a metal", "a metal conducts heat", "DNA is long"), 1)
)
STEPS = Step(("f1", "f2"), "int1", "iron conducts heat"), Step(("f3", "int1"), ROOT, "An iron spoon is hot.")


def explained(status: Status | None, *steps: Step, missing: tuple[str, ...] = ()) -> Explanation:
    used = {name for step in steps for name in step.premises}
    leaves = tuple(fact for fact in FACTS if fact.id in used)
    tree = EntailmentTree("An iron spoon is hot.", leaves, steps) if steps else None
    verdict = Verdict(status, 0.8, ("f2",)) if status else None
    scored = tuple(ScoredFact(fact, 1.0) for fact in FACTS)
    return Explanation("Why?", "so", "An iron spoon is hot.", scored, tree, (), missing, "v1", verdict=verdict)


def test_steps_are_closed_by_what_follows() -> None:
    expected = (
        "Iron is a metal. A metal conducts heat. So iron conducts heat. DNA is long. Therefore, an iron spoon is hot."
    )
    assert prose(explained(Status.SUPPORTED, *STEPS)) == expected
    assert prose(explained(None, *STEPS)) == expected


def test_what_is_not_settled_is_not_said_to_follow() -> None:
    step = Step(("f1", "f2"), ROOT, "An iron spoon is hot.")
    assert prose(explained(Status.UNKNOWN, step)) == (
        "The facts at hand do not settle whether an iron spoon is hot. These facts bear on it. Iron is a metal. "
        "A metal conducts heat."
    )
    assert prose(explained(Status.UNKNOWN, step, missing=("No fact links ‘spoon’.",))).endswith(
        "Nearest to it are these facts. Iron is a metal. A metal conducts heat."
    )
    missing = prose(explained(Status.SUPPORTED, step, missing=("No fact links ‘spoon’.",)))
    assert missing.endswith("A metal conducts heat. This makes it likely that an iron spoon is hot.")


def test_what_speaks_against_what_is_not_settled_is_said() -> None:
    explanation = explained(Status.UNKNOWN, Step(("f1",), ROOT, "An iron spoon is hot."))
    assert prose(replace(explanation, contradicted_by=("f2",))) == (
        "The facts at hand do not settle whether an iron spoon is hot. This fact bears on it. Iron is a metal. "
        "One fact speaks against it: a metal conducts heat."
    )
    chosen = replace(explained(Status.UNKNOWN), method="ranking", contradicted_by=("f2", "f3"))  # type: ignore[arg-type]
    assert prose(chosen).endswith("Iron is a metal. Some facts speak against it: a metal conducts heat; DNA is long.")


def test_what_is_denied_is_said_to_be() -> None:
    assert prose(explained(Status.CONTRADICTED, *STEPS)) == (
        "The facts at hand deny that an iron spoon is hot: a metal conducts heat."
    )


def test_one_fact() -> None:
    one = explained(Status.SUPPORTED, Step(("f3",), ROOT, "An iron spoon is hot."))
    assert prose(one) == "DNA is long. Therefore, an iron spoon is hot."
    doubted = replace(one, verdict=Verdict(Status.SUPPORTED, 0.6, ("f3",)))
    assert prose(doubted) == "DNA is long. This makes it likely that an iron spoon is hot."


def test_one_fact_that_says_it() -> None:
    fact = Fact("f1", "a spoon of iron is hot")
    tree = EntailmentTree("An iron spoon is hot.", (fact,), (Step(("f1",), ROOT, "An iron spoon is hot."),))
    shown = replace(explained(Status.SUPPORTED), tree=tree)
    assert prose(shown) == "One fact says it: a spoon of iron is hot."


def test_no_tree_and_sets() -> None:
    assert prose(explained(Status.SUPPORTED)) == "The facts at hand do not explain this."
    chosen = replace(explained(Status.SUPPORTED), method="ranking")  # type: ignore[arg-type]
    assert prose(chosen).startswith("Iron is a metal. A metal conducts heat.")
