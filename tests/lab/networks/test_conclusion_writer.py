"""Language models that learn to write conclusions: what they learn, what is kept of it, and what they then write."""

import json
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from explanans.errors import InputError
from explanans.lab.networks.sentence_writers import ConclusionTraining, line, train_conclusion_writer
from explanans.neural.conclusions.language_writer import LanguageWriter
from explanans.neural.core.adapter import WEIGHTS
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.language_models import load_language_model
from explanans.runtime.chat import Patience
from explanans.trees.conclusions.conclusion import WRITERS, Conclusion
from explanans.trees.conclusions.language_writer import ConclusionRequest, EndpointWriter
from tests.entailment.judge.service import said
from tests.lab.networks.small_steps import STEPS, language_model

QUICK = Schedule(epochs=60, batch=300, rate=2e-2)
FROG = STEPS[0]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return language_model(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def trained(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "writer"
    train_conclusion_writer(ConclusionTraining(str(small), QUICK, rank=8), STEPS, folder, "animals")
    return folder


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))


def test_the_conclusion_and_its_end_are_learnt_and_nothing_else(small: Path) -> None:
    _, tokenizer, _ = load_language_model(small)
    ids, wanted = line(tokenizer, ConclusionRequest(FROG.premises, FROG.hypothesis).prompt, FROG.conclusion)
    asked = "To show : it helps that a frog has moist skin Facts : - a frog is a kind of amphibian"
    assert tokenizer.decode(ids) == f"{asked} - a amphibian has moist skin So : a frog has moist skin </s>"
    assert tokenizer.decode([number for number in wanted if number >= 0]) == "a frog has moist skin </s>"
    assert len(ids) == len(wanted)


def test_a_writer_that_has_learnt_is_kept_and_opened(trained: Path, tmp_path: Path) -> None:
    assert sorted(path.name for path in trained.iterdir()) == [WEIGHTS, "manifest.json"]
    manifest = json.loads((trained / "manifest.json").read_text())
    assert (manifest["network"], manifest["data"], manifest["examples"]) == ("writer:conclusions", "animals", 4)
    written = []
    for _ in range(2):  # put together, and then from the cache
        writer = LanguageWriter.open(str(trained))
        written.append([writer.conclude(step.premises, step.hypothesis) for step in STEPS])
    assert written[0] == [Conclusion(step.conclusion, "") for step in STEPS]
    assert written[1] == written[0]
    assert len([*(tmp_path / "cache" / "writers").iterdir()]) == 1


def test_only_words_of_premises_and_hypothesis_are_written(small: Path, trained: Path) -> None:
    model, tokenizer, _ = load_language_model(small)  # which has learnt nothing and would write anything
    for writer in (LanguageWriter(model, tokenizer), LanguageWriter.open(str(trained))):
        for step in STEPS:
            known = {*" ".join((*step.premises, step.hypothesis)).split(), "to", "that", "it", "So"}
            for text, _ in writer.beams(ConclusionRequest(step.premises, step.hypothesis)):
                assert {word for word in text.lower().split() if word.isalpha()} <= {word.lower() for word in known}


def test_the_same_seed_learns_the_same(small: Path, tmp_path: Path) -> None:
    how = ConclusionTraining(str(small), Schedule(epochs=1, batch=300, rate=1e-3), rank=2)
    for name in "ab":
        train_conclusion_writer(how, STEPS, tmp_path / name)
    assert (tmp_path / "a" / WEIGHTS).read_bytes() == (tmp_path / "b" / WEIGHTS).read_bytes()


class Model(BaseHTTPRequestHandler):
    """A service of chat completions that a small language model answers."""

    writer: LanguageWriter

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"][0]["content"]
        lines: Sequence[str] = asked.splitlines()
        (shown,) = (text.removeprefix("To show: ") for text in lines if text.startswith("To show: "))
        premises = tuple(text.removeprefix("- ") for text in lines if text.startswith("- "))
        body = said("\n".join(self.writer.write(ConclusionRequest(premises, shown)))).body.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_a_model_behind_an_address_writes_what_it_writes_here(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "writer", LanguageWriter.open(str(trained)), raising=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        writer = EndpointWriter(f"http://127.0.0.1:{server.server_port}/v1#small", Patience(timeout=60))
        found = [writer.conclude(step.premises, step.hypothesis).text for step in STEPS]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert found == [step.conclusion for step in STEPS]


def test_what_cannot_be_opened(small: Path, trained: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^the writer 'language-model' without a folder; accepted: "):
        WRITERS.open("language-model")
    with pytest.raises(InputError, match=r"no manifest of a checkpoint"):
        LanguageWriter.open(str(small))
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "manifest.json").write_bytes((trained / "manifest.json").read_bytes())
    with pytest.raises(InputError, match=r"no adapter \(No such file or directory\); train again$"):
        LanguageWriter.open(str(damaged))
    (damaged / WEIGHTS).write_bytes(b"damaged")
    with pytest.raises(InputError, match=r"no adapter that can be loaded \(.*\); train again$"):
        LanguageWriter.open(str(damaged))
    (damaged / "manifest.json").write_text((trained / "manifest.json").read_text().replace("writer:conclusions", "x"))
    with pytest.raises(
        InputError, match=r": a x; accepted: one made by 'explanans lab train writer --kind conclusions'$"
    ):
        LanguageWriter.open(str(damaged))


def test_what_cannot_be_learnt(small: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^no steps to learn from; accepted: "):
        train_conclusion_writer(ConclusionTraining(str(small)), [], tmp_path / "out")
    how = ConclusionTraining(str(small), Schedule(epochs=3, batch=300, rate=1e30), rank=2)
    with pytest.raises(InputError, match=r"the weights grew beyond all numbers; accepted: less$"):
        train_conclusion_writer(how, STEPS, tmp_path / "out")
