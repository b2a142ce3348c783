"""Composers: join facts, step by step, into an entailment tree."""
