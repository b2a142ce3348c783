"""Training data of the judge."""
