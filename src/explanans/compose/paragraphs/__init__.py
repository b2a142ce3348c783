"""Explanations as a paragraph in the words of a language model."""
