"""Question and answer turned into one statement."""
