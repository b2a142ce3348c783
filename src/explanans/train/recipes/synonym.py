"""Words replaced by synonyms (Goyal & Durrett 2020, section 5.3)."""

from random import Random

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.synonyms import Synonyms
from explanans.train.recipes.syntax import Syntax

_MOST = 3
"""Words that are replaced at most."""


class Synonym:
    """Replaces words by synonyms.

    All arcs are supported, as in section 5.3, which picks
    paraphrases that differ by few words out of a corpus; here the words are replaced on purpose, since no such corpus
    comes with the package.

    Args:
        synonyms: The synonyms.
    """

    def __init__(self, synonyms: Synonyms) -> None:
        self._synonyms = synonyms

    def __call__(self, sentence: Syntax, rng: Random) -> AlteredClaim | None:
        """Return the draft; None where no word has a synonym.

        Args:
            sentence: The sentence.
            rng: Draws the words and their synonyms.
        """
        found = [
            (number, others)
            for number, token in enumerate(sentence.tokens)
            if (others := self._synonyms.of(token.lemma, token.pos, token.tag))
        ]
        if not found:
            return None
        pieces = kept(sentence.parse, range(len(sentence.tokens)))
        for number, others in rng.sample(found, rng.randint(1, min(_MOST, len(found)))):
            chosen = rng.choice(others)
            is_capital = pieces[number].text[:1].isupper()
            pieces[number] = pieces[number]._replace(text=chosen.capitalize() if is_capital else chosen)
        return AlteredClaim(sentence, altered(sentence.parse, pieces), keeps=True)
