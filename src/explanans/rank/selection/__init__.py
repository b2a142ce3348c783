"""Choose the facts that make an explanation: how many of the best ones, and which of several explanations."""
