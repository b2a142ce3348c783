"""Entailment trees: leaf selection, search and conclusions."""
