"""Schemas: patterns of explanations, solved over the rows of tables."""
