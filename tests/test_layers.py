"""The table of packages in the documentation is that of the import contract."""

from pathlib import Path

import pytest
from tools import layers


@pytest.mark.parametrize("page", layers.PAGES, ids=lambda page: page.name)
def test_page_shows_the_layers_of_the_contract(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert layers.table() in text
    assert layers.written(text) == text


def test_every_package_is_in_one_layer_and_described() -> None:
    names = [name for layer in layers.layers() for name in layer]
    assert len(names) == len(set(names))
    assert all(layers.purpose(name).endswith(".") for name in names)
