"""Candidate answers to open questions."""
