"""Leaves: which of the premises at hand a tree needs, and how many of them are enough."""
