"""Self-contained HTML pages of explanations."""

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from explanans.language.sentences import tidy
from explanans.rendering.outline import Conclusion, Leaf, Node, outline, walk
from explanans.rendering.page import page, tidied
from explanans.rendering.phrases import (
    DENIES,
    facts_of,
    format_score,
    missing_heading,
    missing_links,
    provenance,
    summarize,
    tree_heading,
    verdict_sentence,
)
from explanans.rendering.prose import prose
from explanans.rendering.svg import resource
from explanans.rendering.tree_layout import TreeLayout, lay_out_tree
from explanans.rendering.tree_svg import tree_element
from explanans.rendering.typesetting import split_runs
from explanans.structures.explanations import Explanation


def explanation_page(explanation: Explanation) -> str:
    """Return an explanation as an HTML page: question, answer, tree, steps in words, facts and missing links.

    The provenance of a fact is shown next to its node, on mouse or keyboard focus. A content security policy forbids
    all requests. The page omits the run time, so that the same explanation gives the same bytes.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_page(explanation).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    title = explanation.question or explanation.hypothesis
    script = resource("page.js")
    body = _body(explanation, outline(explanation), script)
    return page(title, resource("page.css", "tree.css"), body, script)


def _body(explanation: Explanation, root: Conclusion | None, script: str) -> Iterator[str]:
    yield "<header>"
    yield '<p class="eyebrow">Explanation</p>'
    yield f"<h1>{tidied(explanation.question or explanation.hypothesis)}</h1>"
    if explanation.verdict:
        status = explanation.verdict.status.value
        yield f'<p class="judged {status}">{tidied(verdict_sentence(explanation))}</p>'
    if explanation.question:
        yield f'<dl class="claim"><dt>Answer</dt><dd class="answer">{tidied(explanation.answer)}</dd>'
        yield f"<dt>Hypothesis</dt><dd>{tidied(explanation.hypothesis)}</dd></dl>"
    yield f'<p class="prose">{tidied(prose(explanation))}</p>'
    yield f'<p class="summary">{tidied(summarize(explanation))}</p>'
    yield "</header>"
    yield "<main>"
    layout = lay_out_tree(root) if root else None
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
    yield f"<footer>Made by Explanans. Signature: <code>{tidied(explanation.signature)}</code></footer>"
    if layout:
        yield from (_card(box.node, number, explanation) for number, box in enumerate(layout.boxes))
        yield f"<script>{script}</script>"


def _tree(explanation: Explanation, layout: TreeLayout) -> Iterator[str]:
    conclusions = [box.node for box in layout.boxes if isinstance(box.node, Conclusion)]
    yield '<section aria-labelledby="tree">'
    yield f'<h2 id="tree">{tree_heading(explanation)}</h2>'
    yield f'<figure style="--natural: {layout.width:.0f}px">'
    drawing = tree_element(layout, f"Entailment tree: {summarize(explanation)}", with_cards=True)
    yield f'<div class="scroll">{drawing}</div>'
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
            yield f"<p><code>{tidied(schema.pattern)}</code> {escape(facts_of(explanation, schema))}</p>"
            yield from (f"<p>({tidied(fact.text)})</p>" for fact in schema.filtered)
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
        so = "so" if conclusion.holds else "bear on whether" if len(conclusion.premises) > 1 else "bears on whether"
        yield f'<p class="so"><b>{so}</b>{_marked(conclusion)}</p>'
        if not conclusion.supported:
            finding = conclusion.finding
            yield f'<p class="verdict">{escape(finding[:1].upper() + finding[1:])}</p>'
        if conclusion.likelihood:
            yield f'<p class="likelihood">{escape(conclusion.likelihood)}</p>'
        yield "</li>"
    yield "</ol></section>"


def _alternatives(explanation: Explanation) -> Iterator[str]:
    """Yield a drawing of each further tree."""
    for number, (tree, verdicts) in enumerate(explanation.alternatives, 2):
        other = replace(explanation, tree=tree, verdicts=verdicts)
        root = outline(other)
        if root:
            layout = lay_out_tree(root)
            yield f'<section aria-labelledby="way-{number}">'
            yield f'<h2 id="way-{number}">{tree_heading(explanation)}, way {number}</h2>'
            yield f'<figure style="--natural: {layout.width:.0f}px">'
            label = f"Entailment tree, way {number}: {summarize(other)}"
            yield f'<div class="scroll">{tree_element(layout, label, with_cards=False)}</div></figure></section>'


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
        denies = f'<b class="denies">{DENIES}</b>' if fact.id in explanation.contradicted_by else ""
        origin = " · ".join(filter(None, (escape(provenance(fact)), link, denies)))
        yield f'<tr id="fact-{rank}"><td class="rank">{rank}</td>'
        yield f'<td>{tidied(fact.text)}<span class="origin">{origin}</span></td><td>{format_score(score)}</td></tr>'
    yield "</tbody></table></section>"


def _card(node: Node, number: int, explanation: Explanation) -> str:
    """Return a hidden element with the details of a node, which the script shows next to it."""
    title, rows = _fact_card(node, explanation) if isinstance(node, Leaf) else _step_card(node)
    items = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in rows if value)
    entries = f"<dl>{items}</dl>" if items else ""
    return f'<div class="card" id="card-{number}" role="tooltip" hidden><strong>{escape(title)}</strong>{entries}</div>'


def _fact_card(leaf: Leaf, explanation: Explanation) -> tuple[str, list[tuple[str, str]]]:
    rank = ""
    if leaf.rank:
        rank = f"{leaf.rank} of {len(explanation.facts)}, score {format_score(explanation.facts[leaf.rank - 1].score)}"
    rows = [("Table", tidy(leaf.fact.table)), ("Source", tidy(leaf.fact.source)), ("Rank", rank)]
    return f"Fact {tidy(leaf.fact.id)}", rows


def _step_card(conclusion: Conclusion) -> tuple[str, list[tuple[str, str]]]:
    return f"Step {conclusion.number}", [
        ("Inference", conclusion.inference),
        ("Verdict", conclusion.finding),
        ("Judged", conclusion.likelihood),
    ]
