"""A language model that is kept to some words."""

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from explanans.errors import InputError
from explanans.neural.conclusions.decoding import OnlyWords

PIECES = ["<unk>", "</s>", *"abcdefghijklmnopqrstuvwxyz,%'", "Ġ", "Ġi", "Ġic", "Ġice", "'s", "ed"]
END, PROMPT = 1, [5, 6]


@pytest.fixture(scope="module")
def tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer of letters whose words begin with the blank before them, as those of GPT-2 do."""
    merges = [("Ġ", "i"), ("Ġi", "c"), ("Ġic", "e"), ("'", "s"), ("e", "d")]
    made = Tokenizer(
        models.BPE({piece: number for number, piece in enumerate(PIECES)}, merges=merges, unk_token="<unk>")
    )
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=made, unk_token="<unk>", eos_token="</s>")


def after(guide: OnlyWords, *pieces: str) -> set[str]:
    """Return what may come after some pieces."""
    line = torch.tensor([[*PROMPT, *(PIECES.index(piece) for piece in pieces)]])
    scores = guide(line, torch.zeros(1, len(PIECES)))[0]
    return {PIECES[number] for number in scores.isfinite().nonzero().flatten().tolist()}


def test_only_words_and_marks_are_written(tokenizer: PreTrainedTokenizerFast) -> None:
    guide = OnlyWords(tokenizer, {"ice", "iced", "a"}, len(PROMPT), END)
    ends = {"Ġ", "Ġice", ",", "%", "'s", "</s>"}
    assert after(guide) == {"Ġ", "Ġice"}
    assert after(guide, "Ġ") == {"a"}
    assert after(guide, "Ġ", "a") == ends
    assert after(guide, "Ġice") == ends | {"d"}
    assert after(guide, "Ġice", ",") == {"Ġ", "Ġice"}  # nothing ends with a comma
    assert after(guide, "Ġice", "'s") == ends
    assert after(guide, "Ġice", "</s>") == {"</s>"}


def test_words_without_tokens_are_left_out(tokenizer: PreTrainedTokenizerFast) -> None:
    assert after(OnlyWords(tokenizer, {"ice", "été"}, len(PROMPT), END)) == {"Ġice"}
    with pytest.raises(InputError, match=r"^a tokenizer that knows none of the words; accepted: "):
        OnlyWords(tokenizer, {"ÉTÉ"}, len(PROMPT), END)
