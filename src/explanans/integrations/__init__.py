"""Metrics for the evaluation tools of others: Ragas and DeepEval."""
