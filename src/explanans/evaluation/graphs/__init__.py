"""Measures of explanation graphs: stance, structure, edit distance, and matches of edges and concepts."""
