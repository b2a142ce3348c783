"""Clauses: relative clauses, clefts, nominalisations, appositions, and other orders of words."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("clauses.txt")
