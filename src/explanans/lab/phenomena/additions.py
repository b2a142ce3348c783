"""Additions: details added and dropped, attitudes, generality, other matters, confused entities, copies."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("additions.txt")
