"""``train stance``: what it refuses to be told."""

from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (("--teach",), "there is no language model to teach; accepted: --fine-tune with --language-model NAME"),
        (("--say",), "how to teach is said, but not to teach; accepted: such options with --fine-tune"),
        (("--language-model", "small", "--blocks", "30"), "how to teach is said, but not to teach; accepted: "),
        (("--language-model", "small", "--pairs", "20"), "how to teach is said, but not to teach; accepted: "),
        (("--epochs", "3"), "how to teach is said, but not to teach; accepted: "),
        (("--language-model", "nowhere", "--teach"), "no language model 'nowhere' on this machine"),
    ],
)
def test_options_that_do_not_go_together(
    asked: tuple[str, ...], complaint: str, run: Command, explagraphs_folder: Path
) -> None:
    done = run("train", "stance", "--data", explagraphs_folder.parent, "--out", "model", *asked)
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err
    assert is_one_sentence(done.err)
