"""The words that a conclusion may use: those of premises and hypothesis, inflected, and those that name nothing."""

import re
from collections.abc import Iterator, Sequence

from explanans.language.inflection import gerund, participle, past, plural, singular, third_person
from explanans.language.tokens import informative_lemmas, is_function_word, lemma, stem, tokens, untelling_words

_OWNS = re.compile(r"['’]s?$")
_EDGES = re.compile(r"^[^\w%°]+|[^\w%°]+$")


def foreign(text: str, premises: Sequence[str], hypothesis: str = "") -> tuple[str, ...]:
    """Return the content words of a conclusion that neither its premises nor its hypothesis carry, as lemmas.

    A word is carried that has the lemma or the stem of one that is.

    Args:
        text: The conclusion.
        premises: The premises.
        hypothesis: The hypothesis; empty if there is none.

    Example:
        >>> foreign("a frog has slimy skins", ["a frog is an amphibian", "amphibians have skin"])
        ('slimy',)
    """
    known = {base for source in (*premises, hypothesis) for base in map(lemma, tokens(source))}
    stems = {stem(base) for base in known}
    return tuple(sorted(base for base in informative_lemmas(text) - known if stem(base) not in stems))


def spellings(premises: Sequence[str], hypothesis: str = "") -> frozenset[str]:
    """Return the words that a conclusion may be spelt with, each as it may stand between two blanks.

    Args:
        premises: The premises.
        hypothesis: The hypothesis; empty if there is none.

    Example:
        >>> words = spellings(["a frog is a kind of amphibian", "cold-blooded amphibians jump"])
        >>> {"frogs", "cold-blooded", "jumping", "because"} <= words, "toad" in words
        (True, False)
    """
    sources = (*premises, hypothesis)
    written = {_EDGES.sub("", piece) for source in sources for piece in source.split()}
    words = {part for source in sources for word in tokens(source) for part in (word, _OWNS.sub("", word))}
    forms = {form for word in words if word.isalpha() for form in _forms(word.lower())}
    return frozenset(filter(None, {*written, *words, *(word.lower() for word in written | words), *forms})) | _FREE


def _forms(word: str) -> Iterator[str]:
    """Yield a word in other numbers, persons and tenses; what it has none of is never written, so it does no harm."""
    base = lemma(word)
    yield base
    yield from (singular(word), plural(singular(word)))
    yield from (form(base) for form in (plural, third_person, past, participle, gerund))


_FREE = untelling_words() | {form for word in untelling_words() if not is_function_word(word) for form in _forms(word)}
