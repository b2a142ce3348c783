"""The device on which networks compute."""

import os

import torch


def best_device() -> torch.device:
    """Return the graphics card where there is one, else the processor.

    Example:
        >>> best_device().type in {"cuda", "cpu"}
        True
    """
    if torch.cuda.is_available():
        # Without it the products of matrices are not the same from one run to the next.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        return torch.device("cuda")
    return torch.device("cpu")
