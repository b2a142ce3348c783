"""Rewriting by rules: sentences said in other words, and said badly."""
