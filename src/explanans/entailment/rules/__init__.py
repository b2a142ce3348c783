"""Exact comparison of a claim and its premises."""
