"""Networks: where weights are found, how they are loaded and kept, sentence encoders, and what writes lines.

Raises:
    MissingExtraError: The extra ``neural`` is not installed.
"""

from importlib.util import find_spec

from explanans.exceptions import MissingExtraError

if not all(map(find_spec, ("torch", "transformers", "safetensors"))):
    raise MissingExtraError("a neural network", "neural")
