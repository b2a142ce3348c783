"""Data classes of explanations, facts, questions, trees, graphs and reports; standard library only."""
