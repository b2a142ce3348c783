"""Comparison: comparatives, equatives, superlatives, multiples and differences."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("comparison.txt")
