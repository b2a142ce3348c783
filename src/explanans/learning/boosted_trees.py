"""Features, and boosted trees over them, read by LightGBM's library.

Its package imports scikit-learn, SciPy and pandas where they are installed, which takes most of a second.
"""

import ctypes
import sys
import weakref
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
Columns = dict[str, Column]
"""One number a row under the name of each feature; shape (rows,) each."""


class Feature(NamedTuple):
    """One number that describes what is judged.

    Attributes:
        group: The kind of evidence that it draws on; empty if that does not matter.
        trend: 1 if more of it never speaks against what is judged, -1 if it never speaks for it, else 0.
    """

    name: str
    definition: str
    group: str = ""
    trend: int = 0


def of_each(places: Mapping[str, str], name: str, definition: str, trend: int = 0) -> tuple[Feature, ...]:
    """Return one feature for each of several places.

    Args:
        places: The replacements of ``{}`` in the name and in the definition.
        name: The name, with ``{}`` where the place is named.
        definition: The definition, with ``{}`` for the place.

    Example:
        >>> [feature.name for feature in of_each({"a": "first", "b": "second"}, "size_{}", "leaves of the {} premise")]
        ['size_a', 'size_b']
    """
    return tuple(Feature(name.format(short), definition.format(long), trend=trend) for short, long in places.items())


def table(features: Sequence[Feature], columns: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return columns side by side in the order of features; shape (rows, features).

    Example:
        >>> table([Feature("size", "how many words")], {"size": np.array([2.0, 3.0])}).tolist()
        [[2.0], [3.0]]
    """
    return np.ascontiguousarray(np.array([columns[feature.name] for feature in features]).T)


_FILES = {"win32": "lib_lightgbm.dll", "darwin": "lib_lightgbm.dylib"}
_FOLDERS = ("lib", "bin", "")
_REALS = {np.dtype(np.float32): 0, np.dtype(np.float64): 1}
_EVERY_TREE = (ctypes.c_int(0), ctypes.c_int(-1))
_CATEGORIES = b"\npandas_categorical:"
"""The last line of a model, which the package for Python adds."""

_LOG = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
_SILENCE = _LOG(lambda _: None)
"""Keeps the library from writing to standard output; what goes wrong is an error all the same."""


class Booster(Protocol):
    """Boosted trees: grown in this process, as LightGBM's ``Booster``, or read, as `ReadTrees`."""

    def predict(self, data: Any, /, *, num_threads: int) -> Any:
        """Return the predictions of the trees: shape (rows,), or (rows, classes) if there are more than two classes.

        Args:
            data: The features; shape (rows, features).
        """

    def feature_name(self) -> list[str]:
        """Return the names of the features, in the order of their columns."""

    def model_to_string(self) -> str:
        """Return the trees as text."""


class ReadTrees:
    """Boosted trees that were read.

    Args:
        content: The trees as LightGBM writes them, in UTF-8.

    Raises:
        ValueError: It holds no such trees.
    """

    def __init__(self, content: bytes) -> None:
        self._library = _library()
        self._handle = ctypes.c_void_p()
        start = content.find(b"\nfeature_names=") + 1
        if not start or b"\0" in content:
            raise ValueError("no boosted trees")
        names = content[start : content.find(b"\n", start)].partition(b"=")[2]
        self._names = names.decode().split(" ")
        self._end = content[content.rfind(_CATEGORIES) :] if _CATEGORIES in content else _CATEGORIES + b"null\n"
        trees = ctypes.c_int()
        self._call("LoadModelFromString", ctypes.c_char_p(content), ctypes.byref(trees), ctypes.byref(self._handle))
        weakref.finalize(self, self._library.LGBM_BoosterFree, self._handle)
        classes = ctypes.c_int()
        self._call("GetNumClasses", self._handle, ctypes.byref(classes))
        self._classes = classes.value

    def predict(self, data: NDArray[Any], /, *, num_threads: int = 1) -> NDArray[np.float64]:
        """Return the predictions of the trees; see `Booster`.

        Raises:
            ValueError: There are more or fewer features than the trees look at.
        """
        real = data.dtype if data.dtype in _REALS else np.dtype(np.float64)
        by_row = not data.flags["F_CONTIGUOUS"]
        rows = np.asarray(data, dtype=real, order="C" if by_row else "F")
        said = np.empty(len(rows) * self._classes)
        written = ctypes.c_int64()
        self._call(
            "PredictForMat",
            self._handle,
            ctypes.c_void_p(rows.ctypes.data),
            ctypes.c_int(_REALS[real]),
            *map(ctypes.c_int32, rows.shape),
            ctypes.c_int(by_row),
            ctypes.c_int(0),  # what the objective makes of the sum of the leaves, as probabilities
            *_EVERY_TREE,
            ctypes.c_char_p(b"num_threads=%d" % num_threads),
            ctypes.byref(written),
            ctypes.c_void_p(said.ctypes.data),
        )
        return said if self._classes == 1 else said.reshape(len(rows), self._classes)

    def feature_name(self) -> list[str]:
        """Return the names of the features, in the order of their columns."""
        return list(self._names)

    def model_to_string(self) -> str:
        """Return the trees as text."""
        length, needed = 0, ctypes.c_int64(1 << 20)
        while needed.value > length:
            length = needed.value
            text = ctypes.create_string_buffer(length)
            counted = (ctypes.c_int(0), ctypes.c_int64(length))  # features are counted by the splits they are used in
            self._call("SaveModelToString", self._handle, *_EVERY_TREE, *counted, ctypes.byref(needed), text)
        return (text.value + self._end).decode()

    def _call(self, what: str, *arguments: Any) -> None:
        if getattr(self._library, f"LGBM_Booster{what}")(*arguments):
            raise ValueError(self._library.LGBM_GetLastError().decode(errors="replace"))


@cache
def _library() -> ctypes.CDLL:
    """Return LightGBM's library, out of the folder of its package."""
    package = find_spec("lightgbm")
    home = Path(package.origin).parent if package and package.origin else Path()
    files = (home / folder / _FILES.get(sys.platform, "lib_lightgbm.so") for folder in _FOLDERS)
    path = next((file for file in files if file.is_file()), None)
    if path is None:  # a distribution that keeps it elsewhere; its package knows where
        return cast("ctypes.CDLL", vars(import_module("lightgbm.basic"))["_LIB"])
    library = ctypes.CDLL(str(path))
    library.LGBM_GetLastError.restype = ctypes.c_char_p
    if "lightgbm" not in sys.modules:  # which listens itself
        library.LGBM_RegisterLogCallback(_SILENCE)
    return library


def predict(booster: Booster, columns: NDArray[Any]) -> NDArray[np.float64]:
    """Return the predictions of trees: shape (rows,), or (rows, classes) if there are more than two classes.

    Args:
        columns: The features; shape (rows, features).
    """
    if not len(columns):
        return np.zeros((0,))
    return np.asarray(booster.predict(columns, num_threads=1), dtype=np.float64)
