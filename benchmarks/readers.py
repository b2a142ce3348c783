"""What readers of claims learn from which data, read how, and what they make of phenomena they never saw.

    python benchmarks/readers.py table DATA [--tokens N] [--model minilm|smollm2]
    python benchmarks/readers.py left-out DATA [--tokens N] [--model minilm|smollm2]
    python benchmarks/readers.py curve DATA [--model minilm|smollm2]

Every row is a training of its own, from the public encoder or language model, with the same number of tokens. Printed
is the share of claims whose status is right, of the network alone: without findings, boosted trees and rules.

``table`` crosses the data (labelled by people, generated, both) with the way of reading: *one-way*, as shipped, where
premises are read once and never see the claims, and *joint*, where they do. ``left-out`` trains with and without ten
phenomena, one of each of ten groups. ``curve`` multiplies the number of examples at a fixed number of tokens. Needs the
extra ``neural``.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from explanans.lab.datasets.labels import LabelledPair
from explanans.lab.datasets.splits import labelled_pairs
from explanans.lab.judge.examples import Pool, TrainingClaim, TrainingExample
from explanans.lab.judge.generated import examples_of_frames
from explanans.lab.judge.people import examples_of_people
from explanans.lab.networks.claim_teacher import ClaimTeacher
from explanans.lab.networks.language_reader import ReaderTraining, trainable_reader
from explanans.lab.networks.mixture import MixtureSchedule, train_mixture
from explanans.lab.networks.packing import Batch, Packed, grouped, lengths_of, status_loss
from explanans.lab.networks.pair_reader import TrainableNli, pack
from explanans.lab.phenomena.registry import PHENOMENA
from explanans.language.sentences import tidy_sentence
from explanans.language.values import canonical

MINILM, SMOLLM2 = "minilm", "smollm2"
_TOKENS = {MINILM: 120_000, SMOLLM2: 60_000}
_SCHEDULES = {
    MINILM: MixtureSchedule(batch=1500, rate=2e-4),
    SMOLLM2: MixtureSchedule(batch=1500, rate=6e-4),
}
_LEFT_OUT = 10
_DRAWN, _TRIED = 110, 12
"""Examples of each phenomenon that are learnt from, and tried."""
_SNLI = 600
_BATCH = 6000


class Reader(NamedTuple):
    """A network that reads claims beside premises.

    Attributes:
        network: The network.
        joint: Whether premises see the claim.
    """

    network: ClaimTeacher | TrainableNli
    joint: bool

    @classmethod
    def untrained(cls, model: str, schedule: MixtureSchedule, *, joint: bool) -> "Reader":
        """Return a network that has learnt nothing of claims yet."""
        if model == SMOLLM2:
            return cls(trainable_reader(ReaderTraining(schedule=schedule)), joint)
        return cls(TrainableNli.untrained(seed=schedule.seed), joint)

    def pack(self, example: TrainingExample, chance: np.random.Generator) -> Iterator[Packed]:
        """Yield rows of tokens; one claim each if the reading is joint."""
        if not self.joint:
            yield from self._rows(example, chance)
            return
        for claim in example.claims:
            if isinstance(self.network, ClaimTeacher):
                # A causal model sees what came before: so the claim stands before the premises, too.
                premises = (f"{claim.text} Text:", *example.premises)
                yield from self._rows(example._replace(premises=premises, claims=(claim,)), chance)
            else:
                for row in self._rows(example._replace(claims=(claim,)), chance):
                    yield row._replace(segments=[0] * len(row.segments))

    def _rows(self, example: TrainingExample, chance: np.random.Generator) -> Iterator[Packed]:
        if isinstance(self.network, ClaimTeacher):
            yield from self.network.pack(example, chance)
        else:
            yield from pack(self.network.tokenizer, example, chance)

    def logits(self, batch: Batch) -> Tensor:
        """Return the logits of claims, shape (claims, 3)."""
        told = self.network(batch)
        logits: Tensor = told if isinstance(self.network, ClaimTeacher) else told[0]
        return logits

    def learn(self, pools: Sequence[Pool], schedule: MixtureSchedule) -> None:
        """Train the network in place."""
        train_mixture(self.network, pools, self.pack, lambda batch: status_loss(self.logits(batch), batch), schedule)

    def right(self, examples: Sequence[TrainingExample]) -> float:
        """Return the percentage of claims whose status is right."""
        chance = np.random.default_rng(0)
        rows = [row for example in examples for row in self.pack(example, chance)]
        self.network.eval()
        right = count = 0.0
        with torch.inference_mode():
            for batch in map(Batch.of, grouped(rows, lengths_of(rows), _BATCH, chance)):
                chosen = self.logits(batch).argmax(dim=-1).cpu().numpy()
                right += batch.statuses[np.arange(len(chosen)), chosen].sum()
                count += len(chosen)
        return 100 * right / count


def main() -> None:
    """Print the rows that are asked for."""
    parser = ArgumentParser()
    parser.add_argument("what", choices=("table", "left-out", "curve"))
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", choices=(MINILM, SMOLLM2), default=MINILM)
    parser.add_argument("--tokens", type=int)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    base = _SCHEDULES[asked.model]
    schedule = MixtureSchedule(asked.tokens or _TOKENS[asked.model], base.batch, base.rate, asked.seed)
    run = {"table": _table, "left-out": _left_out, "curve": _curve}[asked.what]
    run(asked.model, asked.data, schedule)


def _table(model: str, data: Path, schedule: MixtureSchedule) -> None:
    people, generated = examples_of_people(data, schedule.seed).learnt, _generated(PHENOMENA, schedule.seed)
    tried = {**_pairs(data), "generated": _generated(PHENOMENA, schedule.seed + 1, 1)}
    _print("model", "reading", "data", *tried, "CPU min")
    for joint in (False, True):
        for name, pools in {
            "people": [Pool(people, 1.0)],
            "generated": [Pool(generated, 1.0)],
            "both": [Pool(people, 0.5), Pool(generated, 0.5)],
        }.items():
            _row(model, schedule, pools, tried, name, joint=joint)


def _left_out(model: str, data: Path, schedule: MixtureSchedule) -> None:
    people = examples_of_people(data, schedule.seed).learnt
    groups = sorted({name.partition(".")[0] for name in PHENOMENA})
    chance = Random(schedule.seed)
    out = [
        chance.choice([name for name in PHENOMENA if name.partition(".")[0] == group])
        for group in sorted(chance.sample(groups, _LEFT_OUT))
    ]
    tried = {name: _generated([name], schedule.seed + 1, _TRIED) for name in out}
    tried["all ten"] = [example for examples in tried.values() for example in examples]
    kept = [name for name in PHENOMENA if name not in out]
    tried["others"] = _generated(kept, schedule.seed + 1, 1)
    _print("model", "reading", "data", *tried, "CPU min")
    for name, names in {"all phenomena": list(PHENOMENA), "without the ten": kept, "people alone": []}.items():
        pools = [Pool(people, 0.5)]
        if names:
            pools.append(Pool(_generated(names, schedule.seed), 0.5))
        _row(model, schedule, pools, tried, name, joint=False)


def _curve(model: str, data: Path, schedule: MixtureSchedule) -> None:
    chance = Random(schedule.seed)
    both = [list(examples_of_people(data, schedule.seed).learnt), _generated(PHENOMENA, schedule.seed)]
    for examples in both:
        chance.shuffle(examples)
    tried = {**_pairs(data), "generated": _generated(PHENOMENA, schedule.seed + 1, 1)}
    _print("model", "reading", "examples", *tried, "CPU min")
    for share in (1 / 32, 1 / 8, 1 / 2, 1.0):
        drawn = [examples[: round(share * len(examples))] for examples in both]
        pools = [Pool(examples, 0.5) for examples in drawn]
        _row(model, schedule, pools, tried, f"{sum(map(len, drawn)):,}", joint=False)


def _row(  # noqa: PLR0913 - what is trained, on what, and tried
    model: str,
    schedule: MixtureSchedule,
    pools: Sequence[Pool],
    tried: Mapping[str, Sequence[TrainingExample]],
    name: str,
    *,
    joint: bool,
) -> None:
    start = process_time()
    reader = Reader.untrained(model, schedule, joint=joint)
    reader.learn(pools, schedule)
    cost = (process_time() - start) / 60
    found = [f"{reader.right(examples):.1f}" for examples in tried.values()]
    _print(model, "joint" if joint else "one-way", name, *found, f"{cost:.1f}")


def _generated(names: Iterable[str], seed: int, count: int = _DRAWN) -> list[TrainingExample]:
    """Return examples of phenomena by their names."""
    return list(examples_of_frames(count, seed, names=frozenset(names)))


def _pairs(data: Path) -> dict[str, list[TrainingExample]]:
    snli = labelled_pairs(data, "snli", "dev")
    chosen = Random(0).sample(snli, min(_SNLI, len(snli)))
    return {
        "check-pairs": list(map(_example, labelled_pairs(data, "check-pairs"))),
        "own-pairs": list(map(_example, labelled_pairs(data, "own-pairs"))),
        "snli": list(map(_example, chosen)),
    }


def _example(pair: LabelledPair) -> TrainingExample:
    text = canonical(" ".join(map(tidy_sentence, pair.premises)))
    claim = TrainingClaim(canonical(tidy_sentence(pair.claim), beside=text), pair.statuses)
    return TrainingExample((text,), (claim,))


def _print(*cells: object) -> None:
    print(*cells, sep="\t", flush=True)


if __name__ == "__main__":
    main()
