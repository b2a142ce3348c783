"""Key-value caches of causal language models."""

from inspect import signature

from transformers import DynamicCache, PreTrainedModel

_NAMES = ("cache", "past_key_values")
"""Names of the cache argument: the current one, and the one before transformers 5.24."""


def remembered(model: PreTrainedModel) -> dict[str, DynamicCache]:
    """Return an empty cache under the argument name of a model, which fills it."""
    taken = signature(model.forward).parameters
    name = next(name for name in _NAMES if name in taken)
    return {name: DynamicCache(config=model.config)}
