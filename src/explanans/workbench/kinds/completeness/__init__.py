"""Completeness: whole explanations judged, with what they lack."""
