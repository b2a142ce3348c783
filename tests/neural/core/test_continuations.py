"""Language models that read a line and go on: what they read, what a search finds, and how they are opened."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from explanans.errors import InputError
from explanans.neural.core.continuations import Continuation, open_sequences
from explanans.neural.core.sequences import SequenceNetwork, lines_at_once

LINES = ("ice is a solid", "heat melts ice and the sun gives heat")


@pytest.fixture
def network(tiny_llama: Path) -> Continuation:
    found = open_sequences(tiny_llama, "writer")
    assert isinstance(found, Continuation)
    assert found.start == str(tiny_llama.resolve())
    return found


def test_shorter_lines_are_filled_up_from_the_left(network: Continuation) -> None:
    read = network.read(LINES)
    short, long = (network.tokens(line) for line in LINES)
    blank = len(long) - len(short)
    assert read["input_ids"].tolist() == [[0] * blank + short, long]
    assert read["attention_mask"].tolist() == [[0] * blank + [1] * len(short), [1] * len(long)]
    assert network.begin(read) == len(long)
    assert network.tokenizer.decode(short) == "ice is a solid\n"


@pytest.mark.parametrize("beams", [1, 3])
def test_a_search_finds_what_it_finds_when_all_is_read_anew(network: Continuation, beams: int) -> None:
    found = network.search(LINES[0], beams, beams, 12)
    read = network.read([LINES[0]])
    with torch.inference_mode():
        anew = network.model.generate(
            **read,
            num_beams=beams,
            num_return_sequences=beams,
            max_new_tokens=12,
            do_sample=False,
            pad_token_id=0,
            use_cache=False,
        )
    assert found == anew[:, read["input_ids"].shape[1] :].tolist()
    assert len(found) == beams


@pytest.mark.parametrize("beams", [1, 3, 9])
def test_lines_that_are_written_side_by_side_are_what_each_is_alone(network: Continuation, beams: int) -> None:
    lines = (*LINES, "ice", "the sun gives heat and ice melts")
    alone = [network.search(line, beams, beams, 12) for line in lines]
    assert [[_cut(line) for line in found] for found in network.search_each(lines, beams, beams, 12)] == [
        [_cut(line) for line in found] for found in alone
    ]
    assert network.search_each((), beams, beams, 12) == []


@pytest.mark.parametrize(("gibibytes", "lines"), [(2, 32), (16, 128), (141, 256)])
def test_a_card_has_room_for_more_lines(monkeypatch: pytest.MonkeyPatch, gibibytes: int, lines: int) -> None:
    card = SimpleNamespace(total_memory=gibibytes * 2**30)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: card)
    assert lines_at_once(torch.device("cuda")) == lines


def _cut(line: list[int]) -> list[int]:
    """Return a line without what fills it up where others are longer."""
    while line and line[-1] == 0:
        line = line[:-1]
    return line


def test_the_window_is_half_of_what_the_model_knows_the_places_of(network: Continuation) -> None:
    assert network.window == 300
    lengths = {count: len(network.tokens("ice " * count)) for count in (1, 2, 500)}
    assert lengths[500] == 300
    each = lengths[2] - lengths[1]
    longest = (300 - lengths[1]) // each + 1
    assert network.fits("ice " * longest)
    assert not network.fits("ice " * (longest + 1))


def test_what_is_opened_is_of_its_kind(tiny_t5: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    assert type(open_sequences(tiny_t5, "writer")) is SequenceNetwork
    with pytest.raises(InputError, match="no writer"):
        open_sequences(tmp_path, "writer")
    with pytest.raises(InputError, match="no writer that can be loaded"):
        open_sequences(tiny_encoder, "writer")
