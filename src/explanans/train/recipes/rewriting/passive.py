"""Active sentences in the passive."""

from collections.abc import Iterator

from explanans.text.inflection import participle
from explanans.train.recipes.alteration import Piece, kept
from explanans.train.recipes.syntax import Syntax

_OBJECTIVE = {"i": "me", "he": "him", "she": "her", "they": "them", "we": "us"}
_SUBJECTIVE = {objective: subjective for subjective, objective in _OBJECTIVE.items()}
_STATES = frozenset({"be", "become", "cost", "fit", "have", "lack", "like", "love", "mean", "need", "seem", "want"})
"""Verbs that have no passive, or seldom one."""
_FORMLESS = frozenset({"it", "that", "there", "this", "what", "which", "who", "whom", "myself", "himself", "herself"})


def passives(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence with one of its clauses in the passive: *cats chase mice*, *mice are chased by cats*.

    Args:
        sentence: The sentence.
    """
    for verb, token in enumerate(sentence.tokens):
        subject = sentence.subject(verb)
        objects = sentence.children(verb, "obj")
        finite = token.tag in {"VBD", "VBP", "VBZ"} and not sentence.children(verb, "aux", "iobj", "xcomp", "ccomp")
        if not finite or subject is None or len(objects) != 1 or token.lemma in _STATES:
            continue
        done_by, done_to = sentence.phrase(subject), sentence.phrase(objects[0])
        whole = sentence.is_whole(done_by) and sentence.is_whole(done_to)
        named = {sentence.tokens[number].lemma.lower() for number in (subject, objects[0])}
        if not whole or named & _FORMLESS or not done_by[-1] < verb < done_to[0]:
            continue
        yield [
            *kept(sentence.parse, range(done_by[0])),
            *_in_case(kept(sentence.parse, done_to), _SUBJECTIVE),
            *kept(sentence.parse, range(done_by[-1] + 1, verb)),
            Piece(_be(sentence, objects[0], token.tag), None),
            Piece(participle(token.lemma.lower()), verb),
            *kept(sentence.parse, range(verb + 1, done_to[0])),
            Piece("by", None),
            *_in_case(kept(sentence.parse, done_by), _OBJECTIVE),
            *kept(sentence.parse, range(done_to[-1] + 1, len(sentence.tokens))),
        ]


def _be(sentence: Syntax, subject: int, tag: str) -> str:
    """Return the form of *be* for a new subject, in the tense of the old verb."""
    token = sentence.tokens[subject]
    plural = token.tag in {"NNS", "NNPS"} or sentence.children(subject, "conj") or token.lemma in {"they", "we", "you"}
    if tag == "VBD":
        return "were" if plural else "was"
    return "are" if plural else ("am" if token.lemma.lower() == "i" else "is")


def _in_case(pieces: list[Piece], forms: dict[str, str]) -> list[Piece]:
    """Return a phrase whose only word, where it is a pronoun, has another case."""
    if len(pieces) != 1:
        return pieces
    form = forms.get(pieces[0].text.lower(), pieces[0].text)
    return [pieces[0]._replace(text="I" if form == "i" else form)]
