"""Whether the conclusion of a step follows from its premises."""
