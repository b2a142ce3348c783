"""Entailment of the dependency arcs of a claim (Goyal & Durrett 2020)."""
