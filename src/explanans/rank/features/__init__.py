"""What the learned rankers know of a fact and a question, in columns of numbers."""
