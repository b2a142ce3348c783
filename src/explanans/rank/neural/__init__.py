"""Rankers on transformer encoders, fine-tuned and run on the CPU; the only package that imports torch.

Raises:
    MissingExtraError: The extra ``neural`` is not installed.
"""

from importlib.util import find_spec

from explanans.exceptions import MissingExtraError

if not all(map(find_spec, ("torch", "transformers", "safetensors"))):
    raise MissingExtraError("a neural ranker", "neural")
