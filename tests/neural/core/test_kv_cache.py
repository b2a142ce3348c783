"""The memory of language models: under the name by which a model takes it."""

import pytest
import torch
from torch import Tensor
from transformers import DynamicCache, LlamaForCausalLM

from explanans.neural.core.kv_cache import remembered
from tests.small_networks import bert_tokenizer, llama, random_network

SHAPE = llama(bert_tokenizer(["ice", "melts", "heat"]))


class Newer(LlamaForCausalLM):
    """A model that takes it by the newer name."""

    def forward(self, input_ids: Tensor, cache: DynamicCache | None = None) -> object:
        raise NotImplementedError


class Older(LlamaForCausalLM):
    """A model that takes it by the older name."""

    def forward(self, input_ids: Tensor, past_key_values: DynamicCache | None = None) -> object:
        raise NotImplementedError


class Both(LlamaForCausalLM):
    """A model that takes it by either name."""

    def forward(
        self, input_ids: Tensor, past_key_values: DynamicCache | None = None, cache: DynamicCache | None = None
    ) -> object:
        raise NotImplementedError


@pytest.mark.parametrize(("kind", "name"), [(Newer, "cache"), (Older, "past_key_values"), (Both, "cache")])
def test_it_has_the_name_that_the_model_knows(kind: type[LlamaForCausalLM], name: str) -> None:
    memory = remembered(random_network(kind, SHAPE))
    assert list(memory) == [name]
    assert memory[name].get_seq_length() == 0


def test_what_is_read_is_not_read_again() -> None:
    model = random_network(LlamaForCausalLM, SHAPE).eval()
    ids = torch.tensor([[5, 6, 7, 5]])
    memory = remembered(model)
    with torch.inference_mode():
        whole = model(ids).logits
        parts = [model(part, **memory).logits for part in (ids[:, :3], ids[:, 3:])]
    torch.testing.assert_close(torch.cat(parts, dim=1), whole)
    assert [cache.get_seq_length() for cache in memory.values()] == [4]
