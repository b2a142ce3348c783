"""Claims checked against a source."""
