"""Recipes: sentences altered so that it is known which of their arcs are still supported."""
