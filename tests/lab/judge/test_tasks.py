"""Examples of the tasks that a language reader learns beside claims."""

from explanans.lab.judge.tasks import answer_examples
from explanans.structures.labels import LabelledDocument, LabelledQuestion
from explanans.structures.verdicts import Status

TEXT = LabelledDocument(
    "Pool",
    ("Lost property is kept at the till. The pool opens at seven.",),
    (),
    (LabelledQuestion("Where is lost property kept?", "the till", ("the gate",)),),
)


def test_phrases_answer_or_do_not_beside_their_sentence() -> None:
    found = list(answer_examples([TEXT], 0))
    text = "Question: Where is lost property kept? Lost property is kept at the till."
    (example,) = (example for example in found if example.premises == (text,))
    told = {claim.text: claim.statuses for claim in example.claims}
    assert told["Answer: at the till."] == {Status.SUPPORTED}
    assert all(claim.statuses == {Status.UNKNOWN} for claim in example.claims if "till" not in claim.text)


def test_sentences_without_the_answer_have_none() -> None:
    found = [example for example in answer_examples([TEXT], 0) if "opens" in example.premises[0]]
    assert found
    assert all(claim.statuses == {Status.UNKNOWN} for example in found for claim in example.claims)
