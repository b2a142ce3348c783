"""What triples teach, and models that have learnt from them."""

from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.graphs import links
from explanans.graphs.candidates import asserted
from explanans.graphs.links import TripleCounts
from explanans.graphs.model import GraphModel, feature_names
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.triples import pretrain
from explanans.structures.graphs import Edge, Relation, Stance


@pytest.fixture(scope="module")
def starter_triples() -> list[Edge]:
    """Return what the facts of the starter base assert."""
    return list(asserted(KnowledgeBase.open("starter").facts))


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_links_are_counted_by_concepts_and_by_last_words() -> None:
    counts = TripleCounts.of([Edge("hot dog", Relation.IS_A, "food"), Edge("dogs", Relation.IS_A, "pet")])
    assert counts.linked("hot dogs", "food") == (1, 1, {"is a": 1})
    assert counts.linked("big dog", "food") == (0, 1, {"is a": 1})
    assert counts.linked("food", "hot dog") == (0, 0, {})


def test_triples_that_were_not_learnt_are_told_from_the_same_turned_round(starter_triples: list[Edge]) -> None:
    held = [triple for triple in starter_triples[::5] if triple.relation is Relation.IS_A]
    targets = {triple.target for triple in held}
    model = pretrain([triple for triple in starter_triples if triple not in held], seed=0)
    right = []
    for triple in held:
        if triple.source in targets:
            continue
        found = links.all_links("", "", Stance.SUPPORT, triple[::2], model.counts.words)
        odds = model.extend(found, triple[::2]).columns[:, len(links.NAMES)]
        right.append((odds[0] > odds[1]) + (odds[0] == odds[1]) / 2)
    assert len(right) > 30
    assert np.mean(right) > 0.65


def test_features_stand_where_their_names_say(starter_triples: list[Edge]) -> None:
    model, concepts = pretrain(starter_triples, seed=0), ("copper", "copper wire", "freedom")
    plain = links.all_links("", "", Stance.SUPPORT, concepts, model.counts.words)
    found = model.extend(plain, concepts)
    names = feature_names(with_triples=True)
    assert found.columns.shape[1] == len(names["edges"])
    assert found.relations.shape[1] == len(names["relations"])
    assert (found.relations[:, : found.columns.shape[1]] == found.columns).all()
    row = dict(zip(names["relations"], found.relations[found.pairs.index((1, 0))].tolist(), strict=True))
    assert row["triples_pair"] == pytest.approx(np.log(2))
    assert row["triples_pair_back"] == 0
    assert row["triples_linked"] > row["triples_linked_back"]
    assert max(links.TRIPLE_RELATION_NAMES, key=row.__getitem__) == "triples_made_of"
    assert [row[name] for name in links.NAMES] == plain.columns[plain.pairs.index((1, 0))].tolist()


def test_the_same_triples_and_seed_teach_the_same(starter_triples: list[Edge]) -> None:
    first, second = (pretrain(starter_triples, seed=0) for _ in range(2))
    assert first.edges.model_to_string() == second.edges.model_to_string()
    assert first.relations.model_to_string() == second.relations.model_to_string()


def test_without_triples_a_model_is_what_it_was(tmp_path: Path) -> None:
    model = GraphModel.shipped()
    assert model.triples is None
    model.save(tmp_path / "again")
    assert files(tmp_path / "again") == files(GraphModel.home)


def test_a_few_triples_are_complained_of() -> None:
    with pytest.raises(InputError, match="1 different triples; accepted: 5 or more"):
        pretrain([Edge("cat", Relation.IS_A, "animal")] * 9, seed=0)
