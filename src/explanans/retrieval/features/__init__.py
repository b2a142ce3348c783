"""Features of a fact and a question for the learned rankers."""
