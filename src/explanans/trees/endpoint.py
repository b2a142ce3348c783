"""A language model behind an address as prover: it writes a proof, of which only what is a tree is taken."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from explanans.errors import FormatError
from explanans.formats.proof import decode_tree
from explanans.registry import takes
from explanans.runtime.chat import ChatModel, Patience
from explanans.structures.explanations import ScoredFact
from explanans.structures.trees import EntailmentTree, Problem, Step
from explanans.trees.conclusions.wellformed import foreign
from explanans.trees.prover import Offer, Proof, prune_tree
from explanans.trees.search import nearest, tree_search

_MOST_TOKENS = 2000
"""Room for what some models think aloud; the longest proof of EntailmentBank has about 500."""
_TRIES = 2
_ARROW = "->"
_ASKED = """\
Prove the hypothesis from the sentences, step by step. Write one step a line: the names of two or three sentences or
earlier conclusions with & between them, ->, then the name and the words of what follows from them. The last step
concludes hypothesis. Leave out sentences that are not needed, use each once, and use each conclusion in one later step.
A conclusion is a short true sentence in the words of its premises. For example:

hypothesis: heat from the sun melts ice
sent1: ice is a kind of solid
sent2: rocks are hard
sent3: heat melts a solid
sent4: the sun is a source of heat
proof:
sent1 & sent3 -> int1: heat melts ice
int1 & sent4 -> hypothesis

Now write only the proof of this:

"""


@takes("URL#MODEL")
class EndpointProver:
    """Asks a chat model for a proof in the language of EntailmentBank (Dalvi et al. 2021, section 5.1).

    Conclusions with words of content that neither premises nor hypothesis carry are left out. Where the model writes no
    tree of the hypothesis, twice, the search that comes with the package finds one.

    Args:
        address: The address and the model, as ``URL#MODEL``; see ``ChatModel``.
        patience: Timeouts and retries; ``Patience.usual`` if None.

    Raises:
        InputError: The address cannot be used, or no model is named.
    """

    def __init__(self, address: str = "", patience: Patience | None = None) -> None:
        self.name = f"endpoint({address})"
        self.model = ChatModel(address, patience)

    def prove(self, problem: Problem, count: int = 1) -> Proof:
        """Return trees for a problem: the model's, then, where more are wanted, those of the search.

        Args:
            problem: The hypothesis and the premises; a gold tree is not looked at.
            count: How many trees are wanted; there may be fewer.

        Raises:
            InputError: The service does not answer or refuses, its answer is none, or the limit of requests is reached.
        """
        near = nearest(problem)
        tree = self._tree(replace(problem, premises=near)) if len(near) > 1 else None
        others = tree_search().prove(problem, count) if tree is None or count > 1 else Proof((), ())
        if tree is None:
            remark = "The model wrote no proof that is a tree; the search found this one." if others.trees else ""
            return others._replace(unweighed=" ".join(filter(None, (remark, others.unweighed))))
        leaves = {leaf.id for leaf in tree.leaves}
        facts = sorted((ScoredFact(fact, float(fact.id in leaves)) for fact in near), key=lambda item: -item.score)
        trees = (tree, *(other for other in others.trees if _leaves(other) != _leaves(tree)))
        few, many = len(near), len(problem.premises)
        unread = f"The model has read {few} of the {many:,} premises only."
        return Proof(trees[:count], tuple(facts), unread if few < many else "")

    def _tree(self, problem: Problem) -> EntailmentTree | None:
        """Return the tree that the model writes; None if it is invalid."""
        ids = {f"sent{number}": fact for number, fact in enumerate(problem.premises, 1)}
        named = replace(problem, premises=tuple(replace(fact, id=name) for name, fact in ids.items()), tree=None)
        prompt = _prompt(named)
        for _ in range(_TRIES):
            answer = self.model.ask(prompt, _MOST_TOKENS)
            try:
                tree = decode_tree(_steps(answer), named, self.name)
                fault = next(iter(tree.faults()), "")
            except FormatError as error:
                fault = str(error)
            if not fault:
                ids_of = {name: fact.id for name, fact in ids.items()}
                return _renamed(prune_tree(tree, partial(_carried, tree.hypothesis)), ids_of)
            prompt = f"{_prompt(named)}{_steps(answer)}\n\nThat is no proof: {fault}. Write it anew:\n"
        return None


def _carried(hypothesis: str, premises: tuple[str, ...], conclusions: Sequence[Offer]) -> list[Offer]:
    return [conclusion for conclusion in conclusions if not foreign(conclusion.text, premises, hypothesis)]


def _prompt(problem: Problem) -> str:
    texts = (f"{fact.id}: {fact.text}" for fact in problem.premises)
    return "\n".join((f"{_ASKED}hypothesis: {problem.hypothesis}", *texts, "proof:", ""))


def _steps(answer: str) -> str:
    """Return the lines of an answer that are steps, in the proof language."""
    lines: Sequence[str] = [line.strip().strip("`").rstrip("; ") for line in answer.splitlines() if _ARROW in line]
    return "; ".join(lines)


def _leaves(tree: EntailmentTree) -> frozenset[str]:
    return frozenset(leaf.id for leaf in tree.leaves)


def _renamed(tree: EntailmentTree, ids: dict[str, str]) -> EntailmentTree:
    """Return a tree whose leaves have the ids of the problem again, and whose conclusions have none of them."""
    taken = set(ids.values())
    for step in tree.steps[:-1]:
        name = step.conclusion
        while name in taken:
            name += "'"
        ids = ids | {step.conclusion: name}
        taken.add(name)
    leaves = tuple(replace(leaf, id=ids[leaf.id]) for leaf in tree.leaves)
    steps: list[Step] = [
        replace(
            step,
            premises=tuple(ids[name] for name in step.premises),
            conclusion=ids.get(step.conclusion, step.conclusion),
        )
        for step in tree.steps
    ]
    return replace(tree, leaves=leaves, steps=tuple(steps))
