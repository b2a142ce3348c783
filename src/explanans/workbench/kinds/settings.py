"""Settings: what a kind of task leaves open, for each project to say."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from explanans.errors import InputError

if TYPE_CHECKING:
    from explanans.workbench.kinds.kind import AnyKind


_MOST_DIGITS = 9


class Setting(NamedTuple):
    """A whole number that a kind leaves open, asked for when a project is made.

    Attributes:
        name: Its name in the database.
        label: The question on the page.
        default: The default value.
        least: The least that is accepted.
        most: The most that is accepted.
    """

    name: str
    label: str
    default: int
    least: int = 0
    most: int = 1000


class TextSetting(NamedTuple):
    """A text that a kind leaves open, such as the folder of a model; administrators may change it at any time.

    Attributes:
        name: Its name in the database.
        label: The question on the page.
    """

    name: str
    label: str


def read_settings(kind: "AnyKind", given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a kind, those that are not given as proposed, and texts that are not given empty.

    Args:
        given: Settings by name, as numbers or texts.

    Raises:
        InputError: One is no whole number in its range, or a text that cannot be used.
    """
    found: dict[str, Any] = {}
    for setting in kind.settings:
        value = str(given.get(setting.name, "")).strip() or str(setting.default)
        accepted = f"accepted: {setting.least} to {setting.most}"
        is_number = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
        if not is_number or not setting.least <= int(value) <= setting.most:
            raise InputError(f"{setting.label}: {value!r}; {accepted}")
        found[setting.name] = int(value)
    for text in kind.texts:
        found[text.name] = str(given.get(text.name, "")).strip()
        kind.check_text(text.name, found[text.name])
    return found
