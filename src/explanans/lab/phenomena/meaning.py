"""Meaning of words: synonyms, narrower and wider words, kinds, chains of kinds, parts and places."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("meaning.txt")
