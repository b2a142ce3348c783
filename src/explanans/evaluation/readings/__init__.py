"""Grades that people gave to explanations: counts with intervals, agreement, and what programs say beside."""
