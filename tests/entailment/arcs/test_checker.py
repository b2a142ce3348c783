"""The checker on hand-made parses and a scorer whose scores one can tell by eye."""

import logging
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from explanans.entailment.arcs.checker import ArcChecker
from explanans.entailment.sentence_index import SentenceIndex
from explanans.errors import InputError
from explanans.language.tokens import lemma
from explanans.structures.facts import Fact
from explanans.structures.syntax import Arc, Parse, Token
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.structures.verdicts import Evidence


class Chains:
    """Hangs every word on the one before it."""

    name = "chains"

    def __init__(self) -> None:
        self.parsed: list[str] = []

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        for sentence in sentences:
            self.parsed.append(sentence)
            tokens: list[Token] = []
            for word in sentence.split():
                start = sentence.index(word, tokens[-1].end if tokens else 0)
                bare = word.rstrip(".!?")
                tokens.append(Token(bare, lemma(bare), "X", "", start, start + len(bare)))
            arcs = tuple(Arc(place - 1, place, "next" if place else "root") for place in range(len(tokens)))
            yield Parse(sentence, tuple(tokens), arcs, arcs)


class Neighbours:
    """Scores the share of the sentences in which two words are neighbours."""

    name = "neighbours"

    def __init__(self) -> None:
        self.sources: list[int] = []

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        self.sources.append(len(source))
        pairs = [
            {(one.lemma, other.lemma) for one, other in zip(parse.tokens, parse.tokens[1:], strict=False)}
            for parse in source
        ]
        wanted = [(claim.tokens[arc.head].lemma, claim.tokens[arc.child].lemma) for arc in arcs]
        return np.array([float(any(pair in there for there in pairs)) for pair in wanted])


@pytest.fixture
def checker() -> ArcChecker:
    return ArcChecker(Neighbours(), Chains())


SOURCE = "Green frogs eat flies. Frogs have moist skin. Flies have wings."


def test_a_verdict_says_which_arcs_and_words_are_supported_and_by_what(checker: ArcChecker) -> None:
    verdict = checker.check(SOURCE, "Frogs eat old flies.")
    assert [(arc.head.text, arc.child.text, arc.score) for arc in verdict.arcs] == [
        ("Frogs", "eat", 1.0),
        ("eat", "old", 0.0),
        ("old", "flies", 0.0),
    ]
    assert [arc.evidence for arc in verdict.arcs] == [Evidence(1, "Green frogs eat flies"), None, None]
    assert [word[:3] for word in verdict.unsupported] == [("old", 10, 13), ("flies", 14, 19)]
    assert (verdict.score, verdict.minimum) == (1 / 3, 0.0)


def test_the_evidence_is_the_first_of_the_sentences_that_say_it_best(checker: ArcChecker) -> None:
    verdict = checker.check(["Ants dig", "Frogs have skin", "We say frogs have skin"], "frogs have skin")
    assert {arc.evidence for arc in verdict.arcs} == {Evidence(2, "Frogs have skin")}


def test_places_are_those_of_the_whole_claim_whatever_its_sentences_and_blanks(checker: ArcChecker) -> None:
    verdict = checker.check(SOURCE, "  Frogs eat\n flies.\x00 Flies   have\tfeet! ")
    assert verdict.claim == "Frogs eat flies. Flies have feet!"
    assert [sentence.text for sentence in verdict.sentences] == ["Frogs eat flies.", "Flies have feet!"]
    for arc in verdict.arcs:
        for word in (arc.head, arc.child):
            assert verdict.claim[word.start : word.end] == word.text
    assert [word[:3] for word in verdict.unsupported] == [("feet", 28, 32)]


def test_of_a_single_word_nothing_is_checked(checker: ArcChecker) -> None:
    verdict = checker.check(SOURCE, "Frogs.")
    assert (verdict.arcs, verdict.unsupported, verdict.score, verdict.minimum) == ((), (), None, None)


@pytest.mark.parametrize("claim", ["", "  ", "...", "\x1b\x00"])
def test_a_claim_without_words_is_refused(checker: ArcChecker, claim: str) -> None:
    with pytest.raises(InputError, match="holds no word; accepted: a sentence or several"):
        checker.check(SOURCE, claim)


@pytest.mark.parametrize("source", ["", "\n \n", "...", [], [" "]])
def test_a_source_without_sentences_is_refused(checker: ArcChecker, source: str | list[str]) -> None:
    with pytest.raises(InputError, match="the source holds no sentence; accepted: "):
        checker.check(source, "Frogs eat flies.")


def test_a_long_source_is_parsed_where_a_claim_needs_it_and_once() -> None:
    parser, scorer = Chains(), Neighbours()
    source = [f"creature {number} eats food" for number in range(2_000)]
    source[1_234] = "purple frogs eat flies"
    checker = ArcChecker(scorer, parser)
    (one, other) = checker.check_document(source, ["purple frogs eat flies", "purple frogs eat food"])
    assert {arc.evidence for arc in one.arcs} == {Evidence(1_235, "purple frogs eat flies")}
    assert [word.text for word in other.unsupported] == []
    assert scorer.sources == [1, 2, 1, 1]
    assert parser.parsed == ["purple frogs eat flies", "purple frogs eat food", "creature 0 eats food"]


def test_candidates_are_ordered_by_mean_then_least_then_place(checker: ArcChecker) -> None:
    candidates = ["Yes.", "frogs eat bees", "flies have no wings", "frogs eat flies", "bees eat flies"]
    ranked = checker.rerank(SOURCE, candidates)
    assert [(place, verdict.score) for place, verdict in ranked] == [
        (4, 1.0),
        (2, 0.5),
        (5, 0.5),
        (3, 1 / 3),
        (1, None),
    ]


def test_the_steps_of_a_tree_are_checked_against_their_premises(checker: ArcChecker) -> None:
    frogs, skin, cold = Fact("f1", "frogs eat flies"), Fact("f2", "flies have wings"), Fact("f3", "wings flap")
    steps = (Step(("f1", "f2"), "int1", "frogs eat wings"), Step(("int1", "f3"), ROOT, "frogs eat wings"))
    first, last = checker.check_tree(EntailmentTree("frogs eat wings", (frogs, skin, cold), steps))
    assert (first.step, first.supported, first.unsupported) == ("int1", False, ("wings",))
    assert first.arcs is not None
    assert first.arcs[0].evidence == Evidence(1, "frogs eat flies")
    assert (last.step, last.supported, last.unsupported) == (ROOT, True, ())


def test_text_in_another_language_is_warned_of_once(checker: ArcChecker, caplog: pytest.LogCaptureFixture) -> None:
    german = "Frösche fressen Fliegen und haben eine feuchte Haut."
    with caplog.at_level(logging.WARNING, "explanans"):
        list(checker.check_document(SOURCE, [german, "Frogs eat flies.", german]))
        assert len(caplog.messages) == 1
        assert caplog.messages[0].startswith(
            "the claim “Frösche fressen Fliegen und haben eine feuchte Haut.” does not"
        )
        checker.check(german, "Frogs eat flies.")
    assert len(caplog.messages) == 2
    assert caplog.messages[1].startswith("the source does not read like English")


def test_the_signature_names_what_reproduces(checker: ArcChecker) -> None:
    assert checker.signature.startswith("scorer:neighbours|parser:chains|version:")


WORDS = ("frog", "skin", "river", "stone", "wing", "the", "of")
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def test_rare_words_weigh_more_than_common_ones() -> None:
    index = SentenceIndex(["a frog and a stone", "a frog and a river", "a frog and a skin", "a wing", "a frog, a frog"])
    assert index.covering("frogs have wings", 1) == (3,)
    assert index.covering("a stone frog", 2) == (0,)


def test_function_words_and_repetitions_weigh_nothing() -> None:
    index = SentenceIndex(["the the of the", "stone", "frog frog frog frog", "a frog on a stone"])
    assert index.covering("the frog of the stone", 1) == (3,)


def test_a_sentence_whose_words_are_held_already_is_left_out() -> None:
    index = SentenceIndex(["a frog by a river", "a frog with skin", "a river", "a frog by a stone in a river"])
    assert index.covering("a frog by a stone in a river", 5) == (3,)
    assert index.covering("a frog with skin by a river", 5) == (0, 1)


def test_of_equals_the_one_that_shares_most_function_words_then_the_first() -> None:
    index = SentenceIndex(["wings of a frog", "a frog has wings", "a frog has wings", "a river"])
    assert index.covering("the frog has wings", 5) == (1,)
    assert index.covering("wings of the frog", 5) == (0,)


def test_where_nothing_is_shared_the_first_is_taken() -> None:
    index = SentenceIndex(["one wing", "one skin", "one river"])
    assert index.covering("stones", 2) == (0,)


@given(st.lists(SENTENCES, min_size=1, max_size=12), SENTENCES, st.integers(1, 8))
def test_all_words_are_held_that_can_be_and_no_sentence_is_in_vain(sentences: list[str], claim: str, most: int) -> None:
    found = SentenceIndex(sentences).covering(claim, most)
    assert 1 <= len(found) <= most
    assert list(found) == sorted(set(found))
    wanted = set(claim.split()) - {"the", "of"}
    held = [set(sentences[number].split()) & wanted for number in found]
    if len(found) < most:
        assert set().union(*held) == wanted & set(" ".join(sentences).split())
    if any(held):
        assert all(held)
