"""Stances and commonsense explanation graphs."""
