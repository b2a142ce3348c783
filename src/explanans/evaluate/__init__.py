"""Measures: of rankings, trees, graphs and texts, against what people judged."""
