"""Claims: what check says, corrected by people, and what judges learn from it."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.datasets.inference import decode_cited
from explanans.lab.judge.examples import of_pairs
from explanans.lab.judge.written import lessons_of, read_claims
from explanans.lab.networks.pair_reader import TrainableNli, train_reader
from explanans.neural.core.checkpoint import Schedule
from explanans.structures.verdicts import Status
from explanans.workbench.kinds.claims_work import CONTRADICTED, MISSING, STATUS, Corrections
from explanans.workbench.kinds.kind import open_kind
from tests.lab.networks.small_reader import encoder
from tests.workbench.works import done, items_of, task

KIND = open_kind("claims")
CHECKED = {
    "id": "c1",
    "claim": "Trams run until two on Sundays.",
    "source": "Trams run until midnight. On Sundays they stop at ten.",
    "status": "contradicted",
    "contradicted": [{"text": "two", "start": 16, "end": 19}],
    "unsupported": [{"text": "run", "start": 6, "end": 9}],
    "evidence": [{"text": "Trams run until midnight."}],
}


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """Return a file with a claim that was checked."""
    path = tmp_path / "claims.jsonl"
    path.write_text(json.dumps(CHECKED))
    return path


def test_people_start_from_the_verdict_or_from_nothing(claims: Path) -> None:
    ((key, given),) = items_of("claims", claims)
    assert key == "c1"
    assert given.sentences == ("Trams run until midnight.", "On Sundays they stop at ten.")
    begun = KIND.begin(task(KIND, given))
    assert begun.grades == {STATUS: 1, "w3": CONTRADICTED, "w1": MISSING, "e0": 1}
    assert KIND.lines(begun) == [
        "status: contradicted",
        "word 4: contradicted",
        "word 2: not found",
        "evidence: sentence 1",
    ]
    assert KIND.faults(task(KIND, given), begun) == ()
    assert KIND.begin(task(KIND, given, prefilled=0)).grades == {}


def test_a_claim_without_a_verdict_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(
        '{"claim": "The shop closes at six.", "source": ["The shop closes at six.", "It is shut on Sundays."]}'
    )
    ((key, given),) = items_of("claims", path)
    assert key == "claims.jsonl#1"
    assert (given.status, given.missing, given.contradicted, given.evidence) == (Status.SUPPORTED, (), (), (0,))
    assert given.sentences == ("The shop closes at six.", "It is shut on Sundays.")


@pytest.mark.parametrize(
    ("grades", "said"),
    [
        ({}, "choose a status"),
        ({STATUS: 3, "w1": MISSING, "e0": 1}, "words are marked in a supported claim"),
        ({STATUS: 2, "w1": CONTRADICTED}, "words are contradicted, the claim is not"),
        ({STATUS: 3}, "choose the sentence that decides"),
        ({STATUS: 9}, "a grade is none of its scale; accepted: the grades that the page offers"),
    ],
)
def test_what_does_not_go_together_is_told(claims: Path, grades: dict[str, int], said: str) -> None:
    ((_, given),) = items_of("claims", claims)
    assert said in KIND.faults(task(KIND, given), Corrections(grades))


def test_corrections_are_settled_and_judges_learn_from_them(claims: Path, tmp_path: Path) -> None:
    ((key, given),) = items_of("claims", claims)
    ann = given.verdict().marked("w1", 0).marked("e1", 1)
    bob = Corrections({STATUS: 2, "w3": MISSING, "e1": 1})
    settling = task(KIND, given, "settle", ann, bob)
    assert {row.id for row in KIND.wanted(settling)} == {STATUS, "w3", "e0"}  # type: ignore[attr-defined]
    begun = KIND.begin(settling)
    assert begun.grades == {"e1": 1}
    open_item = done(key, given, {"ann": ann, "bob": bob})
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join(KIND.export("claims", [open_item])))
    (lesson,) = lessons_of(read_claims(path), {})
    assert lesson.premises == given.sentences
    assert lesson.claims[0].shares == (0.0, 0.5, 0.5)  # the raters differ
    assert list(KIND.export("tokens", [open_item])) == []
    settled = done(key, given, {"ann": ann, "bob": bob}, begun.marked(STATUS, 1).marked("w3", CONTRADICTED))
    path.write_text("\n".join(KIND.export("claims", [settled])))
    assert lessons_of(read_claims(path), {})[0].claims[0].shares == (0.0, 1.0, 0.0)
    (pair,) = decode_cited(KIND.export("tokens", [settled]), "tokens.jsonl")
    assert (pair.claim, pair.statuses, pair.premises) == (
        given.claim,
        frozenset((Status.CONTRADICTED,)),
        ("On Sundays they stop at ten.",),
    )
    assert pair.marks == ((16, 19),)
    (taught,) = of_pairs([pair])
    assert [(mark.start, mark.end) for mark in taught.claims[0].marks or ()] == [(16, 19)]
    record = json.loads(next(iter(KIND.export("corrections", [settled]))))
    assert record["contradicted"] == [{"text": "two", "start": 16, "end": 19}]
    table, agreement = KIND.tables([settled])
    assert table.rows[0] == ("Status", "1", "1.000", "–", "–", "–")
    assert table.rows[1] == ("Contradicted words", "1", "–", "–", "1.000", "1.000")
    assert table.rows[2] == ("Words not found", "0", "–", "–", "0.000", "–")
    assert [row[:3] for row in agreement.rows] == [
        ("Status", "1", "0.000"),
        ("Words", "6", "0.833"),
        ("Evidence", "2", "0.500"),
    ]


def test_a_claim_without_a_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text('{"claim": "Ice sinks."}')
    with pytest.raises(InputError, match="a claim without its source"):
        items_of("claims", path)


def test_a_network_learns_from_what_was_exported(claims: Path, tmp_path: Path) -> None:
    ((key, given),) = items_of("claims", claims)
    item = done(key, given, {"ann": given.verdict(), "bob": given.verdict()})
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join(KIND.export("claims", [item])))
    pairs = decode_cited(KIND.export("tokens", [item]), "tokens.jsonl")
    reader = TrainableNli.untrained(encoder(tmp_path / "small"))
    before = [weights.detach().clone() for weights in reader.parameters()]
    train_reader(
        reader, [*lessons_of(read_claims(path), {}), *of_pairs(pairs)], Schedule(epochs=1, batch=400, rate=3e-3)
    )
    assert any(not (old == new).all() for old, new in zip(before, reader.parameters(), strict=True))
    assert all(weights.isfinite().all() for weights in reader.parameters())
