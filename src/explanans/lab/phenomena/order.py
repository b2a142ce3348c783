"""Order and direction: before, after, until, since, first, last, from, to."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("order.txt")
