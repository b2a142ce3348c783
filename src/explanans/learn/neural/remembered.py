"""What a causal language model has read, kept so that it need not read it again."""

from inspect import signature

from transformers import DynamicCache, PreTrainedModel

_NAMES = ("cache", "past_key_values")
"""What models call it: the newer name, and the one before transformers 5.24."""


def remembered(model: PreTrainedModel) -> dict[str, DynamicCache]:
    """Return an empty memory under the name by which a model takes it; the model adds what it reads.

    Args:
        model: A causal language model.
    """
    taken = signature(model.forward).parameters
    name = next(name for name in _NAMES if name in taken)
    return {name: DynamicCache(config=model.config)}
