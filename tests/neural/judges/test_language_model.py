"""Language models of one's own: the probabilities of three words after the same question."""

from pathlib import Path

import pytest
import torch
from torch.nn.functional import log_softmax

from explanans.entailment.judge.base import Pair, judged, open_judge
from explanans.errors import InputError
from explanans.neural.judges.language_model import LanguageModel
from tests.neural.judges.conftest import classifier, language_model

PAIRS = [Pair(("ice floats.", "iron sinks."), "ice sinks."), Pair(("a frog is green.",), "ice is cold.")]
TEMPLATE = "{% for message in messages %}: {{ message['content'] }} ;{% endfor %}"


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    return LanguageModel.open(str(language_model(tmp_path_factory.mktemp("model"), longest=700)))


def test_judgements_compare_whole_words(usual: LanguageModel) -> None:
    (found,) = judged(usual, PAIRS[:1])
    sums = []
    asked = usual._tokenized(PAIRS[0])
    shared = min(place for place, ids in enumerate(zip(*asked, strict=False)) if len(set(ids)) > 1)
    for ids in asked:
        with torch.inference_mode():
            shares = log_softmax(usual._model(torch.tensor([ids])).logits[0].double(), dim=-1)
        sums.append(sum(float(shares[place - 1, ids[place]]) for place in range(shared, len(ids))))
    assert list(found) == pytest.approx(torch.tensor(sums, dtype=torch.float64).softmax(dim=0).tolist(), abs=1e-4)


def test_the_same_in_any_company(usual: LanguageModel) -> None:
    assert judged(usual, PAIRS) == judged(usual, PAIRS[::-1])[::-1]


def test_its_own_template_is_used(tmp_path: Path) -> None:
    judge = LanguageModel.open(str(language_model(tmp_path, longest=700, template=TEMPLATE)))
    text = judge._tokenizer.decode(judge._tokenized(PAIRS[0])[0])
    assert "[CLS]" not in text
    assert judged(judge, PAIRS)


def test_long_premises_are_read_in_windows(usual: LanguageModel) -> None:
    long = Pair(("ice floats. iron sinks. a frog is green. " * 60,), "ice sinks.")
    assert len(usual._tokenized(long)[0]) > usual.longest
    assert judged(usual, [long])


def test_what_is_no_language_model(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"^the judge 'language-model' without a network; accepted: language-model:DIR"
    ):
        open_judge("language-model")
    with pytest.raises(InputError, match="no language model"):
        open_judge(f"language-model:{tmp_path / 'nowhere'}")
    with pytest.raises(InputError, match="no language model; accepted: one that predicts the next word"):
        open_judge(f"language-model:{classifier(tmp_path, ('entailment', 'not_entailment'))}")


def test_packed_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.gguf").write_bytes(b"GGUF")
    monkeypatch.setattr("explanans.neural.core.language_models.find_spec", lambda name: None)
    for name in (tmp_path, tmp_path / "one.gguf"):
        with pytest.raises(InputError, match="needs more; install it with: pip install gguf accelerate"):
            open_judge(f"language-model:{name}")
    monkeypatch.setattr("explanans.neural.core.language_models.find_spec", lambda name: object())
    with pytest.raises(InputError, match=r"one.gguf: no language model that can be loaded \("):
        open_judge(f"language-model:{tmp_path}")
    (tmp_path / "two.gguf").write_bytes(b"GGUF")
    with pytest.raises(InputError, match="2 files of GGUF; accepted: one, or the name of one of them"):
        open_judge(f"language-model:{tmp_path}")
