"""Networks in folders: a graph in ONNX, its tokenizer and a manifest; opened by ONNX Runtime."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.model import MANIFEST, Manifest, again, read_content, read_manifest

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

GRAPH = "network.onnx"
TOKENIZER = "tokenizer.json"

_ERRORS_ONLY = 3


@dataclass(frozen=True, slots=True)
class Network:
    """A network and its tokenizer.

    Attributes:
        session: The graph, ready to run on one thread, so that equal inputs give equal numbers.
        tokenizer: The tokenizer; it neither truncates nor pads.
        digest: The start of the digest of the manifest, which tells the network from others.
    """

    session: "InferenceSession"
    tokenizer: "Tokenizer"
    manifest: Manifest
    digest: str

    @classmethod
    def open(cls, folder: Path, kind: str) -> "Network":
        """Open the network of a folder.

        Args:
            folder: A folder with `GRAPH`, `TOKENIZER` and a manifest.

        Raises:
            InputError: The folder is no such model, is one of another format, or is damaged.
        """
        manifest = read_manifest(folder, kind)
        session = open_graph(folder, GRAPH, manifest)
        words = read_content(folder, TOKENIZER, manifest)
        try:
            tokenizer = _tokenizer(words)
        except Exception as error:  # whatever the library raises
            raise _unopened(folder, kind, error) from error
        return cls(session, tokenizer, manifest, digest_of(folder))

    def encode(self, text: str) -> "Encoding":
        """Return the tokens of a text, without those that mark where it begins and ends."""
        return self.tokenizer.encode(text, add_special_tokens=False)

    def mark(self, token: str) -> int:
        """Return the number of a token that marks something, such as ``[SEP]``.

        Raises:
            InputError: The tokenizer does not know it.
        """
        number = self.tokenizer.token_to_id(token)
        if number is None:
            raise InputError(f"a tokenizer without {token}; accepted: one of a network that reads English as BERT does")
        return number

    def run(self, inputs: Mapping[str, NDArray[Any]]) -> Sequence[NDArray[Any]]:
        """Return the outputs of the graph."""
        outputs: Sequence[NDArray[Any]] = self.session.run(None, dict(inputs))
        return outputs


@lru_cache(maxsize=4)
def _tokenizer(content: bytes) -> "Tokenizer":
    """Return the tokenizer of a file; networks with the same file share it."""
    from tokenizers import Tokenizer  # noqa: PLC0415

    tokenizer = Tokenizer.from_str(content.decode())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def digest_of(folder: Path) -> str:
    """Return the identifier of the network of a folder: the start of the digest of its manifest."""
    return sha256((folder / MANIFEST).read_bytes()).hexdigest()[:8]


def open_graph(folder: Path, name: str, manifest: Manifest) -> "InferenceSession":
    """Return a graph of a folder, ready to run on one thread.

    Raises:
        InputError: The graph is missing or damaged.
    """
    from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - a fifth of a second

    read_content(folder, name, manifest)  # finds damage; the runtime opens a file in less time than bytes
    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    try:
        return InferenceSession(str(folder / name), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # whatever the library raises
        raise _unopened(folder, manifest.kind, error) from error


def _unopened(folder: Path, kind: str, error: Exception) -> InputError:
    reason = str(error).strip().partition("\n")[0]
    return InputError(f"{folder}: no network that can be opened ({reason}); {again(kind)}")


class OnnxModel:
    """A text model by a shipped network, or by one of a folder.

    Attributes:
        name: The kind and the digest of the network.
        edges: The numbers of the tokens before and after a text.
    """

    home: ClassVar[Path]
    """The folder of the shipped network."""
    kind: ClassVar[str]
    """The required kind of the network."""

    def __init__(self, network: Network) -> None:
        self.name = f"{self.kind}({network.digest})"
        self.network = network
        self.edges = (network.mark("[CLS]"), network.mark("[SEP]"))

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Open the network of a folder.

        Args:
            folder: The folder; the network that comes with the package if none is named.

        Raises:
            InputError: The folder holds no such network, or a damaged one.
        """
        return cls(Network.open(folder or cls.home, cls.kind))

    @classmethod
    @cache
    def shipped(cls) -> Self:
        """Return the one that comes with the package, opened once."""
        return cls.open()

    def length(self, text: str) -> int:
        """Return how many tokens a text has."""
        return len(self.network.encode(text).ids)
