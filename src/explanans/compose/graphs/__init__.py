"""Explanation graphs: concepts and relations chosen together under the structural rules."""
