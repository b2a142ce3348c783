"""Make the table of `explanans.language.wordnet` from the files of WordNet 3.0.

Usage: python tools/wordnet.py FOLDER OUT, where FOLDER holds `index.noun`, `data.noun`, `cntlist.rev` and the like; on
Debian it is /usr/share/wordnet once the package `wordnet-base` is there.

Kept are single words that people met in tagged text or that the English dictionary knows, and verbs with a particle; of
each word the senses that people met and the first few. What is left out of a chain of kinds is skipped, so that the
chain holds.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from explanans.language.dictionary import is_known
from explanans.language.grammar import PREPOSITIONS

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
"""The parts of speech as the names of the files have them, and as pointers and our table do."""

_SENSE_PARTS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
_MOST_UNSEEN = 3
"""The number of a sense, from 1, after which it is left out where nobody met it."""
_PARTICLES = PREPOSITIONS | frozenset("apart away back forth forward out together up".split())
_KINDS_OF_LIVING_THINGS = frozenset({"05", "20"})
"""The files of animals and plants: thousands of names that are in no other text."""

Sense = tuple[str, str]
"""A part of speech and the offset of a group of synonyms."""


class DualEncoder(NamedTuple):
    """A pointer of a group of synonyms: its sign, where to, and which word of each is meant (0 for the group)."""

    sign: str
    target: Sense
    source_word: int
    target_word: int


class Group(NamedTuple):
    """A group of synonyms: its words in lower case, its pointers, and the number of its file."""

    words: tuple[str, ...]
    pointers: tuple[DualEncoder, ...]
    file: str


def main(folder: Path, out: Path) -> None:
    """Write the table."""
    groups = {sense: group for name, part in PARTS.items() for sense, group in _groups(folder / f"data.{name}", part)}
    counts = _counts(folder / "cntlist.rev")
    senses = dict(_kept_senses(folder, groups, counts))
    kept: dict[Sense, dict[str, int]] = defaultdict(dict)
    for (word, part), found in senses.items():
        for offset, count in found.items():
            kept[part, offset][word] = count
    order = sorted(kept, key=lambda sense: (-sum(kept[sense].values()), sense))
    places = {sense: place for place, sense in enumerate(order)}
    lines = [_group_line(sense, groups, kept, places) for sense in order]
    lines += ["", *sorted(_word_lines(senses, groups, kept, places))]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _groups(path: Path, part: str) -> Iterator[tuple[Sense, Group]]:
    for line in _lines(path):
        fields = line.partition(" | ")[0].split()
        size = int(fields[3], 16)
        # Where an adjective may stand is written after it, in brackets.
        words = tuple(word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * size : 2])
        first = 5 + 2 * size
        rest = fields[first : first + 4 * int(fields[first - 1])]
        pointers = tuple(
            DualEncoder(sign, (to.replace("s", "a"), offset), int(ends[:2], 16), int(ends[-2:], 16))
            for sign, offset, to, ends in zip(rest[::4], rest[1::4], rest[2::4], rest[3::4], strict=True)
        )
        yield (part, fields[0]), Group(words, pointers, fields[1])


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file without the licence before them."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            yield line


def _counts(path: Path) -> Mapping[tuple[str, str, int], int]:
    """Return how often people met a sense of a word, by the word, its part of speech and the number of the sense."""
    found: dict[tuple[str, str, int], int] = defaultdict(int)
    for line in _lines(path):
        key, number, count = line.split()
        word, _, rest = key.partition("%")
        found[word, _SENSE_PARTS[rest[0]], int(number)] += int(count)
    return found


def _kept_senses(
    folder: Path, groups: Mapping[Sense, Group], counts: Mapping[tuple[str, str, int], int]
) -> Iterator[tuple[tuple[str, str], dict[str, int]]]:
    """Yield each word that is kept and its part of speech, the offsets of its senses, and how often they were met."""
    for name, part in PARTS.items():
        for line in _lines(folder / f"index.{name}"):
            fields = line.split()
            word, offsets = fields[0], fields[-int(fields[2]) :]
            met = {offset: counts.get((word, part, number), 0) for number, offset in enumerate(offsets, 1)}
            if not _is_kept(word, part, groups[part, offsets[0]], sum(met.values())):
                continue
            first = offsets[:_MOST_UNSEEN]
            yield (word, part), {offset: count for offset, count in met.items() if count or offset in first}


def _is_kept(word: str, part: str, group: Group, met: int) -> bool:
    if not word.replace("_", "").replace("-", "").isalpha():
        return False
    if "_" in word:
        _, *rest = word.split("_")
        return part == "v" and len(rest) == 1 and rest[0] in _PARTICLES
    if met:
        return True
    if "-" in word or group.file in _KINDS_OF_LIVING_THINGS or not is_known(word):
        return False
    signs = {pointer.sign for pointer in group.pointers}
    return "@i" not in signs or "+" in signs


def _group_line(
    sense: Sense,
    groups: Mapping[Sense, Group],
    kept: Mapping[Sense, Mapping[str, int]],
    places: Mapping[Sense, int],
) -> str:
    """Return the words of a group, the places of its kinds, and its pairs of opposites; tabs between, blanks within."""
    group = groups[sense]
    words = sorted(kept[sense], key=lambda word: (-kept[sense][word], word))
    kinds = sorted({places[kind] for kind in _kinds(sense, groups, kept)})
    heads = sorted({places[to] for sign, to, *_ in group.pointers if sign == "&" and to in places})
    opposites = {
        f"{one}:{other}"
        for sign, to, source, target in group.pointers
        if sign == "!" and to in kept
        for one, other in [(group.words[source - 1], groups[to].words[target - 1])]
        if one in kept[sense] and other in kept[to]
    }
    fields = (words, map(_short, kinds), map(_short, heads), sorted(opposites))
    return "\t".join(" ".join(field) for field in fields).rstrip("\t")


def _kinds(sense: Sense, groups: Mapping[Sense, Group], kept: Mapping[Sense, Mapping[str, int]]) -> Iterator[Sense]:
    """Yield the nearest groups above a group that are kept."""
    for sign, to, *_ in groups[sense].pointers:
        if sign in {"@", "@i"}:
            if to in kept:
                yield to
            else:
                yield from _kinds(to, groups, kept)


def _word_lines(
    senses: Mapping[tuple[str, str], Mapping[str, int]],
    groups: Mapping[Sense, Group],
    kept: Mapping[Sense, Mapping[str, int]],
    places: Mapping[Sense, int],
) -> Iterator[str]:
    """Yield a line for each word and part of speech: its senses and how often each was met, and words made from it."""
    for (word, part), offsets in senses.items():
        found = " ".join(
            _short(places[part, offset]) + (f":{count}" if count else "") for offset, count in offsets.items()
        )
        related = {
            f"{to[0]}:{groups[to].words[target - 1]}"
            for offset in offsets
            for sign, to, source, target in groups[part, offset].pointers
            if (sign in {"+", "\\"} and groups[part, offset].words[source - 1] == word)
            and to in kept
            and groups[to].words[target - 1] in kept[to]
            and groups[to].words[target - 1] != word
        }
        yield f"{word}\t{part}\t{found}\t{' '.join(sorted(related))}".rstrip("\t")


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _short(place: int) -> str:
    """Return a number in the digits that `int(text, 36)` reads."""
    text = ""
    while place or not text:
        place, digit = divmod(place, 36)
        text = _DIGITS[digit] + text
    return text


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
