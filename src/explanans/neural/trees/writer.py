"""Writers of trees: given a hypothesis, and premises or none, write a tree (Dalvi et al. 2021, sections 5 and 7)."""

import logging
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from explanans.errors import FormatError, InputError
from explanans.formats import proof
from explanans.neural.core.checkpoint import MANIFEST, read_manifest
from explanans.neural.core.continuations import Continuation, locate_sequences, open_sequences
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.trees.automaton import ProofAutomaton, State
from explanans.neural.trees.language import START, Vocabulary, read_line
from explanans.neural.trees.partial_proof import Kind, PartialProof, Shape, first_idle, given_names
from explanans.registry import takes
from explanans.structures.explanations import ScoredFact
from explanans.structures.trees import ROOT, EntailmentTree, Problem
from explanans.trees.prover import Proof

_log = logging.getLogger(__name__)

BEAMS = 4
"""Lines that a search keeps; of a language model, which takes longer for a token, it keeps one."""

_RETRIES = 4
"""Maximum number of times that a tree is rewritten from a repeated step."""

_ONCE = 6
"""Length of the n-grams of tokens that a language model does not repeat in invented premises."""

_LONGEST = 384
"""Tokens that a language model writes at most, which might go on for ever: trees seldom have more."""

NETWORK = "writer:"
"""Prefix of the kind of writer in the manifest of a checkpoint."""

_WHAT = "writer"
_FREE = "free:"
_SOURCE = "written by a network"


class Writer:
    """A network that writes entailment trees, by default nothing but trees.

    Args:
        network: The network; as in the paper (appendix C) it reads and writes 512 tokens at most.
        free: Whether it may write whatever it likes, as the paper's does; what is no proof is a tree without steps.

    Attributes:
        vocabulary: The proof language in the tokenizer's tokens.
    """

    def __init__(
        self,
        network: SequenceNetwork,
        kind: Kind = Kind.ALL_AT_ONCE,
        beams: int = BEAMS,
        name: str = "writer",
        *,
        free: bool = False,
    ) -> None:
        if beams < 1:
            raise InputError(f"{beams} beams; accepted: 1 or more")
        if free and kind is not Kind.ALL_AT_ONCE:
            raise InputError(f"a writer of the kind {kind} that writes freely; accepted: the kind {Kind.ALL_AT_ONCE}")
        self.network = network
        self.kind = kind
        self.name = name
        size = int(network.model.get_output_embeddings().weight.shape[0])
        self.vocabulary = Vocabulary(network.tokenizer, size)
        self._beams = beams
        self._free = free

    @classmethod
    @takes("FOLDER")
    def open(cls, name: str | Path, kind: Kind | None = None, beams: int | None = None) -> "Writer":
        """Load a writer that is on this machine.

        Args:
            name: The folder of a writer that ``explanans lab train writer`` made; or, to be trained, the folder of any
                encoder–decoder, or the name of one of which Hugging Face's cache keeps a copy. With ``free:`` before
                it, the writer may write what is no tree.
            kind: The kind of output; if None, that of the checkpoint, else whole trees over given premises.
        """
        free = str(name).startswith(_FREE)
        folder = locate_sequences(str(name).removeprefix(_FREE), _WHAT)
        network = read_manifest(folder).network if (folder / MANIFEST).is_file() else f"{NETWORK}{kind or ''}"
        if network not in {NETWORK, *(f"{NETWORK}{item}" for item in Kind)}:
            raise InputError(f"{folder}: a {network}; accepted: a writer of trees made by 'explanans lab train writer'")
        kind = kind or Kind(network.removeprefix(NETWORK) or Kind.ALL_AT_ONCE)
        opened = open_sequences(folder, _WHAT)
        if beams is None:
            beams = 1 if isinstance(opened, Continuation) else BEAMS
        return cls(opened, kind, beams, f"writer({_FREE if free else ''}{folder.resolve().name})", free=free)

    def __call__(self, problem: Problem) -> EntailmentTree:
        """Return the best tree."""
        return self.trees(problem)[0]

    def prove(self, problem: Problem, count: int = 1) -> Proof:
        """Return different trees, best first, and 1 for the premises that are leaves of the best, 0 for the others.

        Args:
            problem: The problem; a gold tree is not looked at. A one-step writer is not given premises that are the
                hypothesis word for word.
        """
        _check_ids(problem)
        read = self._shortened(_beside(problem, problem.hypothesis) if self.kind is Kind.ONE_STEP else problem)
        trees = self.trees(read, count)
        if not self.kind.reads:
            return Proof(trees, (), "The writer makes up its own premises and reads none.")
        leaves = {leaf.id for leaf in trees[0].leaves}
        scored = (ScoredFact(premise, float(premise.id in leaves)) for premise in read.premises)
        few, many = len(read.premises), len(problem.premises)
        unweighed = f"The writer has read {few} of the {many:,} premises only." if few < many else ""
        return Proof(trees, tuple(sorted(scored, key=lambda item: -item.score)), unweighed)

    def trees(self, problem: Problem, alternatives: int = 1) -> tuple[EntailmentTree, ...]:
        """Return different trees, best first.

        Where the problem is longer than the network's window, the last premises are not read, and a warning says from
        which on. Where the best line has a step that says nothing new (see ``first_idle``), that step is taken back,
        more than one time if need be: it gets one more premise, or it concludes the hypothesis; not so if there are
        alternatives. Of problems all of whose premises are known to be leaves, writers of whole trees use all.
        """
        if alternatives < 1:
            raise InputError(f"{alternatives} trees; accepted: 1 or more")
        return self._generate([problem], alternatives)[0]

    def each(self, problems: Sequence[Problem]) -> list[EntailmentTree]:
        """Return the best tree of each of many problems, several of which are read and written side by side."""
        return [trees[0] for trees in self._generate(problems, 1)]

    def _generate(self, problems: Sequence[Problem], alternatives: int) -> list[tuple[EntailmentTree, ...]]:
        for problem in problems:
            _check_ids(problem)
        read = [self._shortened(problem) for problem in problems]
        if self._free:
            return [tuple(dict.fromkeys(self._freely(problem, alternatives))) for problem in read]
        barred: list[set[Shape]] = [set() for _ in read]
        found = dict(enumerate(self._search(read, barred, alternatives)))
        # Of several alternatives, the others are there to be chosen from.
        waiting = list(found) if alternatives == 1 else []
        for _ in range(_RETRIES):
            idle = {number: first_idle(found[number][0].proof, read[number]) for number in waiting}
            waiting = [number for number in waiting if idle[number] and idle[number] not in barred[number]]
            for number in waiting:
                barred[number].add(idle[number])
            again = self._search([read[number] for number in waiting], [barred[number] for number in waiting], 1)
            found |= zip(waiting, again, strict=True)
        return [
            tuple(dict.fromkeys(end.proof.tree(problem, _SOURCE) for end in found[number]))[:alternatives]
            for number, problem in enumerate(read)
        ]

    def _search(self, problems: Sequence[Problem], barred: Sequence[set[Shape]], count: int) -> list[list[State]]:
        longest, once = self.network.window - 1, 0
        if isinstance(self.network, Continuation):
            once = _ONCE
            longest = min(longest, _LONGEST)
        automata = [
            ProofAutomaton(self.vocabulary, PartialProof.begin(self.kind, problem), longest, shapes, once)
            for problem, shapes in zip(problems, barred, strict=True)
        ]
        lines = [read_line(problem, self.kind) for problem in problems]
        return self.network.write_each(lines, automata, self._beams, count)

    def _freely(self, problem: Problem, count: int) -> list[EntailmentTree]:
        """Return the unconstrained output of the network as trees, without steps if it is no proof."""
        named = given_names(problem)
        asked = replace(problem, premises=tuple(replace(fact, id=name) for name, fact in named.items()))
        found = []
        lines = self.network.search(
            read_line(problem, self.kind), max(self._beams, count), count, self.network.window - 1
        )
        for tokens in lines:
            line = self.vocabulary.text(tokens)
            tree = EntailmentTree(problem.hypothesis, (), (), problem.id)
            reason = "it has no step"
            try:
                tree = proof.decode_tree(line.removeprefix(START), asked, self.name, lenient=True)
            except FormatError as error:
                reason = str(error)
            if not tree.steps:
                _log.warning("what is written of %s is no proof: %s", _named(problem), reason)
            found.append(_renamed(tree, {name: fact.id for name, fact in named.items()}))
        return found

    def expand(self, problem: Problem, sentence: str = "") -> EntailmentTree:
        """Return one step that shows a hypothesis, or a premise of an earlier step.

        The premises of the step are among those of the problem, or new sentences with ids such as ``int1``.

        Args:
            sentence: The sentence to show; the hypothesis if it is empty.
        """
        if self.kind is not Kind.ONE_STEP:
            raise InputError(f"a writer of the kind {self.kind}; accepted: one trained with --kind {Kind.ONE_STEP}")
        shown = sentence or problem.hypothesis
        return self(replace(_beside(problem, shown), hypothesis=shown))

    def fits(self, problem: Problem) -> bool:
        """Return whether a problem fits the window."""
        return self.network.fits(read_line(problem, self.kind))

    def _shortened(self, problem: Problem) -> Problem:
        """Return a problem without the last premises, so that it fits the window."""
        if self.fits(problem):
            return problem
        premises = problem.premises if self.kind.reads else ()
        counts = range(len(premises) + 1)
        kept = bisect(counts, False, key=lambda count: not self.fits(replace(problem, premises=premises[:count]))) - 1
        if kept < (0 if self.kind.prefix else 2):
            raise InputError(
                f"{_named(problem)}: question, answer and hypothesis are too long for the {self.network.window} tokens "
                "that the writer reads"
            )
        _log.warning(
            "%s is longer than the %d tokens that the writer reads: it does not see the last %d of %d "
            "premises, from %s on",
            *(_named(problem), self.network.window, len(premises) - kept, len(premises), premises[kept].id),
        )
        return replace(problem, premises=premises[:kept])


def _renamed(tree: EntailmentTree, names: Mapping[str, str]) -> EntailmentTree:
    """Return a tree whose leaves have other ids."""
    steps = (replace(step, premises=tuple(names.get(name, name) for name in step.premises)) for step in tree.steps)
    leaves = tuple(replace(leaf, id=names.get(leaf.id, leaf.id)) for leaf in tree.leaves)
    return replace(tree, leaves=leaves, steps=tuple(steps))


def _beside(problem: Problem, sentence: str) -> Problem:
    """Return a problem without the premises that are a sentence word for word."""
    others = tuple(premise for premise in problem.premises if premise.text.casefold() != sentence.casefold())
    return replace(problem, premises=others)


def _check_ids(problem: Problem) -> None:
    for premise in problem.premises:
        if premise.id == ROOT or (premise.id.startswith("int") and premise.id.removeprefix("int").isdigit()):
            raise InputError(f"{_named(problem)}: the premise {premise.id} is called as conclusions are; rename it")


def _named(problem: Problem) -> str:
    return f"problem {problem.id}" if problem.id else "the problem"
