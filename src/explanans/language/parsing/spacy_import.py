"""spaCy without what parsing does without: PyTorch, which thinc imports wherever it is installed, and its commands.

Together they take most of two seconds. Both are still there for whoever asks for them later: `torch` as thinc knows it
and `spacy.info` import what they stand for when they are used.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

_ACCELERATORS = ("/dev/nvidiactl", "/dev/dxg", "/dev/kfd")
"""Device files of graphics processors on Linux, which thinc can use through PyTorch only."""


def import_spacy() -> ModuleType:
    """Return spaCy.

    Example:
        >>> import_spacy().__name__
        'spacy'
    """
    if "spacy" in sys.modules or "thinc" in sys.modules:
        return import_module("spacy")
    late = _late_torch()
    with _standing_in({**late, "spacy.cli": ModuleType("spacy.cli"), "spacy.cli.info": _late_info()}):
        spacy = import_module("spacy")
    for module in late.values():
        module.forget()
    catalogue = import_module("catalogue")
    points = catalogue.AVAILABLE_ENTRY_POINTS
    if hasattr(points, "select"):  # a hundred times, each time among the points of all packages
        vars(catalogue)["AVAILABLE_ENTRY_POINTS"] = SimpleNamespace(select=cache(points.select))
    return spacy


class LateModule(ModuleType):
    """Stands for a module until something is asked of it that is not known without importing it.

    Args:
        name: The name of the module.
        known: The attributes of the stand-in.
    """

    def __init__(self, name: str, **known: Any) -> None:
        super().__init__(name)
        self._known = known

    def forget(self) -> None:
        """Know nothing more without importing the module."""
        self._known = {}

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the module."""
        if name in self._known:
            return self._known[name]
        if name == "Tensor" and self.__name__ not in sys.modules:
            return _NoTensor
        if name.startswith("__") or sys.modules.get(self.__name__) is self:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} yet")
        return getattr(import_module(self.__name__), name)


class _NoTensor:
    """A stand-in for PyTorch's class of tensors while it is not imported; it has no instances."""


def _late_torch() -> dict[str, LateModule]:
    """Return stand-ins for PyTorch's modules by name; none if it is imported or missing, or has an accelerator."""
    absent = "torch" in sys.modules or find_spec("torch") is None
    if absent or sys.platform != "linux" or any(Path(device).exists() for device in _ACCELERATORS):
        return {}
    try:
        known = version("torch")
    except PackageNotFoundError:
        return {}
    common = SimpleNamespace(amp_definitely_not_available=lambda: True)
    cuda = SimpleNamespace(device_count=lambda: 0, amp=SimpleNamespace(common=common))
    torch = LateModule("torch", __version__=known, cuda=cuda, backends=SimpleNamespace())
    return {"torch": torch, "torch.utils": LateModule("torch.utils"), "torch.utils.dlpack": LateModule("dlpack")}


def _late_info() -> ModuleType:
    """Return a stand-in for the command that describes an installation."""
    module = ModuleType("spacy.cli.info")

    def info(*arguments: Any, **options: Any) -> Any:
        return import_module("spacy.cli.info").info(*arguments, **options)

    vars(module)["info"] = info
    return module


@contextmanager
def _standing_in(modules: dict[str, Any]) -> Iterator[None]:
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in modules.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
