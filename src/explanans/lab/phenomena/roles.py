"""Semantic roles, recipients, converse and mutual relations."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("roles.txt")
