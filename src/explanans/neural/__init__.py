"""Parts that import torch; they need the extra ``neural``.

Raises:
    MissingExtraError: The extra ``neural`` is not installed.
"""

from importlib.util import find_spec

from explanans.errors import MissingExtraError

if not all(map(find_spec, ("torch", "transformers", "safetensors"))):
    raise MissingExtraError("a neural network", "neural")
