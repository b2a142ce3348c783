"""The choices of a question weighed against one another."""
