"""Answers that a knowledge base holds to a question without choices: phrases of its facts that fit what is asked."""
