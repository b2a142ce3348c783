"""Entailment of the conclusion of a step by its premises."""
