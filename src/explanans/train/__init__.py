"""Makes models; nothing that a question passes through imports it."""
