"""Measures of rankings, trees, graphs, sets of facts, answers and agreement."""
