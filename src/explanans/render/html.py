"""An explanation as one HTML page that needs no other file and makes no request."""

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from importlib.resources import files

from explanans.explanation import Explanation
from explanans.render.cards import node_card
from explanans.render.layout import Layout, lay_out
from explanans.render.outline import Conclusion, Leaf, Node, outline, walk
from explanans.render.svg import drawing_style, inline_drawing, plain_drawing
from explanans.render.wording import (
    facts_of,
    format_score,
    missing_heading,
    missing_links,
    provenance,
    split_runs,
    summarize,
)
from explanans.text.sentences import tidy


def explanation_page(explanation: Explanation) -> str:
    """Return an explanation as an HTML page: question, answer, tree, steps in words, facts and what is missing.

    Where each fact comes from shows beside its node, for the mouse and for the keyboard. A content security policy
    forbids the page every request. The page does not tell how long the explanation took, so that the same explanation
    gives the same bytes.

    Args:
        explanation: The explanation.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_page(explanation).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    root = outline(explanation)
    parts = ("<!DOCTYPE html>", '<html lang="en">', *_head(explanation), "<body>", *_body(explanation, root))
    return "\n".join((*parts, "</body>", "</html>\n"))


def _head(explanation: Explanation) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'"
    )
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{_text(explanation.question or explanation.hypothesis)}</title>"
    yield f"<style>\n{_page_file('page.css')}{drawing_style()}</style>"
    yield "</head>"


def _body(explanation: Explanation, root: Conclusion | None) -> Iterator[str]:
    yield "<header>"
    yield '<p class="eyebrow">Explanation</p>'
    yield f"<h1>{_text(explanation.question or explanation.hypothesis)}</h1>"
    if explanation.question:
        yield f'<dl class="claim"><dt>Answer</dt><dd class="answer">{_text(explanation.answer)}</dd>'
        yield f"<dt>Hypothesis</dt><dd>{_text(explanation.hypothesis)}</dd></dl>"
    yield f'<p class="summary">{_text(summarize(explanation))}</p>'
    yield "</header>"
    yield "<main>"
    layout = lay_out(root) if root else None
    if layout:
        yield from _tree(explanation, layout)
    yield from _missing(explanation)
    yield '<div class="pair">'
    if root:
        yield from _steps(root)
    yield from _facts(explanation, root)
    yield "</div>"
    yield from _schemas(explanation)
    yield from _alternatives(explanation)
    yield "</main>"
    yield f"<footer>Made by Explanans. Signature: <code>{_text(explanation.signature)}</code></footer>"
    if layout:
        yield from (node_card(box.node, number, explanation) for number, box in enumerate(layout.boxes))
        yield f"<script>{_script()}</script>"


def _tree(explanation: Explanation, layout: Layout) -> Iterator[str]:
    conclusions = [box.node for box in layout.boxes if isinstance(box.node, Conclusion)]
    yield '<section aria-labelledby="tree">'
    yield '<h2 id="tree">How it follows</h2>'
    yield f'<figure style="--natural: {layout.width:.0f}px">'
    yield f'<div class="scroll">{inline_drawing(layout, f"Entailment tree: {summarize(explanation)}")}</div>'
    yield '<figcaption><span><span class="swatch root"></span>hypothesis</span>'
    if len(conclusions) > 1:
        yield '<span><span class="swatch conclusion"></span>conclusion of a step</span>'
    yield '<span><span class="swatch leaf"></span>fact</span>'
    if any(conclusion.marks for conclusion in conclusions):
        yield "<span><mark>word</mark> that no premise of its step supports</span>"
    yield "</figcaption></figure></section>"


def _missing(explanation: Explanation) -> Iterator[str]:
    sentences = missing_links(explanation)
    if sentences:
        yield '<section class="missing" aria-labelledby="missing">'
        yield f'<h2 id="missing">{missing_heading(explanation)}</h2>'
        yield f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"
        yield "</section>"


def _schemas(explanation: Explanation) -> Iterator[str]:
    if explanation.schemas:
        yield '<section aria-labelledby="patterns">'
        yield '<h2 id="patterns">Patterns that the facts meet</h2>'
        for schema in explanation.schemas:
            yield f"<p><code>{_text(schema.pattern)}</code> {escape(facts_of(explanation, schema))}</p>"
        yield "</section>"


def _steps(root: Conclusion) -> Iterator[str]:
    conclusions = sorted(
        (node for node in walk(root) if isinstance(node, Conclusion)), key=lambda conclusion: conclusion.number
    )
    yield '<section aria-labelledby="steps">'
    yield '<h2 id="steps">Step by step</h2>'
    yield '<ol class="steps">'
    for conclusion in conclusions:
        inference = f" <em>{escape(conclusion.inference)}</em>" if conclusion.inference else ""
        yield f'<li id="step-{conclusion.number}"><h3>Step {conclusion.number}{inference}</h3>'
        yield f"<ul>{''.join(map(_premise, conclusion.premises))}</ul>"
        yield f'<p class="so"><b>so</b>{_marked(conclusion)}</p>'
        if not conclusion.supported:
            finding = conclusion.finding
            yield f'<p class="verdict">{escape(finding[:1].upper() + finding[1:])}</p>'
        if conclusion.likelihood:
            yield f'<p class="likelihood">{escape(conclusion.likelihood)}</p>'
        yield "</li>"
    yield "</ol></section>"


def _alternatives(explanation: Explanation) -> Iterator[str]:
    """Yield a drawing for each further tree; what its facts are stands with the facts."""
    for number, (tree, verdicts) in enumerate(explanation.alternatives, 2):
        other = replace(explanation, tree=tree, verdicts=verdicts)
        root = outline(other)
        if root:
            layout = lay_out(root)
            yield f'<section aria-labelledby="way-{number}">'
            yield f'<h2 id="way-{number}">How it follows, way {number}</h2>'
            yield f'<figure style="--natural: {layout.width:.0f}px">'
            drawing = plain_drawing(layout, f"Entailment tree, way {number}: {summarize(other)}")
            yield f'<div class="scroll">{drawing}</div></figure></section>'


def _premise(node: Node) -> str:
    if isinstance(node, Conclusion):
        return f'<li>{_marked(node)} <a class="reference" href="#step-{node.number}">step {node.number}</a></li>'
    link = f' <a class="reference" href="#fact-{node.rank}">fact {node.rank}</a>' if node.rank else ""
    return f"<li>{escape(node.text)}{link}</li>"


def _marked(conclusion: Conclusion) -> str:
    runs = split_runs(conclusion.text, conclusion.marks)
    return "".join(f"<mark>{escape(run.text)}</mark>" if run.marked else escape(run.text) for run in runs)


def _facts(explanation: Explanation, root: Conclusion | None) -> Iterator[str]:
    uses = {
        premise.rank: node.number
        for node in (walk(root) if root else ())
        if isinstance(node, Conclusion)
        for premise in node.premises
        if isinstance(premise, Leaf)
    }
    yield '<section aria-labelledby="facts">'
    yield '<h2 id="facts">Facts, best first</h2>'
    if not explanation.facts:
        yield "<p>No facts were found.</p></section>"
        return
    yield '<table><thead><tr><th scope="col">#</th><th scope="col">Fact</th><th scope="col">Score</th></tr></thead>'
    yield "<tbody>"
    for rank, (fact, score) in enumerate(explanation.facts, start=1):
        link = f'<a href="#step-{uses[rank]}">step {uses[rank]}</a>' if rank in uses else ""
        origin = " · ".join(filter(None, (escape(provenance(fact)), link)))
        yield f'<tr id="fact-{rank}"><td class="rank">{rank}</td>'
        yield f'<td>{_text(fact.text)}<span class="origin">{origin}</span></td><td>{format_score(score)}</td></tr>'
    yield "</tbody></table></section>"


def _text(text: str) -> str:
    return escape(tidy(text))


def _page_file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _script() -> str:
    return _page_file("page.js")
