"""Opposites: states, changes, acts, permission, and outcomes of which only one can be."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("opposites.txt")
