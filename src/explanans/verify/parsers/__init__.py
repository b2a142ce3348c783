"""Dependency parsers, by name, and what is made of their trees."""
