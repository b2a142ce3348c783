"""Entities: crossed attributes, lists, alternatives, names, possession, and numbers of participants."""

from explanans.lab.phenomena.frames import read_frames

PHENOMENA = read_frames("entities.txt")
