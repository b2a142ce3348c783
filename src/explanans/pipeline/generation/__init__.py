"""Statements and paragraphs worded by a language model, and their guards."""
