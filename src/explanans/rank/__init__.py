"""Rankers: order the facts of a knowledge base by how well they explain an answer."""
