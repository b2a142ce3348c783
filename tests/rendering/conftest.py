from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from playwright.sync_api import Browser

from explanans.language.sentences import tidy
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.structures.verdicts import ArcVerdict, ClaimVerdict, Evidence, Mark, RankedClaim, Span, StepVerdict
from tests.browsers import chromium

IRON = Fact("f1", "iron is a metal", "KINDOF", source="kindof.tsv:4")
METAL = Fact("f2", "a metal conducts heat", "PROPERTY", source="property.tsv:9")
SPOON = Fact("f3", "a spoon is made of iron")
SOUP = Fact("f4", "soup is a liquid", "KINDOF", source="kindof.tsv:7")
HOSTILE = "<script>alert(\"1\")</script> & 'it' ]]> \x1b[31m\x00\u202e -->"


@pytest.fixture(scope="session")
def spoon() -> Explanation:
    """Two steps; the last says more than its premises, and one link is missing."""
    steps = (
        Step(("f1", "f2"), "int1", "iron conducts heat", "property inheritance"),
        Step(("f3", "int1"), ROOT, "An iron spoon conducts heat well.", "substitution"),
    )
    return Explanation(
        "Why does an iron spoon get hot in soup?",
        "iron conducts heat",
        "An iron spoon conducts heat well.",
        tuple(ScoredFact(fact, 3.0 / rank) for rank, fact in enumerate((IRON, METAL, SPOON, SOUP), start=1)),
        EntailmentTree("An iron spoon conducts heat well.", (IRON, METAL, SPOON), steps),
        (StepVerdict("int1", True), StepVerdict(ROOT, False, ("well",))),
        ("No fact says how well iron conducts heat.",),
        "kb:starter+v:0.1.0",
        84.21,
    )


@pytest.fixture(scope="session")
def spoon_by_arcs(spoon: Explanation) -> Explanation:
    """The same, checked arc by arc."""
    first, last = (
        claim_verdict("iron conducts heat", (1, 0, "nsubj", 0.9)),
        claim_verdict("An iron spoon conducts heat well.", (3, 2, "nsubj", 0.8), (3, 5, "advmod", 0.1)),
    )
    return replace(
        spoon,
        verdicts=(
            StepVerdict("int1", True, (), first.arcs),
            StepVerdict(ROOT, False, ("well",), last.arcs),
        ),
    )


@pytest.fixture(scope="session")
def treeless() -> Explanation:
    facts = (ScoredFact(SOUP, 0.5),)
    return Explanation(
        "Why is soup hot?", "magic", "Soup is hot by magic.", facts, None, (), ("No fact names magic.",), "v"
    )


@pytest.fixture(scope="session")
def hostile() -> Explanation:
    """Markup, quotes and control characters wherever there is text."""
    facts = tuple(Fact(f"{HOSTILE}{n}", f"{HOSTILE} {n}", HOSTILE, source=HOSTILE) for n in (1, 2))
    step = Step(tuple(fact.id for fact in facts), ROOT, HOSTILE, HOSTILE)
    return Explanation(
        HOSTILE,
        HOSTILE,
        HOSTILE,
        tuple(ScoredFact(fact, 1.0) for fact in facts),
        EntailmentTree(HOSTILE, facts, (step,)),
        (StepVerdict(ROOT, False, ("script", HOSTILE)),),
        (HOSTILE,),
        HOSTILE,
    )


def claim_verdict(claim: str, *arcs: tuple[int, int, str, float]) -> ClaimVerdict:
    """Return the verdict of a claim of one sentence; arcs go from word to word, counted from 0 between blanks."""
    words, end = [], 0
    for word in claim.split():
        start = claim.index(word, end)
        end = start + len(word)
        words.append(Span(word, start, end))
    found = tuple(
        ArcVerdict(words[head], words[child], label, score, score >= 0.5, Evidence(2, claim) if score >= 0.5 else None)
        for head, child, label, score in arcs
    )
    held = {word for arc in found if arc.supported for word in (arc.head, arc.child)}
    doubting = {word for arc in found for word in (arc.head, arc.child)} - held
    doubted = tuple(Mark(*word) for word in sorted(doubting, key=lambda word: word.start))
    scores = [arc.score for arc in found]
    mean, least = (sum(scores) / len(scores), min(scores)) if scores else (None, None)
    return ClaimVerdict(claim, (Span(claim, 0, len(claim)),), found, doubted, mean, least)


@pytest.fixture(scope="session")
def claims() -> tuple[RankedClaim, ...]:
    """A claim with supported and unsupported arcs, long and short, and one of which nothing was checked."""
    moon = claim_verdict(
        "The Moon of our planet orbits Mars every twenty-seven days.",
        (1, 4, "nmod:of", 0.93),
        (4, 3, "nmod:poss", 0.81),
        (5, 1, "nsubj", 0.97),
        (5, 6, "obj", 0.02),
        (5, 9, "obl", 0.71),
        (9, 7, "det", 0.4),
        (8, 8, "compound", 0.66),
    )
    return (RankedClaim(2, moon), RankedClaim(1, claim_verdict("Yes.")))


@pytest.fixture(scope="session")
def hostile_claim() -> tuple[RankedClaim, ...]:
    """Markup and quotes wherever there is text; claims are tidy, labels need not be."""
    verdict = claim_verdict(tidy(HOSTILE), (0, 1, HOSTILE, 0.1), (1, 2, HOSTILE, 0.9))
    return (RankedClaim(1, verdict),)


@pytest.fixture(scope="session")
def claim_verdicts() -> st.SearchStrategy[ClaimVerdict]:
    """Verdicts of claims of up to twelve words with any arcs among them."""
    words = st.sampled_from(["iron", "a", "thermoconductivity", "twenty-seven", "W" * 30, "热的"])

    @st.composite
    def verdicts(draw: st.DrawFn) -> ClaimVerdict:
        claim = draw(st.lists(words, min_size=1, max_size=12))
        places = st.integers(0, len(claim) - 1)
        arcs = st.tuples(places, places, st.sampled_from(["obj", "nmod:in_front_of"]), st.floats(0, 1))
        return claim_verdict(" ".join(claim), *draw(st.lists(arcs, max_size=14)))

    return verdicts()


@pytest.fixture(scope="session")
def forests() -> st.SearchStrategy[Explanation]:
    """Explanations with trees of any shape, of up to some sixty nodes."""
    texts = st.one_of(
        st.text(max_size=120),
        st.lists(st.sampled_from(["iron", "a", "thermoconductivity", "W" * 60, "热的", "e\u0301"]), max_size=30).map(
            " ".join
        ),
    )

    @st.composite
    def explanations(draw: st.DrawFn) -> Explanation:
        waiting = [f"f{number}" for number in range(draw(st.integers(2, 34)))]
        facts = tuple(Fact(name, draw(texts), draw(texts), source=draw(texts)) for name in waiting)
        steps: list[Step] = []
        while len(waiting) > 1:
            count = draw(st.integers(2, min(5, len(waiting))))
            start = draw(st.integers(0, len(waiting) - count))
            name = ROOT if count == len(waiting) else f"int{len(steps)}"
            steps.append(Step(tuple(waiting[start : start + count]), name, draw(texts), draw(texts)))
            waiting[start : start + count] = [name]
        tree = EntailmentTree(steps[-1].text, facts, tuple(steps))
        verdicts = tuple(
            StepVerdict(step.conclusion, not words, words)
            for step in steps
            for words in (tuple(step.text.split()[: draw(st.integers(0, 2))]),)
        )
        scored = tuple(ScoredFact(fact, draw(st.floats(-100, 100))) for fact in facts)
        return Explanation(draw(texts), draw(texts), steps[-1].text, scored, tree, verdicts, (), "v")

    return explanations()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed with the module, since its event loop would be in the way of others."""
    with chromium() as found:
        yield found
