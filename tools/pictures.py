"""Pictures of explanation pages, light and dark, at two widths, one as printed: ``python tools/pictures.py FOLDER``."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

NOTES = Path(__file__).parents[1] / "docs" / "examples" / "bicycle.txt"
ASKED = {
    "explanation": (
        *("explain", "Why does an electrician wear rubber gloves?"),
        *("--answer", "Electricity does not flow easily through rubber."),
    ),
    "flat": ("explain", "Why does a tyre go flat?", "--answer", "There is a puncture.", "--kb", str(NOTES)),
    "check": (
        *("check", "--source", str(NOTES), "--claim", "A worn chain is shorter than a new chain."),
        *("--scorer", "features"),
    ),
}
"""The commands whose pages are shown, by the names of the pictures."""
WINDOWS = ((1280, 900), (390, 1280))
PAPER = (794, 1123)
"""An A4 page, in CSS pixels; margins are for the printer to add."""
PRINTED = "flat"
"""The page that is shown as it is printed."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main(folder: Path) -> None:
    """Take all pictures.

    Args:
        folder: Where to put them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for name, arguments in ASKED.items():
            made = Path(place) / f"{name}.html"
            command = [sys.executable, "-m", "explanans", *arguments, "--html", str(made)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
            _take(page, made.as_uri(), folder / name)
        browser.close()


def _take(page: Page, address: str, picture: Path) -> None:
    for (width, height), mark in zip(WINDOWS, ("", "-narrow"), strict=True):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.goto(address)  # a page that opens narrow begins with the middle of its drawing
            page.screenshot(path=picture.with_name(f"{picture.name}{mark}-{scheme}.png"))
    if picture.name != PRINTED:
        return
    page.set_viewport_size({"width": PAPER[0], "height": PAPER[1]})
    page.emulate_media(media="print", color_scheme="light")
    page.goto(address)
    page.screenshot(path=picture.with_name(f"{picture.name}-print.png"))
    page.emulate_media(media="screen")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
