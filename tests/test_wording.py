"""What a writer puts into words beside conclusions, from the question to the record; with the judge that ships."""

import json
from collections.abc import Sequence

import pytest

import explanans
from explanans import Explainer, Explanation, InputError, KnowledgeBase
from explanans.formats.records import decode, encode, explanation_record
from explanans.pipeline.explainer import prove
from explanans.rendering.prose import prose
from explanans.structures.facts import Fact
from explanans.trees.conclusions.concluder import Concluder
from tests.entailment.judge.service import Reply, Service, said, serving

FACTS = (
    "rubber is an electrical insulator",
    "an electrical insulator keeps electric current from flowing",
    "the church is being repaired",
    "a choir rehearses in a hall",
    "the choir of Barr sings in the church",
)
CURRENT = "What keeps electric current from flowing?", "rubber"
CHOIR = "The choir rehearses in the hall because of what?", "The church is being repaired."
RULED = (
    "Rubber is an electrical insulator. An electrical insulator keeps electric current from flowing. Therefore, rubber "
    "keeps electric current from flowing."
)
TOLD = (
    "Rubber is an electrical insulator, and an electrical insulator keeps electric current from flowing. So rubber "
    "keeps electric current from flowing."
)
FALSE = (
    "Electric current keeps rubber from flowing, because an electrical insulator keeps rubber from flowing and current "
    "is an electrical insulator. Rubber keeps electric current from flowing."
)
SAID = "the choir rehearses in the hall because the church is being repaired"


def explained(service: Service, asked: tuple[str, str], judge: str | None = "judge") -> Explanation:
    writer = f"worded:endpoint:{service.url}#tiny"
    return Explainer(KnowledgeBase.of(FACTS), "bm25", writer, judge=judge).explain(*asked)


def test_a_paragraph_is_taken_and_told_of() -> None:
    with serving(said(f"{FALSE}\n{TOLD}")) as service:
        explanation = explained(service, CURRENT)
    assert prose(explanation) == TOLD
    name = f"endpoint({service.url}#tiny)"
    assert explanation_record(explanation)["written"] == {"by": name, "hypothesis": False, "prose": TOLD}
    (read,) = decode([encode(explanation)], "out.jsonl")
    assert read.written == explanation.written
    assert len(service.asked) == 1  # the rules have made the hypothesis, and the last step needs no words


def test_the_rules_write_where_nothing_can_be_taken() -> None:
    with serving(said(f"{FALSE}\nRubber keeps electric current from flowing.")) as service:
        explanation = explained(service, CURRENT)
    assert prose(explanation) == RULED
    written = explanation_record(explanation)["written"]
    assert written == {"by": f"endpoint({service.url}#tiny)", "hypothesis": False, "prose": None}


def test_a_statement_is_made_where_no_rule_makes_one() -> None:
    with serving(said(f"the choir sings\n{SAID}")) as service:
        explanation = explained(service, CHOIR)
    assert explanation.hypothesis == SAID
    assert explanation.tree
    assert explanation.tree.hypothesis == SAID
    assert explanation.written
    assert explanation.written.hypothesis
    assert len(service.asked) == 1  # no fact says that the one is so because of the other, so there is no paragraph
    with serving(said("the choir sings in the church")) as service:
        explanation = explained(service, CHOIR)
    assert explanation.hypothesis.startswith("the answer to “")
    assert explanation.written
    assert not explanation.written.hypothesis


def test_nobody_is_asked_for_what_is_not_settled_or_not_judged() -> None:
    with serving(said(TOLD)) as service:
        assert prose(explained(service, ("What sings?", "a toad"))).startswith("The facts at hand do not settle")
        assert prose(explained(service, CURRENT, judge=None)) == RULED
    assert not service.asked


def test_without_such_a_writer_nothing_is_told_of_it() -> None:
    for writer in (None, "worded:chooser"):
        explanation = Explainer(KnowledgeBase.of(FACTS), "bm25", writer).explain(*CURRENT)
        assert explanation.written is None
        assert "written" not in explanation_record(explanation)


def test_a_writer_of_ones_own_may_write_paragraphs() -> None:
    class Teller(Concluder):
        name = "teller"

        def paragraphs(self, facts: Sequence[str], conclusions: Sequence[str], hypothesis: str) -> Sequence[str]:
            assert not conclusions
            return (f"{' and '.join(facts)}, so {hypothesis}",)

    from explanans.trees.search import TreeSearch

    premises = [Fact("a", FACTS[0]), Fact("b", FACTS[1])]
    explanation = prove("rubber keeps electric current from flowing", premises, prover=TreeSearch(concluder=Teller()))
    assert explanation.written
    assert (explanation.written.by, explanation.written.hypothesis) == ("teller", False)
    assert prose(explanation).endswith("flowing, so rubber keeps electric current from flowing.")


def test_a_service_that_fails_is_told_of() -> None:
    with serving(Reply("<html>")) as service, pytest.raises(InputError, match="an answer that cannot be read"):
        explained(service, CHOIR)


def test_the_verb_and_many_questions() -> None:
    with serving(said(TOLD)) as service:
        writer = f"worded:endpoint:{service.url}#tiny"
        (found,) = explanans.explain([CURRENT], knowledge=FACTS, ranker="bm25", prover=writer)
    assert isinstance(found, Explanation)
    assert json.loads(encode(found))["written"]["prose"] == TOLD
