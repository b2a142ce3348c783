"""Sections of examples in docstrings, for the reference: ours are called `Example`, which Griffe takes for a note."""

import re
from typing import Any

import griffe


class Examples(griffe.Extension):
    """Call sections of examples by the one name that Griffe knows."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rename the sections of one docstring."""
        if obj.docstring:
            obj.docstring.value = re.sub(r"^Example:$", "Examples:", obj.docstring.value, flags=re.MULTILINE)
