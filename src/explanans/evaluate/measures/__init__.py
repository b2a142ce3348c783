"""Measures by family: one small file each, with its sources."""
