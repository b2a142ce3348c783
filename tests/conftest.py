"""Where the tests find real data, and a cache of their own."""

import logging
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from explanans.runtime.chat import KEY, LIMIT
from tests.data_sets import present

# Dictionaries are loaded by whatever example comes first, which may take longer than one example may.
hypothesis.settings.register_profile("explanans", deadline=None, max_examples=40)
hypothesis.settings.load_profile("explanans")

CHECKOUT = Path(__file__).parents[1]
_LONG = tuple(
    """
    test_pages.py test_notebooks.py test_extensions.py test_explainer.py differential/test_differential.py
    golden/test_golden.py pipeline/test_one_assessment.py cli/test_streams.py lab/accelerator/test_accelerate.py
    lab/benchmarks/test_entailmentbank.py knowledge/test_changes.py knowledge/test_vectors.py
    """.split()
)
"""Files whose few tests take long: they are run first, so that no process is left with one of them at the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep tests out of the user's cache and services, and let them be interrupted; processes they start inherit it."""
    # A fixture would be too late: the doctests under src run before any test of this folder.
    folder = tempfile.TemporaryDirectory(prefix="explanans-tests-")
    os.environ["EXPLANANS_CACHE"] = folder.name
    config.add_cleanup(folder.cleanup)
    os.environ["no_proxy"] = "*"  # no proxy reaches the services that tests start on this machine
    for name in (KEY, LIMIT):
        os.environ.pop(name, None)
    # Whoever runs the tests in the background may ignore interruptions; the processes that tests interrupt must not.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with long tests first; several processes take files in this order."""
    items.sort(key=lambda item: not item.location[0].removeprefix("tests/").startswith(_LONG))


@pytest.fixture(autouse=True)
def _warnings_stay_on() -> Iterator[None]:
    """Let no command that a test runs with ``--quiet`` silence the tests after it."""
    logger = logging.getLogger("explanans")
    level = logger.level
    yield
    logger.setLevel(level)


@pytest.fixture
def data_folder() -> Path:
    """Return the folder of the data sets, one subfolder each."""
    folder = Path(os.environ.get("EXPLANANS_DATA") or CHECKOUT.parent / "shared" / "datasets")
    if not folder.is_dir():
        pytest.skip(f"no data sets in {folder}; set EXPLANANS_DATA to the folder that holds worldtree-v2.1 and others")
    return folder


@pytest.fixture
def worldtree_folder(data_folder: Path) -> Path:
    """Return the folder of WorldTree v2.1."""
    return present(data_folder / "worldtree-v2.1")


@pytest.fixture
def explagraphs_folder(data_folder: Path) -> Path:
    """Return the folder of ExplaGraphs."""
    return present(data_folder / "explagraphs")
