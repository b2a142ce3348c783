"""Models trained by our commands on what projects export, and used."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from explanans.cli import app
from explanans.entailment.judge.base import Pair, judged, open_judge
from explanans.entailment.steps.model import StepModel
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.judge import curriculum as curricula
from explanans.lab.judge.curriculum import TrainingData
from explanans.lab.judge.written import lessons_of, read_claims
from explanans.lab.training import relevance as relevance_training
from explanans.retrieval.ranker import open_ranker, score
from explanans.structures.facts import Fact
from explanans.structures.questions import Question as Asked
from explanans.structures.trees import Problem
from explanans.structures.verdicts import Status
from explanans.trees.model import Relevance, SearchModel
from explanans.trees.search import TreeSearch
from explanans.workbench.kinds.claims_work import STATUS, CheckedClaim, Corrections
from explanans.workbench.kinds.rated import Candidate, Ratings, Shortlist
from explanans.workbench.kinds.tasks import DoneItem, PreviousAnnotation
from explanans.workbench.kinds.trees_sheet import Conclusion, Part, Premise, Question, Sheet
from explanans.workbench.store.database import Database
from tests.lab.networks.small_reader import LESSONS, encoder
from tests.lab.networks.test_judge import text as judged_text
from tests.workbench.filling import fill, lines, text

KINDS = "frog toad newt eagle robin crow carp trout pike adder cobra python oak elm ash".split()
CLASSES = ("amphibian", "bird", "fish", "snake", "tree")
TRAITS = ("moist skin", "feathers", "gills", "scales", "a trunk")


def train(*arguments: str | Path) -> None:
    done = CliRunner().invoke(app, ["train", *map(str, arguments), "--quiet"])
    assert done.exit_code == 0, done.output or done.exception


def sheet(number: int) -> Sheet:
    """Return a tree of two steps, beside a fact that is not used."""
    kind, group, trait = KINDS[number], CLASSES[number // 3], TRAITS[number // 3]
    facts = (f"a {kind} is a kind of {group}", f"a {group} has {trait}", f"the {kind} lives in the garden")
    return Sheet(
        f"the {kind} in the garden has {trait}",
        tuple(Premise(f"F{place}", words, Part.CORE, "own") for place, words in enumerate(facts, 1)),
        (Conclusion("C1", ("F1", "F2"), f"a {kind} has {trait}"), Conclusion("C2", ("C1", "F3"))),
        "C2",
        (3, 2),
    )


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """Return an empty database."""
    return Database(str(tmp_path / "workbench.sqlite"))


def test_trees_teach_the_search_and_the_judge_of_steps(database: Database, tmp_path: Path) -> None:
    items = [
        DoneItem(
            kind,
            Question(f"What has the {kind}?", TRAITS[number // 3], "a hypothesis"),
            (PreviousAnnotation("author", "ann", sheet(number).rooted("C2"), "done"),),
        )
        for number, kind in enumerate(KINDS[:12])
    ]
    (found,) = lines(database, fill(database, "trees", items), "entailmentbank")
    assert len(found) == len(items)
    for task in (1, 2):
        path = tmp_path / "entailmentbank" / "dataset" / f"task_{task}" / "train.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text(text(found))
    train("trees", "--data", tmp_path, "--out", tmp_path / "trees")
    train("steps", "--data", tmp_path, "--out", tmp_path / "steps", "--judge", "none")
    facts = tuple(Fact(f"p{number}", words) for number, words in enumerate(("a yew is a tree", "a tree has a trunk")))
    search = TreeSearch(SearchModel.load(tmp_path / "trees" / "search"))
    assert search.trees(Problem("q", "a yew has a trunk", facts))[0].tree.faults() == ()
    steps = StepModel.load(tmp_path / "steps")
    assert steps.origin.data["problems"] == len(items)
    assert steps.follows([(tuple(fact.text for fact in facts), "a yew has a trunk")], [None]).shape == (1,)


def shortlist(number: int) -> DoneItem[Shortlist, Ratings]:
    """Return a question with four facts, which two people rated."""
    kind, group, trait = KINDS[number], CLASSES[number // 3], TRAITS[number // 3]
    other = KINDS[(number + 4) % len(KINDS)]
    grades = {f"k-{kind}": 3, f"t-{group}": 2, f"g-{kind}": 1, f"k-{other}": 0}
    facts = tuple(Candidate(fact, fact) for fact in grades)
    works = tuple(PreviousAnnotation("rate", person, Ratings(grades), "done") for person in ("ann", "bob"))
    return DoneItem(f"q{number}", Shortlist(f"What does a {kind} of the garden have?", trait, facts), works)


def world() -> Sequence[str]:
    """Return the table of all facts."""
    rows = ["SENTENCE\t[SKIP] UID"]
    rows += [f"a {kind} is a kind of {CLASSES[place // 3]}\tk-{kind}" for place, kind in enumerate(KINDS)]
    rows += [f"a {group} has {trait}\tt-{group}" for group, trait in zip(CLASSES, TRAITS, strict=True)]
    return [*rows, *(f"the {kind} lives in the garden\tg-{kind}" for kind in KINDS)]


def test_ratings_teach_rankers_and_what_belongs_to_an_explanation(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [shortlist(number) for number in range(len(KINDS))]
    (found,) = lines(database, fill(database, "relevance", items), "worldtree")
    folder = tmp_path / "worldtree-v2.1"
    for name, rows in (("tables/FACTS.tsv", world()), ("questions/questions.train.tsv", found)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text(rows))
    train("ranker", "--data", tmp_path, "--out", tmp_path / "ranker", "--no-vectors")
    knowledge = KnowledgeBase.open(folder)
    assert len(knowledge.questions) == len(KINDS)
    asked = Asked.asked("What does a toad of the garden have?", "moist skin")
    best = score(open_ranker(str(tmp_path / "ranker"), knowledge), knowledge, asked).best(3)
    assert len(best) == 3
    for part in ("arc-easy", "arc-challenge"):
        (tmp_path / "more-inference" / part).mkdir(parents=True)
        (tmp_path / "more-inference" / part / "train.jsonl").write_text("")
    # The other questions would teach for minutes; what people rated is what this is about.
    monkeypatch.setattr(
        relevance_training,
        "shipped_lessons",
        lambda teaching, seed: relevance_training.out_of_fold(teaching.worldtree, seed),
    )
    train("relevance", "--data", tmp_path, "--out", tmp_path / "relevance")
    model = Relevance.load(tmp_path / "relevance")
    assert model.origin.data["questions"] == len(KINDS)
    told = model.probable(Problem("", "a toad has moist skin", (), None, asked.text, "moist skin"), best)
    assert all(0 <= item.score <= 1 for item in told)


def test_claims_teach_a_judge(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statuses = {"floats": 3, "sinks": 2, "is old": 1}
    items = []
    for thing in ("ice", "wood", "cork", "wax"):
        for deed, status in statuses.items():
            claim = f"{thing} {deed} ."
            checked = CheckedClaim(claim, (f"{thing} floats in water .",), ((0, len(thing)),), Status.UNKNOWN)
            said = Corrections({STATUS: status} | ({} if status == 1 else {"e0": 1}))
            works = tuple(PreviousAnnotation("rate", person, said, "done") for person in ("ann", "bob"))
            items.append(DoneItem(claim, checked, works))
    (found,) = lines(database, fill(database, "claims", items), "claims")
    (tmp_path / "claims.jsonl").write_text(text(found))

    def small(_data: Path | None, _seed: int, written: Path, **_: bool) -> TrainingData:
        """Return people's claims, and a few texts; the data sets of the judge that ships would teach for hours."""
        return TrainingData(tuple(lessons_of(read_claims(written), {})), LESSONS[:2], tuple(map(judged_text, range(6))))

    monkeypatch.setattr(curricula, "curriculum", small)
    given = ("--claims", tmp_path / "claims.jsonl", "--encoder", encoder(tmp_path / "small"), "--epochs", "1")
    train("judge", *given, "--batch", "400", "--out", tmp_path / "judge")
    judge = open_judge(tmp_path / "judge")
    (judgement,) = judged(judge, [Pair(("Ice floats in water.",), "Ice sinks.")])
    assert 0 <= judgement.supported <= 1
