"""Checks: what of a conclusion its premises support."""
