"""Explanations, graphs, claims and reports for terminals, pages and drawings."""
