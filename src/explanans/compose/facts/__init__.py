"""Whole explanations as sets of facts."""
