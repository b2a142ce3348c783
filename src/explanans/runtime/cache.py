"""Memory: what was made of texts before, so that it need not be made again; bounded."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """Keeps what was asked for last, up to a total size. It may be asked by several threads.

    Args:
        size: Returns the size of a value; each counts 1 if None.

    Example:
        >>> memory = Memory[str, int](2)
        >>> memory.all(["ice", "water", "ice"], lambda new: map(len, new))
        [3, 5, 3]
    """

    def __init__(self, most: int, size: Callable[[Value], int] | None = None) -> None:
        self._most = most
        self._measure = size
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def all(self, keys: Iterable[Key], make: Callable[[Sequence[Key]], Iterable[Value]]) -> list[Value]:
        """Return a value for each key; those that are not kept are made together.

        Args:
            keys: The keys, in any number; one may come several times.
            make: Returns one value for each key that it is given; of these none comes twice.
        """
        asked = list(keys)
        found: dict[Key, Value] = {}
        with self._lock:
            for key in dict.fromkeys(asked):
                if key in self._kept:
                    self._kept.move_to_end(key)
                    found[key] = self._kept[key]
        new = [key for key in dict.fromkeys(asked) if key not in found]
        if new:
            made = dict(zip(new, make(new), strict=True))
            found |= made
            self._keep(made)
        return [found[key] for key in asked]

    def one(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value for a key."""
        return self.all([key], lambda _: [make()])[0]

    def _keep(self, made: dict[Key, Value]) -> None:
        with self._lock:
            for key, value in made.items():
                if key not in self._kept:
                    self._size += self._of(value)
                    self._kept[key] = value
            while self._size > self._most and self._kept:
                self._size -= self._of(self._kept.popitem(last=False)[1])

    def _of(self, value: Value) -> int:
        return 1 if self._measure is None else self._measure(value)
