"""Features: known values, agreement with their table, and what they must not know."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.vectors import Vectors, quantised
from explanans.learning.boosted_trees import Columns
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.features.context import onward_columns
from explanans.retrieval.features.extractor import FEATURES, Extractor
from explanans.retrieval.features.facts import NEEDS_EXPLANATIONS, Group
from explanans.retrieval.features.nearness import Space
from explanans.retrieval.trained import Shortlist
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question
from tests.frozen_pointers import frozen_pointer

Make = Callable[..., KnowledgeBase]

SENTENCES = [
    "a frog is a kind of amphibian",  # 0
    "an amphibian hatches in water",  # 1
    "a frog lives near water",  # 2
    "granite is a kind of rock",  # 3
    "to hatch means to leave an egg",  # 4
    "an egg holds a yolk",  # 5
]


def asked(name: str, text: str, answer: str, *gold: str) -> Question:
    return Question(
        name,
        text,
        (Choice("A", answer), Choice("B", "granite")),
        "A",
        tuple(GoldFact(fact, Role.CENTRAL) for fact in gold),
    )


FROG = asked("frog", "Where does a frog hatch?", "in water", "k1", "k2")
TOAD = asked("toad", "Where does a toad hatch?", "in ponds", "k2", "k5")
ROCK = asked("rock", "What is granite?", "a rock", "k4")


def columns(knowledge: KnowledgeBase, question: Question, *, with_explanations: bool = True) -> Columns:
    """Return every feature of every fact, in the order of relevance and explanatory power."""
    space = Space.of(knowledge, Embedder.shipped())
    extractor = Extractor(knowledge, with_explanations=with_explanations, space=space)
    query, evidence = extractor.evidence(question)
    numbers = np.arange(len(knowledge.facts))
    own = extractor.own_columns(query, evidence, numbers)
    ordered = extractor.ordered_columns(query, numbers, evidence.prior.whole())
    return dict(zip(extractor.names, np.hstack((own, ordered)).T, strict=True))


def test_names_are_unique_and_defined() -> None:
    names = [feature.name for feature in FEATURES]
    assert len(set(names)) == len(names)
    assert all(feature.definition for feature in FEATURES)


def test_wording(make_base: Make) -> None:
    found = columns(make_base(SENTENCES), FROG)
    assert found["shared"].tolist() == [1, 2, 2, 0, 1, 0]
    assert found["shared_question"].tolist() == [1, 1, 1, 0, 1, 0]
    assert found["shared_answer"].tolist() == [0, 1, 1, 0, 0, 0]
    assert found["covered_rejected"][3] > 0
    assert np.flatnonzero(found["covered_rejected"]).tolist() == [3]
    assert found["foreign_idf"][5] > 0
    assert found["relation"].tolist() == [1, 0, 0, 1, 2, 0]
    assert np.flatnonzero(found["links"]).tolist() == [1, 2]


def test_kinds_and_synonyms_lead_to_other_words(make_base: Make) -> None:
    found = columns(make_base(SENTENCES), FROG)
    assert np.flatnonzero(found["broader"]).tolist() == [0, 1]  # a frog is an amphibian
    assert np.flatnonzero(found["alike"]).tolist() == [4, 5]  # to hatch is to leave an egg
    assert not found["narrower"].any()
    reverse = columns(make_base(SENTENCES), asked("q", "What is an amphibian?", "an animal"))
    assert np.flatnonzero(reverse["narrower"]).tolist() == [0, 2]


def test_hops_reach_facts_without_a_word_of_the_question(make_base: Make) -> None:
    found = columns(make_base(SENTENCES), FROG)
    assert found["shared"][5] == 0
    assert found["hops_new"][5] > 0  # by the egg of fact 4
    assert found["hops_new"][3] == pytest.approx(found["hops"][3])


def test_votes_of_other_questions(make_base: Make) -> None:
    found = columns(make_base(SENTENCES, TOAD, ROCK), FROG)
    assert np.flatnonzero(found["power_2"]).tolist() == [1, 4]  # the toad's question is similar
    assert found["uses"].tolist() == pytest.approx(np.log1p([0, 1, 0, 1, 1, 0]).tolist())


def test_words_that_go_together_in_other_explanations(make_base: Make) -> None:
    found = columns(make_base(SENTENCES, TOAD, ROCK), FROG)
    assert np.flatnonzero(found["called_most"]).tolist() == [1, 4]  # by the word hatch
    assert found["called_most"][1] == pytest.approx(1 / 3)  # once in one question, smoothed
    assert not found["called_answer"].any()
    assert found["words_lift"][4] > found["words_lift"][5] > found["words_lift"][3]


def test_questions_of_other_words_are_precedents(make_base: Make) -> None:
    tadpole = asked("tadpole", "In which place do tadpoles come out?", "a pond", "k2", "k5")
    found = columns(make_base(SENTENCES, tadpole, ROCK), FROG)
    assert not found["power_2"].any()  # they share no word
    near, far = found["near_precedent"][1], found["near_precedent"][3]
    assert near == found["near_precedent"][4] > far > 0 == found["near_precedent"][0]
    assert found["near_power_2"][1] == pytest.approx(near**2)
    assert found["near_mean"][1] == pytest.approx(near**4 / 3)
    assert found["near_ridge"][1] > found["near_ridge"][3]
    assert found["near_spread"][5] > found["near_spread"][3]  # an egg is near to what is voted for


def test_what_is_left_of_a_question(make_base: Make) -> None:
    found = columns(make_base(SENTENCES), FROG)
    first = int(found["score"].argmax())
    assert found["near_held"][first] == pytest.approx(0)
    assert found["near_left"][first] == pytest.approx(found["meaning"][first], abs=0.01)
    assert 0 <= found["near_held"].min() <= found["near_held"].max() <= 1
    assert found["near_above"][first] == 0


def test_ranks_are_shared_by_equals(make_base: Make) -> None:
    found = columns(make_base(SENTENCES), FROG)
    best_first = np.argsort(-found["shared_idf"], kind="stable")
    ranks = np.expm1(found["shared_idf_rank"])[best_first].round().tolist()
    assert ranks == sorted(ranks)
    assert ranks[0] == 0
    assert len(set(ranks[-2:])) == 1  # two share nothing


def test_without_explanations_nothing_depends_on_them(make_base: Make) -> None:
    without = columns(make_base(SENTENCES), FROG, with_explanations=False)
    found = columns(make_base(SENTENCES, TOAD, ROCK), FROG, with_explanations=False)
    groups = {feature.name: feature.group for feature in FEATURES}
    assert not {groups[name] for name in found} & NEEDS_EXPLANATIONS
    assert {name: column.tolist() for name, column in found.items()}.keys() == without.keys()
    assert found["score"].tolist() == found["cosine_both"].tolist()


def test_a_base_without_explanations_has_no_votes(make_base: Make) -> None:
    found = columns(make_base(SENTENCES), FROG)
    groups = {feature.name: feature.group for feature in FEATURES}
    powers = [column for name, column in found.items() if groups[name] in {Group.POWER, Group.PRECEDENTS}]
    assert powers
    assert not np.any(powers)


def all_numbers(knowledge: KnowledgeBase, question: Question) -> list[list[float]]:
    return [column.tolist() for column in columns(knowledge, question).values()]


@pytest.mark.parametrize(
    "question",
    [FROG, replace(FROG, id="other"), replace(FROG, text="Where do frogs come from?")],
    ids=["itself", "words", "id"],
)
def test_a_question_does_not_see_its_own_explanation(make_base: Make, question: Question) -> None:
    planted = all_numbers(make_base(SENTENCES, FROG, TOAD, ROCK), question)
    other = all_numbers(make_base(SENTENCES, asked("frog", FROG.text, "in water", "k6", "k4"), TOAD, ROCK), question)
    assert planted == other
    leak = make_base(SENTENCES, FROG, TOAD, ROCK)
    stranger = replace(FROG, id="other", text=f"{FROG.text} Tell me.")
    assert columns(leak, stranger)["uses"].tolist() != columns(leak, FROG)["uses"].tolist()


def test_sentence_vectors_bring_candidates_and_features(make_base: Make) -> None:
    knowledge = make_base(["rents rose sharply", "housing is dearer than before", "granite is a kind of rock"])
    extractor = Extractor(knowledge, with_explanations=False, space=Space.of(knowledge, Embedder.shipped()))
    question = Question.asked("Did flats get more expensive?", "yes, a lot")
    query, evidence = extractor.evidence(question)
    assert not evidence.relevance.numbers.size, "no fact shares a word with the question"
    shortlist = Shortlist.of(extractor, query, evidence)
    assert shortlist.numbers.tolist() == [0, 1]
    found = dict(zip(extractor.names, shortlist.columns(extractor, query, extractor.names).T, strict=True))
    texts = [question.text, question.answer, f"{question.text} {question.answer}"]
    vectors = Embedder.shipped().embed([*texts, *(fact.text for fact in knowledge.facts)])
    cosines = vectors[3:5] @ vectors[:3].T
    for column, name in enumerate(("near_question", "near_answer", "meaning")):
        assert found[name] == pytest.approx(cosines[:, column], abs=0.01)
    assert found["near_links"] == pytest.approx(cosines[:, :2].min(axis=1), abs=0.01)
    assert found["meaning_standard"].argsort().tolist() == found["meaning"].argsort().tolist()
    assert np.expm1(found["meaning_place"]).round().tolist() == (-found["meaning"]).argsort().argsort().tolist()
    assert found["meaning_rank"].tolist() == pytest.approx(found["meaning_place"].tolist())
    # Of two candidates each is all the company that the other has.
    both = float(vectors[3] @ vectors[4])
    for name in ("near_few", "near_most"):
        assert found[name] == pytest.approx([both, both], abs=0.01)
    without = Extractor(knowledge, with_explanations=False)
    assert not [name for name in without.names if name.startswith(("near_", "meaning", "onward"))]


def test_a_pointer_reads_on_from_the_best_facts(make_base: Make, tmp_path: Path) -> None:
    knowledge = make_base(SENTENCES, TOAD, ROCK)
    pointer = DualEncoder.open(frozen_pointer(tmp_path / "pointer"))
    space = Space.of(knowledge, pointer)
    extractor = Extractor(knowledge, with_explanations=True, space=space)
    plain = Extractor(knowledge, with_explanations=True, space=Space.of(knowledge, Embedder.shipped()))
    assert extractor.names == plain.names == plain.later_names
    bare = Extractor(knowledge, with_explanations=True)
    other = bare.within(space)
    assert (other.names, other.later_names) == (extractor.names, extractor.later_names)
    assert "meaning" in other.names
    assert "meaning" not in bare.names
    assert extractor.later_names == (*plain.names, "onward", "onward_rank", "onward_gain")
    assert (len(plain.onward_names), len(extractor.onward_names)) == (0, 3)
    query, evidence = extractor.evidence(FROG)
    shortlist = Shortlist.of(extractor, query, evidence)
    columns = shortlist.columns(extractor, query, extractor.later_names)
    assert columns.shape == (len(shortlist.numbers), len(FEATURES))
    assert columns[:, :-3].tolist() == shortlist.columns(extractor, query, extractor.names).tolist()
    texts = [SENTENCES[number] for number in shortlist.numbers.tolist()]
    first = [texts[place] for place in np.argsort(-shortlist.scores, kind="stable")[:3]]
    facts, asked = pointer.embed(texts), pointer.embed([format_query(FROG), format_query(FROG, first)])
    alone, beside = asked @ facts.T
    onward, rank, gain = columns[:, -3:].T
    assert onward == pytest.approx(beside, abs=0.01)
    assert np.expm1(rank).round().tolist() == (-onward).argsort().argsort().tolist()
    assert gain == pytest.approx(beside - alone, abs=0.01)
    assert shortlist.columns(extractor, query, ("onward_gain", "shared"))[:, 0].tolist() == gain.tolist()


def test_onward_worked_out_by_hand() -> None:
    vectors = Vectors(quantised(np.array([[1, 0], [0, 1], [0.6, 0.8], [0.6, 0.8]], dtype=np.float32)))
    rows = vectors.rows(np.array([0, 1, 3]))
    found = onward_columns(rows, np.array([1, 0], dtype=np.float32), np.array([0.8, 0.6], dtype=np.float32))
    assert found["onward"] == pytest.approx([0.8, 0.6, 0.96], abs=0.01)
    assert np.expm1(found["onward_rank"]).round().tolist() == [1, 2, 0]
    assert found["onward_gain"] == pytest.approx([-0.2, 0.6, 0.36], abs=0.01)


def test_starter_features_are_finite_and_row_by_row(tmp_path: Path) -> None:
    knowledge = KnowledgeBase.open("starter")
    shipped = Space.of(knowledge, Embedder.shipped())
    # A pointer that has learnt nothing makes the same vectors of facts.
    space = replace(shipped, embedder=DualEncoder.open(frozen_pointer(tmp_path / "pointer")))
    extractor = Extractor(knowledge, with_explanations=True, space=space)
    for question in (*knowledge.questions[::60], Question.asked("?", "!"), Question.asked("Qwertz?", "the")):
        query, evidence = extractor.evidence(question)
        shortlist = Shortlist.of(extractor, query, evidence)
        found = shortlist.columns(extractor, query, extractor.later_names)
        assert found.shape == (len(shortlist.numbers), len(FEATURES))
        assert np.isfinite(found).all()
        alone = extractor.own_columns(query, evidence, shortlist.numbers[:3])
        by_row = [number for number, item in enumerate(extractor.own) if not item.name.endswith("_rank")]
        assert np.allclose(alone[:, by_row], shortlist.own[:3, by_row], atol=1e-6)


def test_every_feature_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab" / "ranking.md").read_text(encoding="utf-8")
    rows = {tuple(cell.strip(" `") for cell in line.split("|")[1:-1]) for line in page.splitlines() if "|" in line}
    assert {(item.name, item.group, item.definition) for item in FEATURES} <= rows
