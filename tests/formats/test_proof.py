"""The proof language: what is read, what is refused and where, and that what is written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError, InputError
from explanans.formats import proof
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Inference, Problem, Step

PREMISES = tuple(Fact(f"sent{number}", f"fact {number}") for number in range(1, 7))
PROBLEM = Problem("q1", "eruptions may cool the earth", PREMISES)
STEPS = (Step(("sent2", "sent5"), "int1", "eruptions block sunlight"), Step(("sent4", "int1"), ROOT, ""))


@pytest.mark.parametrize(
    "text",
    [
        "sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypothesis;",
        "sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypothesis",
        "sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypot",
        "sent2&sent5->int1:eruptions block sunlight;sent4&int1->hypothesis;",
        "sent2, sent5 -> int1 : eruptions block sunlight ;; sent4 ,int1 -> Hypothesis ; ",
        "$proof$ = sent2 & sent5 -> int1: eruptions block sunlight; sent4 & int1 -> hypothesis; ",
        "$PROOF$=sent2 & sent5 → int1: eruptions block sunlight; sent4 & int1 → hypot:",
    ],
)
def test_spellings_of_one_proof(text: str) -> None:
    assert proof.decode(text, "proof") == STEPS


def test_conclusions_with_semicolons_and_arrows() -> None:
    text = "a & b -> int1: the sun rising; setting; occurs daily; int1 & c -> int2: as x -> y grows; int2 & d -> hypot"
    assert [step.text for step in proof.decode(text, "proof")] == [
        "the sun rising; setting; occurs daily",
        "as x -> y grows",
        "",
    ]


def test_two_arrows_make_two_steps() -> None:
    steps = proof.decode("a & b -> int1: x -> int2: y; int2 & c -> hypothesis;", "proof")
    assert steps[:2] == (Step(("a", "b"), "int1", "x"), Step(("int1",), "int2", "y"))


@pytest.mark.parametrize("text", ["", "  ", ";", "$proof$ =", "$proof$ = ;"])
def test_nothing(text: str) -> None:
    tree = proof.decode_tree(text, PROBLEM, "proof")
    assert tree == EntailmentTree("eruptions may cool the earth", (), (), "q1")
    assert tree.faults() == ("the last step does not conclude the hypothesis",)


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("none", 1, "'none', which has no arrow"),
        ("$proof$ =  none", 12, "'none', which has no arrow"),
        ("sent1 & sent2 ->", 17, "a step without a conclusion"),
        ("sent1 & sent2 -> ; sent3 -> hypot", 18, "a step without a conclusion"),
        ("sent1 &  & sent2 -> hypot", 10, "a premise without a name"),
        ("-> hypot", 1, "a premise without a name"),
        ("sent1 & sent2 -> int1: x; sent 3 & int1 -> hypot", 27, "'sent 3', which is no id"),
        ("sent1 & sent2 -> the sun; int1 & sent3 -> hypot", 18, "'the sun', which is no conclusion"),
    ],
)
def test_what_is_no_proof(text: str, column: int, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        proof.decode(text, "run.tsv", 3)
    assert str(caught.value).startswith(f"run.tsv, line 3, column {column}: {found}; accepted: steps such as 'sent2 & ")


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        (
            "sent1 & sent9 -> hypot",
            9,
            "hypothesis rests on sent9, which is no sentence of problem q1 and no conclusion",
        ),
        ("sent1 & int1 -> hypot", 9, "hypothesis rests on int1, which is no sentence of problem q1 and no conclusion"),
        (
            "sent1 & sent2 -> hypot; sent3 & hypothesis -> int1: x",
            33,
            "int1 rests on hypothesis, which is no sentence of problem q1 but its root",
        ),
        ("sent1 & sent2 -> hypot; sent3 & sent4 -> hypot", 42, "2 roots: the hypothesis is concluded 2 times"),
        ("sent1 & int1 -> int1: x; sent2 & int1 -> hypot", 17, "a cycle: int1 rests on itself"),
        (
            "sent1 & int2 -> int1: x; sent2 & int1 -> int2: y; int1 & sent3 -> hypot",
            17,
            "a cycle: int1 and int2 rest on one another",
        ),
    ],
)
def test_what_is_no_tree(text: str, column: int, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        proof.decode_tree(text, PROBLEM, "run.tsv", 3)
    assert str(caught.value).startswith(f"run.tsv, line 3, column {column}: {found}; accepted: ")
    tree = proof.decode_tree(text, PROBLEM, "run.tsv", 3, lenient=True)
    assert len(tree.steps) == text.count("->")
    assert tree.faults()


def test_steps_out_of_order() -> None:
    text = "int2 & sent3 -> hypot; int1 & sent4 -> int2: y; sent1 & sent2 -> int1: x"
    tree = proof.decode_tree(text, PROBLEM, "proof")
    assert [step.conclusion for step in tree.steps] == ["int1", "int2", ROOT]
    assert [leaf.id for leaf in tree.leaves] == ["sent1", "sent2", "sent3", "sent4"]
    assert tree.steps[-1].text == tree.hypothesis
    assert tree.faults() == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sent1 & sent2 -> int1: x; sent3 & sent4 -> hypot", "int1 is not used"),
        ("sent1 & sent2 -> int1: x", "the last step does not conclude the hypothesis"),
        ("sent1 -> hypot", "hypothesis rests on 1 premise instead of two or more"),
        (
            "sent1 & sent2 -> int1: x; int1 & sent3 -> int2: y; int1 & int2 -> hypot",
            "int1 is used 2 times instead of once",
        ),
        (
            "sent1 & int1 -> int1: x",
            "int1 rests on int1, which is no leaf and no earlier conclusion but rests on it: a cycle",
        ),
    ],
)
def test_faults_are_named(text: str, fault: str) -> None:
    assert fault in proof.decode_tree(text, PROBLEM, "proof", lenient=True).faults()


def test_kinds_of_inference_are_left_out() -> None:
    step = Step(("sent1", "sent2"), ROOT, "eruptions may cool the earth", Inference.RULE)
    assert proof.encode([step]) == "sent1 & sent2 -> hypothesis;"
    assert proof.encode([]) == ""


@pytest.mark.parametrize(
    "step",
    [
        Step(("sent 1", "sent2"), "int1", "x"),
        Step(("sent1", "a&b"), "int1", "x"),
        Step(("sent1", ""), "int1", "x"),
        Step((), "int1", "x"),
        Step(("sent1", "sent2"), "int 1", "x"),
        Step(("sent1", "sent2"), "int1", "two\nlines"),
        Step(("sent1", "sent2"), "int1", " x"),
        Step(("sent1", "sent2"), "int1", "x;"),
        Step(("sent1", "sent2"), "int1", "sun; a & b -> int2: moon"),
        Step(("sent1", "sent2"), "hypot", "x"),
    ],
    ids=repr,
)
def test_steps_that_would_not_be_read_back(step: Step) -> None:
    with pytest.raises(InputError, match=r"^a proof that would be read back differently; accepted: "):
        proof.encode([step])


names = st.from_regex(r"[a-z][a-z0-9_:.-]{0,4}", fullmatch=True).filter(lambda name: ":" not in name)
words = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" ;:&,"), max_size=12)
steps = st.builds(Step, st.lists(names, min_size=1, max_size=3).map(tuple), names | st.just(ROOT), words)


@given(st.lists(steps, max_size=4))
def test_what_is_written_is_read_back(written: list[Step]) -> None:
    try:
        text = proof.encode(written)
    except InputError:
        return
    read = proof.decode(text, "proof")
    assert read == tuple(
        Step(step.premises, step.conclusion, "" if step.conclusion == ROOT else step.text) for step in written
    )
    assert proof.encode(read) == text


@st.composite
def trees(draw: st.DrawFn) -> EntailmentTree:
    """Draw a tree over some of the premises: join what is there until only the root is left."""
    waiting = list(draw(st.lists(st.sampled_from([fact.id for fact in PREMISES]), min_size=2, unique=True)))
    made: list[Step] = []
    while len(waiting) > 1:
        count = draw(st.integers(2, min(3, len(waiting))))
        premises = [waiting.pop(draw(st.integers(0, len(waiting) - 1))) for _ in range(count)]
        name = f"int{len(made) + 1}" if waiting else ROOT
        made.append(Step(tuple(premises), name, f"words {name}" if waiting else PROBLEM.hypothesis))
        waiting.append(name)
    named = {premise for step in made for premise in step.premises}
    return EntailmentTree(PROBLEM.hypothesis, tuple(fact for fact in PREMISES if fact.id in named), tuple(made), "q1")


@given(trees())
def test_every_tree_is_written_and_read_back(tree: EntailmentTree) -> None:
    read = proof.decode_tree(proof.encode(tree.steps), PROBLEM, "proof")
    assert read == tree
    assert read.faults() == ()


@given(trees(), st.randoms(use_true_random=False))
def test_the_order_of_steps_does_not_matter(tree: EntailmentTree, random: object) -> None:
    shuffled = list(tree.steps)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    read = proof.decode_tree(proof.encode(shuffled), PROBLEM, "proof")
    assert set(read.steps) == set(tree.steps)
    assert read.faults() == ()


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["sent1", "int1", "->", "&", ",", ";", ":", "hypot", " ", "x"])).map("".join)
)
def test_anything_is_read_or_refused_with_its_place(text: str) -> None:
    try:
        proof.decode_tree(text, PROBLEM, "proof", 2, lenient=True).faults()
        place = (2, 1)
    except FormatError as error:
        place = (error.line, error.column)
    assert place[0] == 2
    assert 1 <= place[1] <= len(text) + 1


def test_enormous_proofs_are_refused() -> None:
    steps = [f"int{number} & sent1 -> int{number + 1}: x" for number in range(proof.MOST_STEPS)]
    assert len(proof.decode("; ".join(steps), "proof")) == proof.MOST_STEPS
    with pytest.raises(FormatError, match=r"^run.tsv, line 3: 501 steps; accepted: at most 500$"):
        proof.decode("; ".join([*steps, "int500 & sent2 -> hypothesis"]), "run.tsv", 3)


def test_large_cycles_are_named_in_short() -> None:
    text = "; ".join(f"int{number} & sent1 -> int{(number + 1) % 99}: x" for number in range(99))
    with pytest.raises(FormatError, match="a cycle: int1 and int2 and int3 and int4 and 95 more rest on one another"):
        proof.decode_tree(text, PROBLEM, "proof")
