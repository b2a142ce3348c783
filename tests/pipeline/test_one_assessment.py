"""One assessment: the same statement beside the same sentences has one status, whichever command is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from explanans import NliScores
from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.judge.base import Pair
from explanans.lab.benchmarks.claims import own_texts, sentences_of
from explanans.pipeline.answering import Answerer
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.proving import prove
from explanans.structures.facts import Fact
from explanans.structures.questions import Choice, Question
from explanans.structures.verdicts import Status


class Drawn:
    """A judge whose opinion of a claim and premises is drawn by their digest, so that each is something else."""

    name = "drawn"

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        return [self._one(pair) for pair in pairs]

    @staticmethod
    def _one(pair: Pair) -> NliScores:
        drawn = sha256(repr(pair).encode()).digest()
        first, second = drawn[0] / 255, drawn[1] / 255
        return NliScores(first, (1 - first) * second, (1 - first) * (1 - second))


def statements() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield statements, each with the sentences that it is held against."""
    for split in ("dev", "reported", "fresh"):
        for text in own_texts(split):
            for claim in text.claims:
                yield sentences_of(text), claim.text


def test_check_and_prove_agree_on_two_hundred_statements() -> None:
    checker = ClaimChecker.open(Drawn())
    found = dict.fromkeys(Status, 0)
    for number, (sentences, claim) in enumerate(statements()):
        if number == 200:
            break
        verdict = checker.check(sentences, claim)
        facts = [Fact(f"p{place}", text) for place, text in enumerate(sentences, 1)]
        explanation = prove(claim, facts, judge=checker.judge)
        proved = explanation.verdict
        assert proved is not None
        assert {item.fact.id for item in explanation.facts} >= set(proved.because)
        assert (proved.status, proved.support) == (verdict.status, verdict.support), claim
        found[verdict.status] += 1
    assert sum(found.values()) == 200
    assert min(found.values()) > 8


def test_an_answer_is_explained_and_found_supported_only_where_check_supports_it() -> None:
    judge = Drawn()
    checker = ClaimChecker.open(judge)
    for text in own_texts("dev")[-2:]:
        explainer = Explainer.open(sentences_of(text), judge=judge)
        for question in text.questions[:6]:
            choices = tuple(Choice(answer, answer) for answer in (question.right, *question.wrong))
            asked = Question("q", question.text, choices)
            for answer in Answerer(explainer).answer(asked).answers:
                explanation = explainer.explain_question(replace(asked, key=answer.answer))
                assert explanation.verdict is not None
                assert answer.explanation.verdict == explanation.verdict
                assert {item.fact.id for item in explanation.facts} >= set(explanation.verdict.because)
                checked = checker.check(sentences_of(text), explanation.hypothesis)
                if explanation.verdict.status is not Status.UNKNOWN:
                    assert explanation.verdict.status is checked.status
                assert explanation.verdict.support <= checked.support
