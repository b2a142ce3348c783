"""What a fact talks about, as the demotion rules see it."""

import re
from dataclasses import dataclass

from explanans.fact import Fact
from explanans.text.lemmas import content_lemmas, lemma, telling_lemmas
from explanans.text.tokens import tokens

_VERB = re.compile(r"\b(?:is|are|was|were|means?|can|has|have|had|will|must|may|do|does)\b")
_KIND = re.compile(r"\b(?:kind|type|form|example) of\b")


@dataclass(frozen=True, slots=True)
class Profile:
    """What a fact talks about.

    Attributes:
        content: Its content lemmas.
        telling: Those of them that do more than frame what is said.
        subject: The telling lemmas before its first auxiliary verb; where there is none, its first telling lemma.
        names: The lemmas of the words in it, but for the first, that start with a capital and have more letters.
        kind: Whether it says what something is a kind of.
    """

    content: frozenset[str]
    telling: frozenset[str]
    subject: frozenset[str]
    names: frozenset[str]
    kind: bool

    @classmethod
    def of(cls, fact: Fact) -> "Profile":
        """Return what a fact talks about.

        Args:
            fact: The fact.

        Example:
            >>> profile = Profile.of(Fact("f1", "a frog is a kind of animal that lives in Florida"))
            >>> sorted(profile.subject), sorted(profile.names), profile.kind
            (['frog'], ['florida'], True)
        """
        content, telling = content_lemmas(fact.text), telling_lemmas(fact.text)
        verb = _VERB.search(fact.text)
        before = telling_lemmas(fact.text[: verb.start()]) if verb else frozenset()
        first = frozenset([word for word in content if word in telling][:1])
        names = frozenset(lemma(word) for word in tokens(fact.text)[1:] if word[0].isupper() and len(word) > 1)
        return cls(frozenset(content), telling, before or first, names, bool(_KIND.search(fact.text)))
