"""The judge of a claim and its premises."""
