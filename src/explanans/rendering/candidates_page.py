"""Self-contained HTML pages of candidate answers."""

from collections.abc import Iterator

from explanans.rendering.outline import outline
from explanans.rendering.page import page, tidied
from explanans.rendering.phrases import (
    DENIES,
    NO_ANSWER,
    labelled,
    missing_links,
    provenance,
    remark,
    summarize,
    telling,
    tree_heading,
    verdict_sentence,
    verdict_words,
)
from explanans.rendering.svg import resource
from explanans.rendering.tree_layout import lay_out_tree
from explanans.rendering.tree_svg import tree_element
from explanans.structures.explanations import Candidate, Candidates


def candidates_page(candidates: Candidates) -> str:
    """Return candidate answers as an HTML page: a table of all, then the tree and the decisive facts of each.

    Example:
        >>> candidates_page(Candidates("What melts ice?", (), "v1")).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    style = resource("page.css", "tree.css")
    return page(f"{candidates.question}: answers", style, _body(candidates))


def _body(candidates: Candidates) -> Iterator[str]:
    yield '<header><p class="eyebrow">Answers</p>'
    yield f"<h1>{tidied(candidates.question)}</h1>"
    if candidates.answers:
        heads = "".join(f'<th scope="col">{name}</th>' for name in ("#", "Answer", "Support"))
        yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
        yield from (_row(place, item) for place, item in enumerate(candidates.answers, 1))
        yield "</tbody></table>"
    else:
        yield f'<p class="summary">{NO_ANSWER}</p>'
    yield "</header><main>"
    for place, item in enumerate(candidates.answers, 1):
        yield from _section(place, item)
    yield f"</main><footer>Made by Explanans. Signature: <code>{tidied(candidates.signature)}</code></footer>"


def _row(place: int, candidate: Candidate) -> str:
    notes = tidied(" · ".join(filter(None, (verdict_words(candidate.verdict), remark(candidate, place)))))
    return (
        f'<tr><td class="rank"><a href="#answer-{place}">{place}</a></td>'
        f'<td><b class="judged {candidate.verdict.status.value}">{tidied(labelled(candidate))}</b>'
        f'<span class="origin">{notes}</span></td><td>{candidate.verdict.support:.0%}</td></tr>'
    )


def _section(place: int, candidate: Candidate) -> Iterator[str]:
    explanation = telling(candidate.explanation)
    yield f'<section id="answer-{place}" aria-labelledby="heading-{place}">'
    yield f'<h2 id="heading-{place}">{place}. {tidied(labelled(candidate))}</h2>'
    yield f'<p class="judged {candidate.verdict.status.value}">{tidied(verdict_sentence(explanation))}</p>'
    yield f'<p class="summary">{tidied(explanation.hypothesis)}</p>'
    root = outline(explanation)
    if root:
        layout = lay_out_tree(root)
        label = f"{tree_heading(explanation)}: {summarize(explanation)}"
        yield f'<h3>{tree_heading(explanation)}</h3><figure style="--natural: {layout.width:.0f}px">'
        yield f'<div class="scroll">{tree_element(layout, label, with_cards=False)}</div></figure>'
    else:
        yield f"<ul>{''.join(f'<li>{tidied(sentence)}</li>' for sentence in missing_links(explanation))}</ul>"
    yield '<table class="words"><tbody>'
    for number, (fact, _) in enumerate(explanation.facts, 1):
        denies = f'<b class="denies">{DENIES}</b>' if fact.id in explanation.contradicted_by else ""
        origin = " · ".join(filter(None, (tidied(provenance(fact)), denies)))
        yield f'<tr><td class="rank">{number}</td><td>{tidied(fact.text)}<span class="origin">{origin}</span></td></tr>'
    yield "</tbody></table></section>"
