"""Reasons: causes, purposes, crossed reasons, beginnings and ends, other cases, definitions, instructions."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("reasons.txt")
