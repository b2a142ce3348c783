"""Dependency parsers and schemes."""
