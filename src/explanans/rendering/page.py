"""Self-contained HTML pages."""

import base64
import hashlib
from collections.abc import Iterable
from html import escape

from explanans.language.sentences import tidy


def page(title: str, style: str, body: Iterable[str], script: str = "") -> str:
    """Return an HTML page whose content security policy forbids all requests, and all scripts but its own.

    Args:
        style: Its style sheets.
        body: The elements of its body, one per line.
        script: Its script, which the body contains; empty for none.
    """
    allowed = ""
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        allowed = f"script-src 'sha256-{digest}'; "
    policy = f"default-src 'none'; style-src 'unsafe-inline'; {allowed}base-uri 'none'; form-action 'none'"
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{tidied(title)}</title>",
        f"<style>\n{style}</style>\n</head>\n<body>",
    )
    return "\n".join((*head, *body, "</body>", "</html>\n"))


def tidied(text: str) -> str:
    """Return a text on one line, escaped for HTML."""
    return escape(tidy(text))
