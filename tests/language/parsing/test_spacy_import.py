"""spaCy is imported without what parsing does without, which is there for whoever asks later."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from explanans.language.parsing.spacy_pipeline import LateModule


def said(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def test_parsing_imports_neither_commands_nor_a_library_of_networks() -> None:
    script = (
        "import sys; from explanans.language.parsing.english import ENGLISH\n"
        "from explanans.language.parsing.spacy_pipeline import installed\n"
        "list(installed(str(ENGLISH)).parse(['Ice.']))\n"
    )
    script += "print({'torch', 'weasel', 'spacy.cli', 'lightgbm', 'sklearn'} & set(sys.modules))\n"
    script += "import spacy, spacy.cli; print(spacy.info(silent=True)['spacy_version'] == spacy.__version__)\n"
    script += "print(spacy.cli.info.__name__)"
    assert said(script) == "set()\nTrue\ninfo\n"


def test_the_parser_that_ships_does_not_import_spacy() -> None:
    script = "import sys; from explanans.language.parser import open_parser\n"
    script += "list(open_parser().parse(['Ice.'])); print('spacy' in sys.modules)"
    assert said(script) == "False\n"


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_thinc_knows_torch_as_soon_as_it_is_asked_for() -> None:
    script = "from explanans.language.parsing.spacy_pipeline import import_spacy; import_spacy()\n"
    script += (
        "from thinc import util; import sys; print(util.has_torch, util.is_torch_array(3), 'torch' in sys.modules)\n"
    )
    script += "print(util.torch.zeros(2).tolist(), util.is_torch_array(util.torch.zeros(2)))"
    assert said(script) == "True False False\n[0.0, 0.0] True\n"


def test_what_was_imported_before_stays() -> None:
    script = "import spacy; from explanans.language.parsing.spacy_pipeline import import_spacy\n"
    script += "import sys; print(import_spacy() is spacy, 'spacy.cli' in sys.modules)"
    assert said(script) == "True True\n"


def test_a_late_module_is_imported_when_something_is_asked_of_it() -> None:
    late = LateModule("fractions", numbers="known")
    assert late.numbers == "known"
    late.forget()
    assert late.Fraction(1, 2) == 0.5
    with pytest.raises(AttributeError, match="no attribute '__path__' yet"):
        late.__path__  # noqa: B018
