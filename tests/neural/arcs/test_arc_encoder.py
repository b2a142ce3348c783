"""Encoders of arcs and of claims: what they compute, what they learn, what they keep."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from explanans.entailment.arcs.checker import open_scorer, scorer_names
from explanans.errors import InputError
from explanans.lab.networks import arcs
from explanans.lab.networks.arcs import Settings, train_encoder
from explanans.lab.networks.fitting import Split
from explanans.neural.arcs.arc_encoder import Accuracy, ArcEncoder, ClaimEncoder, accuracy, open_encoder
from explanans.neural.arcs.pair_encoder import PairEncoder, SourcedClaim
from explanans.neural.core.checkpoint import Schedule, read_manifest
from tests.lab.networks.small_model import write_model

from .conftest import AGENT, CHASE, EXAMPLES, OLD, PATIENT, SLEEP, TURNED

SHORT = Schedule(epochs=1, batch=2, rate=1e-3, seed=3)
LONG = Schedule(epochs=60, batch=4, rate=3e-3)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("start", ["tiny_encoder", "narrow_encoder"])
def test_an_arc_is_its_head_its_child_and_its_label(start: str, request: pytest.FixtureRequest) -> None:
    encoder = ArcEncoder.untrained(request.getfixturevalue(start))
    pair = SourcedClaim([CHASE], TURNED)
    with torch.inference_mode():
        reading = encoder.read([pair])
        states = encoder.states(reading)
        head, child = (states.vectors[0, states.words[0][word]] for word in (PATIENT.head, PATIENT.child))
        read = torch.cat([head, child, encoder.label_vectors(["obj"])[0]])
        expected = encoder.layer.weight @ read + encoder.layer.bias
        torch.testing.assert_close(encoder.logits(reading, [[PATIENT]])[0], expected)
    (score,) = encoder.scores([CHASE], TURNED, [PATIENT])
    assert score == pytest.approx(expected.softmax(dim=0)[1].item(), rel=1e-6)


def test_a_claim_is_its_first_token(tiny_encoder: Path) -> None:
    encoder = ClaimEncoder.untrained(tiny_encoder)
    with torch.inference_mode():
        first = encoder.states(encoder.read([SourcedClaim([CHASE], TURNED)])).vectors[0, 0]
        expected = (encoder.layer.weight @ first + encoder.layer.bias).softmax(dim=0)[1].item()
    assert encoder.score([CHASE], TURNED) == pytest.approx(expected, rel=1e-6)


def test_a_layer_that_knows_nothing_gives_a_half(tiny_encoder: Path) -> None:
    encoder = ArcEncoder.untrained(tiny_encoder)
    for weights in encoder.layer.parameters():
        torch.nn.init.zeros_(weights)
    np.testing.assert_allclose(encoder.scores([CHASE], TURNED, [OLD, AGENT]), [0.5, 0.5])
    assert encoder.answers(encoder.questions(EXAMPLES)).losses().tolist() == pytest.approx([np.log(2)] * 7)


def test_no_arcs_have_no_scores(tiny_encoder: Path) -> None:
    assert ArcEncoder.untrained(tiny_encoder).scores([CHASE], TURNED, []).shape == (0,)


def test_arcs_without_a_label_are_ignored(tiny_encoder: Path) -> None:
    encoder = ArcEncoder.untrained(tiny_encoder)
    whole, partial = EXAMPLES[0], replace(EXAMPLES[0], labels={AGENT: False})
    with torch.inference_mode():
        assert encoder.answers(encoder.questions([partial])).losses().tolist() == pytest.approx(
            [encoder.answers(encoder.questions([whole])).losses()[1].item()]
        )


def test_arcs_are_learnt(tiny_encoder: Path, tmp_path: Path) -> None:
    """Of one claim some arcs are supported and others are not; the same claim is supported by another source."""
    trained = train_encoder(Settings(tiny_encoder, LONG), Split(EXAMPLES), tmp_path / "arcs")
    assert (trained.examples, trained.held_out, trained.epoch) == (4, 0, 60)
    scorer = open_scorer(f"encoder:{tmp_path / 'arcs'}")
    for example in EXAMPLES:
        scores = scorer.scores(example.source, example.claim, tuple(example.labels))
        assert [score >= 0.5 for score in scores] == list(example.labels.values())


def test_whole_claims_are_learnt(tiny_encoder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "claims"
    train_encoder(Settings(tiny_encoder, LONG, sentence_level=True), Split(EXAMPLES), folder, "four claims")
    encoder = ClaimEncoder.open(str(tmp_path / "claims"))
    assert [encoder.score(example.source, example.claim) >= 0.5 for example in EXAMPLES] == [False, True, False, True]
    manifest = read_manifest(tmp_path / "claims")
    assert (manifest.network, manifest.start, manifest.data) == ("claim-encoder", "tiny-bert", "four claims")


@pytest.mark.parametrize("sentence_level", [False, True])
def test_the_same_seed_gives_the_same_files(tiny_encoder: Path, tmp_path: Path, sentence_level: bool) -> None:
    examples = Split(EXAMPLES[:3], EXAMPLES[3:])
    for name, seed in (("one", 3), ("two", 3), ("other", 4)):
        schedule = replace(SHORT, seed=seed)
        train_encoder(Settings(tiny_encoder, schedule, sentence_level=sentence_level), examples, tmp_path / name)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert not [path for path in (tmp_path / "one").iterdir() if path.suffix in {".bin", ".pt", ".pkl"}]
    assert contents(tmp_path / "other") != contents(tmp_path / "one")


def test_the_name_tells_weights_apart(tiny_encoder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        train_encoder(Settings(tiny_encoder, SHORT), Split(EXAMPLES), tmp_path / name)
    one, two = (ArcEncoder.open(str(tmp_path / name)) for name in ("one", "two"))
    assert one.name == two.name
    assert one.name != ArcEncoder.untrained(tiny_encoder).name
    np.testing.assert_array_equal(one.scores([CHASE], TURNED, [AGENT]), two.scores([CHASE], TURNED, [AGENT]))


def test_examples_that_cannot_be_learnt(tiny_encoder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    unlabelled = replace(EXAMPLES[0], labels={})
    endless = replace(EXAMPLES[2], claim=replace(SLEEP, text="cat " * 30))
    trained = train_encoder(Settings(tiny_encoder, SHORT), Split([unlabelled, endless, EXAMPLES[1]]), tmp_path / "a")
    assert trained.examples == 1
    assert "1 of 2 examples are left out: their claims are too long for the encoder" in caplog.text
    with pytest.raises(InputError, match="there are no labelled arcs to learn from"):
        train_encoder(Settings(tiny_encoder, SHORT), Split([unlabelled]), tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_what_cannot_be_opened(tiny_encoder: Path, tmp_path: Path) -> None:
    assert "encoder" in scorer_names()
    with pytest.raises(InputError, match="the scorer 'encoder' knows nothing before it is trained; accepted: encoder:"):
        open_scorer("encoder")
    with pytest.raises(InputError, match="no arc-encoder 'nowhere' on this machine"):
        open_scorer("encoder:nowhere")
    with pytest.raises(InputError, match="no manifest of a checkpoint"):
        ArcEncoder.open(str(tiny_encoder))
    train_encoder(Settings(tiny_encoder, SHORT, sentence_level=True), Split(EXAMPLES), tmp_path / "claims")
    with pytest.raises(InputError, match="a network of the kind claim-encoder; accepted: arc-encoder"):
        ArcEncoder.open(str(tmp_path / "claims"))
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(InputError, match="holds other files"):
        train_encoder(Settings("nowhere", SHORT), Split(EXAMPLES), tmp_path)


def always(encoder: PairEncoder, logits: tuple[float, float]) -> PairEncoder:
    """Let an encoder answer everything alike."""
    torch.nn.init.zeros_(encoder.layer.weight)
    encoder.layer.bias.data = torch.tensor(logits, dtype=torch.float32)
    return encoder


def test_accuracy_counts_arcs_or_claims(tiny_encoder: Path) -> None:
    """Of seven arcs four are supported, of four claims two."""
    arcs, claims = ArcEncoder.untrained(tiny_encoder), ClaimEncoder.untrained(tiny_encoder)
    endless = replace(EXAMPLES[2], claim=replace(SLEEP, text="cat " * 30))
    examples = [*EXAMPLES, replace(EXAMPLES[0], labels={}), endless]
    assert accuracy(always(arcs, (0, 1)), examples) == pytest.approx((7, 4 / 7, 4 / 7))
    assert accuracy(always(arcs, (1, 0)), examples) == pytest.approx((7, 3 / 7, 4 / 7))
    assert accuracy(always(claims, (0, 1)), examples[1:]) == pytest.approx((3, 2 / 3, 2 / 3))
    assert accuracy(arcs, []) == (0, 0.0, 0.0)


def test_the_epoch_of_the_best_accuracy_is_kept(
    tiny_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = iter((0.6, 0.9, 0.7))
    monkeypatch.setattr(arcs, "accuracy_on", lambda *_: Accuracy(7, next(shares), 0.5))
    schedule = Schedule(epochs=3, batch=2, rate=1e-3, choose_by="measure")
    trained = train_encoder(Settings(tiny_encoder, schedule), Split(EXAMPLES, EXAMPLES[:1]), tmp_path / "arcs")
    assert (trained.measure, trained.measures, trained.epoch) == ("accuracy", (0.6, 0.9, 0.7), 2)
    assert len(trained.losses) == 3


def test_the_paper_has_neither_decay_nor_warm_up() -> None:
    schedule = arcs.SCHEDULE
    assert (schedule.epochs, schedule.batch, schedule.rate) == (3, 32, 1e-5)
    assert (schedule.decay, schedule.warm_up, schedule.choose_by) == (0, 0, "measure")


def test_either_level_is_opened(tiny_encoder: Path, tmp_path: Path) -> None:
    for name, kind in (("arcs", ArcEncoder), ("claims", ClaimEncoder)):
        schedule, whole = Schedule(epochs=1, batch=4, rate=1e-3), name == "claims"
        train_encoder(Settings(tiny_encoder, schedule, sentence_level=whole), Split(EXAMPLES), tmp_path / name)
        assert type(open_encoder(tmp_path / name)) is kind
    manifest = tmp_path / "arcs" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("arc-encoder", "writer"))
    with pytest.raises(InputError, match="a network of the kind writer; accepted: arc-encoder or claim-encoder"):
        open_encoder(tmp_path / "arcs")


@pytest.mark.parametrize("kind", [ArcEncoder, ClaimEncoder])
def test_language_models_read_from_left_to_right(tmp_path: Path, kind: type[PairEncoder]) -> None:
    texts = " ".join(sentence.text for example in EXAMPLES for sentence in (*example.source, example.claim))
    model = write_model(f"{texts} amod nsubj obj", tmp_path / "model")
    settings = Settings(model, LONG, sentence_level=kind is ClaimEncoder)
    trained = train_encoder(settings, Split(EXAMPLES, EXAMPLES), tmp_path / "made")
    assert max(trained.measures) == 1.0
    found = open_encoder(tmp_path / "made")
    assert found.one_way
    assert accuracy(found, EXAMPLES).right == 1.0
    # The end of a word has seen the word and what stands before it, and nothing after it.
    begun = replace(TURNED, text=TURNED.text[: TURNED.tokens[2].end], tokens=TURNED.tokens[:3])
    with torch.inference_mode():
        whole, part = (found.states(found.read([SourcedClaim([CHASE], claim)])) for claim in (TURNED, begun))
    assert whole.words[0][:3] == part.words[0]
    torch.testing.assert_close(whole.vectors[0, whole.words[0][2]], part.vectors[0, part.words[0][2]])
