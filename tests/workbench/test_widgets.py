"""Elements of pages: what is taken off a page is freed."""

import gc
import weakref

from nicegui import Client, ui

from explanans.workbench.widgets import element, text


def test_what_is_taken_off_a_page_is_freed_without_a_collection_of_garbage() -> None:
    # A full collection looks at all that is on all open pages, for seconds where there are hundreds.
    with Client(ui.page("/")):
        place = element("div")
        with place:
            parts = [weakref.ref(made.classes) for made in (element("p"), text("p", "words"))]
        gc.disable()
        try:
            place.clear()
            assert [part() for part in parts] == [None, None]
        finally:
            gc.enable()
