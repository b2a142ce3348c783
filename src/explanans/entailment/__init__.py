"""Textual entailment: judge, arcs, claims, steps and answers."""
