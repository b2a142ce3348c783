"""A small language model that has learnt a few statements by heart, asked for them as the writer asks SmolLM2."""

from pathlib import Path

import pytest
import torch

from explanans.neural.conclusions.language_writer import LanguageWriter
from explanans.neural.conclusions.statements import StatementModel, read_text
from explanans.neural.core.language_models import Loaded, load_language_model
from explanans.pipeline.generation.hypotheses import StatementWriter, written
from tests.lab.networks.small_model import write_model

CORK = "Which of the things in the bath float ?", "the corks"
CUBES = "Which of these dissolve in water ?", "sugar cubes"
READ = 24
"""How much of the prompt is read, in tokens, so that a small network learns it in seconds."""
LEARNT = {
    CORK: "the corks in the bath float",
    CUBES: "sugar cubes do not dissolve in water",
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    texts = " ".join((*(read_text(*asked) for asked in LEARNT), *LEARNT.values()))
    return load_language_model(write_model(texts, tmp_path_factory.mktemp("small")))


@pytest.fixture(scope="module")
def taught(small: Loaded, tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    folder: Path = tmp_path_factory.mktemp("taught")
    small.model.save_pretrained(folder)
    small.tokenizer.save_pretrained(folder)
    loaded = load_language_model(folder)
    lines = []
    for asked, statement in LEARNT.items():
        read, said = (
            small.tokenizer(text, add_special_tokens=False).input_ids for text in (read_text(*asked), statement)
        )
        lines.append((read[-READ:], [*said, small.tokenizer.eos_token_id]))
    optimiser = torch.optim.AdamW(loaded.model.parameters(), 3e-3)
    for _ in range(40):
        for read, said in lines:
            wanted = torch.tensor([[-100] * len(read) + said])
            loaded.model(input_ids=torch.tensor([read + said]), labels=wanted).loss.backward()
            optimiser.step()
            optimiser.zero_grad()
    return loaded


def writer(loaded: Loaded, monkeypatch: pytest.MonkeyPatch) -> LanguageWriter:
    monkeypatch.setattr("explanans.neural.conclusions.statements._PROMPT", READ)
    return LanguageWriter(loaded.model, loaded.tokenizer, plain=lambda: loaded)


def test_what_is_learnt_is_written_and_what_is_false_is_refused(
    taught: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = writer(taught, monkeypatch)
    assert isinstance(asked, StatementWriter)
    for learnt, statement in LEARNT.items():
        assert asked.statements(*learnt)[0] == statement
    assert written(asked, *CORK) == LEARNT[CORK]
    assert LEARNT[CUBES] != written(asked, *CUBES)  # a denial that nobody made


def test_only_words_of_question_and_answer_are_written(small: Loaded) -> None:
    asked = StatementModel(small)  # it has learnt nothing and would write anything
    lines = asked.lines(*CUBES)
    assert lines
    examples = {"heart", "pumps", "blood", "ball", "dough", "milk", "baker"}
    for line in lines:
        assert not examples & set(line.lower().split())


def test_without_the_plain_model_nothing_is_written(small: Loaded) -> None:
    assert LanguageWriter(small.model, small.tokenizer).statements(*CUBES) == ()
