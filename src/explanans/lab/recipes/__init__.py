"""Alterations that make training examples of arcs."""
