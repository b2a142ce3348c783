"""Parse by a spaCy pipeline: the one that ships, by NumPy, or any that is installed, by spaCy without PyTorch.

PyTorch, which thinc imports if it is installed, and spaCy's commands take most of two seconds. They are imported when
they are used: `torch` as thinc knows it and `spacy.info` are stand-ins until then.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from explanans.errors import InputError
from explanans.language.parser import squeeze
from explanans.language.parsing.english import ENGLISH, EnglishParser
from explanans.language.parsing.enhanced import universal
from explanans.language.tokens import lemma
from explanans.registry import takes
from explanans.structures.syntax import ROOT, Arc, Parse, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


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
    """Stands for a module until something is asked of it that is not known without importing it."""

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


_BATCH = 256  # sentences; larger batches are no faster


def english() -> EnglishParser:
    """Open the parser that ships: a small pipeline trained on the English Web Treebank.

    Example:
        >>> (parse,) = english().parse(["Glaciers are made of ice."])
        >>> [parse.tokens[arc.child].text for arc in parse.arcs if arc.head == ROOT]
        ['made']
    """
    return EnglishParser(ENGLISH)


@takes("PIPELINE")
def installed(which: str = "") -> "SpacyPipeline":
    """Open a spaCy pipeline.

    Args:
        which: The name of an installed pipeline, or its folder.

    Raises:
        InputError: There is no such pipeline, it finds no dependencies, or not those of Universal Dependencies.
    """
    if not which:
        there = ", ".join(f"spacy:{name}" for name in import_spacy().util.get_installed_models()) or "none is installed"
        raise InputError(f"the parser spacy: names no pipeline; accepted: a pipeline ({there}), or its folder")
    return SpacyPipeline(_load(which), f"spacy:{which}")


def _load(which: str) -> "Language":
    try:
        # Names of people and places are not asked for, and cost as much time as all else.
        pipeline: Language = import_spacy().load(which, exclude=["ner"])
    except (OSError, ValueError) as error:
        if (Path(which) / "config.cfg").exists():
            raise InputError(f"{which}: no spaCy pipeline that can be read ({error})") from None
        how = f"install it with: python -m spacy download {which}"
        raise InputError(f"no spaCy pipeline and no folder of one is called {which!r}; {how}") from None
    _check(pipeline, which)
    # spaCy stops at a million characters for fear of memory; a line that is read has no more bytes than that.
    pipeline.max_length = sys.maxsize
    return pipeline


def _check(pipeline: "Language", which: str) -> None:
    """Raise if a pipeline finds no dependencies, or those of a scheme that is not known."""
    if not pipeline("Ice melts.").has_annotation("DEP"):
        parts = ", ".join(pipeline.pipe_names) or "nothing"
        how = "install one that does with: python -m spacy download en_core_web_sm"
        raise InputError(
            f"the spaCy pipeline {which!r} finds no dependencies, for want of a parser (it has {parts}); {how}"
        )
    labels = _labels(pipeline)
    if labels and "nsubj" not in labels:
        accepted = "pipelines with the labels of Universal Dependencies or of ClearNLP"
        raise InputError(f"the spaCy pipeline {which!r} has no label nsubj; accepted: {accepted}")


def _labels(pipeline: "Language") -> set[str]:
    """Return the labels of the arcs that a pipeline finds; none if it does not tell."""
    return set(pipeline.pipe_labels.get("parser", ()))


class SpacyPipeline:
    """Parses sentences by a spaCy pipeline."""

    def __init__(self, pipeline: "Language", called: str) -> None:
        self.pipeline = pipeline
        self._by_clearnlp = _labels(pipeline) >= {"dobj", "pobj", "prep"}
        meta = pipeline.meta
        self._name = f"{called} ({meta['lang']}_{meta['name']} {meta['version']}, spaCy {version('spacy')})"

    @property
    def name(self) -> str:
        """The name by which it was asked for, its own name and version, and the version of spaCy."""
        return self._name

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence; see ``Parser``. What the pipeline would split is kept together."""
        remaining = iter(sentences)
        while batch := list(islice(remaining, _BATCH)):
            # Blanks of any kind are one space for the parser, which has never seen others.
            texts = (squeeze(text)[0] for text in batch)
            with self.pipeline.memory_zone():  # forget words that were never seen before
                docs = self.pipeline.pipe(texts, batch_size=_BATCH)
                parses = [read(doc, text) for doc, text in zip(docs, batch, strict=True)]
            yield from map(_universal, parses) if self._by_clearnlp else parses


def read(doc: "Doc", text: str) -> Parse:
    """Return the parse of a sentence by a pipeline.

    Args:
        doc: The pipeline's output for the sentence, whose words have one space between them or none.
    """
    tokens, arcs = [], []
    _, place = squeeze(text)
    for word in doc:
        written, start, number, label = word.text, word.idx, word.i, word.dep_
        span = place(start, start + len(written))
        tokens.append(Token(written, word.lemma_ or lemma(written), word.pos_, word.tag_, *span))
        head = word.head.i
        arcs.append(Arc(ROOT, number, "root") if head == number else Arc(head, number, label))
    return Parse(text, tuple(tokens), tuple(arcs))


def _universal(parse: Parse) -> Parse:
    return replace(parse, arcs=universal(parse.tokens, parse.arcs))
