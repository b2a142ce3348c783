"""Entailment trees: what finds them, and how facts are chosen for them."""
