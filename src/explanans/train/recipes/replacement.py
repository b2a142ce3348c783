"""Words replaced by others of the same part of speech from elsewhere."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.corpus import Sentence
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.synonyms import Synonyms
from explanans.train.recipes.syntax import Syntax

if TYPE_CHECKING:
    from explanans.parse import Token

_REPLACED = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})


class Replacement:
    """Replaces a word by one of the same tag from a neighbouring sentence, or from any other.

    The arcs of the new word are not supported; all others are. Systems take names and things from elsewhere in a
    document and put them where they do not belong; swaps within a sentence (section 5.3 of Goyal & Durrett 2020) do not
    show a scorer words that the sentence lacks.

    Args:
        sentences: Where the words are taken from.
        synonyms: Words that would not make the sentence say something else.
    """

    def __init__(self, sentences: Iterable[Sentence], synonyms: Synonyms) -> None:
        self._synonyms = synonyms
        self._near: dict[Syntax, list[Token]] = {}
        self._all: dict[str, list[Token]] = {}
        for sentence in sentences:
            near = [neighbour for neighbour in (sentence.before, sentence.after) if neighbour]
            self._near[sentence.syntax] = [token for syntax in near for token in syntax.tokens]
            for token in sentence.syntax.tokens:
                if token.pos in _REPLACED and token.text.isalpha():
                    self._all.setdefault(token.tag, []).append(token)

    def __call__(self, sentence: Syntax, rng: Random) -> AlteredClaim | None:
        """Return the draft; None where there is no word to replace, or none to replace it by.

        Args:
            sentence: One of the sentences.
            rng: Draws the word and what replaces it.
        """
        numbers = [number for number, token in enumerate(sentence.tokens) if token.pos in _REPLACED]
        if not numbers:
            return None
        number = rng.choice(numbers)
        old = sentence.tokens[number]
        near = [token for token in self._near[sentence] if token.tag == old.tag and token.text.isalpha()]
        new = rng.choice(near) if near and rng.random() < 0.5 else rng.choice(self._all.get(old.tag) or [old])
        lemmas = {token.lemma.lower() for token in sentence.tokens}
        if new.pos != old.pos or new.lemma.lower() in lemmas | set(self._synonyms.of(old.lemma, old.pos)):
            return None
        pieces = kept(sentence.parse, range(len(sentence.tokens)))
        text = new.text.capitalize() if old.text[:1].isupper() else new.text.lower()
        pieces[number] = pieces[number]._replace(text=text, origin=None, changed=True)
        return AlteredClaim(sentence, altered(sentence.parse, pieces))
