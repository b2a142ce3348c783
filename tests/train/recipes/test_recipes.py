"""Examples: balanced, the same every time, and never split between training and testing."""

from collections import Counter
from pathlib import Path

import pytest
from tests.train.recipes.reading import Flat

from explanans.exceptions import InputError
from explanans.train.recipes.corpus import Passage, fold, parsed_sentences, split
from explanans.train.recipes.recipes import RECIPES, examples
from explanans.verify.arcs.arcs import checked_arcs


def test_an_unknown_recipe_is_named() -> None:
    with pytest.raises(InputError, match=r"no recipe is called 'soup'; accepted: attachment, beam, compression"):
        list(examples([], Flat(), ["soup"]))


def test_passages_lose_their_capitals_or_keep_them_as_one() -> None:
    passages = [Passage(f"d{number}", ("Cats Chase Mice", "Dogs Bark")) for number in range(40)]
    sentences = parsed_sentences(passages, Flat())
    texts = Counter(sentence.syntax.parse.text for sentence in sentences)
    assert set(texts) == {"Cats Chase Mice", "Dogs Bark", "cats chase mice", "dogs bark"}
    assert texts["Cats Chase Mice"] == texts["Dogs Bark"]
    assert 10 <= texts["Dogs Bark"] <= 30
    assert sentences[0].before is None
    assert sentences[0].after is sentences[1].syntax
    assert sentences[1].before is sentences[0].syntax


def test_all_of_an_origin_stays_together() -> None:
    made = list(
        examples([Passage(f"d{n}", (f"a b c d e f{n} g", f"h{n} i j k l m n")) for n in range(60)], Flat(), ["swap"])
    )
    learnt, held_out = split(made)
    assert len(learnt) + len(held_out) == len(made) > 60
    assert held_out
    assert not {example.origin for example in learnt} & {example.origin for example in held_out}
    assert {fold(example.origin) for example in held_out} == {9}


def test_the_same_seed_makes_the_same_examples_whatever_other_recipes_make() -> None:
    passages = [Passage(f"d{n}", (f"a b c d e f{n} g", f"h{n} i j k l m n")) for n in range(30)]
    alone = list(examples(passages, Flat(), ["swap"], 20))
    among = [
        example for example in examples(passages, Flat(), ["hallucination", "swap"], 20) if example.recipe == "swap"
    ]
    assert alone == among
    assert len(alone) == 20
    assert alone != list(examples(passages, Flat(), ["swap"], 20, seed=1))


def test_some_sources_have_their_neighbours() -> None:
    passages = [Passage(f"d{n}", (f"a b c d e f{n} g", f"h{n} i j k l m n", "o p q r s t")) for n in range(60)]
    made = list(examples(passages, Flat(), ["swap"], 150))
    lengths = Counter(len(example.source) for example in made)
    assert lengths[1] > lengths[2] > 0
    assert lengths[3] > 0


def test_labels_are_of_checked_arcs_and_a_supported_arc_is_never_denied(data_folder: Path) -> None:
    """With gold parses of whole sentences, and altered ones read word by word."""
    from explanans.train.recipes.corpus import read_passages

    path = data_folder / "ud-english-ewt" / "en_ewt-ud-dev.conllu"
    passages = list(read_passages(path.read_text(encoding="utf-8").splitlines(), path.name))[:20]
    made = list(examples(passages, Flat(), RECIPES, 40))
    assert {"hallucination", "swap"} <= {example.recipe for example in made}
    for example in made:
        assert set(example.labels) <= set(checked_arcs(example.claim))
        said = {
            (parse.tokens[arc.head].lemma, parse.tokens[arc.child].lemma, arc.label)
            for parse in example.source
            for arc in checked_arcs(parse)
        }
        tokens = example.claim.tokens
        for arc, label in example.labels.items():
            assert label or (tokens[arc.head].lemma, tokens[arc.child].lemma, arc.label) not in said
