"""Results: what follows from actions, causes of events, places, pronouns, tools, and positions."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("results.txt")
