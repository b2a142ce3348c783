"""Devices, batches and reproducibility."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

import torch

Item = TypeVar("Item")


def best_device() -> torch.device:
    """Return the GPU if there is one, else the CPU.

    Example:
        >>> best_device().type in {"cuda", "cpu"}
        True
    """
    if torch.cuda.is_available():
        # Without it the products of matrices are not the same from one run to the next.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        return torch.device("cuda")
    return torch.device("cpu")


def device_name() -> str:
    """Return the name of the GPU if there is one, else ``cpu``."""
    return torch.cuda.get_device_name() if best_device().type == "cuda" else "cpu"


def half_precision(device: torch.device) -> AbstractContextManager[object]:
    """Compute matrix products in bfloat16 on a GPU; no effect on a CPU.

    Example:
        >>> with half_precision(torch.device("cpu")):
        ...     (torch.ones(1, 1) @ torch.ones(1, 1)).dtype
        torch.float32
    """
    if device.type != "cuda":
        return nullcontext()
    return torch.autocast(device.type, dtype=torch.bfloat16)


def at_once(device: torch.device, processor: int, card: int) -> int:
    """Return the batch size for a device.

    Example:
        >>> at_once(torch.device("cpu"), 32, 1024)
        32
    """
    return card if device.type == "cuda" else processor


def batches(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return items in batches; the last one may be smaller.

    Example:
        >>> batches("abcde", 2)
        ['ab', 'cd', 'e']
    """
    return [items[start : start + size] for start in range(0, len(items), size)]


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute on one core: many small products are slower on several busy cores."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def spared_processor(device: torch.device) -> AbstractContextManager[object]:
    """Compute on one core what the processor computes beside a graphics card, which is little; else nothing changes."""
    return one_thread() if device.type == "cuda" else nullcontext()


@contextmanager
def reproducible(seed: int) -> Iterator[None]:
    """Use a random seed and deterministic algorithms within the block."""
    fixed = torch.are_deterministic_algorithms_enabled()
    memory: Any = torch.utils.deterministic
    filled = memory.fill_uninitialized_memory
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(seed)
        # On a graphics card some operations have no fixed order; they warn.
        torch.use_deterministic_algorithms(True, warn_only=torch.cuda.is_available())
        # Nothing reads memory before it is written; filling it costs as many calls again.
        memory.fill_uninitialized_memory = False
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(fixed)
            memory.fill_uninitialized_memory = filled
