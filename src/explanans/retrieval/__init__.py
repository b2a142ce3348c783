"""Rankers of the facts of a knowledge base."""
