"""Tokens, sentences, WordNet, parsing, and questions turned into statements."""
