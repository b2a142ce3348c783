"""Rankers without a trained model of the package."""
